//! Custom ids: each contains everything that the press of its button or menu needs.
//!
//! `game:42:17:accept` accepts the offer in game 42 while its board is at version 17, which counts
//! turns and takebacks. Nothing else is stored, so a button works after a restart and a month
//! later, and a press on an outdated board is recognised. Messages keep their ids forever: ids may
//! be added, but never changed.

mod actions;
mod parts;

use std::fmt;

pub use actions::*;

use crate::game::{
    ChallengeId, Denial, GameId, Order, PlanAt, PlayerId, PuzzleId, Start, TournamentId,
};
use parts::{Part, Parts, ids, read};

/// The longest custom id that Discord accepts, in characters.
pub const MAX_LENGTH: usize = 100;

ids! {
    /// A custom id.
    pub enum CustomId {
        /// An action while a move is entered.
        Move(target: MoveTarget, action: MoveAction),
        /// An action in a game, at this version of its board.
        Game(game: GameId, changes: u32, act: GameAction) = "game",
        /// An action in the list of plans of a game, at this version of its board.
        Plans(game: GameId, changes: u32, act: PlanAction) = "plan",
        /// An action on a puzzle; the day on which the server has it, 0 for a private one.
        Puzzle(puzzle: PuzzleId, day: i64, act: PuzzleAction) = "puzzle",
        /// An action in the replay of a game, at the board after that many turns.
        View(game: GameId, turn: u32, act: ReplayAction) = "view",
        /// An action in a tournament.
        Tournament(tournament: TournamentId, act: TournamentAction) = "tournament",
        /// An action on a challenge.
        Challenge(challenge: ChallengeId, act: ChallengeAction) = "challenge",
        /// A page of a variant's rules; empty when they are opened.
        Rules(variant: String, page: String) = "rules",
        /// A page of a leaderboard, by its [`Ladder`](crate::game::Ladder).
        Leaderboard(ladder: String, page: u32, seen: Seen) = "leaderboard",
        /// The profile of a player in a kind of game.
        Profile(player: PlayerId, kind: String, seen: Seen) = "profile",
        /// A menu that asks for the game of a command.
        Which(command: Command) = "which",
        /// An action while a game with the engine is set up.
        Engine(variant: String, level: u8, start: Start, order: Order, act: EngineAction) = "engine",
        /// An action while a challenge is set up: the opponent, the variant, the time limit's name.
        Invite(opponent: PlayerId, variant: String, time: String, act: InviteAction) = "invite",
        /// An action in a person's settings.
        Settings(act: SettingsAction) = "settings",
        /// An action in the notification settings.
        Notify(act: NotifyAction) = "notify",
        /// An action in the settings of a server.
        Setup(act: SetupAction) = "setup",
        /// An action on personal data.
        Privacy(act: PrivacyAction) = "privacy",
        /// Open a game: the panel of the player's turn, or its board.
        Open(game: GameId) = "open",
        /// Open the next game in which it is the player's turn.
        Next = "next",
    }

    /// The target of an entered move, as the first parts of a custom id.
    #[derive(Copy)]
    pub enum MoveTarget {
        /// A turn of a game, at this version of its board.
        Turn(game: GameId, changes: u32) = "game",
        /// A plan in a game.
        Plan(game: GameId, at: PlanAt) = "plan",
        /// A puzzle; the day on which the server has it, 0 for a private one.
        Puzzle(puzzle: PuzzleId, day: i64) = "puzzle",
    }
}

impl CustomId {
    /// Parses what `Display` writes; `None` if it is not a custom id of Siwa's.
    pub fn read(id: &str) -> Option<Self> {
        Part::read(&mut Parts(Some(id)))
    }

    /// Returns whether it is short enough for Discord: typed text may be too long.
    pub fn fits(&self) -> bool {
        self.to_string().chars().count() <= MAX_LENGTH
    }
}

impl MoveTarget {
    /// The custom id that opens the panel of this target.
    pub fn panel(self) -> CustomId {
        CustomId::Move(self, MoveAction::Panel(String::new()))
    }

