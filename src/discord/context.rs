//! The context of an interaction: user, place and language.

use std::str::FromStr;
use std::time::Duration;

use serenity::model::application::{
    ActionRowComponent, AuthorizingIntegrationOwner, AuthorizingIntegrationOwners,
    ComponentInteraction, ComponentInteractionDataKind, Interaction, MessageInteractionMetadata,
    ModalInteraction,
};
use serenity::model::channel::{self, ChannelType, MessageFlags};
use serenity::model::guild::Member;
use serenity::model::id::{self, ApplicationId, InteractionId};
use serenity::model::permissions::Permissions;

use crate::app::{Item, Lease, Origin, Reach, Settings};
use crate::discord::failure::Failure;
use crate::discord::permissions;
use crate::discord::view::{private_theme, public_theme};
use crate::game::{Cause, ChannelId, GuildId, MessageId, Openable, PlayerId, Venue, ensure};
use crate::l10n::Locale;
use crate::time::Stopwatch;
use siwa_boards::{THEMES, Theme};
use siwa_games::text::Text;

/// The properties of an interaction besides its request.
#[derive(Clone, Debug)]
pub struct Context {
    /// The user.
    pub player: PlayerId,
    /// Their name in this server.
    pub name: String,
    /// The place: in a server, or in a conversation, whose id replaces a server's.
    pub venue: Venue,
    /// The user's language, for private messages.
    pub locale: Locale,
    /// The server's language, for public messages.
    pub public: Locale,
    /// What the user and the server have chosen; `None` until it is read.
    pub settings: Option<Settings>,
    /// The interaction's id, as the cause of its changes.
    pub cause: Cause,
    /// Whether only the user sees the message of the pressed component.
    pub private: bool,
    chosen: Option<String>,
    permissions: Permissions,
    own_permissions: Option<Permissions>,
    kind: Option<ChannelType>,
    parent: Option<ChannelId>,
    /// What an answer needs.
    pub interaction: InteractionToken,
}

/// The context of an interaction: commands and components have the same fields, but no
/// common trait.
macro_rules! context {
    ($interaction:expr, $owners:expr) => {{
        let of = $interaction;
        // Some of them box the member.
        let member = of.member.as_ref().map(|member| -> &Member { member });
        let name = member.map_or_else(|| of.user.display_name(), Member::display_name);
        Context {
            player: PlayerId(of.user.id.get()),
            name: name.to_owned(),
            venue: venue($owners, of.guild_id, of.channel_id),
            locale: Locale::from_tag(&of.locale),
            public: Locale::from_tag(of.guild_locale.as_deref().unwrap_or(&of.locale)),
            settings: None,
            cause: Cause(of.id.get()),
            private: false,
            chosen: None,
            permissions: permissions::granted(of.app_permissions),
            own_permissions: member.and_then(|member| member.permissions),
            kind: of.channel.as_ref().map(|channel| channel.kind),
            parent: (of.channel.as_ref().and_then(|channel| channel.parent_id))
                .map(|parent| ChannelId(parent.get())),
            interaction: InteractionToken {
                id: of.id,
                token: of.token.clone(),
                application: of.application_id,
                received: Stopwatch::start(),
            },
        }
    }};
}

impl Context {
    /// The context of an interaction, by its age on arrival; `None` if no person caused it.
    pub fn new(interaction: &Interaction, age: Duration) -> Option<Self> {
        let mut context = match interaction {
            Interaction::Command(command) | Interaction::Autocomplete(command) => {
                context!(command, Some(&command.authorizing_integration_owners))
            }
            Interaction::Component(press) => Self {
                private: is_private(&press.message),
                chosen: chosen(press),
                ..context!(press, Some(&press.authorizing_integration_owners))
            },
            Interaction::Modal(form) => {
                let message = form.message.as_deref();
                Self {
                    private: message.is_some_and(is_private),
                    chosen: typed(form),
                    // serenity parses the owners of messages, but not of forms.
                    ..context!(form, message.and_then(owners))
                }
            }
            _ => return None,
        };
        context.interaction.received = context.interaction.received.ahead(age);
        Some(context)
    }

    /// The choice from the pressed menu, or the text of the form.
    pub fn chosen(&self) -> Option<&str> {
        self.chosen.as_deref()
    }

    /// That choice or text as a value, if it is one.
    pub fn chosen_as<T: FromStr>(&self) -> Option<T> {
        self.chosen()?.parse().ok()
    }

