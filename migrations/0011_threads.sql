-- Games in threads of their own, each opened from the card of its challenge.

alter table guilds add column games_in text check (games_in in ('threads', 'channel', 'ask')); -- null: threads

alter table challenges add column games_in text not null default 'channel'
    check (games_in in ('threads', 'channel', 'ask'));  -- what was chosen when it was made

alter table games add column thread integer;            -- null: none; 0: to be opened; -1: there can be none
create index games_by_thread on games (thread) where status = 'playing' and thread is not null;
create index games_ended_by_thread on games (thread, ended) where status <> 'playing' and thread is not null;

create table owed (
    id          integer primary key autoincrement,
    kind        text    not null check (kind in ('board', 'offer', 'decline', 'card', 'strip', 'overtaken', 'think',
                                                 'archive', 'refresh', 'remind', 'late')),
    channel     integer not null,
    game        integer references games,
    challenge   integer references challenges,
    seq         integer,                 -- of the game's event that is to be told, or answered
    message     integer,                 -- the message that is to be changed
    interaction integer,                 -- whose answer tells it
    token       text,                    -- of that interaction: a secret, dead after fifteen minutes
    nonce       integer not null,        -- posting again with the same one posts nothing
    born        integer not null,
    not_before  integer not null,        -- when it is due; of a leased row: when the lease expires
    lease       integer,                 -- whose work it is; null: nobody's
    tries       integer not null,        -- more than one: a request may have arrived
    check (kind in ('card', 'strip') or (game is not null and seq is not null)),
    check (kind <> 'card' or challenge is not null),
    check (kind <> 'strip' or message is not null)
) strict;
insert into owed select * from outbox;
drop table outbox;
alter table owed rename to outbox;
create index outbox_due on outbox (not_before, id) where kind <> 'think';
create index outbox_thinking on outbox (not_before, id) where kind = 'think';
create index outbox_of_game on outbox (game) where game is not null;
create index outbox_leased on outbox (lease) where lease is not null;
