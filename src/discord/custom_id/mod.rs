//! What a button or a menu carries: everything its press needs.
//!
//! `game:42:17:accept` accepts the offer in game 42 as long as its board has changed 17
//! times, by turns that were taken or taken back.
//! Nothing else is stored, so a button works after a restart and a month later, and a
//! press on an old board is recognised. Messages keep their ids for ever: ids may be
//! added, but none may change.

mod acts;

pub use acts::{
    Command, InGame, InNotify, InOffer, InPlan, InPrivacy, InPuzzle, InSettings, InSetup, InView,
    OfChallenge,
};

use std::fmt;
use std::str::FromStr;

use crate::game::{ChallengeId, GameId, PlanAt, PlanId, PlayerId, PuzzleId};

/// The longest custom id Discord takes, in characters.
pub const LONGEST: usize = 100;

/// What a component carries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CustomId {
    /// Something in a game, after so many changes of its board.
    Game(GameId, u32, InGame),
    /// Something on a game that is looked back at, after that many turns.
    View(GameId, u32, InView),
    /// Something about a challenge.
    Challenge(ChallengeId, OfChallenge),
    /// The rules of a variant: opened, or turned to a page.
    Rules(String, Option<String>),
    /// A page of a leaderboard: of a [`Ladder`](crate::game::Ladder), or of all games between people.
    Leaderboard(Option<String>, u32),
    /// A page of a leaderboard that is shown to everybody.
    ShareLeaderboard(Option<String>, u32),
    /// How somebody stands in a kind of game.
    Profile(PlayerId, String),
    /// The same, shown to everybody.
    ShareProfile(PlayerId, String),
    /// A menu that asks which game a command is about.
    Which(Command),
    /// A puzzle, and the day on which the server has it; 0 if it is nobody's but one's own.
    Puzzle(PuzzleId, i64, InPuzzle),
    /// Something about what one will answer in a game.
    Plan(GameId, PlanAt, InPlan),
    /// A game with the engine, of a variant and at a level.
    Engine(String, u8, InOffer),
    /// Something about how one plays.
    Settings(InSettings),
    /// Something about how one is told that it is one's turn.
    Notify(InNotify),
    /// Something about how the games of a server are played.
    Setup(InSetup),
    /// Something about what is kept of one.
    Privacy(InPrivacy),
    /// The next game in which it is one's turn.
    Next,
}

impl fmt::Display for CustomId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Game(game, plies, act) => write!(f, "game:{game}:{plies}:{act}"),
            Self::View(game, turn, act) => write!(f, "view:{game}:{turn}:{act}"),
            Self::Challenge(challenge, act) => write!(f, "challenge:{challenge}:{act}"),
            Self::Rules(variant, None) => write!(f, "rules:{variant}"),
            Self::Rules(variant, Some(page)) => write!(f, "rules:{variant}:{page}"),
            Self::Leaderboard(ladder, page) => {
                write!(
                    f,
                    "leaderboard:{}:{page}",
                    ladder.as_deref().unwrap_or_default()
                )
            }
            Self::ShareLeaderboard(ladder, page) => {
                write!(
                    f,
                    "share-leaderboard:{}:{page}",
                    ladder.as_deref().unwrap_or_default()
                )
            }
            Self::Profile(player, kind) => write!(f, "profile:{player}:{kind}"),
            Self::ShareProfile(player, kind) => write!(f, "share-profile:{player}:{kind}"),
            Self::Which(command) => write!(f, "which:{command}"),
            Self::Puzzle(puzzle, day, act) => write!(f, "puzzle:{}:{day}:{act}", puzzle.0),
            Self::Plan(game, PlanAt::Present(changes), act) => {
                write!(f, "plan:{game}:{changes}:{act}")
            }
            Self::Plan(game, PlanAt::After(plan, moves), act) => {
                write!(f, "plan:{game}:{}.{moves}:{act}", plan.0)
            }
            Self::Settings(act) => write!(f, "settings:{act}"),
            Self::Notify(act) => write!(f, "notify:{act}"),
            Self::Setup(act) => write!(f, "setup:{act}"),
            Self::Privacy(act) => write!(f, "privacy:{act}"),
            Self::Next => f.write_str("next:"),
            Self::Engine(variant, level, act) => write!(f, "engine:{variant}:{level}:{act}"),
        }
    }
}

