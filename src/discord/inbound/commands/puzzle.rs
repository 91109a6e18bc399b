//! `/puzzle`: the puzzle of the day, and private ones.

use serenity::builder::CreateCommand;
use tokio::task::spawn_blocking;

use super::variants::Asked;
use super::{Answer, Definition, Failure, Options, Reply, Request, view};
use crate::app::Which;
use crate::discord::custom_id::PuzzleAction;
use crate::game::PuzzleId;

pub(super) fn define(of: &Definition<'_>) -> CreateCommand {
    of.command()
        .add_option(of.kinds())
        .add_option(of.open("rules"))
}

/// Shows today's puzzle, or another one if it is solved, or if a game or a ruleset is given.
pub(super) async fn run(request: Request<'_>, options: &Options<'_>) -> Result<Answer, Failure> {
    let Request { bot, context, l10n } = request;
    let (guild, today) = (context.server()?.guild, bot.app.now().day());
    let asked = Asked::by(options);
    if asked.game.is_none() && asked.ruleset.is_none() {
        let read = bot.app.read();
        if read.solved_daily(context.player, guild, today).await? {
            let next = shown(request, Which::Next(context.player, "%"), 0).await?;
            return Ok(Answer::new(next.below(&l10n.word("puzzle-daily-solved"))));
        }
        let daily = shown(request, Which::Daily(guild), today).await?;
        return Ok(Answer::new(daily));
    }
    let (_, variant) = asked.variant(request)?;
    let ruleset = asked.ruleset.map_or("", |_| variant.ruleset);
    let variants = format!("{}%{ruleset}", asked.game.unwrap_or_default());
    let next = Which::Next(context.player, &variants);
    Ok(Answer::new(shown(request, next, 0).await?))
}

/// A puzzle, with the panel for trying a move.
async fn shown(request: Request<'_>, which: Which<'_>, day: i64) -> Result<Reply, Failure> {
    let found = request.bot.app.puzzle(which).await?;
    let menus = request.panel_settings().await?.menus;
    Ok(view::puzzle(request.l10n, &found, day, "", menus)?)
}

/// Handles a press on a puzzle, which may be the server's puzzle of `day`.
pub async fn step(
    request: Request<'_>,
    id: PuzzleId,
    day: i64,
    act: &PuzzleAction,
) -> Result<Answer, Failure> {
    let Request { bot, context, .. } = request;
    let guild = context.server()?.guild;
    match act {
        PuzzleAction::Open => {
            let opened = shown(request, Which::Numbered(id), day).await?;
            Ok(Answer::new(opened))
        }
        PuzzleAction::Another(variants) => {
            let next = Which::Next(context.player, variants);
            Ok(Answer::update(shown(request, next, 0).await?))
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
    // The search for its line of play takes time.
    let solved = spawn_blocking(move || (found.1.solution(), found)).await;
    let (solution, found) = solved.map_err(Failure::fault)?;
    Ok(Answer::update(view::tried(
        l10n, &found, day, text, tried, streak, solution,
    )))
}

/// The number of days in a row on which the person solved the puzzle of the day.
async fn streak(request: Request<'_>) -> Result<u32, Failure> {
    let Request { bot, context, .. } = request;
    let (guild, today) = (context.server()?.guild, bot.app.now().day());
    Ok(bot.app.read().streak(context.player, guild, today).await?)
}
