//! The actions of components, as words of a custom id.

use super::parts::{Part, Parts, Typed, ids, read};

ids! {
    /// An action while a move is entered.
    pub enum MoveAction {
        /// Open the panel in which a move is entered, with the choices so far.
        Panel(typed: Typed) = "panel",
        /// Add the choice from one of the panel's menus, by the menu's name.
        Menu(name: Typed) = "menu",
        /// Open the form for typing a move.
        Type = "type",
        /// Use the text from the form.
        Typed = "typed",
        /// Show this board, and small ones from now on, as menus.
        Menus = "menus",
        /// Show them as buttons.
        Buttons = "buttons",
        /// Use a whole move: play it, plan it, or try it.
        Play(text: Typed) = "play",
    }

    /// An action in a game.
    pub enum GameAction {
        /// Show the board.
        Board = "board",
        /// Show the board from the other side.
        Turned = "turned",
        /// Show further actions.
        More = "more",
        /// Accept the opponent's offer.
        Accept = "accept",
        /// Decline the opponent's offer.
        Decline = "decline",
        /// Have the rest of both sides' pieces placed.
        PlaceRest = "place-rest",
        /// Offer to end the game by agreement.
        Offer = "offer",
        /// Offer it to the engine, after the count was shown.
        OfferSurely = "offer-surely",
        /// Declare the end of the game.
        Claim = "claim",
        /// Show a hint, up to this step.
        Hint(step: Typed) = "hint",
        /// Ask for confirmation of resigning.
        Resign = "resign",
        /// Resign.
        ResignSurely = "resign-surely",
        /// Do not resign.
        Stay = "stay",
        /// Ask to take back the last turn.
        TakeBack = "take-back",
        /// Give the opponent more time.
        Give = "give",
        /// Claim the win, because the opponent's time is over.
        ClaimTime = "claim-time",
        /// Ping the opponent, whose time is over, and wait.
        Nudge = "nudge",
        /// Wait for the opponent, whose time is over.
        Wait = "wait",
        /// Play again.
        Rematch = "rematch",
    }

    /// An action in the replay of a game.
    #[derive(Copy)]
    pub enum ReplayAction {
        /// Show the board before the first turn.
        First = "first",
        /// Show the board one turn earlier.
        Earlier = "earlier",
        /// Show the board one turn later.
        Later = "later",
        /// Show the last board.
        Last = "last",
        /// Show the board chosen from a menu.
        Jump = "jump",
        /// Show all boards as an animation.
        Animation = "animation",
        /// Send the record.
        Export = "export",
        /// Show the board to everyone.
        Share = "share",
        /// Show the animation to everyone.
        ShareAnimation = "share-animation",
        /// Show the engine's review of the game.
        Review = "review",
        /// Show the engine's move in place of the next turn.
        Better = "better",
    }

    /// An action on a challenge.
    #[derive(Copy)]
    pub enum ChallengeAction {
        /// Accept it.
        Accept = "accept",
        /// Accept it and play in this channel.
        AcceptHere = "accept-here",
        /// Decline it.
        Decline = "decline",
        /// Withdraw it.
        Cancel = "cancel",
    }

    /// An action while a challenge is set up.
    #[derive(Copy)]
    pub enum InviteAction {
        /// Choose a variant from a menu.
        Variant = "variant",
        /// Choose a time limit from a menu.
        Time = "time",
        /// Send the challenge.
        Send = "send",
    }

    /// An action while a game with the engine is set up.
    #[derive(Copy)]
    pub enum EngineAction {
        /// Show the choices.
        Open = "open",
        /// Choose a variant from a menu.
        Variant = "variant",
        /// Choose a level from a menu.
        Level = "level",
        /// Deal the pieces, or let the players place them.
        Start = "start",
        /// Start the game.
        Begin = "begin",
        /// Start a rated game.
        BeginRated = "begin-rated",
    }

    /// An action on a puzzle besides entering a move.
    pub enum PuzzleAction {
        /// Show it in private.
        Open = "open",
        /// Show the solution.
        Solution = "solution",
        /// Show another one; the id of its variant matches this pattern of SQL.
        Another(variants: Typed) = "another",
        /// Share with the channel that it is solved.
        Share = "share",
    }

    /// An action in the list of plans.
    #[derive(Copy)]
    pub enum PlanAction {
        /// Show the plans, or start planning.
        Open = "open",
        /// Remove the plan chosen from a menu.
        Remove = "remove",
        /// Remove all plans.
        Clear = "clear",
    }

    /// The visibility of an answer.
    #[derive(Copy)]
    pub enum Seen {
        /// Visible to the person alone.
        Alone = "alone",
        /// Visible to everyone.
        Shared = "shared",
    }

    /// An action in a person's settings.
    pub enum SettingsAction {
        /// Show the page about turns.
        Turns = "turns",
        /// Show the page about notifications.
        Notices = "notices",
        /// Show the page about absences.
        Away = "away",
        /// Go away for the days from a menu.
        Until = "until",
        /// Come back.
        Back = "back",
        /// Set the theme with this id, if there is one, and show the page about themes.
        Theme(theme: Typed) = "theme",
        /// Set whether moves from the panel need confirmation.
        Confirms(confirms: bool) = "confirms",
        /// Set whether the panel shows small boards as menus as well.
        Menus(menus: bool) = "menus",
        /// Set the reminder, from a menu.
        Reminder = "reminder",
    }

    /// An action in the settings of a server.
    #[derive(Copy)]
    pub enum SetupAction {
        /// Check the permissions again.
        Check = "check",
        /// Set the channels for games, from a menu.
        Places = "places",
        /// Allow games in all channels.
        Anywhere = "anywhere",
        /// Set the language, from a menu.
        Language = "language",
        /// Set the theme, from a menu.
        Theme = "theme",
        /// Set whether games have threads, from a menu.
        GamesIn = "games-in",
        /// Set the default clock, from a menu.
        Clock = "clock",
        /// Set whether clocks stop on weekends, from a menu.
        Weekends = "weekends",
        /// Set whether challenges are rated by default.
        Rated(rated: bool) = "rated",
        /// Set whether every member may open tournaments.
        Tournaments(all: bool) = "tournaments",
        /// Set whether rated games have takebacks.
        Takebacks(allowed: bool) = "takebacks",
    }

    /// An action in a tournament.
    #[derive(Copy)]
    pub enum TournamentAction {
        /// Join it.
        Join = "join",
        /// Leave it before it starts.
        Leave = "leave",
        /// Start it before the sign-up closes.
        Start = "start",
        /// Ask for confirmation of cancelling it.
        Cancel = "cancel",
        /// Cancel it.
        CancelSurely = "cancel-surely",
        /// List the player's games in it.
        Games = "games",
        /// Show the standings of this group; 0: of all.
        Standings(group: u32) = "standings",
        /// Ask for confirmation of withdrawing from it.
        Withdraw = "withdraw",
        /// Withdraw from it.
        WithdrawSurely = "withdraw-surely",
    }

    /// An action on personal data.
    #[derive(Copy)]
    pub enum PrivacyAction {
        /// Send it as files.
        Export = "export",
        /// Ask for confirmation of deleting it.
        Ask = "ask",
        /// Delete it.
        Delete = "delete",
        /// Do not delete it.
        Keep = "keep",
    }

    /// An action in the notification settings.
    pub enum NotifyAction {
        /// Set where the player is notified, by name.
        How(name: Typed) = "how",
        /// Set the quiet hours, from a menu.
        Quiet = "quiet",
        /// Set the hour of the digest, from a menu.
        Hour = "hour",
        /// Set the time zone, from a menu.
        Zone = "zone",
        /// Open the form for typing a city.
        Type = "type",
        /// Set the time zone of the typed city.
        Typed = "typed",
    }

    /// A command that waits for the choice of a game.
    pub enum Command {
        /// `/place`.
        Place(text: Typed) = "place",
        /// `/move`.
        Move(text: Typed) = "move",
        /// `/board`.
        Board = "board",
        /// `/board text:true`.
        BoardInWords = "board-text",
        /// `/draw`.
        Draw = "draw",
        /// `/resign`.
        Resign = "resign",
        /// `/replay`.
        Replay = "replay",
    }
}
