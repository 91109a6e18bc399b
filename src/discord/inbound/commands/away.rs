//! `/away`: stops all of a person's clocks for some days.

use serenity::builder::CreateCommand;

use super::{Answer, Definition, Failure, Options, Request, Text, view};
use crate::app::MAX_AWAY_DAYS;
use crate::discord::view::reply::Choice;
use crate::game::Denial;
use crate::time::{DAY, Date};

/// The input that ends an absence.
const BACK: &str = "back";

pub(super) fn define(of: &Definition<'_>) -> CreateCommand {
    let until = of.text("until").set_autocomplete(true);
    of.command().add_option(until)
}

pub(super) async fn run(request: Request<'_>, options: &Options<'_>) -> Result<Answer, Failure> {
    let Request { bot, context, l10n } = request;
    let (by, name) = (context.player, context.name.as_str());
    let left = match options.text("until") {
        None => return Ok(Answer::new(view::away(l10n, bot.app.away(by).await?))),
        Some(BACK) => bot.app.come_back(by, name).await?,
        Some(day) => {
            let limit = MAX_AWAY_DAYS;
            let day = Date::read(&day.replace('-', ".")).ok_or(Denial::AwayWhen(limit))?;
            bot.app.leave(by, name, day).await?
        }
    };
    // Boards show the absence.
    bot.wake();
    let until = bot.app.away(by).await?;
    let left = l10n.tr(&Text::new("away-left").with("days", left));
    Ok(Answer::new(view::away(l10n, until).above(&left)))
}

/// The last days that an absence can have.
pub async fn complete(request: Request<'_>, typed: &str) -> Result<Vec<Choice>, Failure> {
    let Request { bot, context, l10n } = request;
    let back = bot.app.away(context.player).await?;
    let back = back.map(|_| Choice::new(l10n.word("away-back"), BACK));
    let today = bot.app.now();
    let days = (1..=MAX_AWAY_DAYS).filter_map(|days| {
        let date = today.plus(days * DAY).date()?.to_string().replace('.', "-");
        let label = Text::new("away-choice")
            .with("date", date.as_str())
            .with("days", days);
        Some(l10n.choice(&label, date))
    });
    let fits = |choice: &Choice| choice.label.contains(typed) || choice.value.starts_with(typed);
    Ok(back.into_iter().chain(days).filter(fits).collect())
}