    /// The rest of the time limit of an act.
    pub fn left(&self, limit: Duration) -> Duration {
        limit.saturating_sub(self.interaction.received.elapsed())
    }

    /// The lease of the items that this interaction causes.
    pub fn lease(&self) -> Lease {
        Lease(self.cause.0.cast_signed())
    }

    /// The bot's own player: its user has the id of its application.
    pub fn us(&self) -> PlayerId {
        PlayerId(self.interaction.application.get())
    }

    /// The origin of a change, whose answer is a new message for everyone.
    pub fn origin(&self) -> Origin {
        Origin {
            cause: self.cause,
            by: Some(self.player),
            reach: Reach {
                lease: Some(self.lease()),
                here: Some(self.venue.channel),
                pressed: None,
                token: self.interaction.token.clone(),
                user_install: self.is_user_install(),
            },
        }
    }

    /// The origin of a change, whose answer is private, or edits this public message.
    pub fn origin_beside(&self, pressed: Option<MessageId>) -> Origin {
        let mut origin = self.origin();
        origin.reach.here = None;
        origin.reach.pressed = pressed;
        origin
    }

    /// Returns whether the person may manage the server.
    pub fn manages(&self) -> bool {
        let any = Permissions::MANAGE_GUILD | Permissions::ADMINISTRATOR;
        self.own_permissions.is_some_and(|has| has.intersects(any))
    }

    /// The audience of an answer: the user alone, or everyone.
    pub fn audience(&self, private: bool) -> Audience {
        let locale = if private { self.locale } else { self.public };
        let chosen = if private { private_theme } else { public_theme };
        let theme = self.settings.as_ref().map_or(&THEMES[0], chosen);
        Audience { locale, theme }
    }

    /// The server or the conversation whose games are meant; `None` in a conversation with the bot:
    /// those of all servers.
    pub fn scope(&self) -> Option<GuildId> {
        let guild = self.venue.guild;
        (!guild.is_direct()).then_some(guild)
    }

    /// Returns whether this is a user-install context: a conversation between people, or a server
    /// without the bot.
    pub fn is_user_install(&self) -> bool {
        self.venue.guild.is_user_install()
    }

    /// Checks that the bot can post where the interaction is, and the user can write there.
    ///
    /// # Errors
    /// Names what is missing.
    pub fn check_shared(&self) -> Result<(), Failure> {
        self.check_playable()?;
        let has = self.own_permissions;
        let may_write = has.is_none_or(|has| has.contains(self.writing()));
        Ok(ensure(may_write, Text::new("denied-share"))?)
    }

    /// Returns whether a thread can be opened in the interaction's channel.
    pub fn openable(&self) -> Openable {
        if self.is_user_install() {
            return Openable::Never;
        }
        let is_allowed = self.permissions.contains(permissions::OF_THREADS);
        match self.kind {
            // Without the field, Discord decides later.
            None | Some(ChannelType::Text | ChannelType::News) if is_allowed => Openable::Yes,
            None | Some(ChannelType::Text | ChannelType::News) => Openable::Forbidden,
            // Games in a private thread must not be visible in its parent.
            Some(ChannelType::PublicThread | ChannelType::NewsThread) => {
                self.parent.map_or(Openable::Never, Openable::Inside)
            }
            _ => Openable::Never,
        }
    }

    /// The interaction's channel, or the parent of its thread.
    pub fn channel(&self) -> ChannelId {
        match self.parent {
            Some(parent) if self.in_thread() => parent,
            _ => self.venue.channel,
        }
    }

    /// The permission to write in the interaction's channel.
    fn writing(&self) -> Permissions {
        if self.in_thread() {
            Permissions::SEND_MESSAGES_IN_THREADS
        } else {
            Permissions::SEND_MESSAGES
        }
    }

    /// Returns whether the interaction comes from a private thread.
    pub fn is_private_thread(&self) -> bool {
        self.kind == Some(ChannelType::PrivateThread)
    }

    fn in_thread(&self) -> bool {
        matches!(
            self.kind,
            Some(ChannelType::PublicThread | ChannelType::PrivateThread | ChannelType::NewsThread)
        )
    }

    /// Returns whether the bot may post boards in the interaction's channel.
    pub fn may_post(&self) -> bool {
        !self.is_user_install() && self.check_playable().is_ok()
    }

