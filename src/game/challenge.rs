//! An invitation to play, until it becomes a game.

use strum::{AsRefStr, Display, EnumString, VariantArray};

use super::denial::ensure;
use super::{
    ChallengeId, Denial, Event, FirstBy, Game, GameId, GameSetup, GamesIn, GuildRules, MessageId,
    Pair, PlayerId, Thread, TimeControl, Venue,
};
use crate::time::{Seconds, Timestamp};
use siwa_games::engine::Level;
use siwa_games::registry::Rules;
use siwa_games::rules::{Below, BySide, Side, Variant};

/// How many games a challenge becomes, and when. The database, options, custom ids and Fluent's cases use these names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, AsRefStr, EnumString, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Pairing {
    /// One game.
    #[default]
    Single,
    /// Two games, which start together.
    AtOnce,
    /// Two games; the second starts when the first is over.
    InTurn,
}

impl Pairing {
    /// How many games start when the challenge is accepted.
    pub fn begin(self) -> u32 {
        match self {
            Self::Single | Self::InTurn => 1,
            Self::AtOnce => 2,
        }
    }
}

/// How the pieces come on the board. The database, options, custom ids and Fluent's cases use these names.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, AsRefStr, Display, EnumString, VariantArray,
)]
#[strum(serialize_all = "kebab-case")]
pub enum Start {
    /// As the rules say: the players place them.
    #[default]
    Placed,
    /// In an arrangement that is even, drawn from a list.
    Dealt,
}

impl Start {
    /// This start, if games of the variant can have it.
    #[must_use]
    pub fn possible(self, rules: &dyn Rules, variant: &'static Variant) -> Self {
        match rules.deal(variant, &mut |_| 0) {
            None => Self::Placed,
            Some(_) => self,
        }
    }

    /// The side with the first turn. The second side places last, and so moves first.
    pub fn first_turn(self) -> Side {
        match self {
            Self::Placed => Side::First,
            Self::Dealt => Side::Second,
        }
    }
}

/// Which turn the challenger takes. Options, custom ids and Fluent's cases use these names.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, AsRefStr, Display, EnumString, VariantArray,
)]
#[strum(serialize_all = "kebab-case")]
pub enum Order {
    /// The first or the second, at random.
    #[default]
    Random,
    /// The first turn.
    First,
    /// The second turn.
    Second,
}

impl Order {
    /// The side with this turn in a game that starts like that, if it is not drawn.
    pub fn side(self, start: Start) -> Option<Side> {
        match self {
            Self::Random => None,
            Self::First => Some(start.first_turn()),
            Self::Second => Some(start.first_turn().other()),
        }
    }
}

/// How long a challenge is open.
pub const CHALLENGE_TTL: Seconds = Seconds::days(3);

/// How long a challenge is open before its card offers a game with the engine.
pub(super) const OFFER_ENGINE_AFTER: Seconds = Seconds(60 * 60);

/// How many running games, and how many open challenges, a player may have in one server.
pub const MAX_GAMES: u32 = 10;

/// The terms of a challenge.
#[derive(Clone, Copy, Debug)]
pub struct GameTerms {
    /// The kind of game.
    pub rules: &'static dyn Rules,
    /// Board and ruleset.
    pub variant: &'static Variant,
    /// How long the players may think.
    pub time: TimeControl,
    /// Whether the result changes ratings.
    pub rated: bool,
    /// The engine's level, if it is the opponent.
    pub level: Option<Level>,
    /// Whether the game gets a thread.
    pub games_in: GamesIn,
    /// How many games are played.
    pub games: Pairing,
    /// How the pieces come on the board.
    pub start: Start,
    /// The side that the challenger has; `None`: it is drawn.
    pub side: Option<Side>,
}

/// How many turns of placing a deal spares the players; `None` if the pieces cannot be dealt.
pub fn turns_to_place(rules: &dyn Rules, variant: &'static Variant) -> Option<usize> {
    let deal = rules.deal(variant, &mut |_| 0)?;
    let dealt = rules.parse(variant, &deal).ok()?;
    // Two pieces a turn.
    Some(dealt.diagram().pieces.len() / 2)
}

