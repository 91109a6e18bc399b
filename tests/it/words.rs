//! Everything the bot can say, in files that a person can read: one a language.
//!
//! `UPDATE=1 cargo test --test it words` rewrites them; read the difference.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::LazyLock;

use siwa::discord::custom_id::Command;
use siwa::discord::view::Themes;
use siwa::discord::view::reply::{Reply, Row};
use siwa::discord::view::{self, Voice};
use siwa::game::{
    Challenge, ChallengeId, Denied, Game, GameId, GameRecord, GameSummary, Leaderboard, PlayerId,
    Rating, Standing, State, Terms,
};
use siwa::l10n::{L10n, Locale};
use siwa::message::{Arg, Localize as _, Message};
use siwa::registry::Registry;
use siwa::render::THEMES;
use siwa::rules::{BySide, Side};
use siwa::time::DAY;

use super::table::{
    ANA, BOB, EVE, HERE, NOON, after, fresh, happen, mover, placed, stored, waiter, whole,
};
use super::{locales, source};

const CLASSIC: &str = "seega-5-classic";

/// One of each denial; a new one does not compile until it is here.
pub(crate) fn every_denied() -> Vec<Denied> {
    let known = |denied: &Denied| match denied {
        Denied::Refused(_)
        | Denied::NotYourTurn { .. }
        | Denied::NotYourGame(_)
        | Denied::UnknownGame
        | Denied::NoGameHere
        | Denied::SeveralGames(_)
        | Denied::NothingToReplay
        | Denied::GameOver(_)
        | Denied::UsePlace
        | Denied::UseMove
        | Denied::MovedOn(_)
        | Denied::AlreadyOffered
        | Denied::OfferedBefore
        | Denied::NoOffer
        | Denied::OwnOffer
        | Denied::TimeIsUp(_)
        | Denied::NotOver(_)
        | Denied::Busy
        | Denied::TooManyGames { .. }
        | Denied::TooManyChallenges { .. }
        | Denied::ChallengeSelf
        | Denied::ChallengeBot
        | Denied::ChallengeEngine
        | Denied::UnknownChallenge
        | Denied::NotForYou { .. }
        | Denied::NotYourChallenge { .. }
        | Denied::ChallengeStands { .. }
        | Denied::NothingToDecline
        | Denied::ChallengeExpired(_)
        | Denied::ChallengeTaken(_)
        | Denied::ChallengeDeclined(_)
        | Denied::ChallengeCancelled(_)
        | Denied::RematchBegun(_) => (),
    };
    let (game, challenge) = (GameId(1_234_567), ChallengeId(7));
    let all = vec![
        Denied::NotYourTurn { turn: BOB },
        Denied::NotYourGame(game),
        Denied::UnknownGame,
        Denied::NoGameHere,
        Denied::SeveralGames(vec![line(1, BySide::default()), line(2, BySide::default())]),
        Denied::NothingToReplay,
        Denied::GameOver(game),
        Denied::UsePlace,
        Denied::UseMove,
        Denied::MovedOn(game),
        Denied::AlreadyOffered,
        Denied::OfferedBefore,
        Denied::NoOffer,
        Denied::OwnOffer,
        Denied::TimeIsUp(game),
        Denied::NotOver(game),
        Denied::Busy,
        Denied::TooManyGames {
            who: ANA,
            limit: 10,
        },
        Denied::TooManyChallenges { limit: 10 },
        Denied::ChallengeStands { opponent: BOB },
        Denied::ChallengeSelf,
        Denied::ChallengeBot,
        Denied::ChallengeEngine,
        Denied::UnknownChallenge,
        Denied::NotForYou { opponent: BOB },
        Denied::NotYourChallenge { challenger: ANA },
        Denied::NothingToDecline,
        Denied::ChallengeExpired(challenge),
        Denied::ChallengeTaken(challenge),
        Denied::ChallengeDeclined(challenge),
        Denied::ChallengeCancelled(challenge),
        Denied::RematchBegun(game),
    ];
    all.iter().for_each(known);
    all
}

