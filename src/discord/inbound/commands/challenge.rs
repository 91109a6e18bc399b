//! `/challenge`: invites one person, or everyone; and the same in the menu of a person.

use super::define::named;
use super::variants::chosen_variant;
use super::{
    Answer, Definition, How, Message, Options, Request, Result, Text, play, settings, view,
};
use crate::discord::custom_id::InviteAction;
use crate::game::{
    Defaults, GameTerms, GamesIn, Openable, Order, Pairing, PlayerId, Setting, Start, TimeControl,
};

pub(super) fn define(command: Definition<'_>) -> Definition<'_> {
    let times = TimeControl::OFFERED.map(|(name, control)| (name, view::time(control)));
    command
        .person("opponent")
        .kinds()
        .open("board")
        .open("rules")
        .choices("time", times)
        .flag("rated")
        .choices("games", named(view::pairing))
        .starts()
}

pub(super) async fn run(request: Request<'_>, options: &Options<'_>) -> Result {
    let opponent = options.person("opponent");
    if opponent.as_ref().is_some_and(|opponent| opponent.is_us) {
        return play::run(request, options).await;
    }
    let defaults = defaults(request).await?;
    let (rules, variant) = chosen_variant(request, options)?;
    let time = match options.text("time") {
        None => defaults.time,
        Some(name) => TimeControl::offered(name).ok_or_else(|| Text::new("denied-no-time"))?,
    };
    let start = options.named("start").unwrap_or_default();
    let order: Order = options.named("side").unwrap_or_default();
    let terms = GameTerms {
        rules,
        variant,
        time,
        rated: options.flag("rated").unwrap_or(defaults.rates(time)),
        level: None,
        games_in: defaults.games_in,
        games: options.named("games").unwrap_or_default(),
        start,
        side: order.side(start),
    };
    if let Some(opponent) = &opponent {
        opponent.check_challenge_by(request.by)?;
        request.app.meet(opponent.player, &opponent.name).await;
    }
    issue(request, opponent.map(|opponent| opponent.player), terms).await
}

/// *Challenge*, in the menu of a person: the terms are chosen from menus, so that nothing is typed.
pub(super) async fn run_from_menu(request: Request<'_>, options: &Options<'_>) -> Result {
    let unknown = || Text::new("denied-unknown-command");
    let opponent = options.menu_person().ok_or_else(unknown)?;
    if opponent.is_us {
        return play::run(request, options).await;
    }
    opponent.check_challenge_by(request.by)?;
    request.app.meet(opponent.player, &opponent.name).await;
    let (_, variant) = chosen_variant(request, options)?;
    let time = defaults(request).await?.time.name().unwrap_or_default();
    let shows = InviteAction::Variant;
    step(request, opponent.player, variant.id, time, shows).await
}

/// Handles a choice from the menus, or sends the challenge.
pub async fn step(
    request: Request<'_>,
    opponent: PlayerId,
    variant: &str,
    time: &str,
    act: InviteAction,
) -> Result {
    let defaults = defaults(request).await?;
    let (variant, time) = match (act, request.context.chosen()) {
        (InviteAction::Variant, Some(chosen)) => (chosen, time),
        (InviteAction::Time, Some(chosen)) => (variant, chosen),
        _ => (variant, time),
    };
    let time = TimeControl::offered(time).ok_or_else(|| Text::new("denied-no-time"))?;
    let (rules, variant) = request.variant(variant)?;
    let terms = GameTerms {
        rules,
        variant,
        time,
        rated: defaults.rates(time),
        level: None,
        games_in: defaults.games_in,
        games: Pairing::Single,
        start: Start::default(),
        side: None,
    };
    if act != InviteAction::Send {
        let has_clock = !request.context.is_user_install();
        let registry = request.registry();
        let menu = view::invitation(request.l10n, registry, opponent, &terms, has_clock);
        return Ok(Answer::update(menu));
    }
    issue(request, Some(opponent), terms).await
}

/// The defaults of the place where a challenge is made, if games are allowed there.
async fn defaults(request: Request<'_>) -> Result<Defaults> {
    settings::check_place(request).await?;
    if request.context.is_user_install() {
        return Ok(Defaults::USER_INSTALL);
    }
    let mut defaults = request.settings().await?.defaults;
    defaults.games_in = match (request.context.openable(), defaults.games_in) {
        (Openable::Never | Openable::Inside(_), _) => GamesIn::Channel,
        // There is nothing to choose.
        (Openable::Forbidden, GamesIn::Ask) => GamesIn::Channel,
        (_, chosen) => chosen,
    };
    Ok(defaults)
}

/// Makes a challenge; the answer is its card.
async fn issue(request: Request<'_>, opponent: Option<PlayerId>, terms: GameTerms) -> Result {
    let Request { app, by, venue, .. } = request;
    let locale = request.context.public.tag();
    let origin = request.context.origin();
    let made = app.challenge(by, opponent, terms, venue, locale, &origin);
    let made = made.await?;
    if venue.guild.is_user_install() {
        // A user-install context has no server language: its boards use the first player's.
        let first = Setting::FirstLocale(locale.to_owned());
        app.store().choose(venue.guild, &first).await?;
    }
    request.meet().await;
    let card = view::card(request.public(), &made.value, app.now());
    Ok(Message::new(How::New, card).being(made.item, None))
}
