//! `/challenge`: invites one person, or everybody.

use serenity::builder::CreateCommand;
use serenity::model::application::CommandOptionType;

use super::variants::Asked;
use super::{Options, define, happened, setup};
use crate::app::{Debt, Origin};
use crate::discord::Bot;
use crate::discord::context::Context;
use crate::discord::failure::Failure;
use crate::discord::outbound::Answer;
use crate::discord::view::{self, Localizer};
use crate::game::{
    Defaults, Denial, Game, GamesIn, Openable, Pairing, PlayerId, Setting, Terms, TimeControl,
};
use crate::l10n::L10n;
use siwa_games::engine::Level;
use siwa_games::registry::Registry;
use siwa_games::text::Text;

const ID: &str = "command-challenge";

/// What the engine is called in menus.
const NAME: &str = "Siwa";

pub(super) fn define(l10n: &L10n, registry: Registry) -> CreateCommand {
    let option = |kind, name| define::option(l10n, kind, name, ID);
    let mut time = option(CommandOptionType::String, "time");
    for (name, control) in TimeControl::OFFERED {
        let word = view::time(control);
        time = define::choice(time, name, |locale| l10n.text(locale, &word));
    }
    let mut levels = option(CommandOptionType::String, "level");
    for level in Level::ALL {
        let word = Text::new("choice").with("choice", view::level(level));
        let number = level.number().to_string();
        levels = define::choice(levels, &number, |locale| l10n.text(locale, &word));
    }
    let mut games = option(CommandOptionType::String, "games");
    for pairing in Pairing::ALL {
        let word = view::pairing(pairing);
        games = define::choice(games, pairing.name(), |locale| l10n.text(locale, &word));
    }
    define::among_people(l10n, "challenge", ID)
        .add_option(option(CommandOptionType::User, "opponent"))
        .add_option(define::kinds(l10n, registry, ID))
        .add_option(define::open(l10n, "board", ID))
        .add_option(define::open(l10n, "rules", ID))
        .add_option(time)
        .add_option(option(CommandOptionType::Boolean, "rated"))
        .add_option(levels)
        .add_option(games)
}

fn terms(
    l10n: Localizer<'_>,
    registry: Registry,
    options: &Options<'_>,
    defaults: &Defaults,
) -> Result<Terms, Failure> {
    let (rules, variant) = Asked::by(options).variant(l10n, registry)?;
    let time = match options.text("time") {
        None => defaults.time,
        Some(chosen) => {
            let known = TimeControl::offered(chosen);
            known.ok_or_else(|| Text::new("denied-no-time"))?
        }
    };
    Ok(Terms {
        rules,
        variant,
        time,
        rated: options.flag("rated").unwrap_or(defaults.rated),
        level: None,
        games_in: GamesIn::Channel,
        games: options
            .text("games")
            .and_then(Pairing::from_name)
            .unwrap_or_default(),
    })
}

pub(super) async fn run(
    bot: &Bot,
    context: &Context,
    options: &Options<'_>,
) -> Result<Answer, Failure> {
    let venue = setup::place(bot, context).await?;
    let l10n = bot.localizer(context.locale);
    let defaults = match context.is_user_install() {
        true => Defaults::USER_INSTALL,
        false => bot.app.read().defaults(venue.guild).await?,
    };
    let terms = terms(l10n, bot.app.read().registry(), options, &defaults)?;
    let opponent = options.person("opponent");
    let level = options.text("level");
    let chosen = level.and_then(|level| Level::new(level.parse().ok()?));
    // Against the engine one plays for fun, with hints, unless one says otherwise.
    let friendly = Terms {
        rated: options.flag("rated").unwrap_or(false),
        ..terms
    };
    let alone = match &opponent {
        Some((opponent, _)) => opponent.is_us,
        None => level.is_some(),
    };
    if alone && terms.games != Pairing::Single {
        return Err(Denial::PairWithEngine.into());
    }
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
    if context.is_user_install() {
        // No server has a language there: its boards speak that of whoever was the first.
        let tag = context.public.tag().to_owned();
        let first = Setting::FirstLocale(tag);
        bot.app.choose(venue.guild, &first).await?;
    }
    bot.app.meet(context.player, &context.name).await;
    if let Some((opponent, called)) = opponent {
        bot.app.meet(opponent.player, &called).await;
    }
    let card = view::card(bot.localizer(context.public), &challenge, bot.app.now());
    Ok(Answer::new(card).paying(Debt::Card(challenge.id)))
}

/// Whether a game that begins here is to have a thread.
async fn games_in(bot: &Bot, context: &Context) -> Result<GamesIn, Failure> {
    let chosen = bot.app.read().games_in(context.venue.guild).await?;
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
    let (game, _) = begin(bot, context, us, at, &context.answering()).await?;
    happened(bot, context, &game)
}

/// Begins a game with the engine; answers whether it had not begun before.
pub(super) async fn begin(
    bot: &Bot,
    context: &Context,
    us: PlayerId,
    at: (Terms, Level),
    origin: &Origin,
) -> Result<(Game, bool), Failure> {
    let venue = setup::place(bot, context).await?;
    let locale = context.public.tag();
    let begun = bot
        .app
        .play_engine(context.player, us, at, venue, locale, origin);
    let begun = begun.await?;
    bot.app.meet(context.player, &context.name).await;
    bot.app.meet(us, NAME).await;
    Ok(begun)
}
