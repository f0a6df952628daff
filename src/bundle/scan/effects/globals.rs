//! Names that are there in every engine, and what of them makes a value and does nothing else.

/// Whether it is a global of the language or of every host. Reading it does nothing.
pub(super) fn is_global(name: &str) -> bool {
    is_primitive(name)
        || is_class(name)
        || matches!(
            name,
            "AbortController"
                | "AbortSignal"
                | "Atomics"
                | "BigInt"
                | "BigInt64Array"
                | "BigUint64Array"
                | "FinalizationRegistry"
                | "Float32Array"
                | "Float64Array"
                | "Function"
                | "Int16Array"
                | "Int32Array"
                | "Int8Array"
                | "Intl"
                | "JSON"
                | "Math"
                | "Proxy"
                | "Reflect"
                | "SharedArrayBuffer"
                | "Symbol"
                | "TextDecoder"
                | "TextEncoder"
                | "Uint16Array"
                | "Uint32Array"
                | "Uint8ClampedArray"
                | "clearInterval"
                | "clearTimeout"
                | "console"
                | "decodeURI"
                | "decodeURIComponent"
                | "encodeURI"
                | "encodeURIComponent"
                | "globalThis"
                | "isFinite"
                | "isNaN"
                | "parseFloat"
                | "parseInt"
                | "queueMicrotask"
                | "setInterval"
                | "setTimeout"
                | "structuredClone"
        )
}

/// Whether a global is a primitive by itself.
pub(super) fn is_primitive(name: &str) -> bool {
    matches!(name, "undefined" | "NaN" | "Infinity")
}

/// Whether it is a global that a class can extend.
pub(super) fn is_class(name: &str) -> bool {
    matches!(
        name,
        "AggregateError"
            | "Array"
            | "ArrayBuffer"
            | "Boolean"
            | "DataView"
            | "Date"
            | "Error"
            | "EvalError"
            | "Event"
            | "EventTarget"
            | "Map"
            | "Number"
            | "Object"
            | "Promise"
            | "RangeError"
            | "ReferenceError"
            | "RegExp"
            | "Set"
            | "String"
            | "SyntaxError"
            | "TypeError"
            | "URIError"
            | "URL"
            | "URLSearchParams"
            | "Uint8Array"
            | "WeakMap"
            | "WeakRef"
            | "WeakSet"
    )
}

/// Whether `new` of it makes an empty value where it is given nothing, `null` or `undefined`.
pub(super) fn is_collection(name: &str) -> bool {
    matches!(name, "Map" | "Set" | "WeakMap" | "WeakSet")
}

/// Whether it is a number among the properties of one of the language's own objects.
pub(super) fn is_constant(object: &str, name: &str) -> bool {
    match object {
        "Math" => matches!(name, "E" | "LN10" | "LN2" | "LOG10E" | "LOG2E" | "PI" | "SQRT1_2" | "SQRT2"),
        "Number" => matches!(
            name,
            "EPSILON"
                | "MAX_SAFE_INTEGER"
                | "MAX_VALUE"
                | "MIN_SAFE_INTEGER"
                | "MIN_VALUE"
                | "NEGATIVE_INFINITY"
                | "NaN"
                | "POSITIVE_INFINITY"
        ),
        _ => false,
    }
}

/// Whether it is one of the language's symbols.
pub(super) fn is_symbol(object: &str, name: &str) -> bool {
    object == "Symbol"
        && matches!(
            name,
            "asyncIterator"
                | "hasInstance"
                | "isConcatSpreadable"
                | "iterator"
                | "match"
                | "matchAll"
                | "replace"
                | "search"
                | "species"
                | "split"
                | "toPrimitive"
                | "toStringTag"
                | "unscopables"
        )
}
