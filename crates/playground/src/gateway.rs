//! The gateway: the socket over which the bot gets events.

use std::io::{self, Write as _};
use std::time::Duration;

use axum::extract::ws::{Message as Frame, WebSocket};
use flate2::Compression;
use flate2::write::ZlibEncoder;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

use super::objects::{self, object};
use super::session::{Quota, Session, close, payload};
use super::violation::Kind;
use super::world::{BOT, GUILD, State, TOKEN, World, shard_of_guild};

/// Intents that an application must be granted: members, presences, message content.
const PRIVILEGED: u64 = 1 << 1 | 1 << 8 | 1 << 15;
/// All intents.
const INTENTS: u64 = ((1 << 17) - 1) | (0b11 << 20) | (0b11 << 24);
const HEARTBEAT: u64 = 41_250;

impl World {
    /// Accepts the bot's next socket and sends nothing on it, not even HELLO.
    pub fn mute_gateway(&self) {
        self.change(|state| state.mute = true);
    }

    /// Limits the sessions that the bot can start until a time has passed.
    pub fn limit_sessions(&self, left: u64, pause: Duration) {
        let pause = i64::try_from(pause.as_millis()).unwrap_or(i64::MAX);
        let until = self.setup().clock.now().saturating_add(pause);
        self.change(|state| state.quota = Quota { left, until });
    }

    /// Closes the bot's socket with `code`; it can resume.
    pub fn drop_gateway(&self, code: u16) {
        self.change(|state| {
            for session in &mut state.sessions {
                session.push(close(code, "the playground dropped you"));
                // Close the socket.
                session.out = unbounded_channel().0;
            }
        });
    }

    /// Asks the bot to reconnect, as Discord does before it moves a session.
    pub fn reconnect_request(&self) {
        self.change(|state| {
            for session in &state.sessions {
                session.push(payload(7, &Value::Null));
            }
        });
    }

    /// Forgets all sessions, so that resuming fails and the bot has to identify again.
    pub fn forget_sessions(&self) {
        self.change(|state| {
            for session in state.sessions.drain(..) {
                session.push(close(4000, "the playground forgot you"));
            }
        });
    }
}

/// One zlib stream over all frames of a socket, each of which ends with a flush (`zlib-stream`).
pub(super) type Stream = ZlibEncoder<Vec<u8>>;

/// A new zlib stream. Frames stay on this machine, so that speed matters and size does not.
pub(super) fn zlib() -> Stream {
    ZlibEncoder::new(Vec::new(), Compression::fast())
}

/// A frame as it is sent.
pub(super) fn packed(stream: Option<&mut Stream>, frame: Frame) -> io::Result<Frame> {
    match (stream, frame) {
        (Some(stream), Frame::Text(text)) => {
            stream.write_all(text.as_bytes())?;
            stream.flush()?;
            Ok(Frame::Binary(std::mem::take(stream.get_mut()).into()))
        }
        (_, frame) => Ok(frame),
    }
}

