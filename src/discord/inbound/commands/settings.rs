//! `/settings`, a person's preferences on four pages, and `/setup`, a server's settings.

use super::{Answer, Form, How, MAX_CHOICES, Reply, Request, Result, Slow, Text, view};
use crate::discord::custom_id::{CustomId, NotifyAction, SettingsAction, SetupAction};
use crate::game::{Preference, Setting, TimeControl, ensure};
use crate::l10n::Locale;
use crate::time::{Seconds, Zone};

/// Handles a press, or a choice from the menu; the command shows the first page.
pub async fn step(request: Request<'_>, act: &SettingsAction) -> Result {
    let Request { app, by, l10n, .. } = request;
    let context = request.context;
    let preference = match act {
        SettingsAction::Notices => {
            let notices = app.store().receiver(by).await?.notices;
            return Ok(Answer::update(view::notify(l10n, &notices, &[], app.now())));
        }
        SettingsAction::Theme(id) => {
            let mut chosen = context.settings.clone().unwrap_or_default();
            if !id.is_empty() {
                chosen.own_theme = siwa_boards::theme(id).map(|theme| theme.id.to_owned());
                let theme = Preference::Theme(chosen.own_theme.clone());
                request.prefer(&theme).await?;
            }
            let themes = view::themes(l10n, request.registry(), &chosen, request.venue.guild);
            return Ok(Answer::update(themes));
        }
        SettingsAction::Away => return Ok(Answer::update(away(request).await?)),
        SettingsAction::Until | SettingsAction::Back => return change_away(request).await,
        SettingsAction::Turns => None,
        SettingsAction::Confirms(confirms) => Some(Preference::Confirms(*confirms)),
        SettingsAction::Menus(menus) => Some(Preference::Menus(*menus)),
        SettingsAction::Reminder => {
            let share = context.chosen_as();
            let share = share.filter(|share| view::REMINDERS.contains(share));
            share.map(Preference::Reminder)
        }
    };
    // An unknown choice changes nothing.
    if let Some(preference) = preference {
        request.prefer(&preference).await?;
    }
    let panel = request.panel_settings().await?;
    let reminded_at = app.store().receiver(by).await?.reminder;
    let settings = view::settings(l10n, panel, reminded_at, context.manages());
    Ok(Answer::update(settings))
}

/// The page about absences, in which all of a person's clocks stop for some days.
async fn away(request: Request<'_>) -> Result<Reply> {
    let Request { app, by, l10n, .. } = request;
    Ok(view::away(l10n, app.away(by).await?, app.now()))
}

/// Makes the person away for the chosen days, or ends their absence if none are chosen.
async fn change_away(request: Request<'_>) -> Result {
    let Request { app, context, .. } = request;
    let days: Option<u8> = context.chosen_as();
    // Today is the first of them.
    let later = days.map(|days| Seconds::days(i64::from(days) - 1));
    let day = later.and_then(|later| app.now().plus(later).date());
    let left = app.set_away(request.by, &context.name, day).await?;
    // Boards show the absence.
    request.bot.wake();
    let left = request.l10n.tr(&Text::new("away-left").with("days", left));
    Ok(Answer::update(away(request).await?.above(&left)))
}