/// What the rules of a game say to the texts of a file that they refuse.
fn every_refusal(of: &str) -> Vec<Message> {
    let file = source::read("tests/it/data/refusals.txt");
    let mut refused = Vec::new();
    for text in file
        .lines()
        .filter(|line| line.starts_with(of) && !line.starts_with('#'))
    {
        let [variant, position, before, text] = text.splitn(4, " | ").collect::<Vec<_>>()[..]
        else {
            panic!("{text}")
        };
        let (rules, variant) = Registry::standard().variant(variant).unwrap();
        let mut line = rules.parse(variant, position).unwrap();
        for played in before.split_whitespace() {
            line.play(played).unwrap();
        }
        let message = line.read(text).err();
        refused.push(message.unwrap_or_else(|| panic!("{position} {text} is legal")));
    }
    refused
}

/// What a position may be refused for.
fn every_invalid() -> Vec<Message> {
    let texts = [
        "",
        "...../... x p 0",
        ".../.../.../.../... x p 0",
        "...z./...../...../...../..... x p 0",
        "...../...../...../...../..... y p 0",
        "...../...../...../...../..... x q 0",
        "...../...../...../...../..... x p many",
        "...../...../..x../...../..... x p 0",
        "x..../...../...../...../..... x p 0",
        "xoxox/oxoxo/ox.xo/oxoxo/xoxox x p 0",
        "xx.../oo.../...../...../..... x p 5",
        "xxxxx/xxxxx/xx.xx/xxxxx/xxxxx x m 0",
        "...../...../...../...../..... x m 0",
    ];
    let of_gyges = [
        "",
        "123123/....../....../...... S -",
        "123123/.../....../....../....../123123 S -",
        "12312z/....../....../....../....../123123 S -",
        "123123/....../....../....../....../123123 W -",
        "123123/....../....../....../....../123123 S x",
        "111111/....../....../....../....../123123 S -",
    ];
    let refused = |variant: &str, text: &str| {
        let (rules, variant) = Registry::standard().variant(variant).unwrap();
        let refused = rules.parse(variant, text).err();
        refused.unwrap_or_else(|| panic!("{text} is a position"))
    };
    let seega = texts.iter().map(|text| refused(CLASSIC, text));
    let gyges = of_gyges.iter().map(|text| refused("gyges-gates", text));
    seega.chain(gyges).collect()
}

fn challenge(opponent: Option<PlayerId>, state: State) -> Challenge {
    let (rules, variant) = Registry::standard().variant(CLASSIC).unwrap();
    Challenge {
        id: ChallengeId(7),
        venue: HERE,
        challenger: ANA,
        opponent,
        terms: Terms {
            rules,
            variant,
            time: siwa::game::TimeControl::PerTurn(3 * DAY),
            rated: true,
        },
        first: None,
        rematch_of: None,
        expires: NOON.plus(3 * DAY),
        state,
    }
}

/// The first finished game of each kind of end, as some seeds lead there.
static ENDED: LazyLock<Vec<(&str, &str, Vec<String>)>> = LazyLock::new(|| {
    let mut ended: Vec<(&str, &str, Vec<String>)> = Vec::new();
    for (variant, seeds) in [(CLASSIC, 40), ("seega-5-lugo", 40), ("gyges-gates", 4)] {
        for seed in 0..seeds {
            let (moves, outcome) = whole(variant, seed);
            let by = outcome.reason().id;
            if !ended
                .iter()
                .any(|(known, reason, _)| *known == variant && *reason == by)
            {
                ended.push((variant, by, moves));
            }
        }
    }
    ended
});

/// The pages of a file: a heading and what is said.
struct Pages<'a> {
    voice: Voice<'a>,
    text: String,
}

