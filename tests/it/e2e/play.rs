//! Whole games: two people at a board, and the rules to compare with.

use serde_json::Value;
use siwa_games::registry::{GameState, Registry};
use siwa_games::rules::{Side, Stage};
use siwa_playground::Message;

use super::harness::Harness;
use super::person::{Person, Reply, Says};
pub(crate) use crate::random::Random;

/// A new state, separate from the bot's.
pub(crate) fn start(variant: &str) -> Box<dyn GameState> {
    let (rules, variant) = Registry::standard().variant(variant).unwrap();
    rules.start(variant)
}

/// A move of a lively game: usually one with the most captures.
pub(crate) fn lively(line: &dyn GameState, random: &mut Random) -> String {
    let mut legal = line.legal_moves();
    legal.sort();
    if line.stage() == Stage::Movement && random.below(10) > 0 {
        let taken = |text: &String| line.read(text).unwrap().captured.len();
        let most = legal.iter().map(taken).max().unwrap();
        legal.retain(|text| taken(text) == most);
    }
    legal.swap_remove(random.below(legal.len()))
}

/// Moves from the start of a variant until `wanted` is true for the position: the first such game
/// of a fixed sequence.
pub(crate) fn script(variant: &str, wanted: impl Fn(&dyn GameState) -> bool) -> Vec<String> {
    for seed in 0..3000 {
        let mut random = Random::seeded(seed);
        let mut line = start(variant);
        let mut moves = Vec::new();
        while line.outcome().is_none() && moves.len() < 160 {
            let text = lively(&*line, &mut random);
            line.play(&text).unwrap();
            moves.push(text);
            if wanted(&*line) {
                return moves;
            }
        }
    }
    panic!("no such game of {variant}");
}

/// Moves of a variant that place all pieces.
pub(crate) fn placing(variant: &str) -> Vec<String> {
    script(variant, |line| line.stage() == Stage::Movement)
}

/// Two people in the middle of a game.
pub(crate) struct Table {
    pub(crate) first: Person,
    pub(crate) second: Person,
    /// The game's id.
    pub(crate) id: String,
    /// The expected state.
    pub(crate) line: Box<dyn GameState>,
    /// The message with the present board.
    pub(crate) board: Message,
}

impl Table {
    /// A server of their own, in which Ana challenges Bob, who accepts.
    pub(crate) async fn open(variant: &str) -> (Harness, Self) {
        let harness = Harness::open().await;
        let table = Self::set(&harness, variant).await;
        (harness, table)
    }

    /// Like `open`, with all pieces placed.
    pub(crate) async fn open_placed(variant: &str) -> (Harness, Self) {
        let harness = Harness::open().await;
        let table = Self::placed(&harness, variant).await;
        (harness, table)
    }

    /// Ana challenges Bob, who accepts.
    pub(crate) async fn set(harness: &Harness, variant: &str) -> Self {
        Self::set_with(harness, variant, "").await
    }

    /// Like `set`, with more options of the challenge.
    pub(crate) async fn set_with(harness: &Harness, variant: &str, more: &str) -> Self {
        let ana = harness.person("ana");
        let bob = harness.person("bob");
        Self::between(harness, &ana, &bob, variant, more).await
    }

    /// One person challenges another, who accepts.
    pub(crate) async fn between(
        harness: &Harness,
        one: &Person,
        other: &Person,
        variant: &str,
        more: &str,
    ) -> Self {
        let (rules, variant) = harness.registry.variant(variant).unwrap();
        let line = rules.start(variant);
        let board = line.variant().board;
        let rules = line.variant().ruleset;
        let command = format!(
            "/challenge opponent:{} board:{board} rules:{rules} {more}",
            other.mention()
        );
        let card = &one.types(&command).await;
        assert!(!card.private(), "{}", card.text());
        let board = harness
            .follows(card, other, carried(card, ":accept").unwrap())
            .await;
        Self::first(one, other, board, line)
    }

    /// Two people at the first board of their game, which pings the one who has the first turn.
    pub(crate) fn first(
        one: &Person,
        other: &Person,
        board: Message,
        line: Box<dyn GameState>,
    ) -> Self {
        let people = if board.pinged() == [one.id()] {
            (one.clone(), other.clone())
        } else {
            assert!(board.pinged().iter().all(|who| *who == other.id()));
            (other.clone(), one.clone())
        };
        Self::at(people, board, line)
    }

    /// A game with all pieces placed.
    pub(crate) async fn placed(harness: &Harness, variant: &str) -> Self {
        let mut table = Self::set(harness, variant).await;
        table.follow(&placing(variant)).await;
        table
    }

