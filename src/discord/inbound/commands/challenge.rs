//! `/challenge`: invites one person, or everybody.

use serenity::builder::CreateCommand;
use serenity::model::application::CommandOptionType;

use super::variants::Asked;
use super::{Options, define, happened};
use crate::app::{Debt, Origin};
use crate::discord::Bot;
use crate::discord::context::Context;
use crate::discord::failure::Failure;
use crate::discord::outbound::Answer;
use crate::discord::view::{self, Voice};
use crate::engine::Level;
use crate::game::{Denial, Game, GamesIn, Openable, PlayerId, Terms, TimeControl};
use crate::l10n::L10n;
use crate::message::Message;
use crate::registry::Registry;
use crate::time::Seconds;

const ID: &str = "command-challenge";

/// What the engine is called in menus.
const NAME: &str = "Siwa";

/// The limits of time that can be chosen, with what stands for each.
const TIMES: [(&str, TimeControl); 8] = [
    ("12h", TimeControl::PerTurn(Seconds::hours(12))),
    ("1", TimeControl::PerTurn(Seconds::days(1))),
    ("3", TimeControl::PerTurn(USUAL_TIME)),
    ("7", TimeControl::PerTurn(Seconds::days(7))),
    ("3+8h", bank(3, 8)),
    ("7+12h", bank(7, 12)),
    ("14+24h", bank(14, 24)),
    ("none", TimeControl::Unlimited),
];
/// How long a turn may take by default.
pub(super) const USUAL_TIME: Seconds = Seconds::days(3);

/// So many days for a whole game, and so many hours more for each turn.
const fn bank(days: i64, hours: i64) -> TimeControl {
    TimeControl::Bank {
        initial: Seconds::days(days),
        increment: Seconds::hours(hours),
    }
}

pub(super) fn define(l10n: &L10n, registry: Registry) -> CreateCommand {
    let option = |kind, name| define::option(l10n, kind, name, ID);
    let mut time = option(CommandOptionType::String, "time");
    for (name, control) in TIMES {
        let word = view::time(control);
        time = define::choice(time, name, |locale| l10n.text(locale, &word));
    }
    let mut levels = option(CommandOptionType::String, "level");
    for level in Level::ALL {
        let word = Message::new("level-choice").with("level", view::level(level));
        let number = level.number().to_string();
        levels = define::choice(levels, &number, |locale| l10n.text(locale, &word));
    }
    define::command(l10n, "challenge", ID)
        .add_option(option(CommandOptionType::User, "opponent"))
        .add_option(define::kinds(l10n, registry, ID))
        .add_option(define::open(l10n, "board", ID))
        .add_option(define::open(l10n, "rules", ID))
        .add_option(time)
        .add_option(option(CommandOptionType::Boolean, "rated"))
        .add_option(levels)
}

fn terms(voice: Voice<'_>, registry: Registry, options: &Options<'_>) -> Result<Terms, Failure> {
    let (rules, variant) = Asked::by(options).variant(voice, registry)?;
    let time = match options.text("time") {
        None => TimeControl::PerTurn(USUAL_TIME),
        Some(chosen) => {
            let known = TIMES.into_iter().find(|(name, _)| *name == chosen);
            known.ok_or_else(|| Message::new("denied-no-time"))?.1
        }
    };
    Ok(Terms {
        rules,
        variant,
        time,
        rated: options.flag("rated").unwrap_or(true),
        level: None,
        games_in: GamesIn::Channel,
    })
}

pub(super) async fn run(
    bot: &Bot,
    context: &Context,
    options: &Options<'_>,
) -> Result<Answer, Failure> {
    let venue = context.playable_venue()?;
    let voice = bot.voice(context.locale);
    let terms = terms(voice, bot.app.registry(), options)?;
    let opponent = options.person("opponent");
    let level = options.text("level");
    let chosen = level.and_then(|level| Level::new(level.parse().ok()?));
    // Against the engine one plays for fun, with hints, unless one says otherwise.
    let friendly = Terms {
        rated: options.flag("rated").unwrap_or(false),
        ..terms
    };
    match &opponent {
        Some((opponent, _)) if !opponent.is_us && level.is_some() => {
            return Err(Denial::LevelOfPerson.into());
        }
        Some((opponent, _)) if opponent.is_us => {
            return engine(bot, context, opponent.player, friendly, chosen).await;
        }
        // Only one player has levels.
        None if level.is_some() => {
            return engine(bot, context, context.us(), friendly, chosen).await;
        }
        _ => {}
    }
    let terms = Terms {
        games_in: games_in(bot, context).await?,
        ..terms
    };
    let challenge = bot
        .app
        .challenge(
            context.player,
            opponent.as_ref().map(|(opponent, _)| *opponent),
            terms,
            venue,
            context.public.tag(),
            &context.answering(),
        )
        .await?;
    bot.app.meet(context.player, &context.name).await;
    if let Some((opponent, called)) = opponent {
        bot.app.meet(opponent.player, &called).await;
    }
    let card = view::card(bot.voice(context.public), &challenge, bot.app.now());
    Ok(Answer::new(card).paying(Debt::Card(challenge.id)))
}

/// Whether a game that begins here is to have a thread.
async fn games_in(bot: &Bot, context: &Context) -> Result<GamesIn, Failure> {
    let chosen = bot.app.games_in(context.venue()?.guild).await?;
    Ok(match (context.openable(), chosen) {
        (Openable::Never | Openable::Inside(_), _) => GamesIn::Channel,
        // There is nothing to choose.
        (Openable::Forbidden, GamesIn::Ask) => GamesIn::Channel,
        (_, chosen) => chosen,
    })
}

/// Begins a game with the engine, and shows its board.
async fn engine(
    bot: &Bot,
    context: &Context,
    us: PlayerId,
    terms: Terms,
    level: Option<Level>,
) -> Result<Answer, Failure> {
    let at = (terms, level.unwrap_or(Level::USUAL));
    let game = begin(bot, context, us, at, &context.answering()).await?;
    happened(bot, context, &game)
}

/// Begins a game with the engine.
pub(super) async fn begin(
    bot: &Bot,
    context: &Context,
    us: PlayerId,
    at: (Terms, Level),
    origin: &Origin,
) -> Result<Game, Failure> {
    let venue = context.playable_venue()?;
    let locale = context.public.tag();
    let begun = bot
        .app
        .play_engine(context.player, us, at, venue, locale, origin);
    let game = begun.await?;
    bot.app.meet(context.player, &context.name).await;
    bot.app.meet(us, NAME).await;
    Ok(game)
}
