//! A session of the gateway, which outlives its socket.

use std::collections::VecDeque;

use axum::extract::ws::{CloseFrame, Message as Frame, Utf8Bytes};
use serde_json::{Value, json};
use tokio::sync::mpsc::UnboundedSender;

/// How many events a session stores for a resume.
const KEPT: usize = 1000;

/// A frame that is not an event.
pub(super) fn payload(op: u8, data: &Value) -> Frame {
    let text = json!({ "op": op, "t": null, "s": null, "d": data });
    Frame::Text(text.to_string().into())
}

/// The last frame of a socket.
pub(super) fn close(code: u16, reason: &'static str) -> Frame {
    let reason = reason.into();
    Frame::Close(Some(CloseFrame { code, reason }))
}

/// A session of the gateway.
#[derive(Debug)]
pub(super) struct Session {
    pub(super) id: String,
    pub(super) seq: u64,
    pub(super) intents: u64,
    pub(super) shard: (u64, u64),
    /// The events by number.
    pub(super) sent: VecDeque<(u64, Utf8Bytes)>,
    pub(super) out: UnboundedSender<Frame>,
}

impl Session {
    /// Returns whether a socket is open for it.
    pub(super) fn connected(&self) -> bool {
        !self.out.is_closed()
    }

    pub(super) fn dispatch(&mut self, name: &str, data: &Value) {
        self.seq += 1;
        let text = json!({ "op": 0, "t": name, "s": self.seq, "d": data });
        let text = Utf8Bytes::from(text.to_string());
        self.sent.push_back((self.seq, text.clone()));
        if self.sent.len() > KEPT {
            self.sent.pop_front();
        }
        self.push(Frame::Text(text));
    }

    pub(super) fn push(&self, what: Frame) {
        // If the socket is closed, the event waits in `sent`.
        let _ = self.out.send(what);
    }
}

/// The sessions that a bot can start in a day.
const SESSIONS: u64 = 1000;

/// The sessions that the bot can still start, and until when, in milliseconds since the Unix epoch.
#[derive(Default)]
pub(super) struct Quota {
    pub(super) left: u64,
    pub(super) until: i64,
}

impl Quota {
    pub(super) fn renew(&mut self, now: i64) {
        if now >= self.until {
            self.left = SESSIONS;
            self.until = now + 86_400_000;
        }
    }

    /// The limit as Discord reports it.
    pub(super) fn describe(&mut self, now: i64) -> Value {
        self.renew(now);
        json!({
            "total": SESSIONS,
            "remaining": self.left,
            "reset_after": self.until - now,
            "max_concurrency": 1,
        })
    }
}
