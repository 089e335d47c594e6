//! A server process that can be killed: this test binary, executed again to run one test.

use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};

use cardpost::postgres::{Cluster, Durability, Settings};

const DATA_DIR: &str = "CARDPOST_TEST_SERVER_DATA_DIR";
const BIN_DIR: &str = "CARDPOST_TEST_SERVER_BIN_DIR";
const READY: &str = "cluster ready at ";

/// The server's `main`. As an ordinary test, without the variable, it has nothing to do.
#[allow(clippy::print_stdout, reason = "the test that runs it reads that")]
#[test]
fn a_server_runs_until_its_input_ends() {
    let Some(data_dir) = std::env::var_os(DATA_DIR).map(PathBuf::from) else {
        return;
    };
    let bin_dir = std::env::var_os(BIN_DIR).map(PathBuf::from);
    let settings = Settings {
        data_dir,
        bin_dir,
        durability: Durability::Full,
    };
    let cluster = Cluster::start(&settings).unwrap_or_else(|error| panic!("{error}"));
    println!("{READY}{}", cluster.url("cardpost"));
    std::io::stdin()
        .read_to_end(&mut Vec::new())
        .expect("the end of the input");
    cluster.stop().unwrap_or_else(|error| panic!("{error}"));
}

/// A running server process, killed when this is dropped.
pub struct Server {
    process: Child,
    output: BufReader<ChildStdout>,
}

impl Server {
    /// Runs a server without waiting for its cluster.
    pub fn spawn(data_dir: &Path, bin_dir: Option<&Path>) -> Self {
        let module = module_path!()
            .split_once("::")
            .expect("a module below the crate")
            .1;
        let mut command = Command::new(std::env::current_exe().expect("this test binary"));
        command
            .args([
                "--exact",
                &format!("{module}::a_server_runs_until_its_input_ends"),
            ])
            .args(["--nocapture", "--test-threads=1"])
            .env(DATA_DIR, data_dir)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        if let Some(bin_dir) = bin_dir {
            command.env(BIN_DIR, bin_dir);
        }
        let mut process = command.spawn().expect("a child process");
        let output = BufReader::new(process.stdout.take().expect("it is piped"));
        Self { process, output }
    }

    /// Runs a server and returns it with its cluster's URL.
    pub fn start(data_dir: &Path) -> (Self, String) {
        let mut server = Self::spawn(data_dir, None);
        let mut lines = server
            .output
            .by_ref()
            .lines()
            .map(|line| line.expect("text"));
        let url = lines
            .find_map(|line| line.split_once(READY).map(|(_, url)| url.to_owned()))
            .expect("the server to get ready");
        (server, url)
    }

    pub fn id(&self) -> u32 {
        self.process.id()
    }

    /// Ends its input and waits for it to end as it should.
    pub fn end(mut self) {
        drop(self.process.stdin.take());
        assert!(self.process.wait().expect("its status").success());
    }

    /// `kill -9`, which leaves it no time for anything.
    pub fn kill(mut self) {
        self.process.kill().expect("it is ours");
        self.process.wait().expect("its status");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // After `end` or `kill` there is nothing left to kill.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
