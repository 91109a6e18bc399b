//! All replies of the views, about games of a cast of players.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex};

use serenity::model::permissions::Permissions;
use siwa::app::{Planning, Replay, Settings, StoredDataSummary};
use siwa::discord::custom_id::{Command, CustomId, MoveAction};
use siwa::discord::permissions;
use siwa::discord::view::reply::{Reply, Row};
use siwa::discord::view::{self, Calls, Checked, Localizer, MissingPermission, Setup};
use siwa::game::{
    CHALLENGE_TTL, Challenge, ChallengeId, ChannelId, Defaults, Engine, FirstBy, Game, GameId,
    GameRecord, GameSummary, GameTerms, GamesIn, GuildId, GuildRules, Hint, Leaderboard, MAX_PLANS,
    MAX_PLAYERS, MAX_RIVALS, MessageId, Name, Notices, Notify, Order, Other, Pair, Pairing,
    PanelSettings, Phase, Plan, PlanAt, PlanId, PlayerId, Profile, Puzzle, PuzzleId, Quiet, Rating,
    Review, Rival, Scope, Standing, Start, State, StoredGame, StoredPuzzle, Thread, TimeControl,
    Tournament, Tried, TurningPoint, rate_player,
};
use siwa::time::{DAY, Seconds, Zone};
use siwa_boards::THEMES;
use siwa_games::engine::Level;
use siwa_games::registry::{Reason, Registry};
use siwa_games::rules::{BySide, Side};

use super::kept::new;
use super::table::{ANA, BOB, EVE, HERE, NOON, mover, placed, stored, terms, waiter, whole};
use super::tournaments::{self, joined, plays_all, running};

/// The people and data in the replies.
pub(crate) struct Cast {
    seega: &'static str,
    game: u64,
    people: BySide<PlayerId>,
    name: &'static str,
    /// The number of their games, and of entries in a list.
    played: u32,
    listed: u64,
}

/// A typical cast.
pub(crate) const USUAL: Cast = Cast {
    seega: "seega-5-classic",
    game: 42,
    people: BySide::new(ANA, BOB),
    name: "Bob",
    played: 3,
    listed: 2,
};

/// A cast with everything as long as possible.
pub(crate) const LONGEST: Cast = Cast {
    seega: "seega-9-lugo",
    game: u64::MAX,
    people: BySide::new(PlayerId(u64::MAX >> 1), PlayerId((u64::MAX >> 1) - 1)),
    name: "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW",
    played: 1000,
    listed: 10,
};

/// The first finished game with each kind of end, from some seeds.
static ENDED: LazyLock<Vec<(&str, &str, Vec<String>)>> = LazyLock::new(|| {
    let mut ended: Vec<(&str, &str, Vec<String>)> = Vec::new();
    for (variant, seeds) in [(USUAL.seega, 40), ("seega-5-lugo", 40), ("gyges-gates", 4)] {
        for seed in 0..seeds {
            let (moves, outcome) = whole(variant, seed);
            let by = outcome.by.id;
            let mut known = ended.iter();
            if known.all(|known| (known.0, known.1) != (variant, by)) {
                ended.push((variant, by, moves));
            }
        }
    }
    ended
});

impl Cast {
    /// The game after these moves.
    pub(crate) fn game(&self, variant: &str, moves: &[String]) -> Game {
        self.game_with(variant, moves, |_| {})
    }

    fn game_with(
        &self,
        variant: &str,
        moves: &[String],
        change: impl FnOnce(&mut StoredGame),
    ) -> Game {
        let mut record = stored(variant, &[]);
        record.setup.id = GameId(self.game);
        record.setup.players = self.people;
        record.log[0].1 = Game::opening(self.people.first, FirstBy::Lots, None).written();
        change(&mut record);
        let mut game = Game::replay(record, Registry::standard()).unwrap();
        for text in moves {
            let by = mover(&game);
            game.play(by, text, None, NOON).unwrap();
        }
        game
    }

    fn challenge(&self, opponent: Option<PlayerId>, state: State) -> Challenge {
        Challenge {
            id: ChallengeId(7),
            terms: GameTerms {
                time: TimeControl::PerTurn(Seconds::days(3)),
                ..terms(self.seega)
            },
            state,
            ..new(self.people.first, opponent)
        }
    }

    fn line(&self, number: u64) -> GameSummary {
        let (rules, variant) = Registry::standard().variant("seega-9-lugo").unwrap();
        GameSummary {
            id: GameId(self.game.min(9_000_000) - number),
            venue: HERE,
            thread: Thread::None,
            number_in_pair: (number == 1).then_some(2),
            info: rules.info(),
            variant,
            players: self.people,
            turn: Some(Side::BOTH[usize::from(number % 2 == 1)]),
            winner: None,
            deadline: number.is_multiple_of(2).then(|| NOON.plus(DAY)),
            message: number.is_multiple_of(2).then_some(MessageId(555)),
            names: BySide::new(
                Some(Name::new(self.name)),
                number.is_multiple_of(2).then(|| Name::new(self.name)),
            ),
        }
    }