impl CustomId {
    /// Reads what `Display` writes; none if it is nothing of ours.
    #[must_use]
    pub fn read(id: &str) -> Option<Self> {
        let (kind, rest) = id.split_once(':')?;
        let mut parts = rest.splitn(3, ':');
        Some(match kind {
            "game" => {
                let (game, plies) = (GameId(number(parts.next())?), number(parts.next())?);
                Self::Game(game, plies, InGame::read(parts.next()?)?)
            }
            "view" => {
                let (game, turn) = (GameId(number(parts.next())?), number(parts.next())?);
                Self::View(game, turn, InView::read(parts.next()?)?)
            }
            "challenge" => {
                let challenge = ChallengeId(number(parts.next())?);
                Self::Challenge(challenge, OfChallenge::read(parts.next()?)?)
            }
            "rules" => Self::Rules(parts.next()?.to_owned(), parts.next().map(str::to_owned)),
            "leaderboard" | "share-leaderboard" => {
                let ladder = parts.next().filter(|ladder| !ladder.is_empty());
                let (ladder, page) = (ladder.map(str::to_owned), number(parts.next())?);
                match kind {
                    "leaderboard" => Self::Leaderboard(ladder, page),
                    _ => Self::ShareLeaderboard(ladder, page),
                }
            }
            "profile" | "share-profile" => {
                let player = PlayerId(number(parts.next())?);
                let known = match kind {
                    "profile" => Self::Profile,
                    _ => Self::ShareProfile,
                };
                known(player, parts.next()?.to_owned())
            }
            "which" => Self::Which(Command::read(rest)?),
            "puzzle" => {
                let (puzzle, day) = (PuzzleId(number(parts.next())?), number(parts.next())?);
                Self::Puzzle(puzzle, day, InPuzzle::read(parts.next()?)?)
            }
            "plan" => {
                let (game, at) = (GameId(number(parts.next())?), parts.next()?);
                let at = match at.split_once('.') {
                    Some((plan, moves)) => {
                        PlanAt::After(PlanId(plan.parse().ok()?), moves.parse().ok()?)
                    }
                    None => PlanAt::Present(at.parse().ok()?),
                };
                Self::Plan(game, at, InPlan::read(parts.next()?)?)
            }
            "next" => Self::Next,
            "setup" => Self::Setup(InSetup::read(rest)?),
            "privacy" => Self::Privacy(InPrivacy::read(rest)?),
            "notify" => Self::Notify(InNotify::read(rest)?),
            "settings" => Self::Settings(InSettings::read(rest)?),
            "engine" => {
                let (variant, level) = (parts.next()?.to_owned(), number(parts.next())?);
                Self::Engine(variant, level, InOffer::read(parts.next()?)?)
            }
            _ => return None,
        })
    }
}

