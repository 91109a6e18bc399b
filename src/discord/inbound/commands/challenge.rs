//! `/challenge`: invites one person, or everybody.

use serenity::builder::CreateCommand;
use serenity::model::application::CommandOptionType;
use strum::VariantArray as _;

use super::variants::Asked;
use super::{Definition, Options, happened, setup};
use crate::app::Origin;
use crate::discord::failure::Failure;
use crate::discord::inbound::Request;
use crate::discord::outbound::Answer;
use crate::discord::view;
use crate::game::{
    Defaults, Denial, Game, GameTerms, GamesIn, Openable, Pairing, Post, Setting, TimeControl,
};
use siwa_games::engine::Level;
use siwa_games::text::Text;

/// What the engine is called in menus.
const NAME: &str = "Siwa";

pub(super) fn define(of: &Definition<'_>) -> CreateCommand {
    let mut time = of.text("time");
    for (name, control) in TimeControl::OFFERED {
        time = of.choice(time, name, &view::time(control));
    }
    let mut levels = of.text("level");
    for level in Level::ALL {
        let word = Text::new("choice").with("choice", view::level(level));
        levels = of.choice(levels, &level.number().to_string(), &word);
    }
    let mut games = of.text("games");
    for pairing in Pairing::VARIANTS {
        games = of.choice(games, pairing.as_ref(), &view::pairing(*pairing));
    }
    of.among_people()
        .add_option(of.option(CommandOptionType::User, "opponent"))
        .add_option(of.kinds())
        .add_option(of.open("board"))
        .add_option(of.open("rules"))
        .add_option(time)
        .add_option(of.option(CommandOptionType::Boolean, "rated"))
        .add_option(levels)
        .add_option(games)
}

fn terms(
    request: Request<'_>,
    options: &Options<'_>,
    defaults: &Defaults,
) -> Result<GameTerms, Failure> {
    let registry = request.bot.app.read().registry();
    let (rules, variant) = Asked::by(options).variant(request.l10n, registry)?;
    let time = match options.text("time") {
        None => defaults.time,
        Some(chosen) => {
            let known = TimeControl::offered(chosen);
            known.ok_or_else(|| Text::new("denied-no-time"))?
        }
    };
    Ok(GameTerms {
        rules,
        variant,
        time,
        rated: options.flag("rated").unwrap_or(defaults.rated),
        level: None,
        games_in: GamesIn::Channel,
        games: options
            .text("games")
            .and_then(|games| games.parse().ok())
            .unwrap_or_default(),
    })
}

pub(super) async fn run(request: Request<'_>, options: &Options<'_>) -> Result<Answer, Failure> {
    let Request { bot, context, .. } = request;
    let venue = setup::place(request).await?;
    let defaults = match context.is_user_install() {
        true => Defaults::USER_INSTALL,
        false => bot.app.read().defaults(venue.guild).await?,
    };
    let terms = terms(request, options, &defaults)?;
    let opponent = options.person("opponent");
    let level = options.text("level");
    let chosen = level.and_then(|level| Level::new(level.parse().ok()?));
    // Only the engine has levels.
    let alone = match &opponent {
        Some((opponent, _)) => opponent.is_us,
        None => level.is_some(),
    };
    if alone {
        if terms.games != Pairing::Single {
            return Err(Denial::PairWithEngine.into());
        }
        let terms = GameTerms {
            // Against the engine one plays for fun, with hints, unless one says otherwise.
            rated: options.flag("rated").unwrap_or(false),
            ..terms
        };
        let level = chosen.unwrap_or(Level::DEFAULT);
        let (game, _) = begin(request, terms, level, &context.answering()).await?;
        return happened(request, game);
    }
    if level.is_some() {
        return Err(Denial::LevelOfPerson.into());
    }
    let terms = GameTerms {
        games_in: games_in(request).await?,
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
        bot.app.work().choose(venue.guild, &first).await?;
    }
    bot.app.meet(context.player, &context.name).await;
    if let Some((opponent, called)) = opponent {
        bot.app.meet(opponent.player, &called).await;
    }
    let card = view::card(request.public(), &challenge, bot.app.now());
    Ok(Answer::new(card).posting(Post::Card(challenge.id)))
}

/// Whether a game that begins here is to have a thread.
async fn games_in(request: Request<'_>) -> Result<GamesIn, Failure> {
    let Request { bot, context, .. } = request;
    let chosen = bot.app.read().games_in(context.venue.guild).await?;
    Ok(match (context.openable(), chosen) {
        (Openable::Never | Openable::Inside(_), _) => GamesIn::Channel,
        // There is nothing to choose.
        (Openable::Forbidden, GamesIn::Ask) => GamesIn::Channel,
        (_, chosen) => chosen,
    })
}

/// Begins a game with the engine; answers whether it had not begun before.
pub(super) async fn begin(
    request: Request<'_>,
    terms: GameTerms,
    level: Level,
    origin: &Origin,
) -> Result<(Game, bool), Failure> {
    let Request { bot, context, .. } = request;
    let venue = setup::place(request).await?;
    let (by, us, locale) = (context.player, context.us(), context.public.tag());
    let begun = bot
        .app
        .play_engine(by, us, (terms, level), venue, locale, origin);
    let begun = begun.await?;
    bot.app.meet(by, &context.name).await;
    bot.app.meet(us, NAME).await;
    Ok(begun)
}
