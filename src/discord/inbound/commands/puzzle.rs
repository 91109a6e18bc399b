//! `/puzzle`: the puzzle of the day, and private ones.

use super::variants::chosen_variant;
use super::{Answer, Options, Reply, Request, Result, run_blocking, view};
use crate::app::Which;
use crate::discord::custom_id::PuzzleAction;
use crate::game::PuzzleId;

/// Shows today's puzzle, or another one if it is solved, or if a game or a ruleset is given.
pub(super) async fn run(request: Request<'_>, options: &Options<'_>) -> Result {
    let Request { app, by, l10n, .. } = request;
    let guild = request.server()?;
    let today = app.now().day();
    let game = options.text("game");
    let ruleset = options.text("rules");
    if game.is_none() && ruleset.is_none() {
        if app.store().solved_daily(by, guild, today).await? {
            let next = shown(request, Which::Next(by, "%"), 0).await?;
            return Ok(Answer::new(next.below(&l10n.word("puzzle-daily-solved"))));
        }
        let daily = shown(request, Which::Daily(guild), today).await?;
        return Ok(Answer::new(daily));
    }
    let (_, first) = chosen_variant(request, options)?;
    let ruleset = ruleset.map_or("", |_| first.ruleset);
    let variants = format!("{}%{ruleset}", game.unwrap_or_default());
    let next = Which::Next(by, &variants);
    Ok(Answer::new(shown(request, next, 0).await?))
}

/// A puzzle, with the panel for trying a move.
async fn shown(request: Request<'_>, which: Which<'_>, day: i64) -> Result<Reply> {
    let puzzle = request.app.puzzle(which).await?;
    let menus = request.panel_settings().await?.menus;
    Ok(view::puzzle(request.l10n, &puzzle, day, "", menus)?)
}

/// Handles a press on a puzzle, which may be the server's puzzle of `day`.
pub async fn step(request: Request<'_>, id: PuzzleId, day: i64, act: &PuzzleAction) -> Result {
    let Request { app, by, .. } = request;
    let guild = request.server()?;
    match act {
        PuzzleAction::Open => Ok(Answer::new(shown(request, Which::Numbered(id), day).await?)),
        PuzzleAction::Another(variants) => {
            let next = Which::Next(by, variants);
            Ok(Answer::update(shown(request, next, 0).await?))
        }
        PuzzleAction::Solution => tries(request, id, day, None).await,
        PuzzleAction::Share => {
            let puzzle = app.puzzle(Which::Numbered(id)).await?;
            request.context.check_shared()?;
            app.share_puzzle(by, guild, day).await?;
            let streak = streak_of(request).await?;
            let shared = view::shared_puzzle(request.public(), &puzzle, day, by, streak);
            Ok(Answer::new(shared))
        }
    }
}

/// Tries a puzzle with a move, or shows the solution.
pub async fn tries(request: Request<'_>, id: PuzzleId, day: i64, text: Option<&str>) -> Result {
    let Request { app, by, l10n, .. } = request;
    let guild = request.server()?;
    let puzzle = app.puzzle(Which::Numbered(id)).await?;
    let tried = app.try_puzzle(by, guild, &puzzle, text).await?;
    let today = app.now().day();
    let counts = tried.right && day == today && app.store().solved_daily(by, guild, today).await?;
    let streak = if counts { streak_of(request).await? } else { 0 };
    // The search for its line of play takes time.
    let (solution, puzzle) = run_blocking(move || (puzzle.solution(), puzzle)).await?;
    let tried = view::tried(l10n, &puzzle, day, text, tried, streak, solution);
    Ok(Answer::update(tried))
}

/// The number of days in a row on which the person solved the puzzle of the day.
async fn streak_of(request: Request<'_>) -> Result<u32> {
    let guild = request.server()?;
    let today = request.app.now().day();
    Ok(request.app.store().streak(request.by, guild, today).await?)
}
