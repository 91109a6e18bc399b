//! Completion: what may follow what is typed. Only what is legal is offered.

use super::Bot;
use super::caller::Caller;
use super::commands::{Options, rules};
use super::failure::Failure;
use super::reply::Choice;
use super::view::label;
use crate::app::Target;
use crate::game::{GameId, PlayerId, Venue};
use crate::store::{Line, Place};

/// Discord takes no more choices.
const MOST: usize = 25;

/// How many games of the past what is typed is looked for in.
const LOOKED_AT: u32 = 200;

/// What shows that a completion is only a part.
const MORE: char = '…';

/// What may follow in the option that is being typed.
pub(super) async fn run(
    bot: &Bot,
    caller: &Caller,
    command: &str,
    options: &Options<'_>,
) -> Result<Vec<Choice>, Failure> {
    let venue = caller.venue()?;
    match options.focused() {
        Some(("game", typed)) => {
            let lines = match command {
                "replay" | "export" => {
                    bot.app
                        .played(caller.player, venue.guild, LOOKED_AT)
                        .await?
                }
                _ => running(bot, caller, venue).await?,
            };
            Ok(games(bot, caller, &lines, typed))
        }
        Some(("clause", typed)) => {
            let clauses = rules::complete(bot, caller, options, typed);
            Ok(clauses.into_iter().take(MOST).collect())
        }
        // Whoever types on after choosing a part types behind its name as it was shown.
        Some((_, typed)) => {
            let typed = typed.replace(MORE, "");
            moves(bot, caller, venue, options, &typed).await
        }
        None => Ok(Vec::new()),
    }
}

/// One's own running games in the server, those of this channel first.
async fn running(bot: &Bot, caller: &Caller, venue: Venue) -> Result<Vec<Line>, Failure> {
    let mut lines = bot.app.games(caller.player, venue.guild).await?;
    lines.sort_by_key(|line| line.venue.channel != venue.channel);
    Ok(lines)
}

/// Those of these games that what is typed may mean.
fn games(bot: &Bot, caller: &Caller, lines: &[Line], typed: &str) -> Vec<Choice> {
    let voice = bot.voice(caller.locale);
    let typed = typed.trim().trim_start_matches('#').to_lowercase();
    let choice = |line: &Line| Choice {
        label: label(voice, line, caller.player),
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
    caller: &Caller,
    venue: Venue,
    options: &Options<'_>,
    typed: &str,
) -> Result<Vec<Choice>, Failure> {
    let mut choices: Vec<Choice> = Vec::new();
    for id in meant(bot, caller.player, venue, options.target()?).await? {
        let game = bot.app.load(id).await?;
        if game.venue().guild != venue.guild {
            continue;
        }
        for completion in game.complete(caller.player, typed, MOST) {
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
            let lines = bot
                .app
                .store()
                .running(Some(player), Place::Channel(venue.channel))
                .await?;
            lines.into_iter().map(|line| line.id).collect()
        }
        Target::Game(id) | Target::At(id, _) => vec![id],
    })
}
