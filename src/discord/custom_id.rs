//! What a button or a menu carries: everything its press needs.
//!
//! `game:42:17:accept` is: in game 42, as long as 17 turns were taken, accept.
//! Nothing is remembered besides, so a button works after a restart and a
//! month later, or knows that the board has moved on.

use std::fmt;

use crate::game::{ChallengeId, GameId};

/// The longest custom id Discord takes, in characters.
pub const LONGEST: usize = 100;

/// What a component carries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CustomId {
    /// Something in a game, in the state after that many turns.
    Game(GameId, u32, InGame),
    /// Something on a game that is looked back at, after that many turns.
    View(GameId, u32, InView),
    /// Something about a challenge.
    Challenge(ChallengeId, OfChallenge),
    /// The rules of a variant: opened, or turned to a page.
    Rules(String, Option<String>),
    /// A page of a leaderboard: of a kind of game, or of all.
    Leaderboard(Option<String>, u32),
    /// A menu that asks which game a command is about.
    Which(Command),
}

/// Something to do in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InGame {
    /// Open the panel in which a move is made; what was chosen so far.
    Panel(String),
    /// Play a move.
    Play(String),
    /// Look at the board.
    Board,
    /// See what else there is.
    More,
    /// Accept the other's offer.
    Accept,
    /// Decline the other's offer.
    Decline,
    /// Offer to stop and count.
    Offer,
    /// Claim the right to stop and count.
    Claim,
    /// Ask whether to give up.
    Resign,
    /// Give up.
    ResignSurely,
    /// Do not give up.
    Stay,
    /// Play again.
    Rematch,
}

/// Something to do when looking back at a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InView {
    /// See the board before the first turn.
    First,
    /// See the board a turn earlier.
    Earlier,
    /// See the board a turn later.
    Later,
    /// See the last board.
    Last,
    /// See the board that is chosen from a menu.
    Jump,
    /// See all boards, as an animation.
    Film,
    /// Get the record.
    Export,
}

impl InView {
    const ALL: [Self; 7] = [
        Self::First,
        Self::Earlier,
        Self::Later,
        Self::Last,
        Self::Jump,
        Self::Film,
        Self::Export,
    ];

    fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Earlier => "earlier",
            Self::Later => "later",
            Self::Last => "last",
            Self::Jump => "jump",
            Self::Film => "film",
            Self::Export => "export",
        }
    }
}

/// Something to do about a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfChallenge {
    /// Accept it.
    Accept,
    /// Decline it.
    Decline,
    /// Withdraw it.
    Cancel,
}

/// A command that waits for the game it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `/place`.
    Place(String),
    /// `/move`.
    Move(String),
    /// `/board`, in words if so.
    Board(bool),
    /// `/claim`.
    Claim,
    /// `/draw`.
    Draw,
    /// `/resign`.
    Resign,
    /// `/replay`.
    Replay,
    /// `/export`.
    Export,
}

impl fmt::Display for CustomId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Game(game, plies, act) => {
                write!(f, "game:{game}:{plies}:")?;
                match act {
                    InGame::Panel(typed) => write!(f, "panel:{typed}"),
                    InGame::Play(text) => write!(f, "play:{text}"),
                    InGame::Board => f.write_str("board"),
                    InGame::More => f.write_str("more"),
                    InGame::Accept => f.write_str("accept"),
                    InGame::Decline => f.write_str("decline"),
                    InGame::Offer => f.write_str("offer"),
                    InGame::Claim => f.write_str("claim"),
                    InGame::Resign => f.write_str("resign"),
                    InGame::ResignSurely => f.write_str("resign-surely"),
                    InGame::Stay => f.write_str("stay"),
                    InGame::Rematch => f.write_str("rematch"),
                }
            }
            Self::View(game, turn, act) => write!(f, "view:{game}:{turn}:{}", act.name()),
            Self::Challenge(challenge, act) => {
                let act = match act {
                    OfChallenge::Accept => "accept",
                    OfChallenge::Decline => "decline",
                    OfChallenge::Cancel => "cancel",
                };
                write!(f, "challenge:{challenge}:{act}")
            }
            Self::Rules(variant, None) => write!(f, "rules:{variant}"),
            Self::Rules(variant, Some(page)) => write!(f, "rules:{variant}:{page}"),
            Self::Leaderboard(rules, page) => {
                write!(
                    f,
                    "leaderboard:{}:{page}",
                    rules.as_deref().unwrap_or_default()
                )
            }
            Self::Which(command) => match command {
                Command::Place(text) => write!(f, "which:place:{text}"),
                Command::Move(text) => write!(f, "which:move:{text}"),
                Command::Board(false) => f.write_str("which:board"),
                Command::Board(true) => f.write_str("which:board-text"),
                Command::Claim => f.write_str("which:claim"),
                Command::Draw => f.write_str("which:draw"),
                Command::Resign => f.write_str("which:resign"),
                Command::Replay => f.write_str("which:replay"),
                Command::Export => f.write_str("which:export"),
            },
        }
    }
}

