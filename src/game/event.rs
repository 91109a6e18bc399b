//! The events of a game, and their stored form.

use strum::{AsRefStr, EnumDiscriminants, EnumString, IntoStaticStr};

use super::{Offer, PlayerId, Turn};
use crate::time::{Seconds, Timestamp};
use siwa_games::registry::GameState;
use siwa_games::rules::{EndReason, GameInfo, Grade, Outcome, Side};

/// Something that happened in a game.
#[derive(Clone, Debug, PartialEq, Eq, EnumDiscriminants)]
#[strum_discriminants(
    doc = "The stored kinds of events.",
    name(Kind),
    derive(EnumString, IntoStaticStr),
    strum(serialize_all = "kebab-case")
)]
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
    Moved(Turn),
    /// A side made an offer.
    Offered(Offer),
    /// A side declined the other's offer.
    Declined {
        /// The side that declined.
        side: Side,
    },
    /// The time of this turn was extended after an outage.
    Extended {
        /// How much.
        time: Seconds,
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
/// The loser did not move in time, and has not been back since they lost another game like that.
pub static ABSENCE: EndReason = EndReason::new("absence", "");

/// Parses what [`Outcome::termination`] writes.
pub(super) fn termination(
    info: &GameInfo,
    text: &str,
) -> Option<(&'static EndReason, Option<Grade>)> {
    let mut words = text.split_whitespace();
    let id = words.next()?;
    let of_every_game = [&RESIGNATION, &TIME, &ABSENCE];
    let mut reasons = info.end_reasons.iter().copied().chain(of_every_game);
    let by = reasons.find(|by| by.id == id)?;
    let grade = words.next().map(str::parse).transpose().ok()?;
    words.next().is_none().then_some((by, grade))
}

/// An ending that does not follow from the moves, with its grade, if it is possible now. `may_agree`
/// says whether it can be one on which both sides agree.
pub(super) fn possible_end(
    state: &dyn GameState,
    ending: Outcome,
    may_agree: bool,
) -> Option<Outcome> {
    let is_plain = ending.grade.is_none();
    if *ending.by == RESIGNATION {
        return (is_plain && ending.winner.is_some()).then_some(ending);
    }
    if is_by_time(ending) {
        let waiter = state.turn().other();
        return (is_plain && ending.winner == Some(waiter)).then_some(ending);
    }
    let declared = Side::BOTH.into_iter().flat_map(|side| {
        let declarations = state.declarations(side);
        [
            may_agree.then_some(declarations.together),
            declarations.alone,
        ]
    });
    declared.flatten().find(|real| {
        let same = real.by == ending.by && real.winner == ending.winner;
        same && (is_plain || real.grade == ending.grade)
    })
}

/// Returns whether somebody's time was over.
pub fn is_by_time(ending: Outcome) -> bool {
    [&TIME, &ABSENCE].contains(&ending.by)
}

/// The stored kind of a planned move.
const PLANNED: &str = "planned";

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
        let (side, text) = match self {
            Self::Started { first, by, deal } => {
                let deal: String = deal.iter().map(|deal| format!(" {deal}")).collect();
                (None, Some(format!("{} {first}{deal}", by.as_ref())))
            }
            Self::Moved(turn) => (Some(turn.side), Some(turn.text.clone())),
            Self::Offered(Offer { side, what }) => {
                let text = (*what != Proposal::Stop).then(|| what.as_ref().to_owned());
                (Some(*side), text)
            }
            Self::TakenBack { side, plies } => (Some(*side), Some(plies.to_string())),
            Self::Declined { side } => (Some(*side), None),
            Self::Away { side, until } => (Some(*side), Some(until.0.to_string())),
            Self::Extended { time } => (None, Some(time.0.to_string())),
            Self::Gave { side, time } => (Some(*side), Some(time.0.to_string())),
            Self::Finished(ending) => (ending.winner, Some(ending.termination())),
        };
        let kind = self.kind().to_owned();
        StoredEvent { kind, side, text }
    }

    /// Its stored kind.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Moved(Turn { planned: true, .. }) => PLANNED,
            event => Kind::from(event).into(),
        }
    }

    /// Parses what [`written`](Self::written) wrote, for a game of that kind.
    pub fn read(info: &GameInfo, written: &StoredEvent) -> Option<Self> {
        let side = written.side;
        let text = written.text.as_deref();
        let planned = written.kind == PLANNED;
        let kind = if planned {
            Kind::Moved
        } else {
            written.kind.parse().ok()?
        };
        Some(match kind {
            Kind::Started => {
                let mut words = text?.splitn(3, ' ');
                let by = words.next()?.parse().ok()?;
                Self::Started {
                    first: PlayerId(words.next()?.parse().ok()?),
                    by,
                    deal: words.next().map(str::to_owned),
                }
            }
            Kind::Moved => Self::Moved(Turn {
                side: side?,
                text: text?.to_owned(),
                planned,
            }),
            Kind::Offered => Self::Offered(Offer {
                side: side?,
                what: text.map_or(Ok(Proposal::Stop), str::parse).ok()?,
            }),
            Kind::Declined => Self::Declined { side: side? },
            Kind::TakenBack => Self::TakenBack {
                side: side?,
                plies: text?.parse().ok()?,
            },
            Kind::Away => Self::Away {
                side: side?,
                until: Timestamp(text?.parse().ok()?),
            },
            Kind::Extended => Self::Extended {
                time: Seconds(text?.parse().ok()?),
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
