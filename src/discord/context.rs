//! Who asks, where, and in which language.

use std::time::Duration;

use serenity::model::application::{
    AuthorizingIntegrationOwner, AuthorizingIntegrationOwners, CommandInteraction,
    ComponentInteraction, MessageInteractionMetadata, ModalInteraction,
};
use serenity::model::channel::{self, ChannelType};
use serenity::model::guild::Member;
use serenity::model::id::{self, ApplicationId, InteractionId};
use serenity::model::permissions::Permissions;

use crate::app::{Lease, Means, Origin, Sender};
use crate::discord::failure::Failure;
use crate::discord::permissions;
use crate::game::{Cause, ChannelId, GuildId, MessageId, Openable, PlayerId, Venue};
use crate::l10n::Locale;
use crate::time::Stopwatch;
use siwa_games::text::Text;

/// What is known of an interaction besides its request.
#[derive(Clone, Debug)]
pub struct Context {
    /// Who.
    pub player: PlayerId,
    /// What they are called in this server.
    pub name: String,
    /// Where: in a server, or in a conversation, which stands for one.
    pub venue: Venue,
    /// The person's language, for what only they see.
    pub locale: Locale,
    /// The server's language, for what all see.
    pub public: Locale,
    /// The interaction's id, as the cause of what it changes.
    pub cause: Cause,
    permissions: Permissions,
    own_permissions: Option<Permissions>,
    kind: Option<ChannelType>,
    parent: Option<ChannelId>,
    id: InteractionId,
    token: String,
    application: ApplicationId,
    received: Stopwatch,
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
            cause: Cause(of.id.get()),
            permissions: granted(of.app_permissions),
            own_permissions: member.and_then(|member| member.permissions),
            kind: of.channel.as_ref().map(|channel| channel.kind),
            parent: (of.channel.as_ref().and_then(|channel| channel.parent_id))
                .map(|parent| ChannelId(parent.get())),
            id: of.id,
            token: of.token.clone(),
            application: of.application_id,
            received: Stopwatch::start(),
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

    /// The context of a form that was sent.
    pub fn of_form(of: &ModalInteraction) -> Self {
        // serenity does not read this of forms, but of the messages from which they are opened.
        let owners = of.message.as_deref().and_then(owners);
        context!(of, of.member.as_ref(), owners)
    }

    /// The same, made so long ago.
    pub fn aged(mut self, age: Duration) -> Self {
        self.received = self.received.ahead(age);
        self
    }

    /// What is left of the time that an act may take.
    pub fn left(&self, limit: Duration) -> Duration {
        limit.saturating_sub(self.received.elapsed())
    }

    /// What an answer to it needs.
    pub fn interaction(&self) -> InteractionRef<'_> {
        InteractionRef {
            id: self.id,
            token: &self.token,
            application: self.application,
            received: self.received,
        }
    }

    /// The lease on what is sent because of this interaction.
    pub fn lease(&self) -> Lease {
        Lease(self.cause.0.cast_signed())
    }

    /// The bot's own player: its user has the id of its application.
    pub fn us(&self) -> PlayerId {
        PlayerId(self.application.get())
    }

    /// A change that is announced by messages of its own.
    pub fn posting(&self) -> Origin {
        self.origin(Means::Post)
    }

    /// A change that is announced by the answer, if that is in the right channel.
    pub fn answering(&self) -> Origin {
        self.origin(Means::Answer(self.venue.channel, self.token.clone()))
    }

    /// A change that is announced by editing this message.
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

    /// Whether the person may manage the server.
    pub fn manages(&self) -> bool {
        let any = Permissions::MANAGE_GUILD | Permissions::ADMINISTRATOR;
        self.own_permissions.is_some_and(|has| has.intersects(any))
    }

    /// Who sees an answer: the person alone, or everybody.
    pub fn audience(&self, private: bool) -> Audience {
        Audience {
            locale: if private { self.locale } else { self.public },
            player: private.then_some(self.player),
            guild: Some(self.venue.guild),
        }
    }

    /// The server in which it was asked, and where.
    ///
    /// # Errors
    /// If it was asked outside of the servers that the bot is in.
    pub fn server(&self) -> Result<Venue, Failure> {
        match self.is_user_install() {
            true => Err(Text::new("denied-outside").into()),
            false => Ok(self.venue),
        }
    }

    /// Whether it was asked outside of the servers that the bot is in: in a server without it,
    /// or in a conversation, be it with the bot itself.
    pub fn is_user_install(&self) -> bool {
        self.venue.guild.is_user_install()
    }

    /// The token for all messages that it causes, [outside](Self::is_user_install) of its servers.
    pub fn follow(&self) -> Option<String> {
        self.is_user_install().then(|| self.token.clone())
    }

    /// Where it was asked, if the bot may post there, and the person may write there.
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

    /// Whether a thread can be opened where it was asked.
    pub fn openable(&self) -> Openable {
        match self.kind {
            _ if self.is_user_install() => Openable::Never,
            // Without the field it is left to Discord to refuse.
            None | Some(ChannelType::Text | ChannelType::News) => {
                match self.permissions.contains(permissions::OF_THREADS) {
                    true => Openable::Yes,
                    false => Openable::Forbidden,
                }
            }
            // What is played in a private thread is not for its parent.
            Some(ChannelType::PublicThread | ChannelType::NewsThread) => {
                self.parent.map_or(Openable::Never, Openable::Inside)
            }
            _ => Openable::Never,
        }
    }

    /// The channel where it was asked, or the one of the thread.
    pub fn channel(&self) -> ChannelId {
        let parent = self.parent.filter(|_| self.in_thread());
        parent.unwrap_or(self.venue.channel)
    }

    /// The permission to write where it was asked.
    fn writing(&self) -> Permissions {
        match self.in_thread() {
            true => Permissions::SEND_MESSAGES_IN_THREADS,
            false => Permissions::SEND_MESSAGES,
        }
    }

    fn in_thread(&self) -> bool {
        matches!(
            self.kind,
            Some(ChannelType::PublicThread | ChannelType::PrivateThread | ChannelType::NewsThread)
        )
    }

    /// Where it was asked, if the bot may post boards there.
    ///
    /// # Errors
    /// Names the permissions that are missing.
    pub fn playable_venue(&self) -> Result<Venue, Failure> {
        let venue = self.venue;
        if self.is_user_install() {
            let seen = Permissions::USE_EXTERNAL_APPS | Permissions::ADMINISTRATOR;
            return match self.own_permissions {
                Some(has) if !has.intersects(seen) => Err(Text::new("denied-unseen").into()),
                _ => Ok(venue),
            };
        }
        let needed = Permissions::VIEW_CHANNEL | self.writing() | Permissions::ATTACH_FILES;
        let missing = permissions::lacking(self.permissions | !needed).into_iter();
        let missing: Vec<Text> = missing.map(|lack| Text::new(lack.name)).collect();
        let count = missing.len();
        let Some(list) = Text::list(missing) else {
            return Ok(venue);
        };
        Err(Text::new("denied-permissions")
            .with("permissions", list)
            .with("count", count)
            .into())
    }
}