/// One socket, from hello to close.
pub(super) async fn serve(world: World, socket: WebSocket, mut compression: Option<Stream>) {
    let (mut sink, mut stream) = socket.split();
    let (out, mut rest) = unbounded_channel();
    if !world.change(|state| std::mem::take(&mut state.mute)) {
        let hello = json!({ "heartbeat_interval": HEARTBEAT });
        let _ = out.send(payload(10, &hello));
    }
    let mut session: Option<String> = None;
    let polite = loop {
        tokio::select! {
            Some(frame) = rest.recv() => {
                let last = matches!(frame, Frame::Close(_));
                let Ok(frame) = packed(compression.as_mut(), frame) else { break false };
                if sink.send(frame).await.is_err() || last {
                    break false;
                }
            }
            incoming = stream.next() => match incoming {
                Some(Ok(Frame::Text(text))) => {
                    if let Err((code, reason)) = hear(&world, &text, &out, &mut session) {
                        if code != 4000 {
                            world.report(Kind::Gateway, format!("closed with {code}: {reason}"));
                        }
                        let _ = out.send(close(code, reason));
                    }
                }
                // The close codes 1000 and 1001 end a session for good.
                Some(Ok(Frame::Close(frame))) => {
                    break frame.is_some_and(|frame| matches!(frame.code, 1000 | 1001));
                }
                Some(Ok(Frame::Binary(_))) => {
                    let _ = out.send(close(4002, "the playground speaks JSON"));
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => break false,
            },
            () = world.stopped() => break true,
        }
    };
    drop(rest);
    let ended = |it: &Session| polite && Some(&it.id) == session.as_ref();
    world.change(|state| state.sessions.retain(|it| !ended(it)));
}

fn hear(
    world: &World,
    text: &str,
    out: &UnboundedSender<Frame>,
    session: &mut Option<String>,
) -> Result<(), (u16, &'static str)> {
    let frame: Value = serde_json::from_str(text).map_err(|_| (4002, "Decode error."))?;
    let data = &frame["d"];
    match frame["op"].as_u64() {
        Some(1) => {
            let _ = out.send(payload(11, &Value::Null));
        }
        Some(2) if session.is_some() => return Err((4005, "Already authenticated.")),
        Some(2) => *session = Some(identify(world, data, out)?),
        Some(6) => {
            if let Some(resumed) = resume(world, data, out)? {
                *session = Some(resumed);
            }
        }
        Some(3 | 4) if session.is_some() => {}
        Some(3 | 4) => return Err((4003, "Not authenticated.")),
        _ => return Err((4001, "Unknown opcode.")),
    }
    Ok(())
}

fn identify(
    world: &World,
    data: &Value,
    out: &UnboundedSender<Frame>,
) -> Result<String, (u16, &'static str)> {
    authorise(data)?;
    let intents = data["intents"].as_u64().filter(|it| it & !INTENTS == 0);
    let intents = intents.ok_or((4013, "Invalid intent(s)."))?;
    if intents & PRIVILEGED != 0 {
        return Err((4014, "Disallowed intent(s)."));
    }
    let number = |at: usize| data["shard"][at].as_u64();
    let shard = (number(0).unwrap_or(0), number(1).unwrap_or(1));
    if shard.0 >= shard.1 {
        return Err((4010, "Invalid shard."));
    }
    let here = shard_of_guild(shard.1) == shard.0;
    let unavailable = json!({ "id": GUILD.to_string(), "unavailable": true });
    let id = world.setup().clock.secret();
    world.change(|state| {
        let fields = json!({
            "user": user(state),
            "guilds": Vec::from_iter(here.then_some(unavailable)),
            "session_id": id,
            "resume_gateway_url": address(state),
            "shard": [shard.0, shard.1],
            "application": { "id": BOT.to_string(), "flags": 0 },
        });
        let ready = object("ready", fields);
        state.quota.renew(state.setup.clock.now());
        if state.quota.left == 0 {
            // Discord would reset the bot's token.
            state.report(Kind::Gateway, "more sessions were begun than were left");
        }
        state.quota.left = state.quota.left.saturating_sub(1);
        // A new IDENTIFY ends the lost session.
        let kept = |it: &Session| it.shard != shard || it.connected();
        state.sessions.retain(kept);
        let guild = objects::whole_guild(state);
        let mut session = Session {
            id: id.clone(),
            seq: 0,
            intents,
            shard,
            sent: Vec::new(),
            out: out.clone(),
        };
        session.dispatch("READY", &ready);
        if intents & 1 != 0 && here {
            session.dispatch("GUILD_CREATE", &guild);
        }
        state.sessions.push(session);
    });
    Ok(id)
}

/// Refuses all tokens except the bot's.
fn authorise(data: &Value) -> Result<(), (u16, &'static str)> {
    let token = data["token"].as_str().unwrap_or_default();
    match token.trim_start_matches("Bot ") {
        TOKEN => Ok(()),
        _ => Err((4004, "Authentication failed.")),
    }
}

/// Resumes a session; `None` if it does not exist, so that the bot must identify.
fn resume(
    world: &World,
    data: &Value,
    out: &UnboundedSender<Frame>,
) -> Result<Option<String>, (u16, &'static str)> {
    authorise(data)?;
    let wanted = data["session_id"].as_str().unwrap_or_default();
    let seq = data["seq"].as_u64().unwrap_or(0);
    world.change(|state| {
        let Some(session) = state.sessions.iter_mut().find(|it| it.id == wanted) else {
            let _ = out.send(payload(9, &json!(false)));
            return Ok(None);
        };
        if seq > session.seq {
            return Err((4007, "Invalid seq."));
        }
        session.out = out.clone();
        let missed = session.sent.iter().filter(|(number, _)| *number > seq);
        for (_, text) in missed {
            session.push(Frame::Text(text.clone()));
        }
        session.dispatch("RESUMED", &json!({ "_trace": ["playground"] }));
        Ok(Some(session.id.clone()))
    })
}

/// The bot's own account, as it sees it.
pub(super) fn user(state: &State) -> Value {
    object("own_user", objects::user(state, BOT))
}

/// The address of the gateway.
pub(super) fn address(state: &State) -> String {
    let base = state.setup.base.replacen("http://", "ws://", 1);
    format!("{base}/gateway")
}

#[cfg(test)]
mod tests {
    use flate2::{Decompress, FlushDecompress};

    use super::*;

    #[test]
    fn packed_frames_are_one_zlib_stream() {
        let (mut stream, mut reader) = (zlib(), Decompress::new(true));
        for text in ["{}".to_owned(), "é".repeat(70_000), "x".repeat(9)] {
            let frame = Frame::Text(text.clone().into());
            let Frame::Binary(bytes) = packed(Some(&mut stream), frame).unwrap() else {
                unreachable!("packed frames are binary");
            };
            assert!(bytes.ends_with(&[0, 0, 0xff, 0xff]));
            let mut unpacked = Vec::with_capacity(200_000);
            reader
                .decompress_vec(&bytes, &mut unpacked, FlushDecompress::Sync)
                .unwrap();
            assert_eq!(String::from_utf8(unpacked).unwrap(), text);
        }
    }
}
