//! Games for tests.

use siwa::game::{
    Cause, Event, FirstBy, Game, GameId, GameSetup, GameTerms, GamesIn, GuildId, GuildRules,
    Pairing, Plans, PlayerId, RESIGNATION, Start, StoredGame, TIME, Thread, TimeControl, Venue,
};
use siwa::store::{Origin, Reach};
use siwa::time::{DAY, Timestamp};
use siwa_games::registry::{GameState, Registry};
use siwa_games::rules::{BySide, EndReason, Outcome, Side};

use super::random::Random;

pub(crate) const ANA: PlayerId = PlayerId(101);
pub(crate) const BOB: PlayerId = PlayerId(102);
pub(crate) const EVE: PlayerId = PlayerId(103);
pub(crate) const HERE: Venue = Venue {
    guild: GuildId(7),
    channel: siwa::game::ChannelId(70),
};
pub(crate) const ELSEWHERE: Venue = Venue {
    guild: GuildId(7),
    channel: siwa::game::ChannelId(71),
};
pub(crate) const ABROAD: Venue = Venue {
    guild: GuildId(8),
    channel: siwa::game::ChannelId(80),
};
pub(crate) const NOON: Timestamp = Timestamp(1_800_000_000);

/// An interaction whose changes the sweeper announces.
pub(crate) fn origin(cause: u64) -> Origin {
    Origin {
        cause: Cause(cause),
        by: None,
        reach: Reach::default(),
    }
}

/// The end reason with this id, of some game's rules or of the application.
pub(crate) fn end_by(id: &str) -> &'static EndReason {
    let games = Registry::standard().games();
    let of_rules = games.flat_map(|rules| rules.info().end_reasons).copied();
    let mut all = of_rules.chain([&RESIGNATION, &TIME]);
    all.find(|by| by.id == id).unwrap()
}

/// A stored game in which Ana has the first turn, Bob the second, with these events after the
/// start.
pub(crate) fn stored(variant: &str, events: &[(Timestamp, Event)]) -> StoredGame {
    let opening = Game::opening(ANA, FirstBy::Lots, None);
    StoredGame {
        setup: GameSetup {
            id: GameId(42),
            venue: HERE,
            thread: Thread::None,
            variant: variant.to_owned(),
            players: BySide::new(ANA, BOB),
            time: TimeControl::PerTurn(DAY),
            rated: true,
            guild_rules: GuildRules::default(),
            engine: None,
            pair: None,
            tournament: None,
        },
        log: std::iter::once((NOON, opening.written()))
            .chain(events.iter().map(|(at, event)| (*at, event.written())))
            .collect(),
        ratings: None,
        plans: Plans::default(),
    }
}

/// The terms of a rated game of this variant, with a day for each turn.
pub(crate) fn terms(variant: &str) -> GameTerms {
    let (rules, variant) = Registry::standard().variant(variant).unwrap();
    GameTerms {
        rules,
        variant,
        time: TimeControl::PerTurn(DAY),
        rated: true,
        level: None,
        games_in: GamesIn::Channel,
        games: Pairing::Single,
        start: Start::Placed,
        side: None,
    }
}

/// A new game.
pub(crate) fn fresh(variant: &str) -> Game {
    fresh_with(variant, |_| {})
}

/// A new game that was stored with this change.
pub(crate) fn fresh_with(variant: &str, change: impl FnOnce(&mut StoredGame)) -> Game {
    let mut record = stored(variant, &[]);
    change(&mut record);
    Game::replay(record, Registry::standard()).unwrap()
}

/// An ungraded outcome.
pub(crate) fn ending(id: &str, winner: Option<Side>) -> Outcome {
    Outcome {
        winner,
        by: end_by(id),
        grade: None,
    }
}

/// A game after these moves, with the outcome to which they led.
pub(crate) fn after(variant: &str, moves: &[String]) -> Game {
    let mut game = fresh(variant);
    for text in moves {
        let by = game.player(game.turn().unwrap());
        game.play(by, text, None, NOON).unwrap();
    }
    game
}

/// Both sides make two turns, so that the game counts.
pub(crate) fn two_turns_each(game: &mut Game, at: Timestamp) -> Vec<Event> {
    let mut events = Vec::new();
    while !game.counts() {
        let by = mover(game);
        let text = game.state().legal_moves().into_iter().min().unwrap();
        events.extend(game.play(by, &text, None, at).unwrap());
    }
    events
}

/// The moves of a game from this seed to an end by the rules, and its outcome.
///
/// Both sides capture when they can, most of the time, so that games end.
pub(crate) fn whole(variant: &str, seed: u64) -> (Vec<String>, Outcome) {
    let (rules, variant) = Registry::standard().variant(variant).unwrap();
    let mut line = rules.start(variant);
    let mut random = Random::seeded(seed);
    let mut moves = Vec::new();
    loop {
        if let Some(outcome) = line.outcome() {
            return (moves, outcome);
        }
        let text = choose(line.as_ref(), &mut random);
        line.play(&text).unwrap();
        moves.push(text);
    }
}

fn choose(line: &dyn GameState, random: &mut Random) -> String {
    let mut legal = line.legal_moves();
    legal.sort_unstable();
    let taking: Vec<&String> = legal
        .iter()
        .filter(|text| !line.read(text).unwrap().captured.is_empty())
        .collect();
    if !taking.is_empty() && random.chance(90) {
        (*random.pick(&taking)).clone()
    } else {
        random.pick(&legal).clone()
    }
}

/// The moves that fill the board.
pub(crate) fn placed(variant: &str, seed: u64) -> Vec<String> {
    let (rules, kind) = Registry::standard().variant(variant).unwrap();
    let mut line = rules.start(kind);
    let mut random = Random::seeded(seed);
    let mut moves = Vec::new();
    while line.stage() == siwa_games::rules::Stage::Placement {
        let text = choose(line.as_ref(), &mut random);
        line.play(&text).unwrap();
        moves.push(text);
    }
    moves
}

/// The player to move.
pub(crate) fn mover(game: &Game) -> PlayerId {
    game.player(game.turn().unwrap())
}

/// The waiting player.
pub(crate) fn waiter(game: &Game) -> PlayerId {
    game.player(game.turn().map(Side::other).unwrap())
}