    fn standing(&self, place: u32, player: PlayerId, deviation: Option<f64>) -> Standing {
        Standing {
            place,
            player,
            rating: deviation.map(|deviation| Rating {
                rating: 1612.4,
                deviation,
                volatility: 0.06,
            }),
            won: self.played,
            drawn: 1,
            lost: self.played,
        }
    }
}

/// The record of a game with these moves.
pub(crate) fn record(variant: &str, moves: &[String], tags: &str) -> Option<GameRecord> {
    let text = format!("{tags}[Variant \"{variant}\"]\n{}\n", moves.join("\n"));
    GameRecord::read(text, Registry::standard()).ok()
}

/// A game with these moves, to look back on.
fn replay(cast: &Cast, variant: &'static str, moves: &[String]) -> Replay {
    Replay {
        game: cast.game(variant, moves),
        record: record(variant, moves, "").unwrap(),
        by: ANA,
    }
}

/// The replies, each with a heading.
pub(crate) type Said = Vec<(String, Reply)>;

/// All kinds of replies.
pub(crate) fn replies(l10n: Localizer<'_>, cast: &Cast) -> Said {
    let mut said = Vec::new();
    challenges(l10n, cast, &mut said);
    for variant in [cast.seega, "gyges-leroy"] {
        turns(l10n, cast, variant, &mut said);
    }
    endings(l10n, cast, &mut said);
    lists(l10n, cast, &mut said);
    themes(l10n, &mut said);
    puzzles(l10n, &mut said);
    let (rules, variant) = Registry::standard().variant("seega-5-classic").unwrap();
    let mut chosen = view::EngineGame {
        rules,
        variant,
        level: Level::DEFAULT,
        is_suggested: false,
        start: Start::Dealt,
        order: Order::Random,
    };
    let games = Registry::standard();
    let offer = |chosen, faced, guild| view::engine(l10n, games, chosen, faced, guild);
    for level in Level::ALL {
        chosen.level = level;
        let head = format!("offer of level {}", level.number());
        said.push((head, offer(chosen, 0, HERE.guild)));
    }
    chosen.level = Level::DEFAULT;
    chosen.is_suggested = true;
    for (head, guild) in &guilds()[1..] {
        said.push((format!("offer{head}"), offer(chosen, 1, *guild)));
    }
    chosen.start = Start::Placed;
    chosen.order = Order::First;
    said.push(("offer to place".to_owned(), offer(chosen, 0, HERE.guild)));
    cups(l10n, cast, &mut said);
    privacy(l10n, cast, &mut said);
    for (head, guild) in guilds() {
        said.push((format!("help{head}"), view::help(l10n, usual(), guild)));
    }
    for rules in Registry::standard().games() {
        for variant in rules.info().variants {
            let overview = view::rules(l10n, rules, variant, None);
            said.push((format!("rules of {}", variant.id), overview));
        }
    }
    said
}

/// Tournaments: in their sign-up, while they run, and over.
fn cups(l10n: Localizer<'_>, cast: &Cast, said: &mut Said) {
    let mut add = |head: &str, reply| said.push((format!("tournament, {head}"), reply));
    let count = u64::from(cast.played.clamp(3, MAX_PLAYERS));
    let named = |mut of: Tournament| {
        for entrant in &mut of.players {
            entrant.name = Some(Name::new(cast.name));
        }
        of
    };
    add("nobody", view::tournament(l10n, &joined(0)));
    add("sign-up", view::tournament(l10n, &joined(count)));
    let mut few = joined(2);
    few.step(few.closes);
    add("too few", view::tournament(l10n, &few));
    let mut early = joined(3);
    add("early cancellation", view::cancellation(l10n, &early));
    early.cancel(ANA).unwrap();
    add("cancelled", view::tournament(l10n, &early));
    let mut of = named(running(count));
    let player = of.players[0].player;
    add("starting", view::tournament(l10n, &of));
    add("begun", view::begun(l10n, &of, &of.groups()[0], None));
    let told = view::begun(l10n, &of, &of.groups()[0], Some(player));
    add("begun, for one player", told);
    add("games", view::tournament_games(l10n, &of, player));
    let managed = view::tournament_standings(l10n, &of, true);
    add("standings of its organizer", managed);
    add("cancellation", view::cancellation(l10n, &of));
    add("withdrawal", view::withdrawal(l10n, &of));
    let mut single = of.clone();
    single.terms.start = Start::Dealt;
    add(
        "withdrawal of single games",
        view::withdrawal(l10n, &single),
    );
    plays_all(&mut of);
    of.withdraw(player).unwrap();
    for game in &mut of.games {
        game.card = Some(MessageId(9));
    }
    add("group", view::group(l10n, &of, &of.groups()[0]));
    let mut cancelled = of.clone();
    cancelled.cancel(ANA).unwrap();
    let group = view::group(l10n, &cancelled, &cancelled.groups()[0]);
    add("group of a cancelled one", group);
    while of.phase == Phase::Running && of.step(tournaments::NOW).is_some() {}
    add("over", view::tournament(l10n, &of));
    add("winner", view::tournament_won(l10n, &of));
    add("standings", view::tournament_standings(l10n, &of, false));
    for entrant in &mut of.players {
        entrant.withdrawn = true;
    }
    add("nobody left", view::tournament(l10n, &of));
}

