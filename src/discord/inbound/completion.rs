//! Completion: the legal continuations of what is typed.

use crate::app::Target;
use crate::discord::Bot;
use crate::discord::context::Context;
use crate::discord::failure::Failure;
use crate::discord::inbound::commands::{Options, away, rules, variants};
use crate::discord::view::reply::{Choice, MOST_CHOICES};
use crate::discord::view::{self, MORE};
use crate::game::{GameId, GameSummary, PlayerId, Venue};

/// How many past games are searched.
const LOOKED_AT: u32 = 200;

/// The completions of the option that is being typed.
pub(super) async fn run(
    bot: &Bot,
    context: &Context,
    command: &str,
    options: &Options<'_>,
) -> Result<Vec<Choice>, Failure> {
    match options.focused() {
        Some(("game", typed)) => {
            let lines = match command {
                "replay" | "export" => {
                    let guild = context.venue.guild;
                    bot.app.played(context.player, guild, LOOKED_AT).await?
                }
                "board" if context.is_user_install() => {
                    bot.app.read().running_of(context.player, None).await?
                }
                _ => running(bot, context).await?,
            };
            Ok(games(bot, context, &lines, typed))
        }
        Some(("clause", typed)) => {
            let clauses = rules::complete(bot, context, options, typed);
            Ok(clauses.into_iter().take(MOST_CHOICES).collect())
        }
        Some(("until", typed)) => away::complete(bot, context, typed).await,
        Some(("board", typed)) => {
            let l10n = bot.localizer(context.locale);
            Ok(variants::boards(
                l10n,
                bot.app.read().registry(),
                options,
                typed,
            ))
        }
        Some(("rules", typed)) => {
            let l10n = bot.localizer(context.locale);
            Ok(variants::rulesets(
                l10n,
                bot.app.read().registry(),
                options,
                typed,
            ))
        }
        // After choosing a part of a move, a person types on behind its label.
        Some((_, typed)) => {
            let typed = typed.replace(MORE, "");
            moves(bot, context, context.venue, options, &typed).await
        }
        None => Ok(Vec::new()),
    }
}

/// The person's running games in the server, those of this channel first.
async fn running(bot: &Bot, context: &Context) -> Result<Vec<GameSummary>, Failure> {
    let venue = context.venue;
    let mut lines = bot
        .app
        .read()
        .running_of(context.player, Some(venue.guild))
        .await?;
    lines.sort_by_key(|line| !line.is_at(venue));
    Ok(lines)
}

/// The games that `typed` may mean.
fn games(bot: &Bot, context: &Context, lines: &[GameSummary], typed: &str) -> Vec<Choice> {
    let l10n = bot.localizer(context.locale);
    let typed = typed.trim().trim_start_matches('#').to_lowercase();
    let choice = |line: &GameSummary| {
        let label = view::label(l10n, line, context.player);
        Choice::new(label, line.id.to_string())
    };
    let fits = |choice: &Choice| {
        choice.value.starts_with(&typed) || choice.label.to_lowercase().contains(&typed)
    };
    lines
        .iter()
        .map(choice)
        .filter(fits)
        .take(MOST_CHOICES)
        .collect()
}

/// The legal continuations in the game that is meant, or in all that may be meant.
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
        for completion in game.complete(context.player, typed, MOST_CHOICES) {
            let known = choices.iter().any(|choice| choice.value == completion.text);
            if choices.len() < MOST_CHOICES && !known {
                choices.push(view::continuation(completion));
            }
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
