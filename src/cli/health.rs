//! `siwa health`: whether a running bot is ready, for monitoring without a shell.

use std::io::{Read as _, Write as _};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpStream};
use std::process::ExitCode;
use std::time::Duration;

use super::terminal::{Failure, complain};
use crate::config::Config;
use siwa_games::text::Text;

/// The timeout of connecting, and of each part of the answer.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(3);

#[derive(Debug, clap::Args)]
pub(super) struct HealthArguments {
    /// Address to ask [default: METRICS_LISTEN]
    address: Option<SocketAddr>,
}

/// Asks a running bot whether it is ready; the exit code is 1 if it is not.
pub(super) fn run(arguments: &HealthArguments) -> ExitCode {
    match address(arguments).and_then(ask) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            complain(failure);
            ExitCode::FAILURE
        }
    }
}

fn address(arguments: &HealthArguments) -> Result<SocketAddr, Failure> {
    if let Some(address) = arguments.address {
        return Ok(address);
    }
    let listens = Config::load()?.metrics;
    listens.ok_or_else(|| Text::new("cli-health-nowhere"))
}

fn ask(mut address: SocketAddr) -> Result<(), Failure> {
    // A server that listens on all addresses also listens on this one.
    if address.ip().is_unspecified() {
        address.set_ip(IpAddr::V4(Ipv4Addr::LOCALHOST));
    }
    let problem = |problem: String| {
        Text::new("cli-health-unwell")
            .with("address", address.to_string())
            .with("problem", problem)
    };
    let answer = answer(address).map_err(|error| problem(error.to_string()))?;
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    let line = head.lines().next().unwrap_or_default();
    match line.split(' ').nth(1) {
        Some("200") => Ok(()),
        _ if body.trim().is_empty() => Err(problem(line.to_owned())),
        _ => Err(problem(body.trim().to_owned())),
    }
}

fn answer(address: SocketAddr) -> std::io::Result<String> {
    let mut stream = TcpStream::connect_timeout(&address, REQUEST_TIMEOUT)?;
    stream.set_read_timeout(Some(REQUEST_TIMEOUT))?;
    stream.set_write_timeout(Some(REQUEST_TIMEOUT))?;
    write!(
        stream,
        "GET /readyz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"
    )?;
    let mut answer = Vec::new();
    // The limit protects against servers with an endless answer.
    stream.take(64 * 1024).read_to_end(&mut answer)?;
    Ok(String::from_utf8_lossy(&answer).into_owned())
}
