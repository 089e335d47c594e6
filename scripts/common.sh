# shellcheck shell=bash
# Functions for the other scripts, which source this file.
#
# It must run in Bash 3.2, the version of macOS.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
readonly root

say() {
    printf '%s\n' "$*" >&2
}

fail() {
    say "$(basename "$0"): $*"
    exit 1
}

has() {
    command -v "$1" >/dev/null 2>&1
}

# Runs a command as root, for package managers.
as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif has sudo; then
        sudo "$@"
    else
        fail "this needs root, and there is no sudo; run as root: $*"
    fi
}

# install NAME APT BREW DNF: installs a missing program with the system's package manager. APT, BREW and DNF are its
# packages for apt, Homebrew and dnf.
install() {
    if has apt-get; then
        say "$1 is missing: installing it with \`apt-get install -y $2\`"
        as_root apt-get update -q
        as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q "$2"
    elif has brew; then
        say "$1 is missing: installing it with \`brew install $3\`"
        brew install "$3"
    elif has dnf; then
        say "$1 is missing: installing it with \`dnf install -y $4\`"
        as_root dnf install -y "$4"
    else
        fail "$1 is missing, and there is no apt-get, brew or dnf to install it with: install it, then try again"
    fi
}

# Makes sure that Rust programs can be compiled and linked.
need_rust() {
    if ! has cargo && [ -x "${CARGO_HOME:-$HOME/.cargo}/bin/cargo" ]; then
        PATH=${CARGO_HOME:-$HOME/.cargo}/bin:$PATH
    fi
    has cargo || fail "cargo is missing: Cardpost is built with a stable Rust toolchain, which you can install with rustup or your system's package manager; install one, then try again"
    has cc || install "a C compiler, which Rust needs for linking," build-essential gcc gcc
}

# Whether initdb and postgres are in one of the folders that the server searches (src/postgres/binaries.rs).
has_postgres() {
    local folder
    if has initdb && has postgres; then
        return 0
    fi
    for folder in \
        "${CARDPOST_PG_BIN:-}" \
        /usr/lib/postgresql/*/bin /usr/pgsql-*/bin /usr/lib/postgresql*/bin /usr/libexec/postgresql* \
        /opt/homebrew/opt/postgresql@*/bin /usr/local/opt/postgresql@*/bin \
        /Applications/Postgres.app/Contents/Versions/*/bin; do
        if [ -x "$folder/initdb" ] && [ -x "$folder/postgres" ]; then
            return 0
        fi
    done
    return 1
}

# Makes sure that the server finds a Postgres to run.
need_postgres() {
    has_postgres || install "Postgres" postgresql postgresql@17 postgresql-server
}

# The folder that cargo builds in.
target_folder() {
    cargo metadata --locked --no-deps --format-version 1 --manifest-path "$root/Cargo.toml" |
        sed 's/.*"target_directory":"\([^"]*\)".*/\1/'
}

# The path of the server for checks: CARDPOST_BINARY if it is set, or otherwise a new debug build.
development_binary() {
    if [ -n "${CARDPOST_BINARY:-}" ]; then
        printf '%s\n' "$CARDPOST_BINARY"
    else
        cargo build --locked --manifest-path "$root/Cargo.toml" >&2
        printf '%s/debug/cardpost\n' "$(target_folder)"
    fi
}

# start_server BINARY: runs a server with its own Postgres in a new folder, on a free port, until the calling script
# ends. Sets server_url, and server_socket to the folder of its Postgres's socket.
start_server() {
    local binary=$1 line
    server_url=
    server_folder=$(mktemp -d)
    # shellcheck disable=SC2034 # It is used by the scripts that source this file.
    server_socket=$server_folder/data/socket
    mkfifo "$server_folder/says"
    # Ignore the caller's settings, except the folder of Postgres's programs.
    (
        for name in DATABASE_URL ${!CARDPOST_@}; do
            [ "$name" = CARDPOST_PG_BIN ] || unset "$name"
        done
        exec "$binary" serve --data-dir "$server_folder/data" --bind 127.0.0.1:0 --log warn
    ) </dev/null >"$server_folder/says" 2>"$server_folder/log" &
    server_pid=$!
    trap stop_server EXIT
    # The loop also ends when the server exits, which closes its end of the pipe.
    while read -r line; do
        case $line in
            "listening on "*)
                server_url=${line#listening on }
                break
                ;;
        esac
    done <"$server_folder/says"
    if [ -z "$server_url" ]; then
        cat "$server_folder/log" >&2
        fail "the server did not start"
    fi
}

stop_server() {
    kill "$server_pid" 2>/dev/null || true
    wait "$server_pid" || true
    rm -rf "$server_folder"
}
