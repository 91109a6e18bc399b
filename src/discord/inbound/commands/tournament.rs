//! `/tournament`: opens a tournament in this server, or shows one.

use serenity::builder::CreateCommand;
use serenity::model::application::CommandOptionType;

use strum::VariantArray as _;

use super::variants::Asked;
use super::{Answer, Definition, Failure, Options, Request, Text, setup, view};
use crate::discord::custom_id::TournamentAction;
use crate::discord::view::reply::{Choice, MAX_CHOICES, Reply};
use crate::game::{
    Denial, GameTerms, MAX_PLAYERS, MIN_PLAYERS, Name, Openable, Phase, Post, Start, TimeControl,
    Tournament, TournamentId,
};
use crate::time::Seconds;

/// The longest name of a tournament, in characters.
const MAX_NAME: usize = 50;

/// How many days the sign-up may be open.
const SIGN_UP: [i64; 3] = [1, 3, 7];

pub(super) fn define(of: &Definition<'_>) -> CreateCommand {
    let times = TimeControl::OFFERED.into_iter();
    let times = times.filter(|(_, control)| *control != TimeControl::Unlimited);
    let times = times.map(|(name, control)| (name, view::time(control)));
    let start = Start::VARIANTS.iter();
    let start = start.map(|it| (it.as_ref(), view::start(*it)));
    let days = |days: i64| (days.to_string(), Text::new("days").with("days", days));
    let sign_up = SIGN_UP.map(days);
    let players = of
        .option(CommandOptionType::Integer, "players")
        .min_int_value(MIN_PLAYERS as u64)
        .max_int_value(MAX_PLAYERS.into());
    of.command()
        .add_option(of.kinds())
        .add_option(of.open("board"))
        .add_option(of.open("rules"))
        .add_option(of.choices("time", times))
        .add_option(of.choices("start", start))
        .add_option(of.choices("signup", sign_up))
        .add_option(players)
        .add_option(of.text("name").max_length(MAX_NAME as u16))
        .add_option(of.open("show"))
}

pub(super) async fn run(request: Request<'_>, options: &Options<'_>) -> Result<Answer, Failure> {
    let Request { bot, context, .. } = request;
    if options.any_but("show") {
        return open(request, options).await;
    }
    let guild = context.server()?.guild;
    let shown = options.text("show").map(str::trim);
    let name = shown.filter(|name| !name.is_empty());
    match (bot.app.read().find_tournament(guild, name).await?, name) {
        (Some(of), _) => Ok(Answer::new(page(request, &of))),
        (None, Some(_)) => Err(Denial::UnknownTournament.into()),
        (None, None) if opens(request).await? => Err(Denial::NoTournament.into()),
        (None, None) => Err(Text::new("denied-no-tournament-yet").into()),
    }
}

/// The private page of a tournament.
fn page(request: Request<'_>, of: &Tournament) -> Reply {
    match of.phase {
        Phase::Running | Phase::Over => {
            view::tournament_standings(request.l10n, of, organizes(request, of).is_ok())
        }
        Phase::SignUp | Phase::Cancelled => privately(view::tournament(request.l10n, of)),
    }
}

/// Returns whether the person may open a tournament here.
async fn opens(request: Request<'_>) -> Result<bool, Failure> {
    let Request { bot, context, .. } = request;
    let defaults = bot.app.read().defaults(context.venue.guild).await?;
    Ok(context.manages() || defaults.tournaments)
}

/// Opens a tournament; the answer is its card.
async fn open(request: Request<'_>, options: &Options<'_>) -> Result<Answer, Failure> {
    let Request { bot, context, .. } = request;
    context.server()?;
    let venue = setup::place(request).await?;
    // The threads of its groups cannot be opened in a thread.
    if context.openable() != Openable::Yes {
        return Err(Text::new("denied-tournament-place").into());
    }
    if !opens(request).await? {
        return Err(Denial::TournamentByManagers.into());
    }
    let defaults = bot.app.read().defaults(venue.guild).await?;
    let (rules, variant) = Asked::by(options).variant(request)?;
    // In a tournament every game has a clock.
    let time = options.text("time").and_then(TimeControl::offered);
    let time = time.unwrap_or(defaults.time);
    let time = Some(time).filter(|time| *time != TimeControl::Unlimited);
    let time = time.unwrap_or(TimeControl::DEFAULT);
    let start: Start = options.named("start").unwrap_or_default();
    if start != start.possible(rules, variant) {
        return Err(Denial::NoDeal.into());
    }
    let terms = GameTerms::of_tournament(rules, variant, time, start);
    let name = name(request, options, rules.info().name).await?;
    let (locale, by, now) = (context.public.tag(), context.player, bot.app.now());
    let mut new = Tournament::new(venue, locale, name, by, terms, now);
    let most = options.number("players").map(u32::try_from);
    if let Some(Ok(most)) = most {
        new.most = most.clamp(MIN_PLAYERS as u32, MAX_PLAYERS);
    }
    let days = options.text("signup").and_then(|days| days.parse().ok());
    if let Some(days) = days.filter(|days| SIGN_UP.contains(days)) {
        new.closes = now.plus(Seconds::days(days));
    }
    let of = bot.app.open_tournament(&new, &context.answering()).await?;
    bot.app.meet(context.player, &context.name).await;
    let card = view::tournament(request.public(), &of);
    Ok(Answer::new(card).posting(Post::Tournament(of.id)))
}

