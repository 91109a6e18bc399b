//! The context of an interaction: user, place and language.

use std::time::Duration;

use serenity::model::application::{
    AuthorizingIntegrationOwner, AuthorizingIntegrationOwners, CommandInteraction,
    ComponentInteraction, MessageInteractionMetadata, ModalInteraction,
};
use serenity::model::channel::{self, ChannelType};
use serenity::model::guild::Member;
use serenity::model::id::{self, ApplicationId, InteractionId};
use serenity::model::permissions::Permissions;

use crate::app::{Item, Lease, Means, Origin, Sender};
use crate::discord::failure::Failure;
use crate::discord::permissions;
use crate::discord::view::Themes;
use crate::game::{Cause, ChannelId, GuildId, MessageId, Openable, PlayerId, Venue};
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
    /// The themes of the user and the server.
    pub themes: Themes,
    /// The interaction's id, as the cause of its changes.
    pub cause: Cause,
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
    ($of:expr, $member:expr, $owners:expr) => {{
        let (of, member): (_, Option<&Member>) = ($of, $member);
        let owners: Option<&AuthorizingIntegrationOwners> = $owners;
        Context {
            player: PlayerId(of.user.id.get()),
            name: member
                .map_or_else(|| of.user.display_name(), Member::display_name)
                .to_owned(),
            venue: venue(owners, of.guild_id, of.channel_id),
            locale: Locale::from_tag(&of.locale),
            public: Locale::from_tag(of.guild_locale.as_deref().unwrap_or(&of.locale)),
            themes: Themes::default(),
            cause: Cause(of.id.get()),
            permissions: granted(of.app_permissions),
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
    /// The context of a command.
    pub fn of_command(of: &CommandInteraction) -> Self {
        let owners = Some(&of.authorizing_integration_owners);
        context!(of, of.member.as_deref(), owners)
    }

    /// The context of a pressed button or a choice from a menu.
    pub fn of_component(of: &ComponentInteraction) -> Self {
        let owners = Some(&of.authorizing_integration_owners);
        context!(of, of.member.as_ref(), owners)
    }

    /// The context of a submitted form.
    pub fn of_form(of: &ModalInteraction) -> Self {
        // serenity parses the owners of messages, but not of forms.
        let owners = of.message.as_deref().and_then(owners);
        context!(of, of.member.as_ref(), owners)
    }

    /// This context, with the interaction's age on arrival.
    pub fn aged(mut self, age: Duration) -> Self {
        self.interaction.received = self.interaction.received.ahead(age);
        self
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

    /// The origin of a change that is announced by separate messages.
    pub fn posting(&self) -> Origin {
        self.origin(Means::Post)
    }

    /// The origin of a change that is announced by the answer, if that is in the right channel.
    pub fn answering(&self) -> Origin {
        self.origin(Means::Answer(
            self.venue.channel,
            self.interaction.token.clone(),
        ))
    }

    /// The origin of a change that is announced by editing this message.
    pub fn changing(&self, message: MessageId) -> Origin {
        self.origin(Means::Edit(message))
    }

    fn origin(&self, by: Means) -> Origin {
        Origin {
            cause: self.cause,
            by: Some(self.player),
            sender: Some(Sender {
                lease: self.lease(),
                by,
            }),
            follow: self.follow(),
        }
    }

    /// Returns whether the person may manage the server.
    pub fn manages(&self) -> bool {
        let any = Permissions::MANAGE_GUILD | Permissions::ADMINISTRATOR;
        self.own_permissions.is_some_and(|has| has.intersects(any))
    }

    /// The audience of an answer: the user alone, or everyone.
    pub fn audience(&self, private: bool) -> Audience {
        let (locale, theme) = match private {
            true => (self.locale, self.themes.for_one()),
            false => (self.public, self.themes.for_all()),
        };
        Audience { locale, theme }
    }

    /// The server and the channel of the interaction.
    ///
    /// # Errors
    /// If it does not come from a server with the bot.
    pub fn server(&self) -> Result<Venue, Failure> {
        match self.venue.guild.is_server() {
            true => Ok(self.venue),
            false => Err(Text::new("denied-outside").into()),
        }
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

    /// In a [user install](Self::is_user_install), the token for all messages that it causes.
    pub fn follow(&self) -> Option<String> {
        self.is_user_install()
            .then(|| self.interaction.token.clone())
    }

    /// The venue of the interaction, if the bot can post there, and the user can write there.
    ///
    /// # Errors
    /// Names what is missing.
    pub fn shared_venue(&self) -> Result<Venue, Failure> {
        let venue = self.playable_venue()?;
        match self.own_permissions {
            Some(has) if !has.contains(self.writing()) => Err(Text::new("denied-share").into()),
            _ => Ok(venue),
        }
    }

    /// Returns whether a thread can be opened in the interaction's channel.
    pub fn openable(&self) -> Openable {
        match self.kind {
            _ if self.is_user_install() => Openable::Never,
            // Without the field, Discord decides later.
            None | Some(ChannelType::Text | ChannelType::News) => {
                match self.permissions.contains(permissions::OF_THREADS) {
                    true => Openable::Yes,
                    false => Openable::Forbidden,
                }
            }
            // Games in a private thread must not be visible in its parent.
            Some(ChannelType::PublicThread | ChannelType::NewsThread) => {
                self.parent.map_or(Openable::Never, Openable::Inside)
            }
            _ => Openable::Never,
        }
    }

    /// The interaction's channel, or the parent of its thread.
    pub fn channel(&self) -> ChannelId {
        let parent = self.parent.filter(|_| self.in_thread());
        parent.unwrap_or(self.venue.channel)
    }

    /// The permission to write in the interaction's channel.
    fn writing(&self) -> Permissions {
        match self.in_thread() {
            true => Permissions::SEND_MESSAGES_IN_THREADS,
            false => Permissions::SEND_MESSAGES,
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
        !self.is_user_install() && self.playable_venue().is_ok()
    }

    /// The venue of the interaction, if the bot can post boards there.
    ///
    /// # Errors
    /// Names the permissions that are missing.
    pub fn playable_venue(&self) -> Result<Venue, Failure> {
        let venue = self.venue;
        let mut needed = Permissions::VIEW_CHANNEL | self.writing() | Permissions::ATTACH_FILES;
        if matches!(self.kind, Some(ChannelType::Voice | ChannelType::Stage)) {
            needed |= permissions::OF_VOICE;
        }
        let (has, denial) = if self.is_user_install() {
            // Without these, Discord shows the bot's public answers to the person alone.
            let has = granted(self.own_permissions);
            if !has.contains(Permissions::USE_EXTERNAL_APPS) {
                return Err(Text::new("denied-unseen").into());
            }
            (has, "denied-unheard")
        } else {
            (self.permissions, "denied-permissions")
        };
        let missing = permissions::lacking(has | !needed).into_iter();
        let missing: Vec<Text> = missing.map(|lack| Text::new(lack.name)).collect();
        let count = missing.len();
        let Some(list) = Text::list(missing) else {
            return Ok(venue);
        };
        Err(Text::new(denial)
            .with("permissions", list)
            .with("count", count)
            .into())
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
    pub fn of(item: &Item) -> Self {
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
    let guild = match guild {
        Some(guild) if owners.is_none_or(is_member) => GuildId(guild.get()),
        Some(guild) => GuildId::user_install(guild.get()),
        None if owners.is_none_or(is_of_conversation) => GuildId::direct(channel),
        None => GuildId::user_install(channel.0),
    };
    Venue { guild, channel }
}

/// The bot's permissions in the interaction's channel: all for an administrator. Without the field
/// it is all, and Discord may refuse later.
fn granted(has: Option<Permissions>) -> Permissions {
    let has = has.unwrap_or(Permissions::ADMINISTRATOR);
    match has.contains(Permissions::ADMINISTRATOR) {
        true => Permissions::all(),
        false => has,
    }
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

/// Returns whether the interaction comes from a person's conversation with the bot. Elsewhere each
/// message of the bot answers an interaction, whose owners are known.
fn is_of_conversation(owners: &AuthorizingIntegrationOwners) -> bool {
    let with_bot = |owner: &AuthorizingIntegrationOwner| {
        matches!(owner, AuthorizingIntegrationOwner::GuildInstall(None))
    };
    owners.0.is_empty() || owners.0.iter().any(with_bot)
}

/// Returns whether the bot is a member of the interaction's server, and not only installed by the
/// user. Without the field it is one.
fn is_member(owners: &AuthorizingIntegrationOwners) -> bool {
    let here = |owner: &AuthorizingIntegrationOwner| {
        matches!(owner, AuthorizingIntegrationOwner::GuildInstall(Some(_)))
    };
    owners.0.is_empty() || owners.0.iter().any(here)
}