fn number<T: FromStr>(part: Option<&str>) -> Option<T> {
    part?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Custom ids as messages have them, and what they mean.
    fn written() -> Vec<(&'static str, CustomId)> {
        let game = |act| CustomId::Game(GameId(42), 17, act);
        let view = |act| CustomId::View(GameId(42), 17, act);
        let challenge = |act| CustomId::Challenge(ChallengeId(7), act);
        let puzzle = |act| CustomId::Puzzle(PuzzleId(9), 20_779, act);
        let plan = |act| CustomId::Plan(GameId(42), PlanAt::Present(17), act);
        let after = |act| CustomId::Plan(GameId(42), PlanAt::After(PlanId(7), 2), act);
        let engine = |act| CustomId::Engine("gyges-gates".into(), 2, act);
        let (rules, leaderboard, which) = (CustomId::Rules, CustomId::Leaderboard, CustomId::Which);
        vec![
            ("game:42:17:panel:", game(InGame::Panel("".into()))),
            ("game:42:17:panel:c2-", game(InGame::Panel("c2-".into()))),
            ("game:42:17:menu:3", game(InGame::Menu("3".into()))),
            (
                "game:42:17:menu:patterns",
                game(InGame::Menu("patterns".into())),
            ),
            ("game:42:17:type", game(InGame::Type)),
            ("game:42:17:typed", game(InGame::Typed)),
            ("game:42:17:play:a1 b2", game(InGame::Play("a1 b2".into()))),
            ("game:42:17:play:c2:c3", game(InGame::Play("c2:c3".into()))),
            ("game:42:17:board", game(InGame::Board)),
            ("game:42:17:turned", game(InGame::Turned)),
            ("game:42:17:more", game(InGame::More)),
            ("game:42:17:accept", game(InGame::Accept)),
            ("game:42:17:decline", game(InGame::Decline)),
            ("game:42:17:offer", game(InGame::Offer)),
            ("game:42:17:claim", game(InGame::Claim)),
            ("game:42:17:hint:", game(InGame::Hint("".into()))),
            ("game:42:17:hint:move", game(InGame::Hint("move".into()))),
            ("game:42:17:resign", game(InGame::Resign)),
            ("game:42:17:resign-surely", game(InGame::ResignSurely)),
            ("game:42:17:stay", game(InGame::Stay)),
            ("game:42:17:take-back", game(InGame::TakeBack)),
            ("game:42:17:give", game(InGame::Give)),
            ("game:42:17:claim-time", game(InGame::ClaimTime)),
            ("game:42:17:nudge", game(InGame::Nudge)),
            ("game:42:17:wait", game(InGame::Wait)),
            ("game:42:17:rematch", game(InGame::Rematch)),
            ("view:42:17:first", view(InView::First)),
            ("view:42:17:earlier", view(InView::Earlier)),
            ("view:42:17:later", view(InView::Later)),
            ("view:42:17:last", view(InView::Last)),
            ("view:42:17:jump", view(InView::Jump)),
            ("view:42:17:animation", view(InView::Animation)),
            ("view:42:17:export", view(InView::Export)),
            ("view:42:17:share", view(InView::Share)),
            ("view:42:17:share-animation", view(InView::ShareAnimation)),
            (
                "share-leaderboard:seega:2",
                CustomId::ShareLeaderboard(Some("seega".into()), 2),
            ),
            ("share-leaderboard::0", CustomId::ShareLeaderboard(None, 0)),
            (
                "profile:5:seega",
                CustomId::Profile(PlayerId(5), "seega".into()),
            ),
            (
                "share-profile:5:seega",
                CustomId::ShareProfile(PlayerId(5), "seega".into()),
            ),
            ("view:42:17:review", view(InView::Review)),
            ("view:42:17:better", view(InView::Better)),
            ("challenge:7:accept", challenge(OfChallenge::Accept)),
            (
                "challenge:7:accept-here",
                challenge(OfChallenge::AcceptHere),
            ),
            ("challenge:7:decline", challenge(OfChallenge::Decline)),
            ("challenge:7:cancel", challenge(OfChallenge::Cancel)),
            ("rules:seega-5", rules("seega-5".into(), None)),
            ("rules:gyges:G14", rules("gyges".into(), Some("G14".into()))),
            ("leaderboard::0", leaderboard(None, 0)),
            ("leaderboard:gyges:3", leaderboard(Some("gyges".into()), 3)),
            (
                "leaderboard:gyges@siwa:3",
                leaderboard(Some("gyges@siwa".into()), 3),
            ),
            (
                "leaderboard:*@siwa:0",
                leaderboard(Some("*@siwa".into()), 0),
            ),
            ("which:place:a1 b2", which(Command::Place("a1 b2".into()))),
            ("which:move:c2:c3", which(Command::Move("c2:c3".into()))),
            ("which:board", which(Command::Board)),
            ("which:board-text", which(Command::BoardInWords)),
            ("which:claim", which(Command::Claim)),
            ("which:draw", which(Command::Draw)),
            ("which:resign", which(Command::Resign)),
            ("which:replay", which(Command::Replay)),
            ("which:export", which(Command::Export)),
            ("puzzle:9:20779:open", puzzle(InPuzzle::Open)),
            ("puzzle:9:20779:panel:", puzzle(InPuzzle::Panel("".into()))),
            (
                "puzzle:9:20779:panel:c2-",
                puzzle(InPuzzle::Panel("c2-".into())),
            ),
            (
                "puzzle:9:20779:try:c2-c3",
                puzzle(InPuzzle::Try("c2-c3".into())),
            ),
            ("puzzle:9:20779:menu:3", puzzle(InPuzzle::Menu("3".into()))),
            ("puzzle:9:20779:type", puzzle(InPuzzle::Type)),
            ("puzzle:9:20779:typed", puzzle(InPuzzle::Typed)),
            ("puzzle:9:20779:solution", puzzle(InPuzzle::Solution)),
            ("puzzle:9:20779:another", puzzle(InPuzzle::Another)),
            ("puzzle:9:20779:share", puzzle(InPuzzle::Share)),
            ("plan:42:17:open", plan(InPlan::Open)),
            ("plan:42:17:panel:", plan(InPlan::Panel("".into()))),
            ("plan:42:7.2:panel:c2-", after(InPlan::Panel("c2-".into()))),
            ("plan:42:17:menu:3", plan(InPlan::Menu("3".into()))),
            ("plan:42:17:type", plan(InPlan::Type)),
            ("plan:42:17:typed", plan(InPlan::Typed)),
            ("plan:42:17:add:a1 b2", plan(InPlan::Add("a1 b2".into()))),
            ("plan:42:7.2:add:c2-c3", after(InPlan::Add("c2-c3".into()))),
            ("plan:42:17:remove", plan(InPlan::Remove)),
            ("plan:42:17:clear", plan(InPlan::Clear)),
            ("next:", CustomId::Next),
            ("settings:confirm", CustomId::Settings(InSettings::Confirm)),
            ("settings:trust", CustomId::Settings(InSettings::Trust)),
            (
                "settings:reminder",
                CustomId::Settings(InSettings::Reminder),
            ),
            ("notify:here", CustomId::Notify(InNotify::Here)),
            ("notify:direct", CustomId::Notify(InNotify::Direct)),
            ("notify:digest", CustomId::Notify(InNotify::Digest)),
            ("notify:never", CustomId::Notify(InNotify::Never)),
            ("notify:quiet", CustomId::Notify(InNotify::Quiet)),
            ("notify:hour", CustomId::Notify(InNotify::Hour)),
            ("notify:zone", CustomId::Notify(InNotify::Zone)),
            ("notify:type", CustomId::Notify(InNotify::Type)),
            ("notify:typed", CustomId::Notify(InNotify::Typed)),
            ("setup:check", CustomId::Setup(InSetup::Check)),
            ("setup:places", CustomId::Setup(InSetup::Places)),
            ("setup:anywhere", CustomId::Setup(InSetup::Anywhere)),
            ("setup:language", CustomId::Setup(InSetup::Language)),
            ("setup:theme", CustomId::Setup(InSetup::Theme)),
            ("setup:games-in", CustomId::Setup(InSetup::GamesIn)),
            ("setup:clock", CustomId::Setup(InSetup::Clock)),
            ("setup:weekends", CustomId::Setup(InSetup::Weekends)),
            ("setup:rated", CustomId::Setup(InSetup::Rated)),
            ("setup:unrated", CustomId::Setup(InSetup::Unrated)),
            ("setup:takebacks", CustomId::Setup(InSetup::Takebacks)),
            ("setup:no-takebacks", CustomId::Setup(InSetup::NoTakebacks)),
            ("privacy:export", CustomId::Privacy(InPrivacy::Export)),
            ("privacy:ask", CustomId::Privacy(InPrivacy::Ask)),
            ("privacy:delete", CustomId::Privacy(InPrivacy::Delete)),
            ("privacy:keep", CustomId::Privacy(InPrivacy::Keep)),
            ("engine:gyges-gates:2:open", engine(InOffer::Open)),
            ("engine:gyges-gates:2:variant", engine(InOffer::Variant)),
            ("engine:gyges-gates:2:level", engine(InOffer::Level)),
            ("engine:gyges-gates:2:begin", engine(InOffer::Begin)),
            (
                "engine:gyges-gates:2:begin-rated",
                engine(InOffer::BeginRated),
            ),
        ]
    }

    #[test]
    fn every_custom_id_reads_as_it_is_written() {
        for (text, id) in written() {
            assert_eq!(CustomId::read(text), Some(id.clone()));
            assert_eq!(id.to_string(), text);
        }
        for (before, words) in [
            ("game:42:17", InGame::WORDS),
            ("view:42:17", InView::WORDS),
            ("challenge:7", OfChallenge::WORDS),
            ("which", Command::WORDS),
            ("puzzle:9:20779", InPuzzle::WORDS),
            ("engine:gyges-gates:2", InOffer::WORDS),
            ("settings", InSettings::WORDS),
            ("notify", InNotify::WORDS),
            ("privacy", InPrivacy::WORDS),
            ("setup", InSetup::WORDS),
            ("plan:42:17", InPlan::WORDS),
        ] {
            for word in words {
                let new = format!("{before}:{word}:");
                let known = |(text, _)| format!("{text}:").starts_with(&new);
                assert!(written().into_iter().any(known), "{new} is not listed");
            }
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
            "plan:1:x:open",
            "plan:1:7.:open",
            "plan:1:7.2:dance",
            "🦀:1",
        ] {
            assert_eq!(CustomId::read(text), None, "{text}");
        }
    }
}