impl CustomId {
    /// Reads what `Display` writes; none if it is nothing of ours.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let (kind, rest) = text.split_once(':')?;
        match kind {
            "game" => {
                let mut parts = rest.splitn(3, ':');
                let game = GameId(parts.next()?.parse().ok()?);
                let plies = parts.next()?.parse().ok()?;
                Some(Self::Game(game, plies, in_game(parts.next()?)?))
            }
            "view" => {
                let mut parts = rest.splitn(3, ':');
                let game = GameId(parts.next()?.parse().ok()?);
                let turn = parts.next()?.parse().ok()?;
                let name = parts.next()?;
                let act = InView::ALL.into_iter().find(|act| act.name() == name)?;
                Some(Self::View(game, turn, act))
            }
            "challenge" => {
                let (challenge, act) = rest.split_once(':')?;
                let act = match act {
                    "accept" => OfChallenge::Accept,
                    "decline" => OfChallenge::Decline,
                    "cancel" => OfChallenge::Cancel,
                    _ => return None,
                };
                Some(Self::Challenge(ChallengeId(challenge.parse().ok()?), act))
            }
            "rules" => Some(match rest.split_once(':') {
                Some((variant, page)) => Self::Rules(variant.to_owned(), Some(page.to_owned())),
                None => Self::Rules(rest.to_owned(), None),
            }),
            "leaderboard" => {
                let (rules, page) = rest.split_once(':')?;
                let rules = (!rules.is_empty()).then(|| rules.to_owned());
                Some(Self::Leaderboard(rules, page.parse().ok()?))
            }
            "which" => {
                let (command, text) = rest.split_once(':').unwrap_or((rest, ""));
                Some(Self::Which(match command {
                    "place" => Command::Place(text.to_owned()),
                    "move" => Command::Move(text.to_owned()),
                    "board" => Command::Board(false),
                    "board-text" => Command::Board(true),
                    "claim" => Command::Claim,
                    "draw" => Command::Draw,
                    "resign" => Command::Resign,
                    "replay" => Command::Replay,
                    "export" => Command::Export,
                    _ => return None,
                }))
            }
            _ => None,
        }
    }
}

fn in_game(text: &str) -> Option<InGame> {
    let (act, rest) = text.split_once(':').unwrap_or((text, ""));
    Some(match act {
        "panel" => InGame::Panel(rest.to_owned()),
        "play" => InGame::Play(rest.to_owned()),
        "board" => InGame::Board,
        "more" => InGame::More,
        "accept" => InGame::Accept,
        "decline" => InGame::Decline,
        "offer" => InGame::Offer,
        "claim" => InGame::Claim,
        "resign" => InGame::Resign,
        "resign-surely" => InGame::ResignSurely,
        "stay" => InGame::Stay,
        "rematch" => InGame::Rematch,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_custom_id_reads_back_as_it_was_written() {
        let acts = [
            InGame::Panel(String::new()),
            InGame::Panel("c2-".to_owned()),
            InGame::Play("a1 b2".to_owned()),
            InGame::Board,
            InGame::More,
            InGame::Accept,
            InGame::Decline,
            InGame::Offer,
            InGame::Claim,
            InGame::Resign,
            InGame::ResignSurely,
            InGame::Stay,
            InGame::Rematch,
        ];
        let commands = [
            Command::Place("a1 b2".to_owned()),
            Command::Move("c2:c3".to_owned()),
            Command::Board(false),
            Command::Board(true),
            Command::Claim,
            Command::Draw,
            Command::Resign,
            Command::Replay,
            Command::Export,
        ];
        let all = acts
            .into_iter()
            .map(|act| CustomId::Game(GameId(42), 17, act))
            .chain(InView::ALL.map(|act| CustomId::View(GameId(42), 17, act)))
            .chain(commands.into_iter().map(CustomId::Which))
            .chain(
                [
                    OfChallenge::Accept,
                    OfChallenge::Decline,
                    OfChallenge::Cancel,
                ]
                .map(|act| CustomId::Challenge(ChallengeId(7), act)),
            )
            .chain([
                CustomId::Rules("seega-5-classic".to_owned(), None),
                CustomId::Rules("gyges-leroy".to_owned(), Some("G14".to_owned())),
                CustomId::Leaderboard(None, 0),
                CustomId::Leaderboard(Some("seega".to_owned()), 3),
            ]);
        for id in all {
            assert_eq!(CustomId::read(&id.to_string()), Some(id));
        }
    }

    #[test]
    fn a_custom_id_of_somebody_else_is_nothing_to_us() {
        for text in [
            "",
            "game",
            "game:x:1:accept",
            "game:1:1:dance",
            "challenge:1:eat",
            "view:1:1",
            "view:1:x:first",
            "view:1:1:dance",
            "which:what",
            "🦀:1",
        ] {
            assert_eq!(CustomId::read(text), None, "{text}");
        }
    }
}
