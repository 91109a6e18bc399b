//! Autocompletion, such as the legal continuations of a typed move.

use super::{Choice, MAX_CHOICES, Request, Result, view};
use crate::app::Target;
use crate::discord::inbound::commands::{Options, rules, tournament, variants};
use crate::discord::view::MORE;
use crate::game::{GameId, GameSummary};
use siwa_games::rules::Stage;

/// How many past games are searched.
const LOOKED_AT: u32 = 200;

/// The completions of the option that is being typed.
pub(super) async fn run(request: Request<'_>, options: &Options<'_>) -> Result<Vec<Choice>> {
    let Some((option, typed)) = options.focused() else {
        return Ok(Vec::new());
    };
    let mut choices = match option {
        "game" => games(request, &listed(request, options.command()).await?, typed),
        "clause" => containing(typed, rules::clause_choices(request, options)),
        "show" => containing(typed, tournament::choices(request).await?),
        "board" => variants::boards(request, options, typed),
        "rules" => variants::rulesets(request, options, typed),
        // After choosing a part of a move, the person continues typing after its label.
        _ => moves(request, options, &typed.replace(MORE, "")).await?,
    };
    choices.truncate(MAX_CHOICES);
    Ok(choices)
}

/// The choices whose label contains the typed text.
fn containing(typed: &str, mut choices: Vec<Choice>) -> Vec<Choice> {
    let typed = typed.trim().to_lowercase();
    choices.retain(|choice| choice.label.to_lowercase().contains(&typed));
    choices
}

/// The person's games that a command may be about; running ones in this channel come first.
async fn listed(request: Request<'_>, command: &str) -> Result<Vec<GameSummary>> {
    let Request { app, by, venue, .. } = request;
    let guild = match command {
        "replay" => return Ok(app.played(by, venue.guild, LOOKED_AT).await?),
        "board" if request.context.is_user_install() => None,
        _ => request.context.scope(),
    };
    let mut lines = app.store().running_of(by, guild).await?;
    if guild.is_some() {
        lines.sort_by_key(|line| !line.is_at(venue));
    }
    Ok(lines)
}

/// The games that match `typed`.
fn games(request: Request<'_>, lines: &[GameSummary], typed: &str) -> Vec<Choice> {
    let typed = typed.trim().trim_start_matches('#').to_lowercase();
    let choice = |line| view::game_choice(request.l10n, line, request.by);
    // A number is that of a game, and not one in a title.
    let fits = |choice: &Choice| match typed.parse::<u64>() {
        Ok(_) => choice.value.starts_with(&typed),
        Err(_) => choice.label.to_lowercase().contains(&typed),
    };
    let mut choices: Vec<Choice> = lines.iter().map(choice).filter(fits).collect();
    choices.sort_by_key(|choice| choice.value != typed);
    choices
}

/// The legal continuations in the selected game, or in all that may be meant.
async fn moves(request: Request<'_>, options: &Options<'_>, typed: &str) -> Result<Vec<Choice>> {
    let Request { app, by, venue, .. } = request;
    let meant: Vec<GameId> = match options.game()? {
        Target::Here => {
            let games = app.own_games_here(by, venue).await?;
            games.into_iter().map(|game| game.id).collect()
        }
        Target::Game(id) | Target::At(id, _) => vec![id],
    };
    let mut choices: Vec<Choice> = Vec::new();
    for id in meant {
        let game = app.look(by, venue, Target::Game(id)).await?;
        if options.command() == "place" && game.state().stage() != Stage::Placement {
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