/// Personal data: summary, export and deletion.
fn privacy(l10n: Localizer<'_>, cast: &Cast, said: &mut Said) {
    let mut add = |head: &str, reply| said.push((format!("privacy, {head}"), reply));
    let turn = |game: &Game| view::turn(l10n, game, None);
    let none = StoredDataSummary {
        name: None,
        games: 0,
        running: 0,
        challenges: 0,
        ratings: 0,
        puzzles: 0,
        plans: 0,
        tournaments: 0,
        messages: 0,
    };
    let many = i64::from(cast.played);
    let all = StoredDataSummary {
        name: Some(Name::new(cast.name)),
        games: many,
        running: 1,
        challenges: many,
        ratings: many,
        puzzles: many,
        plans: many,
        tournaments: many,
        messages: many,
    };
    add("nothing", view::stored_data(l10n, &none));
    add("all", view::stored_data(l10n, &all));
    add("is it sure", view::sure(l10n, &all));
    add("is it sure, of nothing", view::sure(l10n, &none));
    add("kept", Reply::private(l10n.word("privacy-kept-on")));
    add("gone", Reply::private(l10n.word("privacy-forgotten")));
    for (head, whole) in [("exported", true), ("exported without turns", false)] {
        add(head, view::exported(l10n, "{}\n".to_owned(), whole));
    }
    let records = Vec::from_iter(record("seega-5-classic", &[], ""));
    add("records", view::records(l10n, &records, 0));
    let left = cast.played as usize;
    add("some records", view::records(l10n, &records, left));
    let gone = PlayerId::gone(7);
    let mut left = cast.game_with(cast.seega, &[], |stored| {
        stored.setup.players.second = gone;
    });
    add("a game with somebody who left", turn(&left));
    left.resign(gone, NOON).unwrap();
    add("such a game is over", turn(&left));
}

/// A server, a user install, and a conversation with the bot.
pub(crate) fn guilds() -> [(&'static str, GuildId); 3] {
    [
        ("", HERE.guild),
        (" outside", GuildId::user_install(HERE.channel.0)),
        (" in a conversation", GuildId::direct(HERE.channel)),
    ]
}

pub(crate) fn usual() -> &'static siwa_games::rules::Variant {
    let (_, variant) = Registry::standard().variant("seega-5-classic").unwrap();
    variant
}

