-- The engine as a player: which side it has in a game, and at which level it plays. That
-- it is to act is owed like a message, by a row of the outbox of the kind `think`.

alter table challenges add column level integer check (level between 1 and 5);
alter table games add column level integer check (level between 1 and 5);
alter table games add column engine text check (engine in ('first', 'second'));

alter table challenges add column lonely integer;       -- when its card began to offer a game with the engine

create table owed (
    id          integer primary key autoincrement,
    kind        text    not null check (kind in ('board', 'offer', 'decline', 'card', 'strip', 'overtaken', 'think')),
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
