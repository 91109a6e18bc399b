//! All replies of the views, about games of a cast of players.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex};

use serenity::model::permissions::Permissions;
use siwa::app::{Planning, StoredDataSummary};
use siwa::discord::custom_id::{Command, CustomId, MoveAction};
use siwa::discord::permissions;
use siwa::discord::view::reply::{Reply, Row};
use siwa::discord::view::{self, Calls, Localizer, MissingPermission, Setup, Themes};
use siwa::game::{
    CHALLENGE_TTL, Challenge, ChallengeId, ChannelId, Defaults, Engine, FirstBy, Game, GameId,
    GameRecord, GameSummary, GameTerms, GamesIn, GuildId, GuildRules, Hint, Leaderboard, MAX_PLANS,
    MAX_PLAYERS, MAX_RIVALS, MessageId, Name, Notices, Notify, Order, Other, Pair, Pairing,
    PanelSettings, Phase, Plan, PlanAt, PlanId, PlayerId, Profile, Puzzle, PuzzleId, Quiet, Rating,
    Review, Rival, Scope, Standing, Start, State, StoredGame, StoredPuzzle, Thread, TimeControl,
    Tournament, Tried, TurningPoint,
};
use siwa::time::{DAY, Seconds, Zone};
use siwa_boards::THEMES;
use siwa_games::engine::Level;
use siwa_games::registry::{Reason, Registry};
use siwa_games::rules::{BySide, Side};

use super::table::{
    ANA, BOB, EVE, HERE, NOON, happen, mover, placed, stored, terms, waiter, whole,
};
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
    people: BySide {
        first: ANA,
        second: BOB,
    },
    name: "Bob",
    played: 3,
    listed: 2,
};

/// A cast with everything as long as possible.
pub(crate) const LONGEST: Cast = Cast {
    seega: "seega-9-lugo",
    game: u64::MAX,
    people: BySide {
        first: PlayerId(u64::MAX >> 1),
        second: PlayerId((u64::MAX >> 1) - 1),
    },
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
            if !ended
                .iter()
                .any(|known| (known.0, known.1) == (variant, by))
            {
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
        record.id = GameId(self.game);
        record.players = self.people;
        record.log[0].1 = Game::opening(self.people.first, FirstBy::Lots, None).written();
        change(&mut record);
        let mut game = Game::replay(record, Registry::standard()).unwrap();
        for text in moves {
            let by = mover(&game);
            happen(&mut game, |game, at| game.play(by, text, None, at), NOON);
        }
        game
    }

    fn challenge(&self, opponent: Option<PlayerId>, state: State) -> Challenge {
        Challenge {
            id: ChallengeId(7),
            venue: HERE,
            locale: String::new(),
            challenger: self.people.first,
            opponent,
            terms: GameTerms {
                time: TimeControl::PerTurn(3 * DAY),
                ..terms(self.seega)
            },
            rematch_of: None,
            expires: NOON.plus(3 * DAY),
            message: None,
            shown: 0,
            reopened: None,
            state,
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
            message: number
                .is_multiple_of(2)
                .then_some(siwa::game::MessageId(555)),
            names: BySide {
                first: Some(Name::new(self.name)),
                second: number.is_multiple_of(2).then(|| Name::new(self.name)),
            },
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
        level: None,
        start: Start::Dealt,
        order: Order::Random,
    };
    for level in Level::ALL {
        chosen.level = Some(level);
        let offer = view::engine(l10n, Registry::standard(), chosen, Level::DEFAULT, false);
        said.push((format!("offer of level {}", level.number()), offer));
    }
    chosen.level = None;
    let offer = view::engine(l10n, Registry::standard(), chosen, Level::DEFAULT, true);
    said.push(("offer outside".to_owned(), offer));
    chosen.start = Start::Placed;
    chosen.order = Order::First;
    let offer = view::engine(l10n, Registry::standard(), chosen, Level::DEFAULT, false);
    said.push(("offer to place".to_owned(), offer));
    cups(l10n, cast, &mut said);
    privacy(l10n, cast, &mut said);
    said.push(("help".to_owned(), view::help(l10n, usual(), false)));
    said.push(("help outside".to_owned(), view::help(l10n, usual(), true)));
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
    plays_all(&mut of);
    of.withdraw(player).unwrap();
    for game in &mut of.games {
        game.card = Some(MessageId(9));
    }
    add("group", view::group(l10n, &of, &of.groups()[0]));
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
    add("gone", view::forgotten(l10n));
    for (head, whole) in [("exported", true), ("exported without turns", false)] {
        add(head, view::exported(l10n, "{}\n".to_owned(), whole));
    }
    let records = Vec::from_iter(record("seega-5-classic", &[], ""));
    add("records", view::records(l10n, &records, 0));
    add(
        "some records",
        view::records(l10n, &records, cast.played as usize),
    );
    let gone = PlayerId::gone(7);
    let mut left = cast.game_with(cast.seega, &[], |stored| {
        stored.players.second = gone;
    });
    add(
        "a game with somebody who left",
        view::turn(l10n, &left, None),
    );
    happen(&mut left, |game, at| game.resign(gone, at), NOON);
    add("such a game is over", view::turn(l10n, &left, None));
}

pub(crate) fn usual() -> &'static siwa_games::rules::Variant {
    let (_, variant) = Registry::standard().variant("seega-5-classic").unwrap();
    variant
}