    /// Why a move can no longer be entered for this target.
    pub fn gone(self) -> Denial {
        match self {
            Self::Turn(game, _) | Self::Plan(game, _) => Denial::MovedOn(game),
            Self::Puzzle(..) => Denial::UnknownPuzzle,
        }
    }
}

impl fmt::Display for PlanAt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Present(changes) => write!(f, "{changes}"),
            Self::After(plan, moves) => write!(f, "{}.{moves}", plan.0),
        }
    }
}

impl Part for PlanAt {
    fn read(left: &mut Parts<'_>) -> Option<Self> {
        let at = left.next()?;
        Some(match at.split_once('.') {
            Some((plan, moves)) => Self::After(plan.parse().ok()?, moves.parse().ok()?),
            None => Self::Present(at.parse().ok()?),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::PlanId;

    /// Custom ids as stored in messages, with their meanings.
    fn written() -> Vec<(&'static str, CustomId)> {
        let game = |act| CustomId::Game(GameId(42), 17, act);
        let view = |act| CustomId::View(GameId(42), 17, act);
        let challenge = |act| CustomId::Challenge(ChallengeId(7), act);
        let tournament = |act| CustomId::Tournament(TournamentId(3), act);
        let puzzle = |act| CustomId::Puzzle(PuzzleId(9), 20_779, act);
        let plans = |act| CustomId::Plans(GameId(42), 17, act);
        let turn = |action| CustomId::Move(MoveTarget::Turn(GameId(42), 17), action);
        let plan = |action| {
            let target = MoveTarget::Plan(GameId(42), PlanAt::Present(17));
            CustomId::Move(target, action)
        };
        let after = |action| {
            let target = MoveTarget::Plan(GameId(42), PlanAt::After(PlanId(7), 2));
            CustomId::Move(target, action)
        };
        let tried = |action| CustomId::Move(MoveTarget::Puzzle(PuzzleId(9), 20_779), action);
        let engine = |act| {
            let variant = "seega-5-classic".into();
            CustomId::Engine(variant, 2, Start::Dealt, Order::First, act)
        };
        let rules = CustomId::Rules;
        let which = CustomId::Which;
        let leaderboard =
            |ladder: &str, page, seen| CustomId::Leaderboard(ladder.to_owned(), page, seen);
        let profile = |seen| CustomId::Profile(PlayerId(5), "seega".into(), seen);
        vec![
            ("game:42:17:panel:", turn(MoveAction::Panel("".into()))),
            (
                "game:42:17:panel:c2-",
                turn(MoveAction::Panel("c2-".into())),
            ),
            ("game:42:17:menu:3", turn(MoveAction::Menu("3".into()))),
            (
                "game:42:17:menu:patterns",
                turn(MoveAction::Menu("patterns".into())),
            ),
            ("game:42:17:menus", turn(MoveAction::Menus)),
            ("game:42:17:buttons", turn(MoveAction::Buttons)),
            ("game:42:17:type", turn(MoveAction::Type)),
            ("game:42:17:typed", turn(MoveAction::Typed)),
            (
                "game:42:17:play:a1 b2",
                turn(MoveAction::Play("a1 b2".into())),
            ),
            (
                "game:42:17:play:c2:c3",
                turn(MoveAction::Play("c2:c3".into())),
            ),
            ("game:42:17:board", game(GameAction::Board)),
            ("game:42:17:turned", game(GameAction::Turned)),
            ("game:42:17:more", game(GameAction::More)),
            ("game:42:17:accept", game(GameAction::Accept)),
            ("game:42:17:decline", game(GameAction::Decline)),
            ("game:42:17:place-rest", game(GameAction::PlaceRest)),
            ("game:42:17:offer", game(GameAction::Offer)),
            ("game:42:17:offer-surely", game(GameAction::OfferSurely)),
            ("game:42:17:claim", game(GameAction::Claim)),
            ("game:42:17:hint:", game(GameAction::Hint("".into()))),
            (
                "game:42:17:hint:move",
                game(GameAction::Hint("move".into())),
            ),
            ("game:42:17:resign", game(GameAction::Resign)),
            ("game:42:17:resign-surely", game(GameAction::ResignSurely)),
            ("game:42:17:stay", game(GameAction::Stay)),
            ("game:42:17:take-back", game(GameAction::TakeBack)),
            ("game:42:17:give", game(GameAction::Give)),
            ("game:42:17:claim-time", game(GameAction::ClaimTime)),
            ("game:42:17:nudge", game(GameAction::Nudge)),
            ("game:42:17:wait", game(GameAction::Wait)),
            ("game:42:17:rematch", game(GameAction::Rematch)),
            ("view:42:17:first", view(ReplayAction::First)),
            ("view:42:17:earlier", view(ReplayAction::Earlier)),
            ("view:42:17:later", view(ReplayAction::Later)),
            ("view:42:17:last", view(ReplayAction::Last)),
            ("view:42:17:jump", view(ReplayAction::Jump)),
            ("view:42:17:animation", view(ReplayAction::Animation)),
            ("view:42:17:export", view(ReplayAction::Export)),
            ("view:42:17:share", view(ReplayAction::Share)),
            (
                "view:42:17:share-animation",
                view(ReplayAction::ShareAnimation),
            ),
            (
                "leaderboard:seega:2:shared",
                leaderboard("seega", 2, Seen::Shared),
            ),
            ("leaderboard:*:0:shared", leaderboard("*", 0, Seen::Shared)),
            ("profile:5:seega:alone", profile(Seen::Alone)),
            ("profile:5:seega:shared", profile(Seen::Shared)),
            ("view:42:17:review", view(ReplayAction::Review)),
            ("view:42:17:better", view(ReplayAction::Better)),
            ("challenge:7:accept", challenge(ChallengeAction::Accept)),
            (
                "challenge:7:accept-here",
                challenge(ChallengeAction::AcceptHere),
            ),
            ("challenge:7:decline", challenge(ChallengeAction::Decline)),
            ("challenge:7:cancel", challenge(ChallengeAction::Cancel)),
            ("tournament:3:join", tournament(TournamentAction::Join)),
            ("tournament:3:leave", tournament(TournamentAction::Leave)),
            ("tournament:3:start", tournament(TournamentAction::Start)),
            ("tournament:3:cancel", tournament(TournamentAction::Cancel)),
            (
                "tournament:3:cancel-surely",
                tournament(TournamentAction::CancelSurely),
            ),
            ("tournament:3:games", tournament(TournamentAction::Games)),
            (
                "tournament:3:standings:2",
                tournament(TournamentAction::Standings(2)),
            ),
            (
                "tournament:3:withdraw",
                tournament(TournamentAction::Withdraw),
            ),
            (
                "tournament:3:withdraw-surely",
                tournament(TournamentAction::WithdrawSurely),
            ),
            ("rules:seega-5:", rules("seega-5".into(), "".into())),
            ("rules:gyges:G14", rules("gyges".into(), "G14".into())),
            ("leaderboard:*:0:alone", leaderboard("*", 0, Seen::Alone)),
            (
                "leaderboard:gyges:3:alone",
                leaderboard("gyges", 3, Seen::Alone),
            ),
            (
                "leaderboard:gyges@siwa:3:alone",
                leaderboard("gyges@siwa", 3, Seen::Alone),
            ),
            (
                "leaderboard:*@siwa:0:alone",
                leaderboard("*@siwa", 0, Seen::Alone),
            ),
            (
                "leaderboard:*@month:1:shared",
                leaderboard("*@month", 1, Seen::Shared),
            ),
            ("which:place:a1 b2", which(Command::Place("a1 b2".into()))),
            ("which:move:c2:c3", which(Command::Move("c2:c3".into()))),
            ("which:board", which(Command::Board)),
            ("which:board-text", which(Command::BoardInWords)),
            ("which:draw", which(Command::Draw)),
            ("which:resign", which(Command::Resign)),
            ("which:replay", which(Command::Replay)),
            ("puzzle:9:20779:open", puzzle(PuzzleAction::Open)),
            ("puzzle:9:20779:panel:", tried(MoveAction::Panel("".into()))),
            (
                "puzzle:9:20779:panel:c2-",
                tried(MoveAction::Panel("c2-".into())),
            ),
            (
                "puzzle:9:20779:play:c2-c3",
                tried(MoveAction::Play("c2-c3".into())),
            ),
            ("puzzle:9:20779:menu:3", tried(MoveAction::Menu("3".into()))),
            ("puzzle:9:20779:menus", tried(MoveAction::Menus)),
            ("puzzle:9:20779:buttons", tried(MoveAction::Buttons)),
            ("puzzle:9:20779:type", tried(MoveAction::Type)),
            ("puzzle:9:20779:typed", tried(MoveAction::Typed)),
            ("puzzle:9:20779:solution", puzzle(PuzzleAction::Solution)),
            (
                "puzzle:9:20779:another:%",
                puzzle(PuzzleAction::Another("%".into())),
            ),
            ("puzzle:9:20779:share", puzzle(PuzzleAction::Share)),
            ("plan:42:17:open", plans(PlanAction::Open)),
            ("plan:42:17:panel:", plan(MoveAction::Panel("".into()))),
            (
                "plan:42:7.2:panel:c2-",
                after(MoveAction::Panel("c2-".into())),
            ),
            ("plan:42:17:menu:3", plan(MoveAction::Menu("3".into()))),
            ("plan:42:17:menus", plan(MoveAction::Menus)),
            ("plan:42:17:buttons", plan(MoveAction::Buttons)),
            ("plan:42:17:type", plan(MoveAction::Type)),
            ("plan:42:17:typed", plan(MoveAction::Typed)),
            (
                "plan:42:17:play:a1 b2",
                plan(MoveAction::Play("a1 b2".into())),
            ),
            (
                "plan:42:7.2:play:c2-c3",
                after(MoveAction::Play("c2-c3".into())),
            ),
            ("plan:42:17:remove", plans(PlanAction::Remove)),
            ("plan:42:17:clear", plans(PlanAction::Clear)),
            (
                "invite:5:gyges-gates:3:send",
                CustomId::Invite(
                    PlayerId(5),
                    "gyges-gates".into(),
                    "3".into(),
                    InviteAction::Send,
                ),
            ),
            (
                "invite:5:gyges-gates:3:variant",
                CustomId::Invite(
                    PlayerId(5),
                    "gyges-gates".into(),
                    "3".into(),
                    InviteAction::Variant,
                ),
            ),
            (
                "invite:5:gyges-gates:3:time",
                CustomId::Invite(
                    PlayerId(5),
                    "gyges-gates".into(),
                    "3".into(),
                    InviteAction::Time,
                ),
            ),
            ("open:42", CustomId::Open(GameId(42))),
            ("next", CustomId::Next),
            (
                "settings:confirms:true",
                CustomId::Settings(SettingsAction::Confirms(true)),
            ),
            ("settings:turns", CustomId::Settings(SettingsAction::Turns)),
            (
                "settings:notices",
                CustomId::Settings(SettingsAction::Notices),
            ),
            (
                "settings:theme:night",
                CustomId::Settings(SettingsAction::Theme("night".into())),
            ),
            ("settings:away", CustomId::Settings(SettingsAction::Away)),
            ("settings:until", CustomId::Settings(SettingsAction::Until)),
            ("settings:back", CustomId::Settings(SettingsAction::Back)),
            (
                "settings:menus:false",
                CustomId::Settings(SettingsAction::Menus(false)),
            ),
            (
                "settings:reminder",
                CustomId::Settings(SettingsAction::Reminder),
            ),
            (
                "notify:how:digest",
                CustomId::Notify(NotifyAction::How("digest".into())),
            ),
            ("notify:quiet", CustomId::Notify(NotifyAction::Quiet)),
            ("notify:hour", CustomId::Notify(NotifyAction::Hour)),
            ("notify:zone", CustomId::Notify(NotifyAction::Zone)),
            ("notify:type", CustomId::Notify(NotifyAction::Type)),
            ("notify:typed", CustomId::Notify(NotifyAction::Typed)),
            ("setup:check", CustomId::Setup(SetupAction::Check)),
            ("setup:places", CustomId::Setup(SetupAction::Places)),
            ("setup:anywhere", CustomId::Setup(SetupAction::Anywhere)),
            ("setup:language", CustomId::Setup(SetupAction::Language)),
            ("setup:theme", CustomId::Setup(SetupAction::Theme)),
            ("setup:games-in", CustomId::Setup(SetupAction::GamesIn)),
            ("setup:clock", CustomId::Setup(SetupAction::Clock)),
            ("setup:weekends", CustomId::Setup(SetupAction::Weekends)),
            (
                "setup:rated:true",
                CustomId::Setup(SetupAction::Rated(true)),
            ),
            (
                "setup:tournaments:false",
                CustomId::Setup(SetupAction::Tournaments(false)),
            ),
            (
                "setup:takebacks:true",
                CustomId::Setup(SetupAction::Takebacks(true)),
            ),
            ("privacy:export", CustomId::Privacy(PrivacyAction::Export)),
            ("privacy:ask", CustomId::Privacy(PrivacyAction::Ask)),
            ("privacy:delete", CustomId::Privacy(PrivacyAction::Delete)),
            ("privacy:keep", CustomId::Privacy(PrivacyAction::Keep)),
            (
                "engine:seega-5-classic:2:dealt:first:open",
                engine(EngineAction::Open),
            ),
            (
                "engine:seega-5-classic:2:dealt:first:variant",
                engine(EngineAction::Variant),
            ),
            (
                "engine:seega-5-classic:2:dealt:first:level",
                engine(EngineAction::Level),
            ),
            (
                "engine:seega-5-classic:2:dealt:first:start",
                engine(EngineAction::Start),
            ),
            (
                "engine:seega-5-classic:2:dealt:first:begin",
                engine(EngineAction::Begin),
            ),
            (
                "engine:seega-5-classic:2:dealt:first:begin-rated",
                engine(EngineAction::BeginRated),
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
            ("", CustomId::WORDS),
            ("", MoveTarget::WORDS),
            ("game:42:17", GameAction::WORDS),
            ("game:42:17", MoveAction::WORDS),
            ("view:42:17", ReplayAction::WORDS),
            ("challenge:7", ChallengeAction::WORDS),
            ("tournament:3", TournamentAction::WORDS),
            ("which", Command::WORDS),
            ("puzzle:9:20779", PuzzleAction::WORDS),
            ("puzzle:9:20779", MoveAction::WORDS),
            ("engine:seega-5-classic:2:dealt:first", EngineAction::WORDS),
            ("invite:5:gyges-gates:3", InviteAction::WORDS),
            ("settings", SettingsAction::WORDS),
            ("notify", NotifyAction::WORDS),
            ("privacy", PrivacyAction::WORDS),
            ("setup", SetupAction::WORDS),
            ("plan:42:17", PlanAction::WORDS),
            ("plan:42:17", MoveAction::WORDS),
            ("leaderboard:*:0", Seen::WORDS),
            ("profile:5:seega", Seen::WORDS),
        ] {
            for word in words {
                let new = format!("{before}:{word}:");
                let new = new.trim_start_matches(':');
                let known = |(text, _)| format!("{text}:").starts_with(new);
                assert!(written().into_iter().any(known), "{new} is not listed");
            }
        }
    }

    #[test]
    fn a_custom_id_of_another_program_is_ignored() {
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
            "plan:1:7.2:open",
            "leaderboard:seega:1",
            "profile:1:seega",
            "rules:seega-5",
            "🦀:1",
        ] {
            assert_eq!(CustomId::read(text), None, "{text}");
        }
    }
}