    /// Checks that the bot can post boards where the interaction is.
    ///
    /// # Errors
    /// Names the permissions that are missing.
    pub fn check_playable(&self) -> Result<(), Failure> {
        let mut needed = Permissions::VIEW_CHANNEL | self.writing() | Permissions::ATTACH_FILES;
        if matches!(self.kind, Some(ChannelType::Voice | ChannelType::Stage)) {
            needed |= permissions::OF_VOICE;
        }
        let (has, denial) = if self.is_user_install() {
            // Without these, Discord shows the bot's public answers to the person alone.
            let has = permissions::granted(self.own_permissions);
            let is_seen = has.contains(Permissions::USE_EXTERNAL_APPS);
            ensure(is_seen, Text::new("denied-unseen"))?;
            (has, "denied-unheard")
        } else {
            (self.permissions, "denied-permissions")
        };
        let missing = permissions::lacking(has | !needed).into_iter();
        let missing: Vec<Text> = missing.map(|lack| Text::new(lack.name)).collect();
        let count = missing.len();
        let Some(list) = Text::list(missing) else {
            return Ok(());
        };
        let denial = Text::new(denial).with("permissions", list);
        Err(denial.with("count", count).into())
    }
}

/// What is needed to answer an interaction.
#[derive(Clone, Debug)]
pub struct InteractionToken {
    /// Its id.
    pub id: InteractionId,
    /// Its token: a secret.
    pub token: String,
    /// The application.
    pub application: ApplicationId,
    /// Started when it arrived.
    pub received: Stopwatch,
}

/// The people who will see a board.
#[derive(Clone, Copy, Debug)]
pub struct Audience {
    /// Their language.
    pub locale: Locale,
    /// Their theme.
    pub theme: &'static Theme,
}

impl Audience {
    /// Everyone in the channel of an outbox item.
    pub fn of_item(item: &Item) -> Self {
        let theme = item.theme.as_deref().and_then(siwa_boards::theme);
        Self {
            locale: Locale::from_tag(&item.locale),
            theme: theme.unwrap_or(&THEMES[0]),
        }
    }
}

/// The venue of an interaction. In a user install, the channel's id replaces a server's.
fn venue(
    owners: Option<&AuthorizingIntegrationOwners>,
    guild: Option<id::GuildId>,
    channel: id::ChannelId,
) -> Venue {
    let channel = ChannelId(channel.get());
    let owners = owners.map_or(&[][..], |owners| &owners.0);
    // Whether the bot is a member of this server, or else has this conversation itself, and is not
    // only installed by the user. Without the field it is so.
    let is_member = |of_server: bool| {
        let installed = |owner: &AuthorizingIntegrationOwner| match owner {
            AuthorizingIntegrationOwner::GuildInstall(server) => server.is_some() == of_server,
            _ => false,
        };
        owners.is_empty() || owners.iter().any(installed)
    };
    let guild = match guild {
        Some(guild) if is_member(true) => GuildId(guild.get()),
        Some(guild) => GuildId::user_install(guild.get()),
        // Elsewhere each message of the bot answers an interaction, whose owners are known.
        None if is_member(false) => GuildId::direct(channel),
        None => GuildId::user_install(channel.0),
    };
    Venue { guild, channel }
}

/// Returns whether only one person sees a message.
fn is_private(message: &channel::Message) -> bool {
    let flags = message.flags.unwrap_or_default();
    flags.contains(MessageFlags::EPHEMERAL)
}

fn chosen(press: &ComponentInteraction) -> Option<String> {
    match &press.data.kind {
        // Several squares are typed one after the other.
        ComponentInteractionDataKind::StringSelect { values } => Some(values.join(" ")),
        ComponentInteractionDataKind::ChannelSelect { values } => {
            let ids: Vec<String> = values.iter().map(ToString::to_string).collect();
            Some(ids.join(" "))
        }
        _ => None,
    }
}

fn typed(form: &ModalInteraction) -> Option<String> {
    let mut fields = form.data.components.iter().flat_map(|row| &row.components);
    fields.find_map(|field| match field {
        ActionRowComponent::InputText(field) => field.value.clone(),
        _ => None,
    })
}

/// The installations through which a message of the bot was created.
fn owners(message: &channel::Message) -> Option<&AuthorizingIntegrationOwners> {
    match message.interaction_metadata.as_deref()? {
        MessageInteractionMetadata::Command(of) => Some(&of.authorizing_integration_owners),
        MessageInteractionMetadata::Component(of) => Some(&of.authorizing_integration_owners),
        MessageInteractionMetadata::ModalSubmit(of) => Some(&of.authorizing_integration_owners),
        _ => None,
    }
}