fn challenges(l10n: Localizer<'_>, cast: &Cast, said: &mut Said) {
    let mut add = |head: &str, reply| said.push((format!("challenge {head}"), reply));
    let card = |challenge: &Challenge| view::card(l10n, challenge, NOON);
    let other = Some(cast.people.second);
    add("to a member", card(&cast.challenge(other, State::Open)));
    let mut open = cast.challenge(None, State::Open);
    open.terms.time = TimeControl::Unlimited;
    open.terms.rated = false;
    add("to all, without a limit, unrated", card(&open));
    let mut outside = open.clone();
    outside.venue.guild = GuildId::user_install(HERE.channel.0);
    add("where the bot is not", card(&outside));
    let late = NOON.plus(CHALLENGE_TTL);
    add("to all, and nobody came", view::card(l10n, &open, late));
    let mut again = cast.challenge(other, State::Open);
    again.terms.time = TimeControl::PerTurn(DAY);
    again.terms.side = Some(Side::Second);
    again.rematch_of = Some(GameId(cast.game));
    add("to a rematch, a day a turn", card(&again));
    let mut dealt = cast.challenge(other, State::Open);
    dealt.terms.start = Start::Dealt;
    add("dealt", card(&dealt));
    dealt.terms.side = Order::First.side(Start::Dealt);
    add("dealt, with a side", card(&dealt));
    for state in [State::Declined, State::Cancelled, State::Expired] {
        let closed = view::closed_card(l10n, &cast.challenge(other, state), &[]);
        add(state.as_ref(), closed);
    }
    let game = cast.game(cast.seega, &[]);
    let accepted = cast.challenge(other, State::Accepted(game.id()));
    let accepted_card = |game: &Game| view::closed_card(l10n, &accepted, &[game]);
    add("accepted", accepted_card(&game));
    let mut long = cast.challenge(other, State::Open);
    long.terms.time = TimeControl::Bank {
        initial: Seconds::days(3),
        increment: Seconds::hours(8),
    };
    add("with a bank", card(&long));
    let mut short = cast.challenge(other, State::Open);
    short.terms.time = TimeControl::PerTurn(Seconds::hours(12));
    add("of hours", card(&short));
    let mut asked = cast.challenge(other, State::Open);
    asked.terms.games_in = GamesIn::Ask;
    add("whose taker chooses where", card(&asked));
    let threaded = |thread, moves: &[String]| {
        cast.game_with(cast.seega, moves, |stored| stored.setup.thread = thread)
    };
    let refused = threaded(Thread::Refused, &[]);
    add("accepted, without its thread", accepted_card(&refused));
    let open = Thread::Open(ChannelId(1_100_000_000_000_000_077));
    let mut running = threaded(open, &placed(cast.seega, 3));
    add("accepted, with a thread", accepted_card(&running));
    let loser = waiter(&running);
    running.resign(loser, NOON).unwrap();
    add("accepted, and its game is over", accepted_card(&running));
    let mut pair = cast.challenge(other, State::Open);
    for games in [Pairing::AtOnce, Pairing::InTurn] {
        pair.terms.games = games;
        let head = format!("to a pair, {}", games.as_ref());
        add(&head, card(&pair));
    }
    for order in [Order::First, Order::Second] {
        pair.terms.side = order.side(Start::Placed);
        add(&format!("to a pair, with the {order} turn"), card(&pair));
    }
    pair.terms.side = None;
    pair.state = accepted.state;
    let (mut first, mut second) = both(cast);
    let both_card = |first: &Game, second: &Game| view::closed_card(l10n, &pair, &[first, second]);
    add("of a pair, accepted", both_card(&first, &second));
    for game in [&mut first, &mut second] {
        game.resign(cast.people.first, NOON).unwrap();
    }
    add("of a pair, and both are over", both_card(&first, &second));
    let own = PanelSettings {
        confirms: true,
        menus: false,
    };
    add("settings", view::settings(l10n, own, 25, false));
    let other = PanelSettings {
        confirms: false,
        menus: true,
    };
    add("settings of an admin", view::settings(l10n, other, 0, true));
    let untouched = Setup {
        checked: checked([(HERE.channel, Some(Vec::new()))]),
        settings: Settings::default(),
    };
    add("setup", view::setup(l10n, &untouched, NOON));
    let channels = (0..cast.listed).map(|number| ChannelId(1_100_000_000_000_000_077 + number));
    let places: Vec<ChannelId> = channels.collect();
    let changed = all_otherwise(places);
    add("setup, all otherwise", view::setup(l10n, &changed, NOON));
    let (kept, lost) = changed.settings.allowed_channels.split_at(1);
    let lost = lost.iter().map(|place| (*place, None));
    let closed = Setup {
        checked: checked(lost.chain([(kept[0], Some(Vec::new()))])),
        ..changed.clone()
    };
    add("setup, channels gone", view::setup(l10n, &closed, NOON));
    let silenced = Setup {
        checked: Some(Checked {
            channels: Vec::new(),
            silenced_until: Some(NOON.plus(600)),
        }),
        ..changed.clone()
    };
    add("setup, timed out", view::setup(l10n, &silenced, NOON));
    let unknown = Setup {
        checked: None,
        ..changed
    };
    add("setup, unchecked", view::setup(l10n, &unknown, NOON));
    let usual = Notices::default();
    let zones = Zone::find("USA", NOON, 25);
    add("notices", view::notify(l10n, &usual, &[], NOON));
    let daily = Notices {
        how: Notify::Digest,
        quiet: Some(Quiet { from: 22, to: 8 }),
        ..usual
    };
    let notices = view::notify(l10n, &daily, &zones.zones, NOON);
    add("notices once a day", notices);
}

/// All missing permissions of a channel.
pub(crate) fn lacks() -> Vec<MissingPermission> {
    permissions::lacking(Permissions::empty())
}

/// What was found in these channels, without a timeout of the bot.
fn checked(
    channels: impl IntoIterator<Item = (ChannelId, Option<Vec<MissingPermission>>)>,
) -> Option<Checked> {
    Some(Checked {
        channels: channels.into_iter().collect(),
        silenced_until: None,
    })
}

/// A server with no default settings, and with all permissions missing in these channels.
pub(crate) fn all_otherwise(places: Vec<ChannelId>) -> Setup {
    Setup {
        checked: checked(places.iter().map(|place| (*place, Some(lacks())))),
        settings: Settings {
            allowed_channels: places,
            locale: Some("pt-BR".to_owned()),
            defaults: Defaults {
                time: TimeControl::Unlimited,
                rated: false,
                games_in: GamesIn::Ask,
                tournaments: true,
            },
            public_theme: THEMES.last().map(|theme| theme.id.to_owned()),
            guild_rules: GuildRules {
                weekends: Zone::read("America/Argentina/Buenos_Aires"),
                takebacks: true,
            },
            ..Settings::default()
        },
    }
}