impl Pages<'_> {
    fn head(&mut self, head: &str) {
        writeln!(self.text, "\n=== {head}\n").unwrap();
    }

    fn message(&mut self, message: &Message) {
        let words = self.voice.say(message);
        writeln!(self.text, "{}: {words}", message.id).unwrap();
    }

    fn reply(&mut self, head: &str, reply: &Reply) {
        let kind = if reply.private { "private" } else { "public" };
        let pings: Vec<String> = reply.pings.iter().map(|who| format!(" @{who}")).collect();
        let board = if reply.board.is_some() {
            " [board]"
        } else {
            ""
        };
        writeln!(
            self.text,
            "--- {head} ({kind}){}{board}\n{}",
            pings.concat(),
            reply.text
        )
        .unwrap();
        for row in &reply.rows {
            match row {
                Row::Buttons(buttons) => {
                    for button in buttons {
                        let off = if button.enabled { "" } else { " (off)" };
                        write!(self.text, "[{}]{off} ", button.label).unwrap();
                    }
                    self.text.push('\n');
                }
                Row::Menu {
                    placeholder,
                    options,
                    ..
                } => {
                    let labels: Vec<&str> = options
                        .iter()
                        .take(4)
                        .map(|option| option.label.as_str())
                        .collect();
                    writeln!(self.text, "<{placeholder}: {} | …>", labels.join(" | ")).unwrap();
                }
            }
        }
        self.text.push('\n');
    }
}

fn denials(pages: &mut Pages<'_>) {
    let voice = pages.voice;
    pages.head("What the house denies");
    for denied in every_denied() {
        pages.message(&denied.message());
    }
    for id in [
        "denied-outside",
        "denied-unknown-command",
        "denied-unknown-button",
        "denied-no-variant",
        "denied-no-time",
        "denied-no-theme",
        "denied-too-long",
    ] {
        pages.message(&Message::new(id));
    }
    let permissions = [
        "permission-view",
        "permission-send-in-threads",
        "permission-attach",
    ];
    for count in 1..=permissions.len() {
        let list = permissions[..count].iter().map(|id| Message::new(id));
        let list = Message::list(list.collect()).unwrap();
        let denied = Message::new("denied-permissions").with("permissions", list);
        pages.message(&denied.with("count", count));
    }
    pages.message(&Message::new("denied-theme").with("permission", view::may_manage()));
    pages.message(&Message::new("fault").with("incident", "0123abcd"));
    for info in Registry::standard().games().map(|rules| rules.info()) {
        let name = voice.say(&Message::new(info.name));
        pages.head(&format!("What the rules of {name} refuse"));
        for refusal in every_refusal(info.id) {
            pages.message(&refusal);
        }
    }
    pages.head("What is no position");
    for invalid in every_invalid() {
        pages.message(&invalid);
    }
}

fn challenges(pages: &mut Pages<'_>) {
    let voice = pages.voice;
    pages.head("Challenges");
    pages.reply(
        "to a member",
        &view::card(voice, &challenge(Some(BOB), State::Open)),
    );
    let mut open = challenge(None, State::Open);
    open.terms.time = siwa::game::TimeControl::Unlimited;
    open.terms.rated = false;
    pages.reply("open, without a limit, unrated", &view::card(voice, &open));
    let mut day = challenge(Some(BOB), State::Open);
    day.terms.time = siwa::game::TimeControl::PerTurn(DAY);
    day.first = Some(BOB);
    day.rematch_of = Some(GameId(41));
    pages.reply("rematch, a day a turn", &view::card(voice, &day));
    for state in [State::Declined, State::Cancelled, State::Expired] {
        let card = view::settled_card(voice, &challenge(Some(BOB), state), None);
        pages.reply(state.name(), &card);
    }
    let game = fresh(CLASSIC);
    let accepted = challenge(Some(BOB), State::Accepted(game.id()));
    pages.reply(
        "accepted",
        &view::settled_card(voice, &accepted, Some(&game)),
    );
}

