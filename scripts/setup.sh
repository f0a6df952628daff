# What each command of ./dev needs, set up where it is missing. Sourced; expects `root` and `target`.
#
# Each `need_…` is cheap when there is nothing to do, says what it does before it takes time, and ends the script with
# one sentence when it can't go on.

say() { printf '▸ %s\n' "$*" >&2; }

stop() {
    printf './dev: %s\n' "$*" >&2
    exit 1
}

# The version of a tool, as wasm-pack.toml pins it.
pinned() { sed -n "/^\[tools\]/,/^\[\[/s/^$1 = \"\(.*\)\"$/\1/p" "$root/wasm-pack.toml"; }

at_least() { [ "$(printf '%s\n%s\n' "$1" "$2" | sort -V | head -n 1)" = "$1" ]; }

need_node() {
    local wanted found
    wanted=$(pinned node)
    found=$(node --version 2>/dev/null | sed 's/^v//') || true
    [ -n "$found" ] || stop "Node $wanted or later is needed, and there is no node in PATH."
    at_least "$wanted" "$found" || stop "Node $wanted or later is needed, and the node in PATH is $found."
}

# The packages of a folder's package-lock.json.
need_npm_packages() {
    local folder=$1 shown
    shown=$(realpath --relative-to="$root" "$folder")
    [ "$folder/node_modules/.package-lock.json" -nt "$folder/package-lock.json" ] && return
    command -v npm >/dev/null || stop "npm is needed to install $shown/package-lock.json, and there is no npm in PATH."
    say "npm ci in $shown"
    (cd "$folder" && npm ci --no-audit --no-fund --ignore-scripts >&2) ||
        stop "npm could not install the packages of $shown/package-lock.json; is its registry within reach?"
    touch "$folder/node_modules/.package-lock.json"
}

# A Rust that is new enough and can build for WebAssembly, first in PATH: what is there already, else rustup's, else
# Debian's.
need_rust() {
    local wanted
    wanted=$(pinned rust)
    use_rust_at_hand "$wanted" && return
    add_target_with_rustup "$wanted" && use_rust_at_hand "$wanted" && return
    if command -v apt-get >/dev/null; then
        install_rust_from_debian "$wanted"
        use_rust_at_hand "$wanted" && return
        stop "Debian's packages brought no Rust $wanted or later; install one with rustup."
    fi
    stop "Rust $wanted or later with the target wasm32-unknown-unknown is needed: install it with rustup."
}

use_rust_at_hand() {
    builds_for_wasm rustc "$1" && return
    if RUSTUP_TOOLCHAIN=$1 builds_for_wasm rustc "$1"; then
        export RUSTUP_TOOLCHAIN=$1
    elif builds_for_wasm /usr/bin/rustc "$1"; then
        prefer_usr_bin_rust
    else
        return 1
    fi
}

builds_for_wasm() {
    local rustc=$1 wanted=$2 version libraries
    version=$(cd "$root" && "$rustc" --version 2>/dev/null | cut -d ' ' -f 2) || return 1
    at_least "$wanted" "$version" || return 1
    libraries=$(cd "$root" && "$rustc" --print target-libdir --target wasm32-unknown-unknown 2>/dev/null) || return 1
    # `test` as well as `std`: the tests that run inside WebAssembly use its harness.
    compgen -G "$libraries/libstd-*.rlib" >/dev/null && compgen -G "$libraries/libtest-*.rlib" >/dev/null
}

# Only Rust's programs, so that /usr/bin hides nothing else, such as a newer Node.
prefer_usr_bin_rust() {
    local program
    mkdir -p "$target/usr-bin-rust"
    for program in cargo rustc rustdoc; do ln -sfn "/usr/bin/$program" "$target/usr-bin-rust/$program"; done
    PATH=$target/usr-bin-rust:$PATH
}

add_target_with_rustup() {
    local wanted=$1 version
    command -v rustup >/dev/null || return 1
    version=$(cd "$root" && rustc --version 2>/dev/null | cut -d ' ' -f 2) || version=0
    if at_least "$wanted" "$version"; then
        say "rustup target add wasm32-unknown-unknown"
        (cd "$root" && rustup target add wasm32-unknown-unknown >&2) && return
    else
        say "rustup toolchain install $wanted (the default one is $version)"
        rustup toolchain install "$wanted" --profile minimal --target wasm32-unknown-unknown >&2 && return
    fi
    say "rustup could not: trying Debian's packages"
    return 1
}

install_rust_from_debian() {
    local wanted=$1 packages=(rustc-web cargo-web rust-web-src rust-web-llvm lld-22) version
    [ "$(id -u)" = 0 ] ||
        stop "Rust $wanted with WebAssembly is needed; on Debian, run ./dev once as root, which installs ${packages[*]}."
    if ! dpkg -s "${packages[@]}" >/dev/null 2>&1; then
        say "apt-get install ${packages[*]} (half a minute)"
        { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${packages[@]}"; } >&2 ||
            stop "apt-get could not install ${packages[*]}; are Debian's packages within reach?"
    fi
    version=$(/usr/bin/rustc --version | cut -d ' ' -f 2)
    at_least "$wanted" "$version" || stop "Debian's Rust is $version, and $wanted or later is needed; install it with rustup."
    builds_for_wasm /usr/bin/rustc "$wanted" || build_standard_library
}

# Debian packages the library's source but not the library for this target.
build_standard_library() {
    local crate=$target/wasm-std libraries
    libraries=$(/usr/bin/rustc --print target-libdir --target wasm32-unknown-unknown)
    say "building Rust's standard library for wasm32-unknown-unknown (40 seconds)"
    rm -rf "$crate"
    mkdir -p "$crate/src"
    printf '[package]\nname = "wasm_std"\nedition = "2024"\n[workspace]\n' >"$crate/Cargo.toml"
    : >"$crate/src/lib.rs"
    # Without the bitcode, link-time optimisation fails. RUSTFLAGS keeps .cargo/config.toml out of it.
    (cd "$crate" && PATH=/usr/bin:$PATH RUSTFLAGS=-Cembed-bitcode=yes RUSTC_BOOTSTRAP=1 CARGO_TARGET_DIR=$crate/target \
        /usr/bin/cargo build --release --target wasm32-unknown-unknown -Zbuild-std=std,panic_abort,test >&2) ||
        stop "Rust's standard library could not be built for wasm32-unknown-unknown; the lines above say why."
    rm "$crate"/target/wasm32-unknown-unknown/release/deps/libwasm_std-*.rlib
    mkdir -p "$libraries"
    cp "$crate"/target/wasm32-unknown-unknown/release/deps/*.rlib "$libraries/"
    rm -rf "$crate"
}

# A program from crates.io, at the version that wasm-pack.toml pins. Cargo puts it where it puts all of them.
need_cargo_program() {
    local program=$1 crate=$2 wanted
    wanted=$(pinned "$program")
    [ "$("$program" --version 2>/dev/null | cut -d ' ' -f 2)" = "$wanted" ] && return
    say "cargo install $crate $wanted (two minutes)"
    # Speed of compilation before speed of the program; the folder is kept until both programs are there, as they
    # share crates.
    CARGO_TARGET_DIR=$target/programs CARGO_PROFILE_RELEASE_OPT_LEVEL=1 CARGO_PROFILE_RELEASE_LTO=off \
        CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 \
        cargo install --locked --no-default-features "$crate" --version "$wanted" >&2 ||
        stop "cargo could not install $crate $wanted; is crates.io, or its mirror, within reach?"
}
