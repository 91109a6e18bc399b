//! Checks that outbox items, posted messages and turns of the engine refer to events that exist.

use super::Examination;
use crate::store::Error;

/// Rows that refer to an event of a game, each with the game's last event.
const TOLD: [(&str, &str); 3] = [
    (
        "outbox",
        "select o.id, o.seq, g.seq as last from outbox o join games g on g.id = o.game order by o.id",
    ),
    (
        "messages",
        "select m.id, m.told as seq, g.seq as last from messages m join games g on g.id = m.game
         where m.told <> 0 order by m.id",
    ),
    (
        "searches",
        "select g.id, s.seq, g.seq as last from searches s join games g on g.id = s.game order by g.id",
    ),
];

impl Examination {
    pub(super) async fn outbox(&mut self) -> Result<(), Error> {
        for (table, query) in TOLD {
            for row in self.all(query).await? {
                let (seq, last) = (row.number("seq"), row.number("last"));
                if let (Some(seq), Some(last)) = (seq, last)
                    && !(1..=last).contains(&seq)
                {
                    let expected = Some(format!("1..={last}"));
                    self.disagrees(table, &row.key, "seq", Some(seq), expected);
                }
            }
        }
        Ok(())
    }
}