fn turns(pages: &mut Pages<'_>) {
    let voice = pages.voice;
    pages.head("A game");
    let mut game = fresh(CLASSIC);
    pages.reply("it begins", &view::turn(voice, &game, Some(BOB)));
    happen(
        &mut game,
        |game, at| game.play(ANA, "a1 b2", None, at),
        NOON,
    );
    pages.reply("pieces were placed", &view::turn(voice, &game, Some(ANA)));
    happen(&mut game, |game, at| game.offer(ANA, at), NOON);
    pages.reply("an offer", &view::offer(voice, &game).unwrap());
    pages.reply("an offer, with its board", &view::turn(voice, &game, None));
    happen(&mut game, |game, at| game.answer(BOB, false, at), NOON);
    pages.reply("declined", &view::declined(voice, &game));
    pages.reply("declined, with its board", &view::turn(voice, &game, None));
    happen(&mut game, |game, at| game.claim(BOB, at), NOON);
    pages.reply(
        "a claim that is an offer",
        &view::offer(voice, &game).unwrap(),
    );
    pages.reply(
        "for one's own eyes",
        &view::board(voice, &game, game.player(Side::First)),
    );
    pages.reply("what else", &view::more(voice, &game));
    pages.reply("to resign", &view::resign(voice, &game));
    pages.message(&Message::new("resign-not"));

    let game = after(CLASSIC, &placed(CLASSIC, 1));
    pages.reply("all are placed", &view::turn(voice, &game, None));
    pages.reply(
        "in words",
        &view::words(voice, &game, game.player(Side::Second)),
    );
    pages.reply(
        "passed on, in words",
        &view::told(
            voice,
            &game,
            view::board(voice, &game, game.player(Side::First)),
        ),
    );
    captures(pages);

    let mut gyges = fresh("gyges-leroy");
    pages.reply("Gygès begins", &view::turn(voice, &gyges, Some(BOB)));
    for text in &placed("gyges-leroy", 1) {
        let by = mover(&gyges);
        happen(&mut gyges, |game, at| game.play(by, text, None, at), NOON);
    }
    pages.reply("Gygès, set up", &view::turn(voice, &gyges, None));
    pages.reply(
        "Gygès, in words",
        &view::words(voice, &gyges, gyges.player(Side::First)),
    );
    pages.reply("Gygès, what else", &view::more(voice, &gyges));
    happen(&mut gyges, |game, at| game.claim(ANA, at), NOON);
    pages.reply("Gygès, an offer", &view::offer(voice, &gyges).unwrap());

    pages.head("Making a move by choosing");
    let begun = fresh("gyges-leroy");
    pages.reply("a set-up", &view::panel(voice, &begun, ANA, "").unwrap());
    pages.reply(
        "a move of Gygès",
        &view::panel(voice, &gyges, mover(&gyges), "").unwrap(),
    );
    let game = fresh(CLASSIC);
    for typed in ["", "a1", "a1 b2"] {
        pages.reply(
            &format!("{typed:?}"),
            &view::panel(voice, &game, ANA, typed).unwrap(),
        );
    }
    let game = after(CLASSIC, &placed(CLASSIC, 1));
    pages.reply(
        "a move",
        &view::panel(voice, &game, mover(&game), "").unwrap(),
    );
    for id in [
        "done-resigned",
        "done-ended",
        "done-offered",
        "panel-too-long",
    ] {
        pages.message(&Message::new(id));
    }
    pages.message(&Message::new("done-played").with("move", "c2-c3xb3"));
    pages.message(&Message::new("done-elsewhere").with("channel", "<#70>"));
    for count in [1, 3_i64] {
        let message = Message::new("panel-preview-captures").with("move", "c2-c3xb3");
        pages.message(&message.with("count", count));
    }
    pages.message(&Message::new("turn-passed").with("player", Arg::Player(BOB.0)));
}