/// Two games of a running pair, in a thread. For each, the other is over, and drawn.
fn both(cast: &Cast) -> (Game, Game) {
    let ids = [cast.game - 1, cast.game].map(GameId);
    let of = |number: usize, moves: &[String]| {
        cast.game_with(cast.seega, moves, |stored| {
            let id = ids[number];
            let first = ids[0];
            let other = Some(Other {
                id: ids[1 - number],
                over: true,
                counts: true,
                winner: None,
            });
            stored.setup.id = id;
            stored.setup.thread = Thread::Open(ChannelId(1_100_000_000_000_000_077));
            stored.setup.pair = Some(Pair {
                first,
                other,
                is_broken: false,
            });
            stored.ratings = Some(BySide::new((1500.0, 1337.7), (1500.0, 1662.3)));
        })
    };
    let moves = placed(cast.seega, 3);
    (of(0, &moves), of(1, &moves[..1]))
}

fn turns(l10n: Localizer<'_>, cast: &Cast, variant: &str, said: &mut Said) {
    let mut add = |head: &str, reply| said.push((format!("{variant}, {head}"), reply));
    let turn = |game: &Game| view::turn(l10n, game, None);
    let more = |game: &Game, viewer| view::more(l10n, game, viewer, NOON);
    let moves = placed(variant, 3);
    let one = cast.game(variant, &moves[..1]);
    let set = cast.game(variant, &moves);
    let asker = waiter(&set);
    let mut offered = cast.game(variant, &moves);
    offered.offer(asker, NOON).unwrap();
    let against = |record: &mut StoredGame| {
        record.setup.engine = Some(Engine {
            side: Side::Second,
            level: Level::DEFAULT,
        });
    };
    let alone = cast.game_with(variant, &moves[..1], against);
    add("against the bot", turn(&alone));
    let begun: Vec<String> = moves.iter().take(2).cloned().collect();
    let unrated = |record: &mut StoredGame| {
        against(record);
        record.setup.rated = false;
    };
    let mut alone = cast.game_with(variant, &begun, unrated);
    add("against the bot, a turn later", turn(&alone));
    let rest = alone.rest_placed();
    if !rest.is_empty() {
        let by = mover(&alone);
        alone.place_rest(by, &rest, NOON).unwrap();
        add("the rest is placed", turn(&alone));
        let asked = view::offer_to_count(l10n, &alone, by);
        add("to stop and count", asked.unwrap());
    }
    let hinted = set.hint().unwrap();
    for step in ["", "move", "why"] {
        let hint = view::hint(l10n, &set, mover(&set), hinted.clone(), step);
        add(&format!("a hint, step “{step}”"), hint);
    }
    let begun = cast.game(variant, &[]);
    for (head, game) in [
        ("begun", &begun),
        ("placed", &one),
        ("set up", &set),
        ("offered", &offered),
    ] {
        let BySide { first, second } = cast.people;
        add(head, view::turn(l10n, game, Some(first)));
        let board = view::board(l10n, game, second);
        add(&format!("{head}, to look at"), board);
        let words = view::words(l10n, game, first);
        add(&format!("{head}, in words"), words);
    }
    add("no claim", view::no_claim(l10n, &set));
    add("an offer", view::offer(l10n, &offered).unwrap());
    let answerer = mover(&offered);
    for (head, agrees) in [("an accepted offer", true), ("an unanswered offer", false)] {
        let mut next = cast.game(variant, &moves);
        next.offer(asker, NOON).unwrap();
        let ended = if agrees {
            next.answer(answerer, true, NOON)
        } else {
            next.resign(answerer, NOON)
        };
        ended.unwrap();
        add(head, view::past_offer(l10n, &offered, Some(&next)));
    }
    offered.answer(answerer, false, NOON).unwrap();
    add("declined", view::declined(l10n, &offered));
    add("after that", turn(&offered));
    add("what else", more(&set, mover(&set)));
    add("what else while one waits", more(&set, asker));
    let mut given = cast.game(variant, &moves);
    given.give(asker, NOON).unwrap();
    add("given time", turn(&given));
    let friendly = |stored: &mut StoredGame| stored.setup.rated = false;
    let mut wished = cast.game_with(variant, &moves, friendly);
    let side = wished.lately.last().unwrap().side;
    let last = wished.player(side);
    let other = wished.player(side.other());
    add("what else in a friendly game", more(&wished, last));
    wished.take_back(last, NOON).unwrap();
    add("to take back", view::offer(l10n, &wished).unwrap());
    wished.answer(other, true, NOON).unwrap();
    add("taken back", turn(&wished));
    let mut gone = cast.game(variant, &moves);
    let from = NOON.plus(60);
    let until = NOON.plus(Seconds::days(5));
    let by = mover(&gone);
    assert!(gone.leave(by, until, from).is_some());
    add("away", turn(&gone));
    add("told to be away", view::away(l10n, Some(until), NOON));
    add("told to be here", view::away(l10n, None, NOON));
    let noticed = |game: &Game, calls| {
        let called = mover(&given);
        view::called(l10n, game, called, Some(MessageId(9)), calls)
    };
    add("called", noticed(&given, Calls::Turn));
    add("reminded", noticed(&given, Calls::Reminder(NOON)));
    let late = Calls::Reminder(NOON.plus(Seconds::days(9)));
    add("nudged", noticed(&given, late));
    let nowhere = noticed(&given, Calls::Turn);
    add(
        "called where the board is",
        nowhere.above(&l10n.word("notice-closed")),
    );
    add("called before", view::past(l10n, &given, mover(&given)));
    add("late", view::late(l10n, &given).unwrap());
    add("waited for", view::waiting(l10n, &given));
    add("to resign", view::resign(l10n, &set));
    let with = |plans| cast.game_with(variant, &moves[..1], |stored| stored.plans.all = plans);
    plans(l10n, &with, &mut add);
    for (game, menus) in [(&begun, false), (&set, false), (&begun, true)] {
        let mut typed = String::new();
        loop {
            let panel = view::panel(l10n, game, mover(game), &typed, None, menus).unwrap();
            let next = goes_on(&panel);
            let next = next.get(next.len() / 2).cloned();
            let by = if menus { " from menus" } else { "" };
            add(&format!("choosing “{typed}”{by}"), panel);
            match next {
                Some(next) => typed = next,
                None => break,
            }
        }
    }
}

