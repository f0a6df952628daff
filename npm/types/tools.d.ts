/**
 * Types of `@mutagent/agents/tools`, the one package that a tool module may import. The compiler
 * puts its code into the bundle; nothing has to be installed.
 */
declare module "@mutagent/agents/tools" {
  /** Where a schema keeps the type of the values it describes. Exists in the type system only. */
  const value: unique symbol;
  const optional: unique symbol;

  /** A JSON Schema built with {@link Type}, for values of type `Value`. */
  export interface Schema<Value = unknown> {
    readonly [value]: Value;
    readonly [keyword: string]: unknown;
  }

  /** What {@link Type.Optional} returns: as a property of an object, it may be absent. */
  export interface OptionalSchema<Value = unknown> extends Schema<Value> {
    readonly [optional]: true;
  }

  /** The type of the values that a schema describes. */
  export type Static<S extends Schema> = S[typeof value];

  /** Keywords of JSON Schema, copied into the schema as they are. */
  export interface SchemaOptions {
    title?: string;
    description?: string;
    default?: unknown;
    examples?: readonly unknown[];
    deprecated?: boolean;
    [keyword: string]: unknown;
  }

  export interface StringOptions extends SchemaOptions {
    minLength?: number;
    maxLength?: number;
    pattern?: string | RegExp;
    format?: string;
  }

  export interface NumberOptions extends SchemaOptions {
    minimum?: number;
    maximum?: number;
    exclusiveMinimum?: number;
    exclusiveMaximum?: number;
    multipleOf?: number;
  }

  export interface ArrayOptions extends SchemaOptions {
    minItems?: number;
    maxItems?: number;
    uniqueItems?: boolean;
  }

  export interface ObjectOptions extends SchemaOptions {
    additionalProperties?: boolean | Schema;
    minProperties?: number;
    maxProperties?: number;
  }

  type Flat<T> = { [Key in keyof T]: T[Key] };

  type OptionalKeys<Properties> = {
    [Key in keyof Properties]: Properties[Key] extends OptionalSchema ? Key : never;
  }[keyof Properties];

  type StaticObject<Properties extends Record<string, Schema>> = Flat<
    {
      -readonly [Key in Exclude<keyof Properties, OptionalKeys<Properties>>]: Static<Properties[Key]>;
    } & {
      -readonly [Key in OptionalKeys<Properties>]?: Static<Properties[Key]>;
    }
  >;

  type StaticTuple<Items extends readonly Schema[]> = {
    -readonly [Index in keyof Items]: Static<Items[Index]>;
  };

  /** The property names that values of a record's key schema stand for. */
  type RecordKey<Key> = unknown extends Key
    ? string
    : Key extends boolean
      ? `${Key}`
      : Key extends string | number
        ? Key
        : never;

  /** Builds the schema of a tool's parameters: plain JSON Schema, the same as npm `typebox` 1.x builds. */
  export const Type: {
    Any(options?: SchemaOptions): Schema<any>;
    Array<Item extends Schema>(items: Item, options?: ArrayOptions): Schema<Static<Item>[]>;
    Boolean(options?: SchemaOptions): Schema<boolean>;
    /** One of the listed values, or of the values of a TypeScript enum. */
    Enum<const Value extends string | number>(
      values: readonly Value[],
      options?: SchemaOptions,
    ): Schema<Value>;
    Enum<Enum extends Record<string, string | number>>(
      values: Enum,
      options?: SchemaOptions,
    ): Schema<Enum[keyof Enum]>;
    /** A whole number. */
    Integer(options?: NumberOptions): Schema<number>;
    /** Exactly this value. */
    Literal<const Value extends string | number | boolean>(
      value: Value,
      options?: SchemaOptions,
    ): Schema<Value>;
    Null(options?: SchemaOptions): Schema<null>;
    Number(options?: NumberOptions): Schema<number>;
    /** An object whose properties are all required, except those made with `Type.Optional`. */
    Object<Properties extends Record<string, Schema>>(
      properties: Properties,
      options?: ObjectOptions,
    ): Schema<StaticObject<Properties>>;
    /** A property that may be absent. */
    Optional<S extends Schema>(schema: S): OptionalSchema<Static<S>>;
    /** An object that maps keys to values of one type: any keys, or those that a literal, union or enum lists. */
    Record<Key extends Schema, Value extends Schema>(
      key: Key,
      value: Value,
      options?: ObjectOptions,
    ): Schema<Record<RecordKey<Static<Key>>, Static<Value>>>;
    String(options?: StringOptions): Schema<string>;
    /** An array of exactly these items. */
    Tuple<const Items extends readonly Schema[]>(
      items: Items,
      options?: ArrayOptions,
    ): Schema<StaticTuple<Items>>;
    Union<const Members extends readonly Schema[]>(
      members: Members,
      options?: SchemaOptions,
    ): Schema<Static<Members[number]>>;
    Unknown(options?: SchemaOptions): Schema<unknown>;
  };

  export interface TextPart {
    type: "text";
    text: string;
  }

  export interface ToolResult<Details = unknown> {
    /** What the model reads. */
    content: TextPart[];
    /** Anything else that the host may log or show. */
    details?: Details;
  }

  export interface ToolContext {
    readonly paths: {
      /** The folder that holds the packaged `harness.files`. */
      readonly assetRoot: string;
      /** The session's working directory. */
      readonly workspaceRoot: string;
    };
    readonly agent: {
      /** The digest of the running package, `sha256:` and 64 hex digits. */
      readonly artifactDigest: string;
      /** The revision that runs, when it runs as a managed agent. */
      readonly revisionId: string | undefined;
      readonly contextVersion: 1;
    };
    readonly bindings: {
      /** The value of a declared secret. Throws when it has none, or is not declared. */
      secret(name: string): string;
      /** The value of a secret declared with `required: false`, if it has one. Throws for any other. */
      optionalSecret(name: string): string | undefined;
    };
  }

  /** Where the host no longer waits for the call, its signal is aborted. */
  type CallSignal = typeof globalThis extends { AbortSignal: { prototype: infer Signal } }
    ? Signal
    : { readonly aborted: boolean };

  export interface ToolDefinition<Params, Details = unknown> {
    /** Equals the `name` in `harness.tools.modules`. */
    name: string;
    /** What people see. */
    label: string;
    /** What the tool does, for the model. */
    description: string;
    /** Built with {@link Type}; its values are what `execute` receives. */
    parameters: Schema<Params>;
    execute(
      toolCallId: string,
      params: Params,
      signal: CallSignal | undefined,
      onUpdate: ((partial: ToolResult<Details>) => void) | undefined,
      context: ToolContext,
    ): Promise<ToolResult<Details>>;
  }

  const defined: unique symbol;

  /** A tool that a bundle can register: what {@link defineTool} returns. */
  export type Tool<Params = unknown, Details = unknown> = ToolDefinition<Params, Details> & {
    readonly [defined]: true;
  };

  /** Defines a tool. Export the result from the module that `harness.tools.modules` names. */
  export function defineTool<Params, Details = unknown>(
    tool: ToolDefinition<Params, Details>,
  ): Tool<Params, Details>;
}