/// The first turn that takes one piece, and the first that takes more.
fn captures(pages: &mut Pages<'_>) {
    let (moves, _) = whole("seega-5-modern", 4);
    let mut game = fresh("seega-5-modern");
    let (mut one, mut more) = (false, false);
    for text in &moves {
        let by = mover(&game);
        happen(&mut game, |game, at| game.play(by, text, None, at), NOON);
        let taken = game.last().unwrap().captured.len();
        if (taken == 1 && !one) || (taken > 1 && !more) {
            (one, more) = (one || taken == 1, more || taken > 1);
            pages.reply(
                &format!("{taken} taken"),
                &view::turn(pages.voice, &game, Some(by)),
            );
        }
    }
    assert!(one && more, "another seed shows both");
}

fn endings(pages: &mut Pages<'_>) {
    let voice = pages.voice;
    pages.head("The end");
    for (variant, by, moves) in &*ENDED {
        let game = after(variant, moves);
        pages.reply(&format!("{variant}, {by}"), &view::turn(voice, &game, None));
    }
    let mut resigned = stored(
        CLASSIC,
        &fresh(CLASSIC)
            .resign(ANA, NOON)
            .unwrap()
            .into_iter()
            .map(|event| (NOON, event))
            .collect::<Vec<_>>(),
    );
    resigned.ratings = Some(BySide {
        first: (1500.0, 1337.7),
        second: (1500.0, 1662.3),
    });
    let game = Game::replay(resigned, Registry::standard()).unwrap();
    pages.reply("resignation", &view::turn(voice, &game, Some(ANA)));
    let mut game = fresh(CLASSIC);
    let late = game.deadline().unwrap();
    game.flag(late).unwrap();
    pages.reply("time", &view::turn(voice, &game, None));

    pages.head("Every end there is");
    let english = locales::said(Locale::English);
    for id in [
        "ended-won",
        "ended-drawn",
        "ended-won-plain",
        "ended-drawn-plain",
    ] {
        for by in &english[id].cases["by"] {
            let message = Message::new(id)
                .with("first", 5_usize)
                .with("second", 3_usize)
                .with("by", by.as_str())
                .with("winner", Arg::Player(ANA.0))
                .with("loser", Arg::Player(BOB.0))
                .with(
                    "side",
                    Arg::Term {
                        id: "seega-side",
                        case: "first",
                    },
                );
            writeln!(pages.text, "{id} {by}: {}", voice.say(&message)).unwrap();
        }
    }
    for id in ["ended-great", "ended-small", "ended-unrated"] {
        pages.message(&Message::new(id));
    }
}

fn looking_back(pages: &mut Pages<'_>) {
    let voice = pages.voice;
    pages.head("Looking back");
    for (variant, by, moves) in &*ENDED {
        if !matches!(*by, "goal" | "idle") {
            continue;
        }
        let game = after(variant, moves);
        let turns: Vec<String> = moves.iter().map(|text| format!("{text}\n")).collect();
        let text = format!("[Variant \"{variant}\"]\n{}", turns.concat());
        let record = GameRecord::read(text, Registry::standard()).unwrap();
        let last = u32::try_from(moves.len()).unwrap();
        for turn in [0, 3, last] {
            let reply = view::viewer(voice, &game, &record, turn, ANA);
            pages.reply(&format!("{variant}, after turn {turn}"), &reply);
        }
        let film = view::film(voice, &game, &record, 0, BOB);
        pages.reply(&format!("{variant}, all of it"), &film);
        let film = film.film.unwrap();
        writeln!(pages.text, "{}\n{}\n", film.alt, film.sorry).unwrap();
    }
    let game = fresh(CLASSIC);
    let record =
        GameRecord::read(format!("[Variant \"{CLASSIC}\"]"), Registry::standard()).unwrap();
    pages.reply(
        "nothing played yet",
        &view::viewer(voice, &game, &record, 0, ANA),
    );
    let export = view::export(voice, &game, &record);
    pages.reply("the record", &export);
    writeln!(pages.text, "{}\n", export.file.unwrap().alt).unwrap();

    pages.head("Every result there is");
    let english = locales::said(Locale::English);
    for id in ["result-won", "result-drawn"] {
        for by in &english[id].cases["by"] {
            let side = Arg::Term {
                id: "seega-side",
                case: "first",
            };
            let message = Message::new(id)
                .with("side", side)
                .with("first", 5_usize)
                .with("second", 3_usize)
                .with("by", by.as_str());
            writeln!(pages.text, "{id} {by}: {}", voice.say(&message)).unwrap();
        }
    }
    pages.message(&Message::new("result-none"));
}

