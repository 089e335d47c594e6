//! Parses the command line, runs one command, sets the exit code.

/// The server allocates and frees many small values in each request, on many threads.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    cardpost::cli::run()
}
