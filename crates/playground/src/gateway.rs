//! The gateway: the socket over which the bot gets events.

use std::collections::VecDeque;
use std::time::Duration;

use axum::extract::ws::{Message as Frame, WebSocket};
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
/// The path at which a session is resumed.
pub(super) const RESUME: &str = "/gateway/resume";

impl World {
    /// Accepts the bot's next socket and sends nothing on it, not even HELLO.
    pub fn mute_gateway(&self) {
        self.change(|state| state.silent_socket = true);
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
        self.drop_gateway(4000);
        self.change(|state| state.sessions.clear());
    }
}

/// Why a socket is closed: Discord's code, and a sentence.
type Closing = (u16, &'static str);

/// The bot's socket.
struct Socket {
    world: World,
    out: UnboundedSender<Frame>,
    /// The id of its session.
    session: Option<String>,
    /// Whether the bot opened it at the address for resuming.
    is_to_resume: bool,
}

/// One socket, from hello to close.
pub(super) async fn serve(world: World, socket: WebSocket, is_to_resume: bool) {
    let (mut sink, mut stream) = socket.split();
    let (out, mut rest) = unbounded_channel();
    if !world.change(|state| std::mem::take(&mut state.silent_socket)) {
        let hello = json!({ "heartbeat_interval": HEARTBEAT });
        let _ = out.send(payload(10, &hello));
    }
    let mut socket = Socket {
        world: world.clone(),
        out,
        session: None,
        is_to_resume,
    };
    let polite = loop {
        tokio::select! {
            Some(frame) = rest.recv() => {
                let last = matches!(frame, Frame::Close(_));
                if sink.send(frame).await.is_err() || last {
                    break false;
                }
            }
            incoming = stream.next() => match incoming {
                Some(Ok(Frame::Text(text))) => {
                    if let Err((code, reason)) = socket.hear(&text) {
                        if code != 4000 {
                            world.report(Kind::Gateway, format!("closed with {code}: {reason}"));
                        }
                        let _ = socket.out.send(close(code, reason));
                    }
                }
                // The close codes 1000 and 1001 end a session for good.
                Some(Ok(Frame::Close(frame))) => {
                    break frame.is_some_and(|frame| matches!(frame.code, 1000 | 1001));
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => break false,
            },
            () = world.stopped() => break true,
        }
    };
    drop(rest);
    let ended = |known: &Session| polite && Some(&known.id) == socket.session.as_ref();
    world.change(|state| state.sessions.retain(|known| !ended(known)));
}

impl Socket {
    fn hear(&mut self, text: &str) -> Result<(), Closing> {
        let frame: Value = serde_json::from_str(text).map_err(|_| (4002, "Decode error."))?;
        let data = &frame["d"];
        let token = data["token"].as_str().unwrap_or_default();
        let token = token.trim_start_matches("Bot ");
        match frame["op"].as_u64() {
            Some(1) => {
                let _ = self.out.send(payload(11, &Value::Null));
                Ok(())
            }
            Some(2) if self.session.is_some() => Err((4005, "Already authenticated.")),
            Some(2 | 6) if token != TOKEN => Err((4004, "Authentication failed.")),
            Some(2) => self.identify(data),
            Some(6) => self.resume(data),
            _ => Err((4001, "Unknown opcode.")),
        }
    }

    fn identify(&mut self, data: &Value) -> Result<(), Closing> {
        let intents = data["intents"].as_u64().filter(|bits| bits & !INTENTS == 0);
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
        let id = self.world.setup().clock.secret();
        self.session = Some(id.clone());
        self.world.change(|state| {
            let fields = json!({
                "user": object("own_user", objects::user(state, BOT)),
                "guilds": Vec::from_iter(here.then_some(unavailable)),
                "session_id": id,
                "resume_gateway_url": address(state, RESUME),
                "shard": [shard.0, shard.1],
                "application": { "id": BOT.to_string(), "flags": 0 },
            });
            let ready = state.distorted("READY", object("ready", fields));
            state.quota.renew(state.setup.clock.now());
            if state.quota.left == 0 {
                // Discord would reset the bot's token.
                state.report(Kind::Gateway, "more sessions were begun than were left");
            }
            state.quota.left = state.quota.left.saturating_sub(1);
            // A new IDENTIFY ends the lost session.
            let kept = |known: &Session| known.shard != shard || known.connected();
            state.sessions.retain(kept);
            let guild = objects::whole_guild(state);
            let mut session = Session {
                id,
                seq: 0,
                intents,
                shard,
                sent: VecDeque::new(),
                out: self.out.clone(),
            };
            session.dispatch("READY", &ready);
            if intents & 1 != 0 && here {
                session.dispatch("GUILD_CREATE", &guild);
            }
            state.sessions.push(session);
        });
        Ok(())
    }

    /// Resumes a session; if it does not exist, the bot must identify.
    fn resume(&mut self, data: &Value) -> Result<(), Closing> {
        let wanted = data["session_id"].as_str().unwrap_or_default();
        let seq = data["seq"].as_u64().unwrap_or(0);
        self.world.change(|state| {
            let mut sessions = state.sessions.iter_mut();
            let Some(session) = sessions.find(|session| session.id == wanted) else {
                let _ = self.out.send(payload(9, &json!(false)));
                return Ok(());
            };
            if seq > session.seq {
                return Err((4007, "Invalid seq."));
            }
            // A library may have one address for all shards.
            let is_misplaced = session.shard.1 == 1 && !self.is_to_resume;
            session.out = self.out.clone();
            let missed = session.sent.iter().filter(|(number, _)| *number > seq);
            for (_, text) in missed {
                session.push(Frame::Text(text.clone()));
            }
            session.dispatch("RESUMED", &json!({ "_trace": ["playground"] }));
            self.session = Some(session.id.clone());
            if is_misplaced {
                // Discord ends such connections more often.
                let text = "a session was resumed at the general address";
                state.report(Kind::Gateway, text);
            }
            Ok(())
        })
    }
}

/// The address of the gateway at a path.
pub(super) fn address(state: &State, path: &str) -> String {
    let base = state.setup.base.replacen("http://", "ws://", 1);
    format!("{base}{path}")
}