/// A running game in a list.
pub(crate) fn line(id: u64, names: BySide<Option<String>>) -> GameSummary {
    let (rules, variant) = Registry::standard().variant("seega-9-lugo").unwrap();
    GameSummary {
        id: GameId(id),
        venue: HERE,
        info: rules.info(),
        variant,
        players: BySide {
            first: ANA,
            second: BOB,
        },
        turn: Some(Side::First),
        winner: None,
        deadline: Some(NOON.plus(DAY)),
        message: Some(siwa::game::MessageId(555)),
        names,
    }
}

fn lists(pages: &mut Pages<'_>) {
    let voice = pages.voice;
    pages.head("Lists");
    let names = BySide {
        first: Some("Ana".to_owned()),
        second: Some("Bob".to_owned()),
    };
    let mut lines = vec![line(1, names.clone()), line(2, BySide::default())];
    lines[1].deadline = None;
    lines[1].message = None;
    lines[1].turn = Some(Side::Second);
    pages.reply("no games", &view::games(voice, &[], ANA));
    pages.reply("one game", &view::games(voice, &lines[..1], ANA));
    pages.reply("two games", &view::games(voice, &lines, ANA));
    pages.reply(
        "which, of one's own",
        &view::which(voice, Command::Resign, &lines, ANA),
    );
    pages.reply(
        "which, of others",
        &view::which(voice, Command::Board(false), &lines, EVE),
    );
    let standing = |place, player, deviation: Option<f64>| Standing {
        place,
        player,
        rating: deviation.map(|deviation| Rating {
            rating: 1612.4,
            deviation,
            volatility: 0.06,
        }),
        won: 3,
        drawn: 1,
        lost: 2,
    };
    let mut board = Leaderboard {
        standings: Vec::new(),
        own: None,
        page: 0,
        pages: 1,
    };
    pages.reply(
        "nobody yet",
        &view::leaderboard(voice, &board, Registry::standard().find("seega"), ANA),
    );
    board.standings = vec![
        standing(1, BOB, Some(60.0)),
        standing(2, ANA, Some(200.0)),
        standing(3, EVE, None),
    ];
    pages.reply(
        "not on it",
        &view::leaderboard(
            voice,
            &board,
            Registry::standard().find("seega"),
            PlayerId(9),
        ),
    );
    board.own = Some(standing(2, ANA, Some(200.0)));
    board.pages = 3;
    pages.reply("on this page", &view::leaderboard(voice, &board, None, ANA));
    board.standings.remove(1);
    board.page = 1;
    pages.reply(
        "on another page",
        &view::leaderboard(voice, &board, None, ANA),
    );
}

fn themes(pages: &mut Pages<'_>) {
    let voice = pages.voice;
    pages.head("Themes");
    let none = Themes::default();
    pages.reply(
        "which, none chosen",
        &view::themes(voice, Registry::standard(), none),
    );
    for (own, public) in THEMES.iter().zip(THEMES.iter().rev()) {
        let chosen = Themes {
            own: Some(own),
            public: Some(public),
        };
        pages.reply("which", &view::themes(voice, Registry::standard(), chosen));
        pages.reply(
            "one’s own",
            &view::own_theme(voice, Registry::standard(), chosen),
        );
        pages.reply(
            "the server’s",
            &view::public_theme(voice, Registry::standard(), chosen),
        );
    }
    pages.reply(
        "no more of one’s own",
        &view::own_theme(voice, Registry::standard(), none),
    );
    pages.reply(
        "no more of the server’s",
        &view::public_theme(voice, Registry::standard(), none),
    );
}

