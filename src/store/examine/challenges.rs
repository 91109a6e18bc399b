//! Compares challenges with their games.

use std::collections::HashMap;

use super::games::Played;
use super::{Columns, Examination};
use crate::game::{FirstBy, Pairing};
use crate::store::Error;
use crate::store::sql::params;
use siwa_games::rules::Side;

impl Examination {
    pub(super) async fn challenges(&mut self, played: &Played) -> Result<(), Error> {
        let mut after = i64::MIN;
        let page = "select * from challenges where id > $1 order by id limit 500";
        while let Some((rows, last)) = self.page(page, after).await? {
            let of = "select * from games where challenge > $1 and challenge <= $2";
            let games = self.rows(of, params![after, last]).await?;
            let of = |game: Columns| Some((game.number("challenge")?, game));
            let games: HashMap<i64, Columns> = games.into_iter().filter_map(of).collect();
            for row in rows {
                let game = games.get(&row.number("id").unwrap_or_default());
                self.challenge(&row, game, played);
            }
            after = last;
        }
        Ok(())
    }

    fn challenge(&mut self, row: &Columns, game: Option<&Columns>, played: &Played) {
        let (key, found) = (&row.key, row.get("status"));
        if (found == Some("accepted")) != game.is_some() {
            let expected = game.map(|_| "accepted");
            self.disagrees("challenges", key, "status", found, expected);
        }
        let variant = row.get("variant").unwrap_or_default();
        if self.registry.variant(variant).is_none() {
            self.disagrees("challenges", key, "variant", Some(variant), None::<&str>);
        }
        self.rematch(row, played);
        if let Some(game) = game {
            self.pair(row, game, played);
            let same = |column| (column, row.get(column).map(str::to_owned));
            // A challenge in a thread becomes a game in that thread, in the parent channel.
            let below = game.get("thread") == row.get("channel");
            let channel = if below {
                game.get("channel")
            } else {
                row.get("channel")
            };
            let expected = [
                same("guild"),
                ("channel", channel.map(str::to_owned)),
                same("locale"),
                same("variant"),
                same("per_turn"),
                same("bank"),
                same("increment"),
                same("rated"),
                same("level"),
            ];
            self.compare("games", game, expected);
            self.players(row, game, played);
        }
    }

    /// A game's players, and its first player, follow from its challenge.
    fn players(&mut self, challenge: &Columns, game: &Columns, played: &Played) {
        let (first, second) = (game.get("first"), game.get("second"));
        let key = &challenge.key;
        for column in ["challenger", "opponent"] {
            let who = challenge.get(column);
            if who.is_some() && who != first && who != second {
                let names = [first, second].map(Option::unwrap_or_default).join(" / ");
                self.disagrees("challenges", key, column, who, Some(names));
            }
        }
        // The engine is the challenged player.
        if let Some(side) = game.get("engine") {
            let engine = game.get(side).map(str::to_owned);
            self.compare("challenges", challenge, [("opponent", engine)]);
        }
        let side = challenge.get("side");
        if let Some(side) = side {
            let challenger = game.get(side).map(str::to_owned);
            self.compare("challenges", challenge, [("challenger", challenger)]);
        }
        let number = game.number("id").unwrap_or_default();
        let expected = match (side, challenge.get("rematch_of")) {
            (None, _) => FirstBy::Lots,
            (Some(_), None) => FirstBy::Choice,
            (Some(_), Some(_)) => FirstBy::Turns,
        };
        if let Some(chosen) = played.first_by.get(&number).copied()
            && chosen != expected
        {
            let key = format!("{}, 1", game.key);
            let [found, expected] = [chosen, expected].map(|by| Some(by.as_ref().to_owned()));
            self.disagrees("events", &key, "text", found, expected);
        }
    }

    /// A game is one of a pair if its challenge says so, or as the second game of such a pair. The
    /// second game starts with the first, or when that is over.
    fn pair(&mut self, challenge: &Columns, game: &Columns, played: &Played) {
        let pairing = challenge.get("games").unwrap_or_default();
        let single = pairing == Pairing::Single.as_ref();
        let number = game.number("id").unwrap_or_default();
        let before = challenge.number("rematch_of");
        let first = match single {
            true => before.filter(|before| played.firsts.contains(before)),
            false => Some(number),
        };
        let first = first.map(|first| first.to_string());
        self.compare("games", game, [("pair", first)]);
        let over = game.get("status") != Some("playing");
        let due = !single && (over || pairing == Pairing::AtOnce.as_ref());
        // The second game of a pair of a tournament does not start if a player has withdrawn.
        let sure = game.get("tournament").is_none();
        if sure && !single && due != played.seconds.contains(&number) {
            let (key, expected) = (&challenge.key, if due { "two" } else { "one" });
            self.disagrees("challenges", key, "games", Some(pairing), Some(expected));
        }
    }

    /// In a rematch, the sides are swapped.
    fn rematch(&mut self, challenge: &Columns, played: &Played) {
        let before = challenge.number("rematch_of");
        let players = before.and_then(|game| played.players.get(&game));
        // Nobody's data says who had which side.
        let players = players.filter(|players| players.first != players.second);
        // The check of references reports a missing game.
        if players.is_some() {
            let challenger = challenge.number("challenger");
            let side = players.map(|players| match Some(players.second) == challenger {
                true => Side::First,
                false => Side::Second,
            });
            let side = side.map(|side| side.name().to_owned());
            self.compare("challenges", challenge, [("side", side)]);
        }
    }
}