impl GameTerms {
    /// The position of a dealt game, drawn by `below`.
    pub fn deal(&self, below: &mut Below<'_>) -> Option<String> {
        match self.start {
            Start::Placed => None,
            Start::Dealt => self.rules.deal(self.variant, below),
        }
    }

    /// Which turn the challenger takes.
    pub fn order(&self) -> Order {
        match self.side {
            None => Order::Random,
            Some(side) if side == self.start.first_turn() => Order::First,
            Some(_) => Order::Second,
        }
    }

    /// The setup of a game between two people that a challenge with these terms becomes. It gets
    /// its id when it is stored.
    pub fn setup(
        &self,
        venue: Venue,
        thread: Thread,
        players: BySide<PlayerId>,
        guild_rules: GuildRules,
    ) -> GameSetup {
        GameSetup {
            id: GameId(0),
            venue,
            thread,
            variant: self.variant.id.to_owned(),
            players,
            time: self.time,
            rated: self.rated,
            guild_rules,
            engine: None,
            pair: None,
            tournament: None,
        }
    }

    /// A game on these terms that starts now, and its first event. `deal` is the position in which
    /// it starts, if the pieces are dealt.
    pub fn begin(
        &self,
        setup: GameSetup,
        first_by: FirstBy,
        deal: Option<String>,
        at: Timestamp,
    ) -> (Game, Vec<Event>) {
        let first = Game::opening(setup.players.first, first_by, deal);
        let mut game = Game::empty(setup, self.rules, self.variant);
        let events = game.happened(vec![first], at);
        (game, events)
    }
}

impl Game {
    /// The terms of another game like it, but not of a pair.
    pub fn terms(&self) -> GameTerms {
        GameTerms {
            rules: self.rules,
            variant: self.variant(),
            time: self.setup.time,
            rated: self.setup.rated,
            level: self.setup.engine.map(|engine| engine.level),
            games_in: match self.setup.thread {
                Thread::None => GamesIn::Channel,
                _ => GamesIn::Threads,
            },
            games: Pairing::Single,
            start: self.start(),
            side: None,
        }
    }

    /// This game, which has begun, as it was stored.
    #[must_use]
    pub fn stored_as(mut self, id: GameId, pair: Option<Pair>) -> Self {
        self.setup.id = id;
        self.setup.pair = pair;
        self
    }
}

/// An invitation to play.
#[derive(Clone, Debug)]
pub struct Challenge {
    /// Its id.
    pub id: ChallengeId,
    /// Where it was made and the game will start.
    pub venue: Venue,
    /// The server's language.
    pub locale: String,
    /// Who made it.
    pub challenger: PlayerId,
    /// The challenged player; `None` if anyone may accept.
    pub opponent: Option<PlayerId>,
    /// The terms.
    pub terms: GameTerms,
    /// The game it is a rematch of.
    pub rematch_of: Option<GameId>,
    /// When it expires.
    pub expires: Timestamp,
    /// Its message, if known.
    pub message: Option<MessageId>,
    /// The [state](super::card_state) that the message shows.
    pub shown: i64,
    /// When the thread of its games was last opened again after a silence.
    pub kept_open: Option<Timestamp>,
    /// Its state.
    pub state: State,
}

/// The state of a challenge; the database and Fluent's cases use these names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, AsRefStr)]
#[strum(serialize_all = "kebab-case")]
pub enum State {
    /// It can be accepted.
    Open,
    /// It has become this game.
    Accepted(GameId),
    /// The opponent declined.
    Declined,
    /// The challenger cancelled it.
    Cancelled,
    /// Nobody answered in time.
    Expired,
}

impl Challenge {
    /// A challenge that is made now. It gets its id when it is stored.
    pub fn new(
        venue: Venue,
        locale: &str,
        challenger: PlayerId,
        opponent: Option<PlayerId>,
        terms: GameTerms,
        now: Timestamp,
    ) -> Self {
        Self {
            id: ChallengeId(0),
            venue,
            locale: locale.to_owned(),
            challenger,
            opponent,
            terms,
            rematch_of: None,
            expires: now.plus(CHALLENGE_TTL),
            message: None,
            shown: 0,
            kept_open: None,
            state: State::Open,
        }
    }