fn challenges(l10n: Localizer<'_>, cast: &Cast, said: &mut Said) {
    let mut add = |head: &str, reply| said.push((format!("challenge {head}"), reply));
    let other = Some(cast.people.second);
    add(
        "to a member",
        view::card(l10n, &cast.challenge(other, State::Open), NOON),
    );
    let mut open = cast.challenge(None, State::Open);
    open.terms.time = TimeControl::Unlimited;
    open.terms.rated = false;
    add(
        "to all, without a limit, unrated",
        view::card(l10n, &open, NOON),
    );
    let mut outside = open.clone();
    outside.venue.guild = GuildId::user_install(HERE.channel.0);
    add("where the bot is not", view::card(l10n, &outside, NOON));
    let late = NOON.plus(CHALLENGE_TTL);
    add("to all, and nobody came", view::card(l10n, &open, late));
    let mut again = cast.challenge(other, State::Open);
    again.terms.time = TimeControl::PerTurn(DAY);
    again.terms.side = Some(Side::Second);
    again.rematch_of = Some(GameId(cast.game));
    add("to a rematch, a day a turn", view::card(l10n, &again, NOON));
    let mut dealt = cast.challenge(other, State::Open);
    dealt.terms.start = Start::Dealt;
    add("dealt", view::card(l10n, &dealt, NOON));
    dealt.terms.side = Order::First.side(Start::Dealt);
    add("dealt, with a side", view::card(l10n, &dealt, NOON));
    for state in [State::Declined, State::Cancelled, State::Expired] {
        let card = view::closed_card(l10n, &cast.challenge(other, state), None, None);
        add(state.as_ref(), card);
    }
    let game = cast.game(cast.seega, &[]);
    let accepted = cast.challenge(other, State::Accepted(game.id()));
    add(
        "accepted",
        view::closed_card(l10n, &accepted, Some(&game), None),
    );
    let mut long = cast.challenge(other, State::Open);
    long.terms.time = TimeControl::Bank {
        initial: 3 * DAY,
        increment: Seconds::hours(8),
    };
    add("with a bank", view::card(l10n, &long, NOON));
    let mut short = cast.challenge(other, State::Open);
    short.terms.time = TimeControl::PerTurn(Seconds::hours(12));
    add("of hours", view::card(l10n, &short, NOON));
    let mut asked = cast.challenge(other, State::Open);
    asked.terms.games_in = GamesIn::Ask;
    add("whose taker chooses where", view::card(l10n, &asked, NOON));
    let threaded = |thread, moves: &[String]| {
        cast.game_with(cast.seega, moves, |stored| stored.thread = thread)
    };
    let refused = threaded(Thread::Refused, &[]);
    add(
        "accepted, without its thread",
        view::closed_card(l10n, &accepted, Some(&refused), None),
    );
    let open = Thread::Open(ChannelId(1_100_000_000_000_000_077));
    let mut running = threaded(open, &placed(cast.seega, 3));
    add(
        "accepted, with a thread",
        view::closed_card(l10n, &accepted, Some(&running), None),
    );
    let loser = waiter(&running);
    happen(&mut running, |game, at| game.resign(loser, at), NOON);
    add(
        "accepted, and its game is over",
        view::closed_card(l10n, &accepted, Some(&running), None),
    );
    let mut pair = cast.challenge(other, State::Open);
    for games in [Pairing::AtOnce, Pairing::InTurn] {
        pair.terms.games = games;
        let head = format!("to a pair, {}", games.as_ref());
        add(&head, view::card(l10n, &pair, NOON));
    }
    pair.state = accepted.state;
    let (mut first, mut second) = both(cast);
    let card =
        |first: &Game, second: &Game| view::closed_card(l10n, &pair, Some(first), Some(second));
    add("of a pair, accepted", card(&first, &second));
    for game in [&mut first, &mut second] {
        happen(game, |game, at| game.resign(cast.people.first, at), NOON);
    }
    add("of a pair, and both are over", card(&first, &second));
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
        checked: Some(vec![(HERE.channel, Some(Vec::new()))]),
        allowed_channels: Vec::new(),
        locale: None,
        defaults: Defaults::default(),
        themes: Themes::default(),
        guild_rules: GuildRules::default(),
    };
    add("setup", view::setup(l10n, &untouched, NOON));
    let channels = (0..cast.listed).map(|number| ChannelId(1_100_000_000_000_000_077 + number));
    let places: Vec<ChannelId> = channels.collect();
    let changed = all_otherwise(places);
    add("setup, all otherwise", view::setup(l10n, &changed, NOON));
    let (kept, lost) = changed.allowed_channels.split_at(1);
    let lost = lost.iter().map(|place| (*place, None));
    let closed = Setup {
        checked: Some(lost.chain([(kept[0], Some(Vec::new()))]).collect()),
        ..changed.clone()
    };
    add("setup, channels gone", view::setup(l10n, &closed, NOON));
    let unknown = Setup {
        checked: None,
        ..changed
    };
    add("setup, unchecked", view::setup(l10n, &unknown, NOON));
    let usual = Notices::default();
    let zones = Zone::find("america", 25, |_| String::new());
    add("notices", view::notify(l10n, &usual, &[], NOON));
    let daily = Notices {
        how: Notify::Digest,
        quiet: Some(Quiet { from: 22, to: 8 }),
        ..usual
    };
    add(
        "notices once a day",
        view::notify(l10n, &daily, &zones, NOON),
    );
}

