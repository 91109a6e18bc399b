//! A minimal HTTP client: one request, one reply.

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// The response.
#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    pub head: String,
    pub text: String,
    pub json: Value,
}

/// Makes a request of `base` (`http://127.0.0.1:1234`), with a JSON body unless it is null.
pub async fn request(
    base: &str,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &Value,
) -> Reply {
    if body.is_null() {
        return send(base, method, path, headers, "").await;
    }
    let headers = [headers, &[("content-type", "application/json")]].concat();
    send(base, method, path, &headers, &body.to_string()).await
}

/// Makes a request of `base` with this body.
pub async fn send(
    base: &str,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> Reply {
    let host = base.trim_start_matches("http://");
    let mut stream = TcpStream::connect(host).await.unwrap();
    let mut head = format!("{method} {path} HTTP/1.1\r\nconnection: close\r\n");
    if !headers.iter().any(|(name, _)| *name == "host") {
        head += &format!("host: {host}\r\n");
    }
    for (name, value) in headers {
        head += &format!("{name}: {value}\r\n");
    }
    head += &format!("content-length: {}\r\n\r\n{body}", body.len());
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).await.unwrap();
    let whole = String::from_utf8_lossy(&bytes).into_owned();
    let (head, text) = whole.split_once("\r\n\r\n").unwrap();
    Reply {
        status: head[9..12].parse().unwrap(),
        head: head.to_lowercase(),
        text: text.to_owned(),
        json: serde_json::from_str(text).unwrap_or_default(),
    }
}
