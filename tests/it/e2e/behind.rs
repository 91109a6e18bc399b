//! What stories read and change behind the bot: of them, only this file knows the tables.

use siwa::game::{PuzzleId, StoredPuzzle};

use super::harness::Harness;

impl Harness {
    /// Makes the boards that are still to be posted due so many seconds after their turns.
    pub(crate) async fn delay_boards(&self, seconds: i64) {
        let later = "update outbox set due = created +";
        self.alter(&format!("{later} {seconds} where role = 'board'"))
            .await;
    }

    /// Lets the bot forget that it has tried to post anything.
    pub(crate) async fn forget_tries(&self) {
        self.alter("update outbox set attempts = 0").await;
    }

    /// Changes what the bot knows its messages of one role as.
    pub(crate) async fn know_messages_as(&self, role: &str, known: &str) {
        let change = format!("update messages set role = '{known}' where role = '{role}'");
        self.alter(&change).await;
    }

    /// Lets the bot forget the first board and what there is to edit, as an earlier version may have.
    pub(crate) async fn forget_the_first_board(&self) {
        self.alter("delete from upkeep; delete from messages where seq = 1")
            .await;
    }

    /// Declines all challenges.
    pub(crate) async fn decline_challenges(&self) {
        self.alter("update challenges set status = 'declined'")
            .await;
    }

    /// Makes the log of the first game unreadable.
    pub(crate) async fn break_the_first_game(&self) {
        self.alter("update events set kind = 'nonsense' where game = 1")
            .await;
    }

    /// Moves all games to another server.
    pub(crate) async fn move_games_away(&self) {
        self.alter("update games set guild = guild + 1").await;
    }

    /// Makes the announcement of a group's games due once more, as if its acknowledgement were lost.
    pub(crate) async fn announce_a_group_again(&self) {
        self.alter(
            "insert into outbox (id, role, channel, tournament, seq, created, due, attempts)
             select 5, 'begun', coalesce(thread, channel), tournament, section, started, started, 1
             from games where id = (select min(id) from games)",
        )
        .await;
    }

    /// Makes a hundred expired cards in a channel, which are still to be edited.
    pub(crate) async fn hundred_old_cards(&self, channel: u64) {
        self.alter(&format!(
            "insert into challenges (id, guild, channel, locale, challenger, variant, rated, created, expires,
                                     status, message)
             with recursive n (i) as (select 1000 union all select i + 1 from n where i < 1099)
             select i, guild, {channel}, locale, challenger, variant, rated, created, expires, 'expired', i
             from n, challenges;
             insert into upkeep (challenge, version, created, due, attempts)
             select id, 1, 0, 0, 0 from challenges where channel = {channel}"
        ))
        .await;
    }

    /// Adds a turn to a game with the bot whose answer a killed process was searching.
    pub(crate) async fn leave_a_search(&self, game: &str, side: &str, text: &str) {
        self.alter(&format!(
            "insert into events (game, seq, at, side, kind, text)
             select id, seq + 1, touched, '{side}', 'moved', '{text}' from games where id = {game};
             update games set seq = seq + 1, turn = case turn when 'first' then 'second' else 'first' end
             where id = {game};
             insert into searches (game, seq, created, due, lease, attempts)
             select id, seq, touched, touched + 10, 77, 1 from games where id = {game}"
        ))
        .await;
    }

    /// Adds turns, with their sides, to a game in which nobody has moved.
    pub(crate) async fn add_turns(&self, game: &str, turns: &[(&str, String)]) {
        let rows = (2..).zip(turns);
        let rows = rows
            .map(|(seq, (side, text))| format!("({game}, {seq}, 0, '{side}', 'moved', '{text}')"));
        let rows = rows.collect::<Vec<_>>().join(", ");
        let last = turns.len() + 1;
        self.alter(&format!(
            "insert into events (game, seq, at, side, kind, text) values {rows};
             update games set seq = {last} where id = {game}"
        ))
        .await;
    }

    /// The moves of a game.
    pub(crate) async fn moves(&self, game: &str) -> Vec<String> {
        let game: i64 = game.parse().unwrap();
        let moves =
            "select text from events where game = $1 and kind in ('moved', 'planned') order by seq";
        let moves = sqlx::query_scalar(moves).bind(game);
        let moves = moves.fetch_all(&mut self.database().await).await;
        moves.unwrap()
    }

    /// A puzzle.
    pub(crate) async fn puzzle(&self, id: i64) -> StoredPuzzle {
        let puzzle = "select variant, position, solution, grade from puzzles where id = $1";
        let puzzle = sqlx::query_as(puzzle).bind(id);
        let puzzle = puzzle.fetch_one(&mut self.database().await).await;
        let (variant, position, solution, grade): (_, _, _, i32) = puzzle.unwrap();
        StoredPuzzle {
            id: PuzzleId(id.cast_unsigned()),
            variant,
            position,
            solution,
            grade: u8::try_from(grade).unwrap(),
        }
    }
}
