//! `/tournament`: opens a tournament in this server, or shows one.

use serenity::model::application::CommandOptionType;

use super::define::named;
use super::variants::chosen_variant;
use super::{
    Answer, Choice, Definition, How, Message, Options, Reply, Request, Result, Text, settings, view,
};
use crate::discord::custom_id::TournamentAction;
use crate::game::{
    Denial, GameTerms, MAX_NAME, MAX_PLAYERS, MIN_PLAYERS, Name, Openable, Phase, Start,
    TimeControl, Tournament, TournamentId, ensure,
};
use crate::time::Seconds;

/// How many days the sign-up may be open.
const SIGN_UP: [i64; 3] = [1, 3, 7];

pub(super) fn define(command: Definition<'_>) -> Definition<'_> {
    let times = TimeControl::OFFERED.into_iter();
    let times = times.filter(|(_, control)| *control != TimeControl::Unlimited);
    let times = times.map(|(name, control)| (name, view::time(control)));
    let days = |days: i64| (days.to_string(), Text::new("days").with("days", days));
    command
        .kinds()
        .open("board")
        .open("rules")
        .choices("time", times)
        .choices("start", named(view::start))
        .choices("signup", SIGN_UP.map(days))
        .option(CommandOptionType::Integer, "players", |option| {
            let least = option.min_int_value(MIN_PLAYERS as u64);
            least.max_int_value(MAX_PLAYERS.into())
        })
        .option(CommandOptionType::String, "name", |option| {
            option.max_length(MAX_NAME as u16)
        })
        .open("show")
}

pub(super) async fn run(request: Request<'_>, options: &Options<'_>) -> Result {
    if options.any_but("show") {
        return open(request, options).await;
    }
    let guild = request.server()?;
    let shown = options.text("show").map(str::trim);
    let name = shown.filter(|name| !name.is_empty());
    let found = request.app.store().find_tournament(guild, name).await?;
    match (found, name) {
        (Some(tournament), _) => Ok(Answer::new(page(request, &tournament))),
        (None, Some(_)) => Err(Denial::UnknownTournament.into()),
        (None, None) if may_open(request).await? => Err(Denial::NoTournament.into()),
        (None, None) => Err(Text::new("denied-no-tournament-yet").into()),
    }
}

/// The private page of a tournament.
fn page(request: Request<'_>, tournament: &Tournament) -> Reply {
    let l10n = request.l10n;
    match tournament.phase {
        Phase::Running | Phase::Over => {
            view::tournament_standings(l10n, tournament, organizes(request, tournament).is_ok())
        }
        Phase::SignUp | Phase::Cancelled => Reply {
            private: true,
            ..view::tournament(l10n, tournament)
        },
    }
}

/// Returns whether the person may open a tournament here.
async fn may_open(request: Request<'_>) -> Result<bool> {
    Ok(request.context.manages() || request.settings().await?.defaults.tournaments)
}

/// Opens a tournament; the answer is its card.
async fn open(request: Request<'_>, options: &Options<'_>) -> Result {
    let Request { app, context, .. } = request;
    request.server()?;
    settings::check_place(request).await?;
    // The threads of its groups cannot be opened in a thread.
    let is_openable = context.openable() == Openable::Yes;
    ensure(is_openable, Text::new("denied-tournament-place"))?;
    ensure(may_open(request).await?, Denial::TournamentByManagers)?;
    let (rules, variant) = chosen_variant(request, options)?;
    let time = options.text("time").and_then(TimeControl::offered);
    let time = match time.unwrap_or(request.settings().await?.defaults.time) {
        // In a tournament every game has a clock.
        TimeControl::Unlimited => TimeControl::DEFAULT,
        time => time,
    };
    let start: Start = options.named("start").unwrap_or_default();
    ensure(start == start.possible(rules, variant), Denial::NoDeal)?;
    let terms = GameTerms::of_tournament(rules, variant, time, start);
    let name = name_of(request, options, rules.info().name).await?;
    let locale = context.public.tag();
    let now = app.now();
    let mut new = Tournament::new(request.venue, locale, name, request.by, terms, now);
    if let Some(Ok(most)) = options.number("players").map(u32::try_from) {
        new.most = most.clamp(MIN_PLAYERS as u32, MAX_PLAYERS);
    }
    let days = options.text("signup").and_then(|days| days.parse().ok());
    if let Some(days) = days.filter(|days| SIGN_UP.contains(days)) {
        new.closes = now.plus(Seconds::days(days));
    }
    let opened = app.open_tournament(&new, &context.origin()).await?;
    request.meet().await;
    let card = view::tournament(request.public(), &opened.value);
    Ok(Message::new(How::New, card).being(opened.item, None))
}

/// The name in the option; by default the game with a number.
async fn name_of(request: Request<'_>, options: &Options<'_>, game: &'static str) -> Result<Name> {
    let typed = options.text("name").unwrap_or_default();
    if !typed.trim().is_empty() {
        return Ok(Name::new(&Name::new(typed).plain(MAX_NAME)));
    }
    let guild = request.context.venue.guild;
    let names = request.app.store().tournament_names(guild).await?;
    let public = request.public();
    let numbered = |number: u32| {
        let name = Text::new("tournament-name").with("game", Text::new(game));
        Name::new(&public.tr(&name.with("number", number.to_string())))
    };
    let free = (1..).map(numbered).find(|name| !names.contains(name));
    Ok(free.unwrap_or(Name::new("")))
}

/// The tournaments of this server, newest first.
pub async fn choices(request: Request<'_>) -> Result<Vec<Choice>> {
    let guild = request.server()?;
    let names = request.app.store().tournament_names(guild).await?;
    let choice = |name: Name| Choice::new(name.plain(MAX_NAME), name.typed());
    Ok(names.into_iter().map(choice).collect())
}

fn organizes(request: Request<'_>, tournament: &Tournament) -> Result<(), Denial> {
    let organizer = tournament.organizer;
    let may_change = request.by == organizer || request.context.manages();
    ensure(may_change, Denial::NotOrganizer(organizer))
}

/// Handles a press.
pub async fn step(request: Request<'_>, id: TournamentId, act: TournamentAction) -> Result {
    let Request { app, by, l10n, .. } = request;
    let guild = request.server()?;
    let tournament = if act == TournamentAction::Join {
        request.meet().await;
        app.join_tournament(id, guild, by).await?
    } else {
        app.tournament(id, guild).await?
    };
    let changed = match act {
        TournamentAction::Join => tournament,
        TournamentAction::Leave => {
            app.change_tournament(id, |tournament, now| tournament.leave(by, now))
                .await?
        }
        TournamentAction::Start => {
            organizes(request, &tournament)?;
            app.change_tournament(id, Tournament::start).await?
        }
        TournamentAction::Cancel => {
            organizes(request, &tournament)?;
            return Ok(Answer::update(view::cancellation(l10n, &tournament)));
        }
        TournamentAction::CancelSurely => {
            organizes(request, &tournament)?;
            request.meet().await;
            app.change_tournament(id, |tournament, _| tournament.cancel(by))
                .await?
        }
        TournamentAction::Withdraw => {
            return Ok(Answer::update(view::withdrawal(l10n, &tournament)));
        }
        TournamentAction::WithdrawSurely => {
            app.change_tournament(id, |tournament, _| tournament.withdraw(by))
                .await?;
            request.bot.wake();
            let done = Reply::private(l10n.word("tournament-withdrawn"));
            return Ok(Answer::update(done));
        }
        TournamentAction::Games => {
            tournament.entrant(by).ok_or(Denial::NotJoined)?;
            let games = view::tournament_games(l10n, &tournament, by);
            return Ok(Answer::update(games));
        }
        TournamentAction::Standings(_) => return Ok(Answer::update(page(request, &tournament))),
    };
    request.bot.wake();
    Ok(Answer::update(if request.context.private {
        page(request, &changed)
    } else {
        view::tournament(request.public(), &changed)
    }))
}
