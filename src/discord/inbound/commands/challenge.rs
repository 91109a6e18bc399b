//! `/challenge`: invites one person, or everyone.

use serenity::builder::CreateCommand;
use serenity::model::application::CommandOptionType;
use strum::VariantArray as _;

use super::variants::Asked;
use super::{Answer, Definition, Failure, Options, Request, Text, play, setup, view};
use crate::app::Opponent;
use crate::game::{
    Defaults, GameTerms, GamesIn, Openable, Order, Pairing, Post, Setting, TimeControl, Venue,
};

pub(super) fn define(of: &Definition<'_>) -> CreateCommand {
    let times = TimeControl::OFFERED.map(|(name, control)| (name, view::time(control)));
    let pairings = Pairing::VARIANTS.iter();
    let games = pairings.map(|it| (it.as_ref(), view::pairing(*it)));
    let command = of
        .among_people()
        .add_option(of.option(CommandOptionType::User, "opponent"))
        .add_option(of.kinds())
        .add_option(of.open("board"))
        .add_option(of.open("rules"))
        .add_option(of.choices("time", times))
        .add_option(of.option(CommandOptionType::Boolean, "rated"))
        .add_option(of.choices("games", games));
    of.starts(command)
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
    let start = options.named("start").unwrap_or_default();
    let order: Order = options.named("side").unwrap_or_default();
    Ok(GameTerms {
        rules,
        variant,
        time,
        rated: options.flag("rated").unwrap_or(defaults.rated),
        level: None,
        games_in: games_in(request, defaults),
        games: games.unwrap_or_default(),
        start,
        side: order.side(start),
    })
}

/// Where the game of a challenge is played.
pub(super) fn games_in(request: Request<'_>, defaults: &Defaults) -> GamesIn {
    match (request.context.openable(), defaults.games_in) {
        (Openable::Never | Openable::Inside(_), _) => GamesIn::Channel,
        // There is nothing to choose.
        (Openable::Forbidden, GamesIn::Ask) => GamesIn::Channel,
        (_, chosen) => chosen,
    }
}

pub(super) async fn run(request: Request<'_>, options: &Options<'_>) -> Result<Answer, Failure> {
    let bot = request.bot;
    let (opponent, called) = options.person("opponent").unzip();
    if opponent.is_some_and(|opponent| opponent.is_us) {
        return play::run(request, options).await;
    }
    let (venue, defaults) = place(request).await?;
    let terms = terms(request, options, &defaults)?;
    if let (Some(opponent), Some(called)) = (opponent, called) {
        bot.app.meet(opponent.player, &called).await;
    }
    issue(request, venue, opponent, terms).await
}

/// Where a challenge is made, and the defaults of that place.
pub(super) async fn place(request: Request<'_>) -> Result<(Venue, Defaults), Failure> {
    let venue = setup::place(request).await?;
    let defaults = if request.context.is_user_install() {
        Defaults::USER_INSTALL
    } else {
        request.bot.app.read().defaults(venue.guild).await?
    };
    Ok((venue, defaults))
}

/// Makes a challenge; the answer is its card.
pub(super) async fn issue(
    request: Request<'_>,
    venue: Venue,
    opponent: Option<Opponent>,
    terms: GameTerms,
) -> Result<Answer, Failure> {
    let Request { bot, context, .. } = request;
    let (by, locale, origin) = (context.player, context.public.tag(), context.answering());
    let made = bot
        .app
        .challenge(by, opponent, terms, venue, locale, &origin);
    let challenge = made.await?;
    if context.is_user_install() {
        // A user-install context has no server language: its boards use the first player's.
        let first = Setting::FirstLocale(locale.to_owned());
        bot.app.work().choose(venue.guild, &first).await?;
    }
    bot.app.meet(by, &context.name).await;
    let card = view::card(request.public(), &challenge, bot.app.now());
    Ok(Answer::new(card).posting(Post::Card(challenge.id)))
}
