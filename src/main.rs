//! Parses the command line, runs one command, sets the exit code.

fn main() -> std::process::ExitCode {
    cardpost::cli::run()
}