/// All missing permissions of a channel.
pub(crate) fn lacks() -> Vec<MissingPermission> {
    permissions::lacking(Permissions::empty())
}

/// A server with no default settings, and with all permissions missing in these channels.
pub(crate) fn all_otherwise(places: Vec<ChannelId>) -> Setup {
    Setup {
        checked: Some(places.iter().map(|it| (*it, Some(lacks()))).collect()),
        allowed_channels: places,
        locale: Some("pt-BR".to_owned()),
        defaults: Defaults {
            time: TimeControl::Unlimited,
            rated: false,
            games_in: GamesIn::Ask,
            tournaments: true,
        },
        themes: Themes {
            public: THEMES.last(),
            ..Themes::default()
        },
        guild_rules: GuildRules {
            weekends: Zone::read("America/Argentina/Buenos_Aires"),
            takebacks: true,
        },
    }
}

/// Two games of a running pair, in a thread. For each, the other is over, and drawn.
fn both(cast: &Cast) -> (Game, Game) {
    let ids = [cast.game - 1, cast.game].map(GameId);
    let of = |number: usize, moves: &[String]| {
        cast.game_with(cast.seega, moves, |stored| {
            let (id, first) = (ids[number], ids[0]);
            let other = Some(Other {
                id: ids[1 - number],
                over: true,
                counts: true,
                winner: None,
            });
            stored.id = id;
            stored.thread = Thread::Open(ChannelId(1_100_000_000_000_000_077));
            stored.pair = Some(Pair { first, other });
            stored.ratings = Some(BySide {
                first: (1500.0, 1337.7),
                second: (1500.0, 1662.3),
            });
        })
    };
    let moves = placed(cast.seega, 3);
    (of(0, &moves), of(1, &moves[..1]))
}

