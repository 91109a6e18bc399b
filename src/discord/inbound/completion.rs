//! Completion: what may follow what is typed. Only what is legal is offered.

use crate::app::Target;
use crate::discord::Bot;
use crate::discord::context::Context;
use crate::discord::failure::Failure;
use crate::discord::inbound::commands::{Options, rules};
use crate::discord::view::label;
use crate::discord::view::reply::Choice;
use crate::game::{GameId, GameSummary, PlayerId, Venue};

/// Discord takes no more choices.
const MOST: usize = 25;

/// How many games of the past what is typed is looked for in.
const LOOKED_AT: u32 = 200;

/// What shows that a completion is only a part.
const MORE: char = '…';

/// What may follow in the option that is being typed.
pub(super) async fn run(
    bot: &Bot,
    context: &Context,
    command: &str,
    options: &Options<'_>,
) -> Result<Vec<Choice>, Failure> {
    let venue = context.venue()?;
    match options.focused() {
        Some(("game", typed)) => {
            let lines = match command {
                "replay" | "export" => {
                    bot.app
                        .played(context.player, venue.guild, LOOKED_AT)
                        .await?
                }
                _ => running(bot, context, venue).await?,
            };
            Ok(games(bot, context, &lines, typed))
        }
        Some(("clause", typed)) => {
            let clauses = rules::complete(bot, context, options, typed);
            Ok(clauses.into_iter().take(MOST).collect())
        }
        // Whoever types on after choosing a part types behind its name as it was shown.
        Some((_, typed)) => {
            let typed = typed.replace(MORE, "");
            moves(bot, context, venue, options, &typed).await
        }
        None => Ok(Vec::new()),
    }
}

/// One's own running games in the server, those of this channel first.
async fn running(bot: &Bot, context: &Context, venue: Venue) -> Result<Vec<GameSummary>, Failure> {
    let mut lines = bot.app.games(context.player, venue.guild).await?;
    lines.sort_by_key(|line| line.venue.channel != venue.channel);
    Ok(lines)
}

/// Those of these games that what is typed may mean.
fn games(bot: &Bot, context: &Context, lines: &[GameSummary], typed: &str) -> Vec<Choice> {
    let voice = bot.voice(context.locale);
    let typed = typed.trim().trim_start_matches('#').to_lowercase();
    let choice = |line: &GameSummary| Choice {
        label: label(voice, line, context.player),
        value: line.id.to_string(),
        description: None,
    };
    let fits = |choice: &Choice| {
        choice.value.starts_with(&typed) || choice.label.to_lowercase().contains(&typed)
    };
    lines.iter().map(choice).filter(fits).take(MOST).collect()
}

/// The legal continuations in the game that is meant, or in all it may be.
async fn moves(
    bot: &Bot,
    context: &Context,
    venue: Venue,
    options: &Options<'_>,
    typed: &str,
) -> Result<Vec<Choice>, Failure> {
    let mut choices: Vec<Choice> = Vec::new();
    for id in meant(bot, context.player, venue, options.target()?).await? {
        let target = Target::Game(id);
        let game = bot.app.look(context.player, venue, target).await?;
        for completion in game.complete(context.player, typed, MOST) {
            if choices.len() == MOST || choices.iter().any(|choice| choice.value == completion.text)
            {
                continue;
            }
            let label = if completion.whole {
                completion.display
            } else {
                format!("{} {MORE}", completion.display)
            };
            choices.push(Choice {
                label,
                value: completion.text,
                description: None,
            });
        }
    }
    Ok(choices)
}

async fn meant(
    bot: &Bot,
    player: PlayerId,
    venue: Venue,
    target: Target,
) -> Result<Vec<GameId>, Failure> {
    Ok(match target {
        Target::Here => {
            let games = bot.app.own_games_here(player, venue).await?;
            games.into_iter().map(|game| game.id).collect()
        }
        Target::Game(id) | Target::At(id, _) => vec![id],
    })
}
