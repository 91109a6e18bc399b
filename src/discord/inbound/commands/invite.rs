//! *Challenge*, in the menu of a person: the terms are chosen from menus, so that nothing is typed.

use super::challenge::{games_in, issue, place};
use super::{Answer, Failure, Options, Reply, Request, Text, play, view};
use crate::app::Opponent;
use crate::discord::custom_id::InviteAction;
use crate::game::{Challenge, GameTerms, Pairing, PlayerId, Start, TimeControl};

pub(super) async fn run(request: Request<'_>, options: &Options<'_>) -> Result<Answer, Failure> {
    let Request { bot, context, .. } = request;
    let unknown = || Text::new("denied-unknown-command");
    let (opponent, called) = options.target_person().ok_or_else(unknown)?;
    if opponent.is_us {
        return play::run(request, options).await;
    }
    Challenge::may_be_made(context.player, opponent.player, opponent.is_bot)?;
    bot.app.meet(opponent.player, &called).await;
    let (_, defaults) = place(request).await?;
    let first = request.registry().games().next();
    let variant = first.map_or("", |rules| rules.info().variants[0].id);
    let menu = menu(request, opponent.player, variant, defaults.time)?;
    Ok(Answer::new(menu))
}

/// Handles a choice from the menus, or sends the challenge.
pub async fn step(
    request: Request<'_>,
    opponent: PlayerId,
    variant: &str,
    time: &str,
    act: InviteAction,
    chosen: Option<&str>,
) -> Result<Answer, Failure> {
    let offered = |name| TimeControl::offered(name).ok_or_else(|| Text::new("denied-no-time"));
    let time = offered(time)?;
    match act {
        InviteAction::Variant => {
            let variant = chosen.unwrap_or(variant);
            Ok(Answer::update(menu(request, opponent, variant, time)?))
        }
        InviteAction::Time => {
            let time = chosen.map_or(Ok(time), offered)?;
            Ok(Answer::update(menu(request, opponent, variant, time)?))
        }
        InviteAction::Send => {
            let (venue, defaults) = place(request).await?;
            let (rules, variant) = request.variant(variant)?;
            let terms = GameTerms {
                rules,
                variant,
                time,
                rated: defaults.rated,
                level: None,
                games_in: games_in(request, &defaults),
                games: Pairing::Single,
                start: Start::default(),
                side: None,
            };
            let opponent = Opponent {
                player: opponent,
                is_bot: false,
                is_us: false,
            };
            issue(request, venue, Some(opponent), terms).await
        }
    }
}

fn menu(
    request: Request<'_>,
    opponent: PlayerId,
    variant: &str,
    time: TimeControl,
) -> Result<Reply, Failure> {
    let (rules, variant) = request.variant(variant)?;
    let has_clock = !request.context.is_user_install();
    Ok(view::invitation(
        request.l10n,
        request.registry(),
        opponent,
        (rules, variant),
        has_clock.then_some(time),
    ))
}