fn turns(l10n: Localizer<'_>, cast: &Cast, variant: &str, said: &mut Said) {
    let mut add = |head: &str, reply| said.push((format!("{variant}, {head}"), reply));
    let moves = placed(variant, 3);
    let one = cast.game(variant, &moves[..1]);
    let set = cast.game(variant, &moves);
    let asker = waiter(&set);
    let mut offered = cast.game(variant, &moves);
    happen(&mut offered, |game, at| game.offer(asker, at), NOON);
    let against = |record: &mut StoredGame| {
        record.engine = Some(Engine {
            side: Side::Second,
            level: Level::DEFAULT,
        });
    };
    let alone = cast.game_with(variant, &moves[..1], against);
    add("against the bot", view::turn(l10n, &alone, None));
    let begun: Vec<String> = moves.iter().take(2).cloned().collect();
    let unrated = |record: &mut StoredGame| {
        against(record);
        record.rated = false;
    };
    let mut alone = cast.game_with(variant, &begun, unrated);
    add(
        "against the bot, a turn later",
        view::turn(l10n, &alone, None),
    );
    let rest = alone.rest_placed();
    if !rest.is_empty() {
        let by = mover(&alone);
        happen(&mut alone, |game, at| game.place_rest(by, &rest, at), NOON);
        add("the rest is placed", view::turn(l10n, &alone, None));
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
        add(head, view::turn(l10n, game, Some(cast.people.first)));
        add(
            &format!("{head}, to look at"),
            view::board(l10n, game, cast.people.second),
        );
        add(
            &format!("{head}, in words"),
            view::words(l10n, game, cast.people.first),
        );
    }
    add(
        "passed on in words",
        view::told(l10n, &offered, view::turn(l10n, &offered, None)),
    );
    add("no claim", view::no_claim(l10n, &set));
    add("an offer", view::offer(l10n, &offered).unwrap());
    let answerer = mover(&offered);
    happen(
        &mut offered,
        |game, at| game.answer(answerer, false, at),
        NOON,
    );
    add("declined", view::declined(l10n, &offered));
    add("after that", view::turn(l10n, &offered, None));
    add("what else", view::more(l10n, &set, mover(&set), NOON));
    add(
        "what else while one waits",
        view::more(l10n, &set, asker, NOON),
    );
    let mut given = cast.game(variant, &moves);
    happen(&mut given, |game, at| game.give(asker, at), NOON);
    add("given time", view::turn(l10n, &given, None));
    let friendly = |stored: &mut StoredGame| stored.rated = false;
    let mut wished = cast.game_with(variant, &moves, friendly);
    let side = wished.last().unwrap().side;
    let (last, other) = (wished.player(side), wished.player(side.other()));
    add(
        "what else in a friendly game",
        view::more(l10n, &wished, last, NOON),
    );
    happen(&mut wished, |game, at| game.take_back(last, at), NOON);
    add("to take back", view::offer(l10n, &wished).unwrap());
    happen(&mut wished, |game, at| game.answer(other, true, at), NOON);
    add("taken back", view::turn(l10n, &wished, None));
    let mut gone = cast.game(variant, &moves);
    let (from, until) = (NOON.plus(60), NOON.plus(5 * DAY));
    let by = mover(&gone);
    assert!(gone.leave(by, until, from).is_some());
    add("away", view::turn(l10n, &gone, None));
    add("told to be away", view::away(l10n, Some(until), NOON, 14));
    add("told to be here", view::away(l10n, None, NOON, 14));
    let noticed = |game: &Game, calls| {
        let called = mover(&given);
        view::called(l10n, game, called, Some(MessageId(9)), calls)
    };
    add("called", noticed(&given, Calls::Turn));
    add("reminded", noticed(&given, Calls::Reminder(NOON)));
    add(
        "nudged",
        noticed(&given, Calls::Reminder(NOON.plus(9 * DAY))),
    );
    let nowhere = noticed(&given, Calls::Turn);
    add("called where the board is", view::closed(l10n, nowhere));
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
        base: game.changes(),
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
    add("planned, told the mover", view::done(l10n, &played, first));
    add("told who may plan", view::done(l10n, game, by));
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
    let mut seen = false;
    for text in 1.. {
        // A turn with several captures.
        let (moves, _) = whole("seega-5-modern", 4);
        let game = cast.game("seega-5-modern", &moves[..text]);
        if game.last().unwrap().captured.len() > 1 {
            add("taken".to_owned(), view::turn(l10n, &game, None));
            seen = true;
        }
        if seen {
            break;
        }
    }
    for (variant, by, moves) in &*ENDED {
        let game = cast.game(variant, moves);
        add(
            format!("{variant} ends, {by}"),
            view::turn(l10n, &game, None),
        );
        if !["goal", "idle"].contains(by) {
            continue;
        }
        let record = record(variant, moves, "").unwrap();
        let last = u32::try_from(moves.len()).unwrap();
        for turn in [0, 3, last] {
            let viewer = view::viewer(l10n, &game, &record, turn, ANA);
            add(format!("{variant}, seen after turn {turn}"), viewer);
        }
        let animation = view::animation(l10n, &game, &record, 0, BOB);
        add(format!("{variant}, all of it"), animation);
        let mut review = Review {
            chances: vec![Some(0.5); moves.len() + 1],
            turning_points: vec![],
        };
        // Its pieces are placed first.
        if variant.starts_with("seega") {
            review.chances[0] = None;
        }
        let quiet = view::review(l10n, &game, &record, &review);
        add(format!("{variant}, reviewed, nothing found"), quiet);
        review.turning_points = (1..=4)
            .map(|turn| TurningPoint {
                turn: last - turn,
                chances: [0.93, 0.07],
                better: moves[(last - turn) as usize - 1].clone(),
            })
            .collect();
        let points = view::review(l10n, &game, &record, &review);
        add(format!("{variant}, reviewed"), points);
        let line = cast.game(variant, &moves[..moves.len() - 1]);
        let better = Hint {
            reason: Some(Reason::Captures(2)),
            line: Vec::new(),
            ..Hint::of(line.state(), &moves[moves.len() - 1..]).unwrap()
        };
        let better = view::better(l10n, &game, &record, last - 1, better, ANA);
        add(format!("{variant}, what would have been better"), better);
    }
    let game = cast.game(cast.seega, &[]);
    let record = record(cast.seega, &[], "").unwrap();
    let start = view::viewer(l10n, &game, &record, 0, ANA);
    add("nothing played yet".to_owned(), start);
    add("the record".to_owned(), view::export(l10n, &game, &record));
    let ratings = BySide {
        first: (1500.0, 1337.7),
        second: (1500.0, 1662.3),
    };
    let mut game = cast.game_with(cast.seega, &[], |record| record.ratings = Some(ratings));
    happen(
        &mut game,
        |game, at| game.resign(cast.people.first, at),
        NOON,
    );
    add("resigned".to_owned(), view::turn(l10n, &game, Some(ANA)));
    let (_, mut second) = both(cast);
    add("in a pair".to_owned(), view::turn(l10n, &second, Some(ANA)));
    happen(
        &mut second,
        |game, at| game.resign(cast.people.first, at),
        NOON,
    );
    add("a pair is over".to_owned(), view::turn(l10n, &second, None));
    for rated in [true, false] {
        let mut early = cast.game_with(cast.seega, &[], |stored| {
            let first = stored.id;
            stored.pair = Some(Pair { first, other: None });
            stored.rated = rated;
        });
        happen(
            &mut early,
            |game, at| game.resign(cast.people.first, at),
            NOON,
        );
        let rated = if rated { "rated" } else { "unrated" };
        add(
            format!("the first of a pair is over, {rated}"),
            view::turn(l10n, &early, None),
        );
    }
    let mut game = cast.game(cast.seega, &[]);
    game.flag(game.deadline().unwrap()).unwrap();
    add("too late".to_owned(), view::turn(l10n, &game, None));
}

