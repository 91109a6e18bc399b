//! `/leaderboard` and `/profile`: ratings and results in this server.

use super::{Definition, Options, Request, Result, Text, view};
use crate::discord::custom_id::Seen;
use crate::game::{Ladder, PlayerId, Scope};

/// The option's value for the engine as opponent.
const SIWA: &str = "siwa";

pub(super) fn define(command: Definition<'_>) -> Definition<'_> {
    let against = [("people", "leaderboard-people"), (SIWA, "leaderboard-siwa")];
    let against = against.map(|(value, id)| (value, Text::new(id)));
    command.kinds().choices("against", against)
}

pub(super) async fn run_leaderboard(request: Request<'_>, options: &Options<'_>) -> Result {
    let ladder = Ladder {
        kind: options.text("game"),
        scope: match options.text("against") {
            Some(SIWA) => Scope::Engine,
            _ => Scope::People,
        },
    };
    page(request, ladder, 0, Seen::Alone).await
}

/// A page of a leaderboard.
pub async fn page(request: Request<'_>, mut ladder: Ladder<'_>, page: u32, seen: Seen) -> Result {
    let Request { app, by, .. } = request;
    let store = app.store();
    let rules = ladder.kind.and_then(|id| store.registry.find(id));
    ladder.kind = rules.map(|rules| rules.info().id);
    let board = store.leaderboard(request.server()?, ladder, page, by, app.now());
    let board = board.await?;
    let viewer = (seen == Seen::Alone).then_some(by);
    request.page(seen, |l10n| {
        view::leaderboard(l10n, &board, rules, ladder.scope, viewer)
    })
}

pub(super) async fn run_profile(request: Request<'_>, options: &Options<'_>) -> Result {
    let player = match options.person("player") {
        Some(person) if person.is_us || person.is_bot => {
            return Err(Text::new("profile-bot").into());
        }
        Some(person) => person.player,
        None => request.by,
    };
    profile(request, player, options.text("game"), Seen::Alone).await
}

/// A player's profile.
pub async fn profile(
    request: Request<'_>,
    player: PlayerId,
    kind: Option<&str>,
    seen: Seen,
) -> Result {
    let found = request.app.profile(request.server()?, player, kind).await?;
    let (rules, profile) = found.ok_or_else(|| Text::new("denied-no-variant"))?;
    let kinds = request.registry().games();
    request.page(seen, |l10n| view::profile(l10n, &profile, rules, kinds))
}
