//! People who play as people do: by what they see, and with mistakes.

use std::sync::Arc;

use siwa::playground::{Answer, Message, Person, Refused, World};
use tokio::sync::RwLock;

/// SplitMix64 (Steele, Lea and Flood, 2014).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn seeded(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % end
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        let end = u64::try_from(from.len()).unwrap();
        (end > 0).then(|| &from[usize::try_from(self.below(end)).unwrap()])
    }
}

/// Two people in a thread of their own.
pub(crate) struct Pair {
    world: World,
    people: [Person; 2],
    place: String,
    random: Random,
}

impl Pair {
    pub(crate) fn new(world: &World, number: u64, place: u64, seed: u64) -> Self {
        let place = place.to_string();
        let person = |number: u64| world.person(&format!("p{number}")).in_channel(&place);
        Self {
            world: world.clone(),
            people: [person(2 * number), person(2 * number + 1)],
            place: place.clone(),
            random: Random::seeded(seed ^ (number + 1) << 32),
        }
    }

    /// Plays for ever.
    pub(crate) async fn play(mut self, pause: Arc<RwLock<()>>) {
        loop {
            let acting = pause.read().await;
            // Whoever gets no answer looks at the channel, and goes on.
            let _ = self.act().await;
            drop(acting);
            tokio::task::yield_now().await;
        }
    }

    /// The newest message on which there is something to press that begins like that.
    fn newest(&self, begins: &str, holds: &str) -> Option<Message> {
        let carries = |message: &Message| {
            let mut live = message.live().into_iter();
            live.any(|id| id.starts_with(begins) && id.contains(holds))
        };
        let messages = self.world.messages(&self.place);
        messages.into_iter().rev().find(carries)
    }

    /// Whether nothing goes on that they know of.
    fn is_free(&self) -> bool {
        let last = self.world.messages(&self.place).pop();
        last.is_none_or(|last| {
            ["declined", "withdrawn"]
                .iter()
                .any(|it| last.content.contains(it))
        })
    }

    async fn challenge(&self, one: &Person, other: &Person) -> Result<(), Refused> {
        let challenge = format!("/challenge opponent:{}", other.mention());
        one.types(&challenge).await.map(drop)
    }

    /// What one of the two does next, by what they see.
    async fn act(&mut self) -> Result<(), Refused> {
        let chance = self.random.below(100);
        let who = usize::from(self.random.below(2) == 0);
        let (one, other) = (self.people[who].clone(), self.people[1 - who].clone());
        if let Some(card) = self.newest("challenge:", ":accept") {
            let button = match chance {
                0..80 => "Accept",
                80..90 => "Decline",
                _ => "Withdraw",
            };
            // Only one of the two may; the other is told so.
            one.presses(&card, button).await?;
            if self.newest("challenge:", ":accept").is_some() {
                other.presses(&card, button).await?;
            }
            return Ok(());
        }
        let Some(board) = self.newest("game:", ":panel:") else {
            return match self.newest("game:", ":rematch") {
                Some(end) if chance < 60 => {
                    one.presses(&end, "Rematch").await?;
                    other.presses(&end, "Rematch").await.map(drop)
                }
                Some(_) => self.challenge(&one, &other).await,
                None if self.is_free() => self.challenge(&one, &other).await,
                // The board is on its way.
                None => Ok(()),
            };
        };
        if let Some(offer) = self.newest("game:", ":accept") {
            let button = if chance < 15 { "Accept" } else { "Decline" };
            for person in [&one, &other] {
                let answer = person.presses(&offer, button).await?;
                if !answer.private() {
                    return Ok(());
                }
            }
        }
        match chance {
            0..4 => {
                let asked = one.types("/resign").await?;
                self.confirm(&one, &asked, "Resign").await
            }
            4..12 => one.types("/draw").await.map(drop),
            12..50 => self.press(&one, &board).await,
            _ => self.type_a_move(&one, &board).await,
        }
    }

    async fn confirm(&self, who: &Person, asked: &Answer, button: &str) -> Result<(), Refused> {
        match asked.message() {
            Some(message) => who.presses(message, button).await.map(drop),
            None => Ok(()),
        }
    }

    /// A turn by menus, as far as it is one's own.
    async fn press(&mut self, who: &Person, board: &Message) -> Result<(), Refused> {
        let panel = board.live().into_iter().find(|id| id.contains(":panel:"));
        let Some(panel) = panel else { return Ok(()) };
        let mut panel = who.presses(board, panel).await?;
        for _ in 0..8 {
            let Some(message) = panel.message().cloned() else {
                return Ok(());
            };
            if message.labels().contains(&"Confirm") {
                return who.presses(&message, "Confirm").await.map(drop);
            }
            let selects = message.selects();
            let Some(menu) = selects.first() else {
                return Ok(());
            };
            let options = menu["options"].as_array().cloned().unwrap_or_default();
            let chosen = self.random.pick(&options).cloned().unwrap_or_default();
            let (Some(menu), Some(chosen)) = (menu["custom_id"].as_str(), chosen["value"].as_str())
            else {
                return Ok(());
            };
            panel = who.selects(&message, menu, &[chosen]).await?;
        }
        Ok(())
    }

    /// A turn by typing, with the help of completion, as far as it is one's own.
    async fn type_a_move(&mut self, who: &Person, board: &Message) -> Result<(), Refused> {
        let places = board.labels().contains(&"Place pieces");
        let command = if places {
            "/place squares:"
        } else {
            "/move move:"
        };
        let mut text = String::new();
        for _ in 0..6 {
            let choices = who.completes(&format!("{command}{text}")).await?;
            let Some(choice) = self.random.pick(&choices) else {
                return Ok(());
            };
            text.clone_from(&choice.value);
            if places && !text.contains(' ') {
                text.push(' ');
                continue;
            }
            let answer = who.types(&format!("{command}{}", text.trim_end())).await?;
            if !answer.private() {
                return Ok(());
            }
        }
        Ok(())
    }
}