/// The plans of the waiting player, and the message after they were played.
fn plans(l10n: Localizer<'_>, with: &dyn Fn(Vec<Plan>) -> Game, add: &mut impl FnMut(&str, Reply)) {
    let game = &with(Vec::new());
    let by = waiter(game);
    let side = game.side_of(by).unwrap();
    let mut moves = Vec::new();
    for _ in 0..12 {
        let (line, assumed) = game.ahead(&moves).unwrap();
        let mut legal = line.legal_moves();
        legal.sort_unstable();
        let planning = Planning {
            game: with(Vec::new()),
            side,
            at: PlanAt::After(PlanId(9_000_000), assumed.len().try_into().unwrap()),
            next: legal.last().cloned(),
            state: line,
            assumed,
        };
        let head = format!("planning after {}", moves.len());
        if moves.len() < 3 {
            let typed = legal[0].split([' ', '-']).next().unwrap();
            for typed in ["", typed, legal[0].as_str()] {
                let panel = view::plan(l10n, &planning, typed, false).unwrap();
                add(&format!("{head}, “{typed}”"), panel);
            }
        }
        if !moves.is_empty() {
            add(&format!("{head}, added"), view::added(l10n, &planning));
        }
        moves.push(legal[0].clone());
    }
    let plan = |id| Plan {
        id: PlanId(id),
        side,
        base: game.changes,
        moves: moves.clone(),
    };
    let most: Vec<Plan> = (0..MAX_PLANS as u64).map(plan).collect();
    add("plans", view::plans(l10n, game, &most));
    add("no plans", view::plans(l10n, game, &[]));
    let mut played = with(most);
    let first = mover(game);
    played.play(first, &moves[0], None, NOON).unwrap();
    played.follow(NOON);
    add("planned", view::turn(l10n, &played, Some(first)));
    add(
        "planned, told the mover",
        view::done(l10n, &played, first, 0),
    );
    add("told who may plan", view::done(l10n, game, by, 0));
}

/// The possible next choices in a panel.
pub(crate) fn goes_on(panel: &Reply) -> Vec<String> {
    let of = |row: &Row| -> Vec<String> {
        match row {
            Row::Menu { options, .. } => options.iter().map(|it| it.value.clone()).collect(),
            Row::Section { .. } | Row::Channels { .. } => Vec::new(),
            Row::Buttons(buttons) => {
                let live = buttons.iter().filter(|button| button.enabled);
                let typed = live.filter_map(|button| match &button.id {
                    CustomId::Move(_, MoveAction::Panel(typed)) => Some(typed.clone()),
                    _ => None,
                });
                typed.filter(|typed| !typed.is_empty()).collect()
            }
        }
    };
    let plays = |row: &Row| match row {
        Row::Buttons(buttons) => buttons
            .iter()
            .any(|it| matches!(it.id, CustomId::Move(_, MoveAction::Play(_)))),
        _ => false,
    };
    let patterns = |row: &Row| match row {
        Row::Menu { id, .. } => id.to_string().ends_with(":patterns"),
        _ => false,
    };
    // A whole pattern can be exchanged for another one, forever.
    if panel.rows.iter().any(plays) && panel.rows.iter().any(patterns) {
        return Vec::new();
    }
    panel.rows.iter().flat_map(of).collect()
}