    /// A game whose first board was just posted.
    pub(crate) fn at(people: (Person, Person), board: Message, line: Box<dyn GameState>) -> Self {
        Self {
            first: people.0,
            second: people.1,
            id: game_of(&board),
            line,
            board,
        }
    }

    pub(crate) fn of(&self, side: Side) -> &Person {
        match side {
            Side::First => &self.first,
            Side::Second => &self.second,
        }
    }

    /// The player to move.
    pub(crate) fn mover(&self) -> &Person {
        self.of(self.line.turn())
    }

    /// The player who waits.
    pub(crate) fn waiter(&self) -> &Person {
        self.of(self.line.turn().other())
    }

    /// The command that plays a move now.
    pub(crate) fn command(&self, text: &str) -> String {
        match self.line.stage() {
            Stage::Placement => format!("/place squares:{text} game:{}", self.id),
            Stage::Movement => format!("/move move:{text} game:{}", self.id),
        }
    }

    /// The player to move plays; the answer is the new public board, and pings the next player to
    /// move, unless that is the same one.
    pub(crate) async fn plays(&mut self, text: &str) -> Message {
        let mover = self.mover().clone();
        let command = self.command(text);
        let answer = mover.types(&command).await;
        assert!(!answer.private(), "{command}: {}", answer.text());
        let played = self.line.play(text).unwrap();
        let board = answer.message();
        board.says(&played.display);
        let picture = board.image().unwrap();
        assert!(picture.description.is_some());
        let pinged: Vec<u64> = match self.line.outcome() {
            Some(_) => vec![self.waiter().id(), self.mover().id()],
            None => vec![self.mover().id()],
        };
        let expected: Vec<u64> = pinged.into_iter().filter(|id| *id != mover.id()).collect();
        assert_eq!(board.pinged(), expected, "{}", board.text());
        self.board = board.clone();
        board
    }

    /// Both play the moves of a script; returns the last board.
    pub(crate) async fn follow(&mut self, script: &[String]) -> Message {
        for text in script {
            self.plays(text).await;
        }
        self.board.clone()
    }

    /// Both play to the end by the rules, into a goal as soon as possible.
    pub(crate) async fn plays_out(&mut self) {
        let mut random = Random::seeded(7);
        while self.line.outcome().is_none() {
            let legal = self.line.legal_moves();
            let goal = legal.into_iter().filter(|text| text.ends_with("-goal"));
            let lively = || lively(&*self.line, &mut random);
            let text = goal.min().unwrap_or_else(lively);
            self.plays(&text).await;
        }
    }

    /// Both players make two turns, so that the game counts.
    pub(crate) async fn two_turns_each(&mut self) {
        for _ in 0..4 {
            let text = self.line.legal_moves().into_iter().min().unwrap();
            self.plays(&text).await;
        }
    }

    /// A player resigns; returns the last board.
    pub(crate) async fn resigns(&self, harness: &Harness, who: &Person) -> Message {
        let asked = said(who, &format!("/resign game:{}", self.id)).await;
        harness.follows(&asked, who, "resign-surely").await
    }
}

/// A person opens the private panel of a board and makes these choices, step by step; returns the
/// panel.
pub(crate) async fn panel(who: &Person, board: &Message, choices: &[&str]) -> Message {
    let button = board.live().into_iter().find(|id| id.contains(":panel:"));
    let opened = who.presses(board, button.unwrap()).await;
    chosen(who, &opened, choices).await
}

/// A person makes further choices in a panel, step by step; returns the panel.
pub(crate) async fn chosen(who: &Person, panel: &Message, choices: &[&str]) -> Message {
    let mut panel = panel.clone();
    for choice in choices {
        let next = chooses(who, &panel, choice).await;
        panel = next.message();
    }
    assert!(panel.private(), "{}", panel.text());
    panel
}

/// A person chooses a part of a move, with its button or from its menu.
pub(crate) async fn chooses(who: &Person, panel: &Message, choice: &str) -> Reply {
    let button = format!(":panel:{}", choice.replace('-', ""));
    if let Some(button) = carried(panel, &button) {
        return who.presses(panel, button).await;
    }
    let has = |menu: &&&Value| {
        let mut options = menu["options"].as_array().unwrap().iter();
        options.any(|it| it["value"] == choice || it["label"] == choice)
    };
    let menus = panel.selects();
    let menu = menus.iter().find(has);
    let menu = menu.unwrap_or_else(|| panic!("no {choice} in {:?}", panel.live()));
    let menu = menu["custom_id"].as_str().unwrap();
    who.selects(panel, menu, &[choice]).await
}

