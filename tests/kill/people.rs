//! Simulated people, who act by what they see, and make mistakes.

use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use siwa_games::registry::Registry;
use siwa_playground::{Answer, Message, Person, Refused, World};
use tokio::sync::{Notify, RwLock};

use super::random::Random;

/// The longest pause before an act, in milliseconds.
const THINKING: u64 = 40;
/// The starts of private answers after which everyone must see something new.
const DONE: [&str; 5] = [
    "You played",
    "You resigned",
    "The game has ended",
    "Sent. Now it’s up to your opponent",
    "Done.",
];

/// Two people in their own thread, with up to two games at the same time.
pub(crate) struct Table {
    world: World,
    people: [Person; 2],
    place: String,
    random: Random,
    /// Notified just before an act that changes a game.
    doing: Arc<Notify>,
}

impl Table {
    pub(crate) fn new(
        world: &World,
        people: [&str; 2],
        place: u64,
        seed: u64,
        doing: &Arc<Notify>,
    ) -> Self {
        let place = place.to_string();
        Self {
            world: world.clone(),
            people: people.map(|key| world.person(key).in_channel(&place)),
            place,
            random: Random::seeded(seed),
            doing: Arc::clone(doing),
        }
    }

    /// Plays forever.
    pub(crate) async fn play(mut self, pause: Arc<RwLock<()>>) {
        loop {
            let acting = pause.read().await;
            // A person who gets no answer looks at the channel and continues.
            let _ = self.act().await;
            drop(acting);
            let thinking = Duration::from_millis(self.random.next() % THINKING);
            tokio::time::sleep(thinking).await;
        }
    }

    /// Both people, in any order.
    fn both(&mut self) -> [Person; 2] {
        let [one, other] = self.people.clone();
        if self.random.chance(50) {
            [one, other]
        } else {
            [other, one]
        }
    }

    /// The next act of one of the two, by what they see.
    async fn act(&mut self) -> Result<(), Refused> {
        let mut seen = self.world.messages(&self.place);
        seen.reverse();
        let newest = |begins: &str, holds: &str| {
            let mut all = seen.iter();
            all.find(|it| carried(it, begins, holds).is_some())
        };
        if let Some(card) = newest("challenge:", ":accept") {
            return self.answer_challenge(card).await;
        }
        if let Some(offer) = newest("game:", ":accept")
            && self.random.chance(60)
        {
            return self.answer(offer).await;
        }
        let boards: Vec<&Message> = seen
            .iter()
            .filter(|it| carried(it, "game:", ":panel:").is_some())
            .collect();
        if boards.is_empty() || boards.len() == 1 && self.random.chance(5) {
            return self.begin(newest("game:", ":rematch")).await;
        }
        let board = *self.random.pick(&boards);
        self.go_on(board).await
    }

    /// Does an act that changes a game, and waits until everyone sees the result.
    async fn does(
        &self,
        act: impl Future<Output = Result<Answer, Refused>>,
    ) -> Result<Answer, Refused> {
        let messages = self.world.messages(&self.place);
        let newest = messages.last().map_or(0, |it| it.id);
        self.doing.notify_waiters();
        let answer = act.await?;
        let begun = !answer.private() && answer.text().contains("accepted. This is game");
        if begun || DONE.iter().any(|done| answer.text().starts_with(done)) {
            let new = |it: &Message| it.id > newest;
            self.world.wait_for(&self.place, new).await?;
        }
        Ok(answer)
    }

    /// Tries an act that only one of the two can do.
    async fn either(&mut self, message: &Message, button: &str) -> Result<(), Refused> {
        for person in self.both() {
            let answer = self.does(person.presses(message, button)).await?;
            if !answer.private() {
                break;
            }
        }
        Ok(())
    }

    async fn answer_challenge(&mut self, card: &Message) -> Result<(), Refused> {
        let button = match self.random.below(100) {
            0..84 => "accept",
            84..92 => "decline",
            _ => "cancel",
        };
        self.either(card, button).await
    }

    async fn answer(&mut self, offer: &Message) -> Result<(), Refused> {
        let accept = self.random.chance(20);
        self.either(offer, if accept { "accept" } else { "decline" })
            .await
    }

    /// A rematch of a game that has ended, or a challenge.
    async fn begin(&mut self, end: Option<&Message>) -> Result<(), Refused> {
        let [one, other] = self.both();
        if let Some(end) = end
            && self.random.chance(70)
        {
            let asked = self.does(one.presses(end, "rematch")).await?;
            if !asked.private() && self.random.chance(50) {
                self.does(other.presses(end, "rematch")).await?;
            }
            return Ok(());
        }
        let games: Vec<_> = Registry::standard().games().collect();
        let variants = self.random.pick(&games).info().variants;
        // Choose the first variants, which are small, more often.
        let most = self.random.below(variants.len()) + 1;
        let variant = &variants[self.random.below(most)];
        let board = variant.board;
        let rules = variant.ruleset;
        let whom = other.mention();
        let rated = !self.random.chance(30);
        let challenge =
            format!("/challenge opponent:{whom} board:{board} rules:{rules} rated:{rated}");
        self.does(one.types(&challenge)).await.map(drop)
    }

