//! Personal data: summary, export and deletion.

use super::{CustomId, Localizer, Reply, Style, Text};
use crate::app::{KEPT_AFTER_DEPARTURE, KEPT_IN_SILENCE, StoredDataSummary};
use crate::discord::custom_id::PrivacyAction;
use crate::game::GameRecord;

/// The summary of the data stored about a person.
pub fn stored_data(l10n: Localizer<'_>, stored_data: &StoredDataSummary) -> Reply {
    if stored_data.is_nothing() {
        return Reply::private(l10n.word("privacy-nothing"));
    }
    let mut lines = vec![Text::new("privacy-head")];
    let name = stored_data.name.as_ref();
    lines.extend(name.map(|name| Text::new("privacy-name").with("name", name.marked_up())));
    let counted = |id, count: i64| (count > 0).then(|| Text::new(id).with("count", count));
    let games = counted("privacy-games", stored_data.games);
    lines.extend(games.map(|games| games.with("running", stored_data.running)));
    lines.extend(counted("privacy-challenges", stored_data.challenges));
    lines.extend(counted("privacy-ratings", stored_data.ratings));
    lines.extend(counted("privacy-puzzles", stored_data.puzzles));
    lines.extend(counted("privacy-tournaments", stored_data.tournaments));
    lines.extend(counted("privacy-plans", stored_data.plans));
    lines.extend(counted("privacy-messages", stored_data.messages));
    lines.push(
        Text::new("privacy-how-long")
            .with("days", KEPT_AFTER_DEPARTURE.whole_days())
            .with("years", KEPT_IN_SILENCE.whole_days() / 365),
    );
    let button = |act, label| l10n.button(CustomId::Privacy(act), label);
    Reply::private(l10n.lines(lines)).with_buttons([
        button(PrivacyAction::Export, "button-privacy-export"),
        button(PrivacyAction::Ask, "button-privacy-delete").styled(Style::Danger),
    ])
}

/// Asks for confirmation of deleting all personal data.
pub fn sure(l10n: Localizer<'_>, stored_data: &StoredDataSummary) -> Reply {
    if stored_data.is_nothing() {
        return Reply::private(l10n.word("privacy-nothing"));
    }
    let sure = Text::new("privacy-sure").with("running", stored_data.running);
    let button = |act, label| l10n.button(CustomId::Privacy(act), label);
    Reply::private(l10n.tr(&sure)).with_buttons([
        button(PrivacyAction::Delete, "button-forget").styled(Style::Danger),
        button(PrivacyAction::Keep, "button-forget-not"),
    ])
}

/// The personal data as a file, `whole` or without the single turns.
pub fn exported(l10n: Localizer<'_>, data: String, whole: bool) -> Reply {
    let short = (!whole).then(|| Text::new("privacy-export-short"));
    let lines = std::iter::once(Text::new("privacy-export")).chain(short);
    Reply::private(l10n.lines(lines)).with_file("siwa.json", data, l10n.word("privacy-export-alt"))
}

/// The records of a person's games in one file; `left_out` did not fit into it.
pub fn records(l10n: Localizer<'_>, records: &[GameRecord], left_out: usize) -> Reply {
    let mut lines = vec![Text::new("privacy-records").with("count", records.len())];
    if left_out > 0 {
        lines.push(Text::new("privacy-left-out").with("count", left_out));
    }
    let texts: Vec<String> = records.iter().map(ToString::to_string).collect();
    let alt = l10n.word("privacy-records-alt");
    Reply::private(l10n.lines(lines)).with_file("games.txt", texts.join("\n"), alt)
}
