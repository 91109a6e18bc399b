//! What a press does, as words of a custom id.

use super::parts::{Part, Parts, Typed, ids, read};

ids! {
    /// Something to do on the way to a whole move.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum MoveAction {
        /// Open the panel in which a move is entered; what was chosen so far.
        Panel(typed: Typed) = "panel",
        /// Go on in the panel with what is chosen from one of its menus, by its name.
        Menu(name: Typed) = "menu",
        /// Open the form in which a move is typed.
        Type = "type",
        /// Take what was typed into the form.
        Typed = "typed",
        /// Take a whole move: play it, plan it, or try it.
        Play(text: Typed) = "play",
    }

    /// Something to do in a game.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum GameAction {
        /// Look at the board.
        Board = "board",
        /// Look at the board from the other side.
        Turned = "turned",
        /// See what else can be done.
        More = "more",
        /// Accept the other player's offer.
        Accept = "accept",
        /// Decline the other player's offer.
        Decline = "decline",
        /// Have the rest of both sides' pieces placed.
        PlaceRest = "place-rest",
        /// Offer to stop and count.
        Offer = "offer",
        /// Claim the right to stop and count.
        Claim = "claim",
        /// Be told what could be played: how much of it.
        Hint(step: Typed) = "hint",
        /// Be asked whether to give up.
        Resign = "resign",
        /// Give up.
        ResignSurely = "resign-surely",
        /// Do not give up.
        Stay = "stay",
        /// Ask to take the last turn back.
        TakeBack = "take-back",
        /// Give the opponent more time.
        Give = "give",
        /// Claim the game, because the opponent's time is over.
        ClaimTime = "claim-time",
        /// Ping the opponent, whose time is over, and wait.
        Nudge = "nudge",
        /// Wait for the opponent, whose time is over.
        Wait = "wait",
        /// Play again.
        Rematch = "rematch",
    }

    /// Something to do when looking back at a game.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum ReplayAction {
        /// See the board before the first turn.
        First = "first",
        /// See the board a turn earlier.
        Earlier = "earlier",
        /// See the board a turn later.
        Later = "later",
        /// See the last board.
        Last = "last",
        /// See the board that is chosen from a menu.
        Jump = "jump",
        /// See all boards, as an animation.
        Animation = "animation",
        /// Get the record.
        Export = "export",
        /// Show the board to everybody.
        Share = "share",
        /// Show the animation to everybody.
        ShareAnimation = "share-animation",
        /// See what the engine thinks of the game.
        Review = "review",
        /// See what the engine would have played as the turn that follows.
        Better = "better",
    }

    /// Something to do about a challenge.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum ChallengeAction {
        /// Accept it.
        Accept = "accept",
        /// Accept it, to be played in this channel.
        AcceptHere = "accept-here",
        /// Decline it.
        Decline = "decline",
        /// Withdraw it.
        Cancel = "cancel",
    }

    /// Something to do on the way to a game with the engine.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum EngineAction {
        /// See what can be chosen.
        Open = "open",
        /// Choose a variant from a menu.
        Variant = "variant",
        /// Choose a level from a menu.
        Level = "level",
        /// Begin.
        Begin = "begin",
        /// Begin a game that counts.
        BeginRated = "begin-rated",
    }

    /// Something to do about a puzzle besides entering a move.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum PuzzleAction {
        /// See it, in private.
        Open = "open",
        /// Be told the right move.
        Solution = "solution",
        /// See another one.
        Another = "another",
        /// Tell the channel that it is solved.
        Share = "share",
    }

    /// Something to do about the list of what one will answer.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum PlanAction {
        /// See what is planned, or begin to plan.
        Open = "open",
        /// Remove what is chosen from a menu.
        Remove = "remove",
        /// Remove everything.
        Clear = "clear",
    }

    /// Who is to see something.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Seen {
        /// The person alone.
        Alone = "alone",
        /// Everybody.
        Shared = "shared",
    }

    /// Something to choose about how one plays.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum SettingsAction {
        /// Confirm what was chosen in the panel.
        Confirm = "confirm",
        /// Play it at once.
        Trust = "trust",
        /// See small boards as buttons in the panel.
        Buttons = "buttons",
        /// See them as menus.
        Menus = "menus",
        /// Choose from a menu when one is reminded.
        Reminder = "reminder",
    }

    /// Something to choose about how the games of a server are played.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum SetupAction {
        /// Look again at what is missing.
        Check = "check",
        /// Choose from a menu where games may be played.
        Places = "places",
        /// Let them be played anywhere.
        Anywhere = "anywhere",
        /// Choose the language from a menu.
        Language = "language",
        /// Choose the theme from a menu.
        Theme = "theme",
        /// Choose from a menu whether games have threads.
        GamesIn = "games-in",
        /// Choose the usual clock from a menu.
        Clock = "clock",
        /// Choose from a menu whether weekends stand still.
        Weekends = "weekends",
        /// Have challenges be rated by default.
        Rated = "rated",
        /// Do not.
        Unrated = "unrated",
        /// Let turns of rated games be taken back.
        Takebacks = "takebacks",
        /// Do not.
        NoTakebacks = "no-takebacks",
    }

    /// Something to do about what is kept of one.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum PrivacyAction {
        /// Get it as files.
        Export = "export",
        /// Be asked whether to delete it.
        Ask = "ask",
        /// Delete it.
        Delete = "delete",
        /// Do not.
        Keep = "keep",
    }

    /// A choice of how a player is notified of their turn.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum NotifyAction {
        /// In this way, by its name.
        How(name: Typed) = "how",
        /// Choose quiet hours from a menu.
        Quiet = "quiet",
        /// Choose the hour of the day from a menu.
        Hour = "hour",
        /// Choose a time zone from a menu.
        Zone = "zone",
        /// Open the form in which a city is typed.
        Type = "type",
        /// Take the time zone of the city that was typed.
        Typed = "typed",
    }

    /// A command that waits until a game is chosen.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Command {
        /// `/place`.
        Place(text: Typed) = "place",
        /// `/move`.
        Move(text: Typed) = "move",
        /// `/board`.
        Board = "board",
        /// `/board text:true`.
        BoardInWords = "board-text",
        /// `/claim`.
        Claim = "claim",
        /// `/draw`.
        Draw = "draw",
        /// `/resign`.
        Resign = "resign",
        /// `/replay`.
        Replay = "replay",
        /// `/export`.
        Export = "export",
    }
}
