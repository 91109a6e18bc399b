//! The program itself, as a process.

use std::ffi::OsStr;
use std::io::{BufRead as _, BufReader, Read};
use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

use siwa::l10n::{L10n, Locale};
use siwa_games::text::Text;

/// How long tests wait for anything that has to end.
const TIMEOUT: Duration = Duration::from_secs(20);

/// A running program, in a directory, with an empty environment; killed on drop.
pub(crate) struct Siwa {
    child: Child,
    stdout: Receiver<String>,
    stderr: Receiver<String>,
    said: String,
    logged: String,
}

/// The output of a program that has ended.
#[derive(Debug)]
pub(crate) struct Over {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Over {
    /// Fails unless the program has succeeded.
    #[track_caller]
    pub(crate) fn is_fine(&self) {
        assert_eq!(self.code, Some(0), "{self:?}");
    }

    /// Fails unless the program has ended with this code and has printed nothing but errors.
    #[track_caller]
    pub(crate) fn failed(&self, code: i32) {
        let ended = (self.code, self.stdout.as_str());
        assert_eq!(ended, (Some(code), ""), "{self:?}");
    }
}

/// A message in English.
pub(crate) fn words(message: &Text) -> String {
    L10n::default().text(Locale::ENGLISH, message)
}

/// How the program complains of a problem.
pub(crate) fn complaint(problem: Text) -> String {
    words(&Text::new("cli-error").with("problem", problem))
}

/// No variables.
pub(crate) const PLAIN: &[(&str, &str)] = &[];

/// An address of this machine without a server.
pub(crate) fn unused() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap()
}

impl Siwa {
    pub(crate) fn start<V: AsRef<OsStr>>(
        directory: &Path,
        arguments: &[&str],
        variables: &[(&str, V)],
    ) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_siwa"))
            .args(arguments)
            .current_dir(directory)
            .env_clear()
            .envs(variables.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        Self {
            stdout: lines(child.stdout.take().unwrap()),
            stderr: lines(child.stderr.take().unwrap()),
            child,
            said: String::new(),
            logged: String::new(),
        }
    }

    /// Waits for a line of the log that contains `part`.
    pub(crate) fn logs(&mut self, part: &str) {
        wait_for(&self.stderr, &mut self.logged, part);
    }

    /// Waits for a line of the output that contains `part`; returns the output up to it.
    pub(crate) fn says(&mut self, part: &str) -> &str {
        wait_for(&self.stdout, &mut self.said, part);
        &self.said
    }

    /// Sends a signal: `TERM`, `INT`.
    pub(crate) fn signal(&self, name: &str) {
        let sent = Command::new("kill")
            .arg(format!("-{name}"))
            .arg(self.child.id().to_string())
            .status()
            .unwrap();
        assert!(sent.success());
    }

    /// Waits until it has ended.
    pub(crate) fn over(self) -> Over {
        self.over_within(TIMEOUT)
    }

    /// Waits until it has ended, at most for `bound`.
    pub(crate) fn over_within(mut self, bound: Duration) -> Over {
        // Its outputs are closed when it ends.
        drain(&self.stderr, &mut self.logged, bound);
        drain(&self.stdout, &mut self.said, bound);
        let status: ExitStatus = self.child.wait().unwrap();
        Over {
            code: status.code(),
            stdout: std::mem::take(&mut self.said),
            stderr: std::mem::take(&mut self.logged),
        }
    }
}

impl Drop for Siwa {
    fn drop(&mut self) {
        // Usually it has already ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn lines(output: impl Read + Send + 'static) -> Receiver<String> {
    let (send, receive) = mpsc::channel();
    std::thread::spawn(move || {
        let mut output = BufReader::new(output);
        loop {
            let mut line = Vec::new();
            match output.read_until(b'\n', &mut line) {
                Ok(0) | Err(_) => return,
                Ok(_) => {
                    if send
                        .send(String::from_utf8_lossy(&line).into_owned())
                        .is_err()
                    {
                        return;
                    }
                }
            }
        }
    });
    receive
}

#[track_caller]
fn wait_for(lines: &Receiver<String>, text: &mut String, part: &str) {
    loop {
        match lines.recv_timeout(TIMEOUT) {
            Ok(line) => {
                text.push_str(&line);
                if line.contains(part) {
                    return;
                }
            }
            Err(_) => panic!("no {part:?} in:\n{text}"),
        }
    }
}

#[track_caller]
fn drain(lines: &Receiver<String>, text: &mut String, bound: Duration) {
    let watch = siwa::time::Stopwatch::start();
    loop {
        match lines.recv_timeout(bound.saturating_sub(watch.elapsed())) {
            Ok(line) => text.push_str(&line),
            Err(RecvTimeoutError::Disconnected) => return,
            Err(RecvTimeoutError::Timeout) => panic!("it is not over after {bound:?}:\n{text}"),
        }
    }
}