/// The name in the option, without formatting characters; by default the game with a number.
async fn name(
    request: Request<'_>,
    options: &Options<'_>,
    game: &'static str,
) -> Result<String, Failure> {
    let typed = options.text("name").unwrap_or_default();
    let is_plain = |it: &char| !"*_~`|<>[]()@#\\".contains(*it);
    let plain: String = typed.chars().filter(is_plain).collect();
    if !plain.trim().is_empty() {
        return Ok(Name::new(&plain).plain(MAX_NAME));
    }
    let guild = request.context.venue.guild;
    let names = request.bot.app.read().tournament_names(guild).await?;
    let numbered = |number: u32| {
        let name = Text::new("tournament-name").with("game", Text::new(game));
        request
            .public()
            .tr(&name.with("number", number.to_string()))
    };
    let free = (1..).map(numbered).find(|name| !names.contains(name));
    Ok(free.unwrap_or_default())
}

/// The tournaments of this server that match the typed text, newest first.
pub async fn complete(request: Request<'_>, typed: &str) -> Result<Vec<Choice>, Failure> {
    let guild = request.context.server()?.guild;
    let typed = typed.trim().to_lowercase();
    let names = request.bot.app.read().tournament_names(guild).await?;
    let names = names
        .into_iter()
        .filter(|name| name.to_lowercase().contains(&typed));
    let choices = names.map(|name| Choice::new(name.clone(), name));
    Ok(choices.take(MAX_CHOICES).collect())
}

fn organizes(request: Request<'_>, of: &Tournament) -> Result<(), Denial> {
    match request.context.player == of.organizer || request.context.manages() {
        true => Ok(()),
        false => Err(Denial::NotOrganizer(of.organizer)),
    }
}

/// Handles a press; the message is `private` if only the person sees it.
pub async fn step(
    request: Request<'_>,
    id: TournamentId,
    act: TournamentAction,
    private: bool,
) -> Result<Answer, Failure> {
    let Request { bot, context, l10n } = request;
    let (app, by, guild) = (&bot.app, context.player, context.server()?.guild);
    let of = app.tournament(id, guild).await?;
    let shown = |reply| match private {
        true => Answer::update(reply),
        false => Answer::new(reply),
    };
    let of = match act {
        TournamentAction::Join => {
            app.meet(by, &context.name).await;
            app.change_tournament(id, |of, now| of.join(by, now))
                .await?
        }
        TournamentAction::Leave => {
            app.change_tournament(id, |of, now| of.leave(by, now))
                .await?
        }
        TournamentAction::Start => {
            organizes(request, &of)?;
            app.change_tournament(id, |of, now| of.start(now)).await?
        }
        TournamentAction::Cancel => {
            organizes(request, &of)?;
            return Ok(shown(view::cancellation(l10n, &of)));
        }
        TournamentAction::CancelSurely => {
            organizes(request, &of)?;
            app.meet(by, &context.name).await;
            app.change_tournament(id, |of, _| of.cancel(by)).await?
        }
        TournamentAction::WithdrawSurely => {
            app.change_tournament(id, |of, _| of.withdraw(by)).await?;
            bot.wake();
            let done = Reply::private(l10n.word("tournament-withdrawn"));
            return Ok(Answer::update(done));
        }
        TournamentAction::Withdraw => return Ok(Answer::update(view::withdrawal(l10n, &of))),
        TournamentAction::Games => {
            of.entrant(by).ok_or(Denial::NotJoined)?;
            return Ok(shown(view::tournament_games(l10n, &of, by)));
        }
        TournamentAction::Standings(_) => return Ok(shown(page(request, &of))),
    };
    bot.wake();
    Ok(Answer::update(match private {
        true => privately(view::tournament(l10n, &of)),
        false => view::tournament(request.public(), &of),
    }))
}

/// A card for one person.
fn privately(card: Reply) -> Reply {
    Reply {
        private: true,
        ..card
    }
}