    /// An act in a game; usually by the player to move.
    pub(crate) async fn go_on(&mut self, board: &Message) -> Result<(), Refused> {
        let text = board.text();
        let mut lines = text.lines();
        let asks = lines.find(|line| line.contains("press the button"));
        let asked = |it: &Person| asks.is_some_and(|line| line.contains(&it.mention()));
        let [one, other] = self.both();
        let who = if asked(&one) != self.random.chance(5) {
            one
        } else {
            other
        };
        let away = who.in_channel("other");
        let game = format!(" game:{}", game_of(board));
        match self.random.below(100) {
            0..3 => self.resign(&who, board, &game).await,
            3..10 => self.offer(&who, board, &game).await,
            10..45 => self.press(&who, board).await,
            45..60 => self.type_a_turn(&away, board, &game).await,
            60..80 => self.type_a_turn(&who, board, "").await,
            _ => self.type_a_turn(&who, board, &game).await,
        }
    }

    async fn resign(&mut self, who: &Person, board: &Message, game: &str) -> Result<(), Refused> {
        let asked = if self.random.chance(50) {
            let more = who.presses(board, "more").await?;
            who.presses(&said(&more)?, "resign").await?
        } else {
            who.types(&format!("/resign{game}")).await?
        };
        self.does(who.presses(&said(&asked)?, "resign-surely"))
            .await
            .map(drop)
    }

    async fn offer(&mut self, who: &Person, board: &Message, game: &str) -> Result<(), Refused> {
        let away = who.in_channel("other");
        let offered = match self.random.below(4) {
            0 => {
                let more = said(&who.presses(board, "more").await?)?;
                self.does(who.presses(&more, "offer")).await?
            }
            1 => self.does(away.types(&format!("/draw{game}"))).await?,
            2 => self.does(who.types(&format!("/draw{game}"))).await?,
            _ => self.does(who.types("/draw")).await?,
        };
        self.which(who, &offered).await
    }

    /// Chooses the game, if the bot asks.
    async fn which(&mut self, who: &Person, asked: &Answer) -> Result<(), Refused> {
        let asked = said(asked)?;
        if carried(&asked, "which:", "").is_some() {
            let (menu, chosen) = self.choice(&asked)?;
            self.does(who.selects(&asked, &menu, &[chosen.as_str()]))
                .await?;
        }
        Ok(())
    }

    /// A random choice from the first menu of a message.
    fn choice(&mut self, message: &Message) -> Result<(String, String), Refused> {
        let menu = message.selects().first().copied().cloned();
        let menu = menu.ok_or_else(|| Refused::NotOffered("a menu".to_owned()))?;
        let options = menu["options"].as_array().map_or(&[][..], Vec::as_slice);
        let chosen = match options {
            [] => None,
            _ => Some(&self.random.pick(options)["value"]),
        };
        let text = |value: Option<&Value>| value.and_then(Value::as_str).unwrap_or("").to_owned();
        Ok((text(menu.get("custom_id")), text(chosen)))
    }

    /// A turn with buttons and menus, if it is the person's turn.
    async fn press(&mut self, who: &Person, board: &Message) -> Result<(), Refused> {
        let mut panel = said(&who.presses(board, "panel").await?)?;
        for _ in 0..8 {
            if panel.part("play").is_some() {
                return self.does(who.presses(&panel, "play")).await.map(drop);
            }
            let live = panel.live();
            let on = |id: &&&str| id.contains(":panel:") && !id.ends_with(":panel:");
            let buttons: Vec<&str> = live.iter().filter(on).copied().collect();
            if !buttons.is_empty() {
                let button = *self.random.pick(&buttons);
                panel = said(&who.presses(&panel, button).await?)?;
                continue;
            }
            let (menu, chosen) = self.choice(&panel)?;
            panel = said(&who.selects(&panel, &menu, &[chosen.as_str()]).await?)?;
        }
        Ok(())
    }

    /// A turn with a command and completion.
    async fn type_a_turn(
        &mut self,
        who: &Person,
        board: &Message,
        game: &str,
    ) -> Result<(), Refused> {
        let option = if board.labels().contains(&"Place pieces") {
            "place{game} squares:"
        } else {
            "move{game} move:"
        };
        let option = option.replace("{game}", game);
        // Without completions, the person tries this.
        let mut text = "a1 b2".to_owned();
        let mut typed = String::new();
        for _ in 0..8 {
            let choices = who.completes(&format!("/{option}{typed}")).await?;
            if choices.is_empty() {
                break;
            }
            let choice = self.random.pick(&choices);
            text.clone_from(&choice.value);
            if !choice.name.ends_with('…') {
                break;
            }
            typed.clone_from(&text);
        }
        let answer = self.does(who.types(&format!("/{option}{text}"))).await?;
        self.which(who, &answer).await
    }
}

/// The first custom id of a message with this start that contains `holds`.
pub(crate) fn carried<'a>(message: &'a Message, begins: &str, holds: &str) -> Option<&'a str> {
    let mut live = message.live().into_iter();
    live.find(|id| id.starts_with(begins) && id.contains(holds))
}

/// The id of the game of a board.
fn game_of(board: &Message) -> &str {
    let id = carried(board, "game:", "").unwrap_or_default();
    id.split(':').nth(1).unwrap_or_default()
}

pub(crate) fn said(answer: &Answer) -> Result<Message, Refused> {
    let message = answer.message().cloned();
    message.ok_or_else(|| Refused::NotOffered("no message".to_owned()))
}