fn lists(l10n: Localizer<'_>, cast: &Cast, said: &mut Said) {
    let mut add = |head: &str, reply| said.push((head.to_owned(), reply));
    let BySide { first, second } = cast.people;
    let lines: Vec<GameSummary> = (0..cast.listed).map(|number| cast.line(number)).collect();
    add(
        "games, none",
        view::games(l10n, &[], first, Some(HERE.guild)),
    );
    add(
        "games, one",
        view::games(l10n, &lines[..1], first, Some(HERE.guild)),
    );
    add("games", view::games(l10n, &lines, first, Some(HERE.guild)));
    add("games, once a day", view::digest(l10n, &lines, first));
    let many: Vec<GameSummary> = (0..12).map(|number| cast.line(number)).collect();
    add(
        "games, many",
        view::games(l10n, &many, first, Some(HERE.guild)),
    );
    add("games, many once a day", view::digest(l10n, &many, first));
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
    add(
        "profile, for everybody",
        view::shared(l10n, second, show(&profile)),
    );
}

fn puzzles(l10n: Localizer<'_>, said: &mut Said) {
    /// The solutions by puzzle: each is searched once.
    static SOLUTIONS: LazyLock<Mutex<HashMap<u64, Option<Hint>>>> = LazyLock::new(Mutex::default);
    let mut add = |head: &str, reply| said.push((format!("puzzle, {head}"), reply));
    for (number, line) in (9..).zip([
        "seega-5-classic | ooooo/x.x.x/o.oxx/x...x/o.oxx o m 0 | d5-d4 | 2",
        "gyges-gates | .2..../.1332./...3../...3../2.12../...11. S - | e1-d2=c6 | 6",
    ]) {
        let stored = StoredPuzzle::read(line).unwrap();
        let puzzle = Puzzle::read(&stored, Registry::standard()).unwrap();
        let found = (PuzzleId(number), puzzle);
        let text = stored.solution.as_str();
        let mut solutions = SOLUTIONS.lock().unwrap();
        let solution = solutions
            .entry(found.0.0)
            .or_insert_with(|| found.1.solution())
            .clone();
        add(
            "of the day",
            view::puzzle(l10n, &found, 20_779, "", false).unwrap(),
        );
        add(
            "for oneself",
            view::puzzle(l10n, &found, 0, "", false).unwrap(),
        );
        add(
            "confirmed",
            view::puzzle(l10n, &found, 0, text, false).unwrap(),
        );
        let (before, after) = (
            Rating::default(),
            Rating::default().against(Rating::fixed(1200.0, 50.0), true),
        );
        let right = Tried {
            right: true,
            rating: Some((before, after)),
        };
        let wrong = Tried {
            right: false,
            rating: None,
        };
        for streak in [1, 7] {
            let solved = view::tried(
                l10n,
                &found,
                20_779,
                Some(text),
                right,
                streak,
                solution.clone(),
            );
            add(&format!("solved, streak {streak}"), solved);
        }
        let legal = found.1.state().legal_moves().into_iter().min();
        add(
            "missed",
            view::tried(l10n, &found, 0, legal.as_deref(), wrong, 0, None),
        );
        add(
            "given up",
            view::tried(l10n, &found, 0, None, wrong, 0, solution.clone()),
        );
        add("shared", view::shared_puzzle(l10n, &found, 20_779, ANA, 7));
    }
}

fn themes(l10n: Localizer<'_>, said: &mut Said) {
    let mut add = |head: &str, reply| said.push((format!("theme, {head}"), reply));
    let games = Registry::standard();
    let none = Themes::default();
    let (own, public) = (THEMES.first(), THEMES.last());
    let both = Themes { own, public };
    for (chosen, themes) in [("none", none), ("both", both)] {
        for guild in [HERE.guild, GuildId::user_install(HERE.channel.0)] {
            add(chosen, view::themes(l10n, games, themes, guild));
        }
    }
}
