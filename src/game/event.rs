//! The events of a game, and their stored form.

use std::iter;

use strum::{AsRefStr, EnumString};

use super::PlayerId;
use crate::time::{Seconds, Timestamp};
use siwa_games::rules::{EndReason, GameInfo, Grade, Outcome, Side};

/// Something that happened in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The game started.
    Started {
        /// The player with the first turn.
        first: PlayerId,
        /// How that player was chosen.
        by: FirstBy,
        /// The position in which it started, if the pieces were dealt.
        deal: Option<String>,
    },
    /// A side moved.
    Moved {
        /// The side that moved.
        side: Side,
        /// The move in its notation.
        text: String,
        /// Whether it was played without a press: it was planned, or one press placed all pieces.
        planned: bool,
    },
    /// A side made an offer.
    Offered {
        /// The side that offered.
        side: Side,
        /// The proposal.
        what: Proposal,
    },
    /// A side declined the other's offer.
    Declined {
        /// The side that declined.
        side: Side,
    },
    /// A side gave the other more time for its turn.
    Gave {
        /// The side that gave it.
        side: Side,
        /// The time.
        time: Seconds,
    },
    /// A side's clock stops until then, because its player is away; a past moment means that they
    /// are back.
    Away {
        /// The side.
        side: Side,
        /// The end of the absence.
        until: Timestamp,
    },
    /// A side took its last turn back, as it had offered.
    TakenBack {
        /// The side.
        side: Side,
        /// How many turns are undone; against the engine this includes its answer.
        plies: u32,
    },
    /// The game ended.
    Finished(Outcome),
}

/// A proposal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, AsRefStr, EnumString)]
#[strum(serialize_all = "kebab-case")]
pub enum Proposal {
    /// To end the game with the result that the rules give a position when both sides agree.
    Stop,
    /// To take back its last turn.
    Takeback,
}

/// How the first player was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, AsRefStr, EnumString)]
#[strum(serialize_all = "kebab-case")]
pub enum FirstBy {
    /// At random.
    Lots,
    /// By taking turns: in a rematch.
    Turns,
    /// The challenger chose a side.
    Choice,
}

/// The loser resigned.
pub static RESIGNATION: EndReason = EndReason::new("resignation", "");
/// The loser did not move in time.
pub static TIME: EndReason = EndReason::new("time", "");

/// Parses what [`Outcome::termination`] writes.
pub(super) fn termination(
    info: &GameInfo,
    text: &str,
) -> Option<(&'static EndReason, Option<Grade>)> {
    let mut words = text.split_whitespace();
    let id = words.next()?;
    let mut of_every_game = [&RESIGNATION, &TIME].into_iter();
    let by = info.end_reason(id);
    let by = by.or_else(|| of_every_game.find(|by| by.id == id))?;
    let grade = words.next().map(str::parse).transpose().ok()?;
    words.next().is_none().then_some((by, grade))
}

/// The stored kinds of events. A planned move has its own kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, AsRefStr, EnumString)]
#[strum(serialize_all = "kebab-case")]
enum Kind {
    Started,
    Moved,
    Planned,
    Offered,
    Declined,
    Gave,
    Away,
    TakenBack,
    Finished,
}

/// The stored form of an event: a kind, a side and a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredEvent {
    /// `started`, `moved` …
    pub kind: String,
    /// The side that acted.
    pub side: Option<Side>,
    /// The rest, depending on the kind.
    pub text: Option<String>,
}

impl Event {
    /// The stored form of the event.
    pub fn written(&self) -> StoredEvent {
        let (kind, side, text) = match self {
            Self::Started { first, by, deal } => {
                let started = format!("{} {first}", by.as_ref());
                let deal = deal.iter().map(String::as_str);
                let words: Vec<&str> = iter::once(started.as_str()).chain(deal).collect();
                (Kind::Started, None, Some(words.join(" ")))
            }
            Self::Moved {
                side,
                text,
                planned,
            } => {
                let kind = if *planned { Kind::Planned } else { Kind::Moved };
                (kind, Some(*side), Some(text.clone()))
            }
            Self::Offered { side, what } => {
                let what = Some(what).filter(|what| **what != Proposal::Stop);
                let what = what.map(|what| what.as_ref().to_owned());
                (Kind::Offered, Some(*side), what)
            }
            Self::TakenBack { side, plies } => {
                (Kind::TakenBack, Some(*side), Some(plies.to_string()))
            }
            Self::Declined { side } => (Kind::Declined, Some(*side), None),
            Self::Away { side, until } => (Kind::Away, Some(*side), Some(until.0.to_string())),
            Self::Gave { side, time } => (Kind::Gave, Some(*side), Some(time.0.to_string())),
            Self::Finished(ending) => (Kind::Finished, ending.winner, Some(ending.termination())),
        };
        StoredEvent {
            kind: kind.as_ref().to_owned(),
            side,
            text,
        }
    }

    /// Parses what [`written`](Self::written) wrote, for a game of that kind.
    pub fn read(info: &GameInfo, written: &StoredEvent) -> Option<Self> {
        let (side, text) = (written.side, written.text.as_deref());
        Some(match written.kind.parse().ok()? {
            Kind::Started => {
                let mut words = text?.splitn(3, ' ');
                let by = words.next()?.parse().ok()?;
                Self::Started {
                    first: PlayerId(words.next()?.parse().ok()?),
                    by,
                    deal: words.next().map(str::to_owned),
                }
            }
            kind @ (Kind::Moved | Kind::Planned) => Self::Moved {
                side: side?,
                text: text?.to_owned(),
                planned: kind == Kind::Planned,
            },
            Kind::Offered => Self::Offered {
                side: side?,
                what: text.map_or(Ok(Proposal::Stop), str::parse).ok()?,
            },
            Kind::Declined => Self::Declined { side: side? },
            Kind::TakenBack => Self::TakenBack {
                side: side?,
                plies: text?.parse().ok()?,
            },
            Kind::Away => Self::Away {
                side: side?,
                until: Timestamp(text?.parse().ok()?),
            },
            Kind::Gave => Self::Gave {
                side: side?,
                time: Seconds(text?.parse().ok()?),
            },
            Kind::Finished => {
                let (by, grade) = termination(info, text?)?;
                Self::Finished(Outcome {
                    winner: side,
                    by,
                    grade,
                })
            }
        })
    }
}