fn endings(l10n: Localizer<'_>, cast: &Cast, said: &mut Said) {
    let mut add = |head: String, reply| said.push((head, reply));
    let turn = |game: &Game| view::turn(l10n, game, None);
    // A turn with several captures.
    let (moves, _) = whole("seega-5-modern", 4);
    let mut games = (1..).map(|turns| cast.game("seega-5-modern", &moves[..turns]));
    let taken = games.find(|game| game.state().last().unwrap().captured.len() > 1);
    add("taken".to_owned(), turn(&taken.unwrap()));
    for (variant, by, moves) in &*ENDED {
        let replay = replay(cast, variant, moves);
        add(format!("{variant} ends, {by}"), turn(&replay.game));
        if !["goal", "idle"].contains(by) {
            continue;
        }
        let last = u32::try_from(moves.len()).unwrap();
        for turn in [0, 3, last] {
            let viewer = view::viewer(l10n, &replay, turn);
            add(format!("{variant}, seen after turn {turn}"), viewer);
        }
        let by_another = Replay { by: BOB, ..replay };
        let animation = view::animation(l10n, &by_another, 0);
        let replay = Replay {
            by: ANA,
            ..by_another
        };
        add(format!("{variant}, all of it"), animation);
        let mut review = Review {
            chances: vec![Some(0.5); moves.len() + 1],
            turning_points: vec![],
        };
        // Its pieces are placed first.
        if variant.starts_with("seega") {
            review.chances[0] = None;
        }
        let quiet = view::review(l10n, &replay, &review);
        add(format!("{variant}, reviewed, nothing found"), quiet);
        let line = cast.game(variant, &moves[..moves.len() - 1]);
        let better = Hint {
            reason: Some(Reason::Captures(2)),
            line: Vec::new(),
            ..Hint::new(line.state(), &moves[moves.len() - 1..]).unwrap()
        };
        review.turning_points = (1..=4)
            .map(|turn| TurningPoint {
                turn: last - turn,
                chances: [0.93, 0.07],
                better: moves[(last - turn) as usize - 1].clone(),
                reply: (turn > 1).then(|| better.clone()),
            })
            .collect();
        let points = view::review(l10n, &replay, &review);
        add(format!("{variant}, reviewed"), points);
        let better = view::better(l10n, &replay, last - 1, better);
        add(format!("{variant}, what would have been better"), better);
    }
    let replay = replay(cast, cast.seega, &[]);
    let start = view::viewer(l10n, &replay, 0);
    add("nothing played yet".to_owned(), start);
    add("the record".to_owned(), view::export(l10n, &replay));
    let ratings = BySide::new((1500.0, 1337.7), (1500.0, 1662.3));
    let mut game = cast.game_with(cast.seega, &[], |record| record.ratings = Some(ratings));
    game.resign(cast.people.first, NOON).unwrap();
    add("resigned".to_owned(), view::turn(l10n, &game, Some(ANA)));
    let (_, mut second) = both(cast);
    add("in a pair".to_owned(), view::turn(l10n, &second, Some(ANA)));
    second.resign(cast.people.first, NOON).unwrap();
    add("a pair is over".to_owned(), turn(&second));
    for (how, rated, is_broken) in [
        ("rated", true, false),
        ("unrated", false, false),
        ("the only one", true, true),
    ] {
        let mut early = cast.game_with(cast.seega, &[], |stored| {
            stored.setup.pair = Some(Pair {
                first: stored.setup.id,
                other: None,
                is_broken,
            });
            stored.setup.rated = rated;
        });
        early.resign(cast.people.first, NOON).unwrap();
        add(format!("the first of a pair is over, {how}"), turn(&early));
    }
    let mut game = cast.game(cast.seega, &[]);
    game.flag(game.deadline().unwrap(), false).unwrap();
    add("too late".to_owned(), turn(&game));
}

