//! `/puzzle`: the puzzle of the day, and private ones.

use super::{Answer, Failure, Options, Request, view};
use crate::app::Which;
use crate::discord::custom_id::PuzzleAction;
use crate::game::PuzzleId;

/// Shows today's puzzle.
pub(super) async fn run(request: Request<'_>, _: &Options<'_>) -> Result<Answer, Failure> {
    let Request { bot, context, l10n } = request;
    let daily = Which::Daily(context.server()?.guild);
    let found = bot.app.puzzle(daily).await?;
    let day = bot.app.now().day();
    let menus = request.panel_settings().await?.menus;
    Ok(Answer::new(view::puzzle(l10n, &found, day, "", menus)?))
}

/// Handles a press on a puzzle, which may be the server's puzzle of `day`.
pub async fn step(
    request: Request<'_>,
    id: PuzzleId,
    day: i64,
    act: PuzzleAction,
) -> Result<Answer, Failure> {
    let Request { bot, context, l10n } = request;
    let guild = context.server()?.guild;
    match act {
        PuzzleAction::Open => {
            let found = bot.app.puzzle(Which::Numbered(id)).await?;
            let menus = request.panel_settings().await?.menus;
            Ok(Answer::new(view::puzzle(l10n, &found, day, "", menus)?))
        }
        PuzzleAction::Another => {
            let found = bot.app.puzzle(Which::Next(context.player)).await?;
            let menus = request.panel_settings().await?.menus;
            Ok(Answer::update(view::puzzle(l10n, &found, 0, "", menus)?))
        }
        PuzzleAction::Solution => tries(request, id, day, None).await,
        PuzzleAction::Share => {
            let found = bot.app.puzzle(Which::Numbered(id)).await?;
            context.shared_venue()?;
            bot.app.share_puzzle(context.player, guild).await?;
            let streak = streak(request).await?;
            let shared = view::shared_puzzle(request.public(), &found, day, context.player, streak);
            Ok(Answer::new(shared))
        }
    }
}

/// Tries a puzzle with a move, or shows the solution.
pub async fn tries(
    request: Request<'_>,
    id: PuzzleId,
    day: i64,
    text: Option<&str>,
) -> Result<Answer, Failure> {
    let Request { bot, context, l10n } = request;
    let guild = context.server()?.guild;
    let found = bot.app.puzzle(Which::Numbered(id)).await?;
    let tried = bot.app.try_puzzle(context.player, guild, &found, text);
    let tried = tried.await?;
    let streak = match day == bot.app.now().day() {
        true => streak(request).await?,
        false => 0,
    };
    Ok(Answer::update(view::tried(
        l10n, &found, day, text, tried, streak,
    )))
}

/// The number of days in a row on which the person solved the puzzle of the day.
async fn streak(request: Request<'_>) -> Result<u32, Failure> {
    let Request { bot, context, .. } = request;
    let (guild, today) = (context.server()?.guild, bot.app.now().day());
    Ok(bot.app.read().streak(context.player, guild, today).await?)
}
