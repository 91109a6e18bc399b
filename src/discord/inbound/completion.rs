//! Autocompletion, such as the legal continuations of a typed move.

use super::{Failure, Request, view};
use crate::app::Target;
use crate::discord::inbound::commands::{Options, rules, tournament, variants};
use crate::discord::view::MORE;
use crate::discord::view::reply::{Choice, MAX_CHOICES};
use crate::game::{GameId, GameSummary};
use siwa_games::rules::Stage;

/// How many past games are searched.
const LOOKED_AT: u32 = 200;

/// The completions of the option that is being typed.
pub(super) async fn run(
    request: Request<'_>,
    command: &str,
    options: &Options<'_>,
) -> Result<Vec<Choice>, Failure> {
    match options.focused() {
        Some(("game", typed)) => {
            let lines = listed(request, command).await?;
            Ok(games(request, &lines, typed))
        }
        Some(("clause", typed)) => {
            let clauses = rules::complete(request, options, typed);
            Ok(clauses.into_iter().take(MAX_CHOICES).collect())
        }
        Some(("show", typed)) => tournament::complete(request, typed).await,
        Some(("board", typed)) => Ok(variants::boards(request, options, typed)),
        Some(("rules", typed)) => Ok(variants::rulesets(request, options, typed)),
        // After choosing a part of a move, the person continues typing after its label.
        Some((_, typed)) => moves(request, options, &typed.replace(MORE, "")).await,
        None => Ok(Vec::new()),
    }
}

/// The person's games that a command may be about; running ones in this channel come first.
async fn listed(request: Request<'_>, command: &str) -> Result<Vec<GameSummary>, Failure> {
    let Request { bot, context, .. } = request;
    let (by, venue) = (context.player, context.venue);
    let guild = match command {
        "replay" => return Ok(bot.app.played(by, venue.guild, LOOKED_AT).await?),
        "board" if context.is_user_install() => None,
        _ => context.scope(),
    };
    let mut lines = bot.app.read().running_of(by, guild).await?;
    if guild.is_some() {
        lines.sort_by_key(|line| !line.is_at(venue));
    }
    Ok(lines)
}

/// The games that match `typed`.
fn games(request: Request<'_>, lines: &[GameSummary], typed: &str) -> Vec<Choice> {
    let typed = typed.trim().trim_start_matches('#').to_lowercase();
    let choice = |line: &GameSummary| {
        let label = view::label(request.l10n, line, request.context.player);
        Choice::new(label, line.id.to_string())
    };
    // A number is that of a game, and not one in a title.
    let fits = |choice: &Choice| match typed.parse::<u64>() {
        Ok(_) => choice.value.starts_with(&typed),
        Err(_) => choice.label.to_lowercase().contains(&typed),
    };
    let mut choices: Vec<Choice> = lines.iter().map(choice).filter(fits).collect();
    choices.sort_by_key(|choice| choice.value != typed);
    choices.truncate(MAX_CHOICES);
    choices
}

/// The legal continuations in the selected game, or in all that may be meant.
async fn moves(
    request: Request<'_>,
    options: &Options<'_>,
    typed: &str,
) -> Result<Vec<Choice>, Failure> {
    let Request { bot, context, .. } = request;
    let (by, venue) = (context.player, context.venue);
    let meant: Vec<GameId> = match options.target()? {
        Target::Here => {
            let games = bot.app.own_games_here(by, venue).await?;
            games.into_iter().map(|game| game.id).collect()
        }
        Target::Game(id) | Target::At(id, _) => vec![id],
    };
    let mut choices: Vec<Choice> = Vec::new();
    for id in meant {
        let game = bot.app.look(by, venue, Target::Game(id)).await?;
        if options.text("squares").is_some() && game.stage() != Stage::Placement {
            continue;
        }
        for completion in game.complete(by, typed, MAX_CHOICES) {
            let known = choices.iter().any(|choice| choice.value == completion.text);
            if choices.len() < MAX_CHOICES && !known {
                choices.push(view::continuation(completion));
            }
        }
    }
    Ok(choices)
}