/// A person enters a move in a panel with presses only; returns the panel that asks for
/// confirmation.
pub(crate) async fn enters(who: &Person, panel: &Message, text: &str) -> Message {
    let mut panel = panel.clone();
    let plain = |it: &str| it.replace(['-', ' '], "");
    let whole = text.replace('-', "");
    for _ in 0..30 {
        let picture = panel.image();
        let picture = picture.unwrap_or_else(|| panic!("no picture: {}", panel.text()));
        assert!(picture.description.is_some());
        let ends = ["play", "try", "add"].map(|act| format!(":{act}:{whole}"));
        if ends.iter().any(|end| carried(&panel, end).is_some()) {
            return panel;
        }
        let menus = panel.selects();
        let options = menus
            .iter()
            .flat_map(|menu| menu["options"].as_array().unwrap());
        let values = options.filter_map(|option| option["value"].as_str());
        let live = panel.live();
        let buttons = live
            .iter()
            .filter_map(|id| Some(id.split_once(":panel:")?.1));
        let leads = |part: &&str| !part.is_empty() && plain(text).starts_with(&plain(part));
        let next = values
            .chain(buttons)
            .filter(leads)
            .max_by_key(|part| plain(part).len());
        let next = next.unwrap_or_else(|| panic!("nothing leads to {text}: {live:?}"));
        panel = chosen(who, &panel, &[next]).await;
    }
    panic!("{text} cannot be chosen");
}

/// A person starts a game with the bot, from the menus of `/play`; returns its first board.
pub(crate) async fn alone(
    harness: &Harness,
    who: &Person,
    variant: &str,
    level: &str,
    start: &str,
) -> Message {
    let menu = said(who, "/play start:placed").await;
    let menu = chosen(who, &menu, &[variant, level]).await;
    let begun = who.presses(&menu, start).await.text();
    let id = begun.replace(|it: char| !it.is_ascii_digit(), "");
    let own = |it: &Message| is_board(it) && game_of(it) == id;
    harness.waits_for("main", own).await
}

/// A person opens a page of their settings.
pub(crate) async fn settings(who: &Person, page: &str) -> Message {
    let shown = said(who, "/settings").await;
    let page = who.presses(&shown, page).await;
    page.message()
}

/// A person goes away for so many days, or comes back after none; returns the page.
pub(crate) async fn leaves(who: &Person, days: &str) -> Message {
    let page = settings(who, "away").await;
    let left = match days {
        "0" => who.presses(&page, "I’m back").await,
        days => who.selects(&page, "settings:until", &[days]).await,
    };
    left.message()
}

/// A person asks for the record of a game, with a button below some message.
pub(crate) async fn exports(who: &Person, below: &Message, game: &str) -> Reply {
    let export = format!("view:{game}:0:export");
    who.presses_late(below, &export).await
}

/// A person types a command; returns the message that answers it.
pub(crate) async fn said(who: &Person, line: &str) -> Message {
    let answer = who.types(line).await;
    answer.message()
}

/// The completions of a line being typed: the value of each choice.
pub(crate) async fn offers(who: &Person, line: &str) -> Vec<String> {
    let choices = who.completes(line).await;
    assert!(choices.len() <= 25, "{line}: {}", choices.len());
    choices.into_iter().map(|choice| choice.value).collect()
}

/// The custom id in a message with this end.
pub(crate) fn carried<'a>(message: &'a Message, end: &str) -> Option<&'a str> {
    message.live().into_iter().find(|id| id.ends_with(end))
}

/// The id of the game of a board.
pub(crate) fn game_of(board: &Message) -> String {
    let live = board.live();
    let mut parts = live.first().unwrap().split(':');
    assert_eq!(parts.next(), Some("game"));
    parts.next().unwrap().to_owned()
}

/// The version of the board of a game that a message shows, if a person can move there or it is
/// over.
pub(crate) fn shown(message: &Message, game: &str) -> Option<u32> {
    let of = format!("game:{game}:");
    message.live().into_iter().find_map(|id| {
        let (changes, act) = id.strip_prefix(&of)?.split_once(':')?;
        let ready = act.starts_with("panel:") || act == "rematch";
        ready.then(|| changes.parse().unwrap())
    })
}

/// Returns whether a message is a board with buttons, of a turn or of an end.
pub(crate) fn is_board(message: &Message) -> bool {
    message.image().is_some()
        && message.live().iter().any(|id| {
            id.starts_with("game:")
                && [":board", ":panel:", ":rematch"]
                    .iter()
                    .any(|end| id.ends_with(end))
        })
}