/// Handles a press, a choice from a menu, or a typed time zone.
pub async fn notify(request: Request<'_>, act: &NotifyAction) -> Result {
    let Request { app, by, l10n, .. } = request;
    let mut notices = app.store().receiver(by).await?.notices;
    let mut zones = Vec::new();
    let chosen = request.context.chosen().unwrap_or_default();
    match act {
        // An unknown choice changes nothing.
        NotifyAction::How(name) => notices.how = name.parse().unwrap_or(notices.how),
        NotifyAction::Quiet => {
            let known = view::quiet_hours().find(|known| view::hours(*known) == chosen);
            notices.quiet = known.unwrap_or(notices.quiet);
        }
        NotifyAction::Hour => {
            let hour = chosen.parse().ok().filter(|hour| (0..24).contains(hour));
            notices.digest = hour.unwrap_or(notices.digest);
        }
        NotifyAction::Zone => notices.zone = Zone::read(chosen).unwrap_or(notices.zone),
        NotifyAction::Type => {
            return Ok(Answer::Form(Form {
                id: CustomId::Notify(NotifyAction::Typed),
                title: l10n.word("form-zone"),
                label: l10n.word("form-city"),
                example: l10n.tr(&view::city("Europe/Lisbon")),
            }));
        }
        NotifyAction::Typed => {
            let found = Zone::find(chosen, app.now(), MAX_CHOICES);
            match found.zones.as_slice() {
                [] => return Err(Text::new("denied-zone").with("city", chosen).into()),
                [only] if found.is_sure => notices.zone = only.clone(),
                // The person chooses, also whether the only one is meant.
                [..] => zones = found.zones,
            }
        }
    }
    let reply = view::notify(l10n, &notices, &zones, app.now());
    let preference = Preference::Notices(notices, request.context.locale.tag().to_owned());
    request.prefer(&preference).await?;
    Ok(Answer::update(reply))
}

/// Shows missing permissions and settings.
pub(super) fn run_setup(request: Request<'_>) -> Result {
    // Discord decides who may use the command; only the buttons need our own check.
    request.server()?;
    Ok(Answer::Slow(How::New, Slow::Setup))
}

/// Handles a press, or a choice from a menu.
pub async fn setup(request: Request<'_>, act: SetupAction) -> Result {
    let Request { app, context, .. } = request;
    let chosen = context.chosen();
    let permission = Text::new("permission-manage");
    let denial = Text::new("denied-settings").with("permission", permission);
    ensure(context.manages(), denial)?;
    let guild = request.server()?;
    // An unknown choice changes nothing, or resets the setting.
    let setting = match act {
        SetupAction::Check => None,
        SetupAction::Places => {
            let ids = chosen.unwrap_or_default().split(' ');
            let ids = ids.filter_map(|id| id.parse().ok());
            Some(Setting::AllowedChannels(ids.take(MAX_CHOICES).collect()))
        }
        SetupAction::Anywhere => Some(Setting::AllowedChannels(Vec::new())),
        SetupAction::Theme => {
            let theme = chosen.and_then(siwa_boards::theme);
            Some(Setting::Theme(theme.map(|theme| theme.id.to_owned())))
        }
        SetupAction::GamesIn => context.chosen_as().map(Setting::GamesIn),
        SetupAction::Weekends => Some(Setting::Weekends(chosen.and_then(Zone::read))),
        SetupAction::Tournaments(all) => Some(Setting::Tournaments(all)),
        SetupAction::Takebacks(allowed) => Some(Setting::Takebacks(allowed)),
        SetupAction::Language => {
            let mut tags = Locale::all().map(Locale::tag);
            let tag = tags.find(|tag| chosen == Some(*tag));
            Some(Setting::Locale(tag.map(str::to_owned)))
        }
        SetupAction::Clock => chosen.and_then(TimeControl::offered).map(Setting::Clock),
        SetupAction::Rated(rated) => Some(Setting::Rated(rated)),
    };
    if let Some(setting) = setting {
        app.store().choose(guild, &setting).await?;
    }
    Ok(Answer::Slow(How::Update, Slow::Setup))
}

/// Checks that boards can be posted where the interaction is, and that the server allows games there.
pub async fn check_place(request: Request<'_>) -> Result<()> {
    request.context.check_playable()?;
    let allowed = request.settings().await?.allowed_channels;
    let is_allowed = allowed.is_empty() || allowed.contains(&request.context.channel());
    let denial = Text::new("denied-place").with("channels", view::links(&allowed));
    Ok(ensure(is_allowed, denial)?)
}
