-- The outbox: what is owed to the channels. A row is a debt: a message that has to be
-- posted or changed, or to lose its buttons. The change that makes it necessary writes
-- it in its own transaction; it goes when Discord has acknowledged.

create table outbox (
    id          integer primary key autoincrement,
    kind        text    not null check (kind in ('board', 'offer', 'decline', 'card', 'strip', 'overtaken')),
    channel     integer not null,
    game        integer references games,
    challenge   integer references challenges,
    seq         integer,                 -- of the game's event that is to be told
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
create index outbox_due on outbox (not_before, id);
create index outbox_of_game on outbox (game) where game is not null;
create index outbox_leased on outbox (lease) where lease is not null;

-- What the columns and the table of before have left to do may have been tried.
insert into outbox (kind, channel, game, seq, message, nonce, born, not_before, tries)
select case
         when exists (select 1 from events e
                      where e.game = g.id and e.seq > g.announced and e.kind in ('started', 'moved', 'finished'))
         then 'board'
         when (select kind from events e where e.game = g.id and e.seq = g.seq) = 'declined' then 'decline'
         else 'offer'
       end,
       channel, id, seq, offer, random(), touched, touched, 1
from games g where announced < seq;
insert into outbox (kind, channel, challenge, message, nonce, born, not_before, tries)
select 'card', channel, id, message, random(), touched, touched, 1
from challenges where (shown is null and status = 'open') or (message is not null and shown is not status);
insert into outbox (kind, channel, message, nonce, born, not_before, tries)
select 'strip', g.channel, l.message, random(), l.since, l.since, 1
from leftovers l join games g on g.id = l.game;

drop table leftovers;
drop index games_unannounced;
alter table games drop column announced;
drop index challenges_unshown;
alter table challenges drop column shown;