fn lists(l10n: Localizer<'_>, cast: &Cast, said: &mut Said) {
    let mut add = |head: &str, reply| said.push((head.to_owned(), reply));
    let BySide { first, second } = cast.people;
    let games = |lines: &[GameSummary]| view::games(l10n, lines, first, Some(HERE.guild));
    let lines: Vec<GameSummary> = (0..cast.listed).map(|number| cast.line(number)).collect();
    add("games, none", games(&[]));
    add("games, one", games(&lines[..1]));
    add("games", games(&lines));
    let digest = |lines: &[GameSummary]| Reply {
        private: false,
        ..view::games(l10n, lines, first, None)
    };
    add("games, once a day", digest(&lines));
    let many: Vec<GameSummary> = (0..12).map(|number| cast.line(number)).collect();
    add("games, many", games(&many));
    add("games, many once a day", digest(&many));
    let which = |command, viewer| view::which(l10n, CustomId::Which(command), &lines, viewer);
    add("which of one’s own", which(Command::Resign, first));
    add("which of others", which(Command::Board, EVE));
    let seega = Registry::standard().find("seega");
    let mut board = Leaderboard {
        standings: Vec::new(),
        own: None,
        page: 0,
        pages: 1,
    };
    let show = |board: &Leaderboard, rules, viewer| {
        view::leaderboard(l10n, board, rules, Scope::People, Some(viewer))
    };
    add("leaderboard, empty", show(&board, seega, first));
    let month = view::leaderboard(l10n, &board, seega, Scope::Month, Some(first));
    add("leaderboard, empty month", month);
    let places = 990..990 + 5 * u32::try_from(cast.listed).unwrap() / 4;
    board.standings = places
        .map(|place| cast.standing(place, second, Some(60.0)))
        .collect();
    board.standings.push(cast.standing(999, EVE, None));
    add("leaderboard, not on it", show(&board, seega, PlayerId(9)));
    let siwa = view::leaderboard(l10n, &board, seega, Scope::Engine, Some(PlayerId(9)));
    add("leaderboard, not on the one against Siwa", siwa);
    let month = view::leaderboard(l10n, &board, seega, Scope::Month, Some(PlayerId(9)));
    add("leaderboard, not on that of the month", month);
    board.own = Some(cast.standing(5000, first, Some(200.0)));
    board.page = 1;
    board.pages = 3;
    add("leaderboard, on another page", show(&board, None, first));
    let public = view::leaderboard(l10n, &board, seega, Scope::People, None);
    add("leaderboard, for everybody, from another page", public);
    board
        .standings
        .insert(0, cast.standing(1, first, Some(200.0)));
    board.standings.truncate(10);
    board.page = 0;
    add("leaderboard, on this page", show(&board, None, first));
    let siwa = view::leaderboard(l10n, &board, seega, Scope::Engine, Some(first));
    add("leaderboard, against Siwa", siwa);
    let month = |board| view::leaderboard(l10n, board, None, Scope::Month, Some(first));
    add("leaderboard, of the month", month(&board));
    let public = view::leaderboard(l10n, &board, seega, Scope::People, None);
    let public = view::shared(l10n, first, public);
    add("leaderboard, for everybody", public);
    let mut profile = Profile {
        player: first,
        people: None,
        engine: None,
        ratings: Vec::new(),
        rivals: Vec::new(),
    };
    let rules = seega.unwrap();
    let show =
        |profile: &Profile| view::profile(l10n, profile, rules, Registry::standard().games());
    add("profile, nothing played", show(&profile));
    profile.people = Some(cast.standing(1, first, Some(60.0)));
    add("profile, one game", show(&profile));
    profile.engine = Some(cast.standing(2, first, Some(200.0)));
    profile.ratings = vec![1500.0, 1612.4, 1580.0];
    profile.rivals = (0..MAX_RIVALS)
        .map(|number| Rival {
            player: PlayerId(second.0 - u64::from(number)),
            won: cast.played,
            drawn: 1,
            lost: number,
        })
        .collect();
    add("profile", show(&profile));
    let shared = view::shared(l10n, second, show(&profile));
    add("profile, for everybody", shared);
}

fn puzzles(l10n: Localizer<'_>, said: &mut Said) {
    /// The solutions by puzzle: each is searched once.
    static SOLUTIONS: LazyLock<Mutex<HashMap<u64, Option<Hint>>>> = LazyLock::new(Mutex::default);
    let mut add = |head: &str, reply| said.push((format!("puzzle, {head}"), reply));
    for (number, line) in (9..).zip([
        "seega-5-classic | ooooo/x.x.x/o.oxx/x...x/o.oxx o m 0 | d5-d4 | 2",
        "gyges-gates | .2..../.1332./...3../...3../2.12../...11. S - | e1-d2=c6 | 6",
    ]) {
        let mut stored = StoredPuzzle::read(line).unwrap();
        stored.id = PuzzleId(number);
        let puzzle = &Puzzle::read(&stored, Registry::standard()).unwrap();
        let text = stored.solution.as_str();
        let mut solutions = SOLUTIONS.lock().unwrap();
        let solution = solutions
            .entry(number)
            .or_insert_with(|| puzzle.solution())
            .clone();
        let shown = |day, typed| view::puzzle(l10n, puzzle, day, typed, false).unwrap();
        add("of the day", shown(20_779, ""));
        add("for oneself", shown(0, ""));
        add("confirmed", shown(0, text));
        let before = Rating::default();
        let opponent = Rating {
            rating: 1200.0,
            deviation: 50.0,
            ..before
        };
        let after = rate_player(before, opponent, true);
        let right = Tried {
            right: true,
            rating: Some((before, after)),
        };
        let wrong = Tried {
            right: false,
            rating: None,
        };
        for streak in [1, 7] {
            let text = Some(text);
            let best = solution.clone();
            let solved = view::tried(l10n, puzzle, 20_779, text, right, streak, best);
            add(&format!("solved, streak {streak}"), solved);
        }
        let legal = puzzle.state().legal_moves().into_iter().min();
        let tried = |text, best| view::tried(l10n, puzzle, 0, text, wrong, 0, best);
        add("missed", tried(legal.as_deref(), None));
        add("given up", tried(None, solution.clone()));
        add("shared", view::shared_puzzle(l10n, puzzle, 20_779, ANA, 7));
    }
}

fn themes(l10n: Localizer<'_>, said: &mut Said) {
    let mut add = |head: &str, reply| said.push((format!("theme, {head}"), reply));
    let games = Registry::standard();
    let none = Settings::default();
    let both = Settings {
        own_theme: THEMES.first().map(|theme| theme.id.to_owned()),
        public_theme: THEMES.last().map(|theme| theme.id.to_owned()),
        ..Settings::default()
    };
    for (chosen, settings) in [("none", &none), ("both", &both)] {
        for guild in [HERE.guild, GuildId::user_install(HERE.channel.0)] {
            add(chosen, view::themes(l10n, games, settings, guild));
        }
    }
}
