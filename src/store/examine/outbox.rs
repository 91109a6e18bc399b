//! Checks that debts are about events that have happened.

use super::Examination;
use crate::store::Error;

impl Examination {
    pub(super) async fn outbox(&mut self) -> Result<(), Error> {
        let rows = self
            .all(
                "select o.id, o.seq, g.seq as last from outbox o join games g on g.id = o.game order by o.id",
            )
            .await?;
        for row in rows {
            let (seq, last) = (row.number("seq"), row.number("last"));
            if let (Some(seq), Some(last)) = (seq, last)
                && !(1..=last).contains(&seq)
            {
                let expected = Some(format!("1..={last}"));
                self.disagrees("outbox", row.key(), "seq", Some(seq), expected);
            }
        }
        Ok(())
    }
}
