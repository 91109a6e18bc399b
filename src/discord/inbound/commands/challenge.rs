//! `/challenge`: invites one person, or everyone.

use serenity::builder::CreateCommand;
use serenity::model::application::CommandOptionType;
use strum::VariantArray as _;

use super::variants::Asked;
use super::{Answer, Definition, Failure, Options, Request, Text, happened, setup, view};
use crate::app::Origin;
use crate::game::{
    Defaults, Denial, Game, GameTerms, GamesIn, Openable, Pairing, Post, Setting, TimeControl,
};
use siwa_games::engine::Level;

/// The engine's name in menus.
const NAME: &str = "Siwa";

pub(super) fn define(of: &Definition<'_>) -> CreateCommand {
    let times = TimeControl::OFFERED.map(|(name, control)| (name, view::time(control)));
    let levels = Level::ALL.map(|it| (it.number().to_string(), view::choice(view::level(it))));
    let pairings = Pairing::VARIANTS.iter();
    let games = pairings.map(|it| (it.as_ref(), view::pairing(*it)));
    of.among_people()
        .add_option(of.option(CommandOptionType::User, "opponent"))
        .add_option(of.kinds())
        .add_option(of.open("board"))
        .add_option(of.open("rules"))
        .add_option(of.choices("time", times))
        .add_option(of.option(CommandOptionType::Boolean, "rated"))
        .add_option(of.choices("level", levels))
        .add_option(of.choices("games", games))
}

fn terms(
    request: Request<'_>,
    options: &Options<'_>,
    defaults: &Defaults,
) -> Result<GameTerms, Failure> {
    let (rules, variant) = Asked::by(options).variant(request)?;
    let time = match options.text("time") {
        None => defaults.time,
        Some(it) => TimeControl::offered(it).ok_or_else(|| Text::new("denied-no-time"))?,
    };
    let games = options.text("games").and_then(|it| it.parse().ok());
    Ok(GameTerms {
        rules,
        variant,
        time,
        rated: options.flag("rated").unwrap_or(defaults.rated),
        level: None,
        games_in: match (request.context.openable(), defaults.games_in) {
            (Openable::Never | Openable::Inside(_), _) => GamesIn::Channel,
            // There is nothing to choose.
            (Openable::Forbidden, GamesIn::Ask) => GamesIn::Channel,
            (_, chosen) => chosen,
        },
        games: games.unwrap_or_default(),
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
    let (opponent, called) = options.person("opponent").unzip();
    let level = options.text("level");
    let chosen = level.and_then(|level| Level::new(level.parse().ok()?));
    // Only the engine has levels.
    if opponent.map_or(level.is_some(), |opponent| opponent.is_us) {
        if terms.games != Pairing::Single {
            return Err(Denial::PairWithEngine.into());
        }
        let terms = GameTerms {
            // Games with the engine are unrated by default, so that hints are allowed.
            rated: options.flag("rated").unwrap_or(false),
            games_in: GamesIn::Channel,
            ..terms
        };
        let level = chosen.unwrap_or(Level::DEFAULT);
        let (game, _) = begin(request, terms, level, &context.answering()).await?;
        return happened(request, game);
    }
    if level.is_some() {
        return Err(Denial::LevelOfPerson.into());
    }
    let challenge = bot
        .app
        .challenge(
            context.player,
            opponent,
            terms,
            venue,
            context.public.tag(),
            &context.answering(),
        )
        .await?;
    if context.is_user_install() {
        // A user-install context has no server language: its boards use the first player's.
        let first = Setting::FirstLocale(context.public.tag().to_owned());
        bot.app.work().choose(venue.guild, &first).await?;
    }
    bot.app.meet(context.player, &context.name).await;
    if let (Some(opponent), Some(called)) = (opponent, called) {
        bot.app.meet(opponent.player, &called).await;
    }
    let card = view::card(request.public(), &challenge, bot.app.now());
    Ok(Answer::new(card).posting(Post::Card(challenge.id)))
}

/// Starts a game with the engine; returns whether this interaction started it.
pub(super) async fn begin(
    request: Request<'_>,
    terms: GameTerms,
    level: Level,
    origin: &Origin,
) -> Result<(Game, bool), Failure> {
    let Request { bot, context, .. } = request;
    let venue = setup::place(request).await?;
    let (by, us, locale) = (context.player, context.us(), context.public.tag());
    let (app, terms) = (&bot.app, (terms, level));
    let begun = app.play_engine(by, us, terms, venue, locale, origin);
    let begun = begun.await?;
    app.meet(by, &context.name).await;
    app.meet(us, NAME).await;
    Ok(begun)
}
