//! The body of a request: JSON, and files.

use std::fmt::Display;

use axum::body::Bytes;
use axum::extract::{FromRequest, Multipart, Request};
use axum::http::header::CONTENT_TYPE;
use serde_json::Value;

use super::violation::ApiError;

/// The largest request: ten files of ten mebibytes, with multipart overhead.
pub(super) const MAX_BYTES: usize = 110 * 1024 * 1024;

/// The most files in a message.
pub(super) const MAX_FILES: usize = 10;

/// How many bytes of a refused body are logged. Discord's limits keep the others shorter.
const KEPT: usize = 16 * 1024;

/// The first thousand characters of a text, for the log.
pub(super) fn shortened(text: &str) -> String {
    match text.char_indices().nth(1000) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// A file in a request.
#[derive(Clone, Debug)]
pub(super) struct File {
    /// The `n` of its field `files[n]`.
    pub(super) index: u64,
    pub(super) name: String,
    pub(super) bytes: Vec<u8>,
}

/// The body of a request.
#[derive(Clone, Debug, Default)]
pub(super) struct Body {
    pub(super) json: Value,
    pub(super) files: Vec<File>,
}

impl Body {
    /// The part of the body at `key`, with all its files.
    pub(super) fn at(&self, key: &str) -> Self {
        Self {
            json: self.json[key].clone(),
            files: self.files.clone(),
        }
    }

    /// The JSON for the log, cut if it was `refused` and is long.
    pub(super) fn kept(&self, refused: bool) -> Value {
        if refused {
            let text = self.json.to_string();
            if text.len() > KEPT {
                return Value::String(shortened(&text));
            }
        }
        self.json.clone()
    }

    async fn multipart(mut form: Multipart) -> Result<Self, ApiError> {
        let mut body = Self::default();
        while let Some(field) = form.next_field().await.map_err(broken)? {
            let name = field.name().unwrap_or_default().to_owned();
            let filename = field.file_name().map(str::to_owned);
            let bytes = field.bytes().await.map_err(broken)?;
            if name == "payload_json" {
                body.json = parse(&bytes)?;
                continue;
            }
            let index = name
                .strip_prefix("files[")
                .and_then(|rest| rest.strip_suffix(']')?.parse().ok());
            match (index, filename) {
                (Some(index), Some(name)) => body.files.push(File {
                    index,
                    name,
                    bytes: bytes.to_vec(),
                }),
                _ => return Err(broken(format!("a field {name:?}"))),
            }
        }
        Ok(body)
    }
}

impl<S: Send + Sync> FromRequest<S> for Body {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let kind = request.headers().get(CONTENT_TYPE);
        let kind = kind.and_then(|kind| kind.to_str().ok());
        let kind = kind.unwrap_or_default().to_owned();
        if kind.starts_with("multipart/form-data") {
            let form = Multipart::from_request(request, state).await;
            return Self::multipart(form.map_err(broken)?).await;
        }
        let bytes = Bytes::from_request(request, state).await.map_err(broken)?;
        if bytes.is_empty() {
            return Ok(Self::default());
        }
        if !kind.starts_with("application/json") {
            return Err(broken(format!("a body of type {kind:?}")));
        }
        Ok(Self {
            json: parse(&bytes)?,
            files: Vec::new(),
        })
    }
}

fn parse(bytes: &[u8]) -> Result<Value, ApiError> {
    serde_json::from_slice(bytes).map_err(broken)
}

fn broken(what: impl Display) -> ApiError {
    let mut refusal = ApiError::from_code(50109);
    refusal.message += &format!(" ({what})");
    refusal
}
