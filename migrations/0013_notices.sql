-- How each person is told that it is their turn.

alter table players add column notify text check (notify in ('here', 'direct', 'digest', 'never')); -- null: here
alter table players add column quiet_from integer check (quiet_from between 0 and 23);  -- hours of their day
alter table players add column quiet_to integer check (quiet_to between 0 and 23);
alter table players add column zone text;               -- where their clock is, as the IANA names it; null: UTC
alter table players add column digest_hour integer check (digest_hour between 0 and 23);
alter table players add column digest_at integer;       -- when all their games are told next
alter table players add column direct integer;          -- the channel of direct messages to them, once it is known
alter table players add column locale text;             -- the language in which they are told directly
create index players_by_digest on players (digest_at) where digest_at is not null;

-- Direct messages that say that it is somebody's turn.
create table notices (
    message integer primary key,
    channel integer not null,
    game    integer not null references games,
    player  integer not null,
    seq     integer not null             -- the game's event that is told
) strict;
create index notices_of_game on notices (game);

create table owed (
    id          integer primary key autoincrement,
    kind        text    not null check (kind in ('board', 'offer', 'decline', 'card', 'strip', 'overtaken', 'think',
                                                 'archive', 'refresh', 'remind', 'late', 'notice', 'hush', 'digest')),
    channel     integer not null,        -- of a digest: 0
    game        integer references games,
    challenge   integer references challenges,
    player      integer,                 -- who is to be told, or was
    seq         integer,                 -- of the game's event that is to be told, or answered
    message     integer,                 -- the message that is to be changed
    interaction integer,                 -- whose answer tells it
    token       text,                    -- of that interaction: a secret, dead after fifteen minutes
    nonce       integer not null,        -- posting again with the same one posts nothing
    born        integer not null,
    not_before  integer not null,        -- when it is due; of a leased row: when the lease expires
    lease       integer,                 -- whose work it is; null: nobody's
    tries       integer not null,        -- more than one: a request may have arrived
    check (kind in ('card', 'strip', 'digest') or (game is not null and seq is not null)),
    check (kind <> 'card' or challenge is not null),
    check (kind not in ('strip', 'hush') or message is not null),
    check (kind not in ('notice', 'hush', 'digest') or player is not null)
) strict;
insert into owed (id, kind, channel, game, challenge, seq, message, interaction, token, nonce, born, not_before, lease,
                  tries)
select id, kind, channel, game, challenge, seq, message, interaction, token, nonce, born, not_before, lease, tries
from outbox;
drop table outbox;
alter table owed rename to outbox;
create index outbox_due on outbox (not_before, id) where kind <> 'think';
create index outbox_thinking on outbox (not_before, id) where kind = 'think';
create index outbox_of_game on outbox (game) where game is not null;
create index outbox_leased on outbox (lease) where lease is not null;