fn explanations(pages: &mut Pages<'_>) {
    let voice = pages.voice;
    pages.head("Help and rules");
    pages.reply("help", &view::help(voice));
    for rules in Registry::standard().games() {
        let mut known = BTreeSet::new();
        for variant in rules.info().variants {
            if known.insert(variant.ruleset) {
                pages.reply(variant.id, &view::rules(voice, rules, variant, None));
            }
        }
    }
    for rules in Registry::standard().games() {
        let mut known = Vec::new();
        for variant in rules.info().variants {
            for lesson in rules.clauses(variant) {
                let shown = (lesson.words, lesson.position);
                if !known.contains(&shown) {
                    let page = view::rules(voice, rules, variant, Some(lesson.id));
                    writeln!(pages.text, "--- {}\n{}", variant.id, page.text).unwrap();
                    known.push(shown);
                }
            }
        }
    }
}

fn pages(l10n: &L10n, locale: Locale) -> String {
    let mut pages = Pages {
        voice: Voice { l10n, locale },
        text: format!("Everything Siwa says: {}\n", locale.tag()),
    };
    challenges(&mut pages);
    turns(&mut pages);
    endings(&mut pages);
    looking_back(&mut pages);
    lists(&mut pages);
    denials(&mut pages);
    explanations(&mut pages);
    themes(&mut pages);
    pages.text
}

#[test]
fn what_is_said_is_what_was_read_and_approved() {
    let l10n = L10n::new();
    let mut changed = Vec::new();
    for locale in Locale::ALL {
        let name = format!("tests/it/data/words/{}.txt", locale.tag());
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(&name);
        let now = pages(&l10n, locale);
        if std::env::var_os("UPDATE").is_some() {
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(&path, now).unwrap();
            continue;
        }
        let before = std::fs::read_to_string(&path).unwrap_or_default();
        let difference = before
            .lines()
            .zip(now.lines())
            .find(|(before, now)| before != now);
        if let Some((before, now)) = difference {
            changed.push(format!("{name}:\n  was {before}\n  is  {now}"));
        } else if before != now {
            changed.push(format!("{name}: it is longer or shorter"));
        }
    }
    assert!(
        changed.is_empty(),
        "{}\nread them after UPDATE=1",
        changed.join("\n")
    );
}

#[test]
fn every_refusal_there_are_words_for_is_among_them() {
    let said: BTreeSet<&str> = every_denied()
        .iter()
        .map(|denied| denied.message().id)
        .chain(every_refusal("").iter().map(|refusal| refusal.id))
        .chain(every_invalid().iter().map(|invalid| invalid.id))
        .collect();
    let english = source::read("assets/locales/en.ftl");
    let names = english
        .lines()
        .filter_map(|line| Some(line.split_once(" =")?.0));
    for id in names.filter(|id| id.contains("-refused-") || id.contains("-invalid-")) {
        let of_a_game = Registry::standard()
            .games()
            .any(|rules| id.starts_with(rules.info().id));
        assert!(!of_a_game || said.contains(id), "{id} is said nowhere");
    }
}

#[test]
fn a_waiting_player_is_told_so_when_they_choose() {
    let (l10n, game) = (L10n::new(), fresh(CLASSIC));
    let voice = Voice {
        l10n: &l10n,
        locale: Locale::English,
    };
    assert!(matches!(
        view::panel(voice, &game, waiter(&game), ""),
        Err(Denied::NotYourTurn { .. })
    ));
    assert!(matches!(
        view::panel(voice, &game, EVE, ""),
        Err(Denied::NotYourGame(_))
    ));
    assert!(matches!(
        view::panel(voice, &game, ANA, "c3"),
        Err(Denied::Refused(_))
    ));
}
