//! `/puzzle`: the puzzle of the day, and others for oneself.

use serenity::builder::CreateCommand;

use super::define;
use crate::discord::Bot;
use crate::discord::context::Context;
use crate::discord::custom_id::InPuzzle;
use crate::discord::failure::Failure;
use crate::discord::outbound::Answer;
use crate::discord::view;
use crate::game::PuzzleId;
use crate::l10n::L10n;

pub(super) fn define(l10n: &L10n) -> CreateCommand {
    define::command(l10n, "puzzle", "command-puzzle")
}

/// Shows today's puzzle.
pub(super) async fn run(bot: &Bot, context: &Context) -> Result<Answer, Failure> {
    let found = bot.app.daily_puzzle(context.server()?.guild).await?;
    let l10n = bot.localizer(context.locale);
    Ok(Answer::new(view::puzzle(
        l10n,
        &found,
        bot.app.now().day(),
        "",
    )?))
}

/// A press on a puzzle, which the server may have had on `day`.
pub(in crate::discord::inbound) async fn step(
    bot: &Bot,
    context: &Context,
    (id, day): (PuzzleId, i64),
    act: &InPuzzle,
    chosen: Option<&str>,
) -> Result<Answer, Failure> {
    let l10n = bot.localizer(context.locale);
    let guild = context.server()?.guild;
    let found = match act {
        InPuzzle::Another => bot.app.next_puzzle(context.player).await?,
        _ => bot.app.puzzle(id).await?,
    };
    let text = match act {
        InPuzzle::Open => return Ok(Answer::new(view::puzzle(l10n, &found, day, "")?)),
        InPuzzle::Another => return Ok(Answer::update(view::puzzle(l10n, &found, 0, "")?)),
        InPuzzle::Panel(typed) => {
            let typed = chosen.unwrap_or(typed);
            return Ok(Answer::update(view::puzzle(l10n, &found, day, typed)?));
        }
        InPuzzle::Menu(_) => {
            let typed = chosen.unwrap_or_default();
            return Ok(Answer::update(view::puzzle(l10n, &found, day, typed)?));
        }
        InPuzzle::Type => return Ok(Answer::form(view::puzzle_form(l10n, &found, day))),
        // What is no move yet is a part of one.
        InPuzzle::Typed => match chosen.unwrap_or_default() {
            typed if found.1.state().read(typed).is_ok() => Some(typed),
            typed => return Ok(Answer::update(view::puzzle(l10n, &found, day, typed)?)),
        },
        InPuzzle::Share => {
            context.shared_venue()?;
            bot.app.share_puzzle(context.player, guild).await?;
            let streak = bot
                .app
                .read()
                .streak(context.player, guild, bot.app.now().day())
                .await?;
            let public = bot.localizer(context.public);
            let shared = view::shared_puzzle(public, &found, day, context.player, streak);
            return Ok(Answer::new(shared));
        }
        InPuzzle::Try(text) => Some(text.as_str()),
        InPuzzle::Solution => None,
    };
    let app = &bot.app;
    let tried = app.try_puzzle(context.player, guild, &found, text).await?;
    let streak = match day == app.now().day() {
        true => {
            app.read()
                .streak(context.player, guild, app.now().day())
                .await?
        }
        false => 0,
    };
    let told = view::tried(l10n, &found, day, text, tried, streak);
    Ok(Answer::update(told))
}
