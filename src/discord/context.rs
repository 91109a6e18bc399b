//! Who asks, where, and in which language.

use serenity::model::application::{CommandInteraction, ComponentInteraction};
use serenity::model::channel::ChannelType;
use serenity::model::guild::Member;
use serenity::model::id::{ApplicationId, InteractionId};
use serenity::model::permissions::Permissions;

use crate::app::{Lease, Means, Origin, Payer};
use crate::discord::failure::Failure;
use crate::game::{Cause, ChannelId, GuildId, MessageId, PlayerId, Venue};
use crate::l10n::Locale;
use crate::message::Message;
use crate::time::Stopwatch;

/// What is needed of an interaction besides what it asks for.
#[derive(Clone, Debug)]
pub struct Context {
    /// Who.
    pub player: PlayerId,
    /// What they are called in this server.
    pub name: String,
    /// Where; none outside of servers.
    venue: Option<Venue>,
    /// The person's language, for what only they see.
    pub locale: Locale,
    /// The server's language, for what all see.
    pub public: Locale,
    /// What makes this interaction different from all others.
    pub cause: Cause,
    /// Whether they may manage the server.
    pub manages: bool,
    permissions: Option<Permissions>,
    in_thread: bool,
    id: InteractionId,
    token: String,
    application: ApplicationId,
    received: Stopwatch,
}

impl Context {
    /// Who has given a command.
    #[must_use]
    pub fn of_command(of: &CommandInteraction) -> Self {
        Self {
            player: PlayerId(of.user.id.get()),
            name: name(of.member.as_deref(), &of.user),
            venue: of.guild_id.map(|guild| Venue {
                guild: GuildId(guild.get()),
                channel: ChannelId(of.channel_id.get()),
            }),
            locale: Locale::from_tag(&of.locale),
            public: Locale::from_tag(of.guild_locale.as_deref().unwrap_or(&of.locale)),
            cause: Cause(of.id.get()),
            manages: manages(of.member.as_deref()),
            permissions: of.app_permissions,
            in_thread: of
                .channel
                .as_ref()
                .is_some_and(|channel| is_thread(channel.kind)),
            id: of.id,
            token: of.token.clone(),
            application: of.application_id,
            received: Stopwatch::start(),
        }
    }

    /// Who has pressed a button or chosen from a menu.
    #[must_use]
    pub fn of_component(of: &ComponentInteraction) -> Self {
        Self {
            player: PlayerId(of.user.id.get()),
            name: name(of.member.as_ref(), &of.user),
            venue: of.guild_id.map(|guild| Venue {
                guild: GuildId(guild.get()),
                channel: ChannelId(of.channel_id.get()),
            }),
            locale: Locale::from_tag(&of.locale),
            public: Locale::from_tag(of.guild_locale.as_deref().unwrap_or(&of.locale)),
            cause: Cause(of.id.get()),
            manages: manages(of.member.as_ref()),
            permissions: of.app_permissions,
            in_thread: of
                .channel
                .as_ref()
                .is_some_and(|channel| is_thread(channel.kind)),
            id: of.id,
            token: of.token.clone(),
            application: of.application_id,
            received: Stopwatch::start(),
        }
    }

    /// What its answer needs.
    #[must_use]
    pub fn interaction(&self) -> InteractionRef<'_> {
        InteractionRef {
            id: self.id,
            token: &self.token,
            application: self.application,
            received: self.received,
        }
    }

    /// Whose work the debts are that this interaction makes.
    #[must_use]
    pub fn lease(&self) -> Lease {
        Lease(self.cause.0.cast_signed())
    }

    /// A change whose debts are paid by messages of their own.
    #[must_use]
    pub fn posting(&self) -> Origin {
        self.origin(Means::Post)
    }

    /// A change that the answer tells, if it is made where the answer is seen.
    #[must_use]
    pub fn answering(&self) -> Origin {
        let means = self.venue.map_or(Means::Post, |venue| {
            Means::Answer(venue.channel, self.token.clone())
        });
        self.origin(means)
    }

    /// A change that is told by changing this message.
    #[must_use]
    pub fn changing(&self, message: MessageId) -> Origin {
        self.origin(Means::Edit(message))
    }

    fn origin(&self, by: Means) -> Origin {
        let lease = self.lease();
        Origin {
            cause: self.cause,
            payer: Some(Payer { lease, by }),
        }
    }

    /// Who sees an answer: they alone, or all.
    #[must_use]
    pub fn audience(&self, private: bool) -> Audience {
        Audience {
            locale: if private { self.locale } else { self.public },
            player: private.then_some(self.player),
            guild: self.venue.map(|venue| venue.guild),
        }
    }

    /// Where it was asked.
    ///
    /// # Errors
    /// Outside of servers there are no games.
    pub fn venue(&self) -> Result<Venue, Failure> {
        self.venue
            .ok_or_else(|| Message::new("denied-outside").into())
    }

    /// Where it was asked, if the bot may post boards there.
    ///
    /// # Errors
    /// Names the permissions that are missing.
    pub fn playable_venue(&self) -> Result<Venue, Failure> {
        let venue = self.venue()?;
        // Without the field nothing is known: then Discord itself will say.
        let Some(has) = self.permissions else {
            return Ok(venue);
        };
        if has.contains(Permissions::ADMINISTRATOR) {
            return Ok(venue);
        }
        let send = if self.in_thread {
            (
                Permissions::SEND_MESSAGES_IN_THREADS,
                "permission-send-in-threads",
            )
        } else {
            (Permissions::SEND_MESSAGES, "permission-send")
        };
        let needed = [
            (Permissions::VIEW_CHANNEL, "permission-view"),
            send,
            (Permissions::ATTACH_FILES, "permission-attach"),
        ];
        let missing: Vec<Message> = needed
            .into_iter()
            .filter(|(permission, _)| !has.contains(*permission))
            .map(|(_, name)| Message::new(name))
            .collect();
        let count = missing.len();
        let Some(list) = Message::list(missing) else {
            return Ok(venue);
        };
        Err(Message::new("denied-permissions")
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
    /// Since when it waits for its answer.
    pub received: Stopwatch,
}

/// Who is to see a board.
#[derive(Clone, Copy, Debug)]
pub struct Audience {
    /// Their language.
    pub locale: Locale,
    /// The person who alone sees it; none: all do.
    pub player: Option<PlayerId>,
    /// The server where they see it.
    pub guild: Option<GuildId>,
}

fn name(member: Option<&Member>, user: &serenity::model::user::User) -> String {
    member.map_or_else(
        || user.display_name().to_owned(),
        |member| member.display_name().to_owned(),
    )
}

/// Whether a member may manage the server. Discord tells with every interaction.
fn manages(member: Option<&Member>) -> bool {
    let any = Permissions::MANAGE_GUILD | Permissions::ADMINISTRATOR;
    let has = member.and_then(|member| member.permissions);
    has.is_some_and(|has| has.intersects(any))
}

fn is_thread(kind: ChannelType) -> bool {
    matches!(
        kind,
        ChannelType::PublicThread | ChannelType::PrivateThread | ChannelType::NewsThread
    )
}