/// Which interaction is answered.
#[derive(Clone, Copy, Debug)]
pub struct InteractionRef<'a> {
    /// Its id.
    pub id: InteractionId,
    /// Its token: a secret.
    pub token: &'a str,
    /// Our application.
    pub application: ApplicationId,
    /// Started when it arrived.
    pub received: Stopwatch,
}

/// Who is to see a board.
#[derive(Clone, Copy, Debug)]
pub struct Audience {
    /// Their language.
    pub locale: Locale,
    /// The only person who sees it; none: everybody does.
    pub player: Option<PlayerId>,
    /// The server where they see it.
    pub guild: Option<GuildId>,
}

impl Audience {
    /// One person, in a conversation with the bot.
    pub fn one(locale: Locale, player: PlayerId) -> Self {
        Self {
            locale,
            player: Some(player),
            guild: None,
        }
    }

    /// Everybody in a server.
    pub fn all(locale: Locale, guild: GuildId) -> Self {
        Self {
            locale,
            player: None,
            guild: Some(guild),
        }
    }
}

/// Where it was asked. Outside of the servers that the bot is in, the channel stands for one.
fn venue(
    owners: Option<&AuthorizingIntegrationOwners>,
    guild: Option<id::GuildId>,
    channel: id::ChannelId,
) -> Venue {
    let channel = ChannelId(channel.get());
    let guild = match guild {
        Some(guild) if owners.is_none_or(is_member) => GuildId(guild.get()),
        _ => GuildId::user_install(channel),
    };
    Venue { guild, channel }
}

/// What the bot may do where it was asked: everything if it administers the server. Without the
/// field it is left to Discord to refuse.
fn granted(has: Option<Permissions>) -> Permissions {
    let has = has.unwrap_or(Permissions::ADMINISTRATOR);
    match has.contains(Permissions::ADMINISTRATOR) {
        true => Permissions::all(),
        false => has,
    }
}

/// By whose installations a message of the bot came about.
fn owners(message: &channel::Message) -> Option<&AuthorizingIntegrationOwners> {
    match message.interaction_metadata.as_deref()? {
        MessageInteractionMetadata::Command(of) => Some(&of.authorizing_integration_owners),
        MessageInteractionMetadata::Component(of) => Some(&of.authorizing_integration_owners),
        MessageInteractionMetadata::ModalSubmit(of) => Some(&of.authorizing_integration_owners),
        _ => None,
    }
}

/// Whether the bot itself is where it was asked: a person who has installed it for themselves may
/// ask it elsewhere. Without the field it is.
fn is_member(owners: &AuthorizingIntegrationOwners) -> bool {
    let here = |owner: &AuthorizingIntegrationOwner| {
        matches!(owner, AuthorizingIntegrationOwner::GuildInstall(Some(_)))
    };
    owners.0.is_empty() || owners.0.iter().any(here)
}