    /// The players of its game, and how the first one is chosen, if `opponent` accepts; `drawn` are
    /// both in random order.
    pub fn seats(
        &self,
        opponent: PlayerId,
        drawn: BySide<PlayerId>,
    ) -> (BySide<PlayerId>, FirstBy) {
        let Some(side) = self.terms.side else {
            return (drawn, FirstBy::Lots);
        };
        let players = match side {
            Side::First => BySide::new(self.challenger, opponent),
            Side::Second => BySide::new(opponent, self.challenger),
        };
        match self.rematch_of {
            None => (players, FirstBy::Choice),
            Some(_) => (players, FirstBy::Turns),
        }
    }

    /// Returns whether a player with `running` games in a server may have `more` there.
    pub fn room(who: PlayerId, running: u32, more: u32) -> Result<(), Denial> {
        let limit = MAX_GAMES;
        match running {
            running if running + more <= limit => Ok(()),
            running if running < limit => Err(Denial::RoomForOne(who, limit)),
            _ => Err(Denial::TooManyGames(who, limit)),
        }
    }

    /// Returns whether a player with `open` challenges in a server may make one more.
    pub fn room_for_one(open: u32) -> Result<(), Denial> {
        ensure(open < MAX_GAMES, Denial::TooManyChallenges(MAX_GAMES))
    }

    /// Returns whether a challenge with these terms is possible there. In a user install, Siwa
    /// cannot remind players or end games by time.
    pub fn suits(terms: &GameTerms, venue: Venue) -> Result<(), Denial> {
        let possible = terms.start.possible(terms.rules, terms.variant);
        ensure(terms.start == possible, Denial::NoDeal)?;
        let is_single = terms.games == Pairing::Single;
        let is_unequal = is_single && terms.side.is_some();
        ensure(!(terms.rated && is_unequal), Denial::SideInRated)?;
        let timed = terms.time != TimeControl::Unlimited;
        let is_plain = !terms.rated && !timed && is_single;
        let is_outside = venue.guild.is_user_install();
        ensure(is_plain || !is_outside, Denial::TermsOutside)?;
        ensure(timed || !terms.rated, Denial::RatedWithoutLimit)
    }

    /// When its card begins to offer a game with the engine, if it is open to anyone and still waits.
    pub fn offers_engine_from(&self) -> Option<Timestamp> {
        let made = self.expires.plus(-CHALLENGE_TTL.0);
        let waits = self.state == State::Open && self.opponent.is_none();
        waits.then(|| made.plus(OFFER_ENGINE_AFTER))
    }

    /// Returns whether its card offers a game with the engine.
    pub fn offers_engine(&self, now: Timestamp) -> bool {
        self.offers_engine_from().is_some_and(|from| now >= from)
    }

    /// Returns whether `by` may accept now.
    pub fn accept(&self, by: PlayerId, now: Timestamp) -> Result<(), Denial> {
        self.check_open(now)?;
        ensure(by != self.challenger, Denial::OwnChallenge)?;
        match self.opponent {
            Some(opponent) if opponent != by => Err(Denial::NotForYou(opponent)),
            _ => Ok(()),
        }
    }

    /// The new state, if `by` may decline now.
    pub fn decline(&self, by: PlayerId, now: Timestamp) -> Result<State, Denial> {
        self.check_open(now)?;
        match self.opponent {
            Some(opponent) if opponent == by => Ok(State::Declined),
            Some(opponent) => Err(Denial::NotForYou(opponent)),
            None => Err(Denial::NothingToDecline),
        }
    }

    /// The new state, if `by` may cancel now.
    pub fn cancel(&self, by: PlayerId, now: Timestamp) -> Result<State, Denial> {
        self.check_open(now)?;
        let denial = Denial::NotYourChallenge(self.challenger);
        ensure(by == self.challenger, denial)?;
        Ok(State::Cancelled)
    }

    fn check_open(&self, now: Timestamp) -> Result<(), Denial> {
        match self.state {
            State::Open if now < self.expires => Ok(()),
            State::Open | State::Expired => Err(Denial::ChallengeExpired(self.id)),
            State::Accepted(_) => Err(Denial::ChallengeTaken(self.id)),
            State::Declined => Err(Denial::ChallengeDeclined(self.id)),
            State::Cancelled => Err(Denial::ChallengeCancelled(self.id)),
        }
    }
}
