-- Challenges, games and their logs, ratings.
--
-- The log (events) is the truth. A row of games is a projection of it, changed
-- in the same transaction, so that lists and deadlines need no replay. Moments
-- are seconds since the Unix epoch; sides are 'first' and 'second'.

create table players (
    id      integer primary key,
    name    text    not null,      -- as last seen, for menus, where a mention cannot be shown
    seen    integer not null
) strict;

create table challenges (
    id         integer primary key autoincrement,
    guild      integer not null,
    channel    integer not null,
    locale     text    not null,                        -- the server's, for what is said in public
    message    integer,                                 -- the card
    shown      text,                                    -- the status the card shows
    challenger integer not null,
    opponent   integer,                                 -- null: whoever accepts first
    variant    text    not null,
    per_turn   integer,                                 -- seconds; null: as long as it takes
    rated      integer not null check (rated in (0, 1)),
    first      integer,                                 -- who begins, if that is settled
    rematch_of integer references games,
    created    integer not null,
    expires    integer not null,
    touched    integer not null,                        -- of the last change
    status     text    not null check (status in ('open', 'accepted', 'declined', 'cancelled', 'expired')),
    cause      integer unique                           -- the interaction that made it
) strict;
create index challenges_standing on challenges (expires) where status = 'open';
create index challenges_unshown on challenges (touched) where shown is null or shown <> status;
create unique index one_rematch on challenges (rematch_of) where status in ('open', 'accepted');

create table games (
    id        integer primary key autoincrement,
    challenge integer not null unique references challenges,
    guild     integer not null,
    channel   integer not null,
    locale    text    not null,
    rules     text    not null,
    variant   text    not null,
    first     integer not null,
    second    integer not null,
    per_turn  integer,
    rated     integer not null check (rated in (0, 1)),
    status    text    not null check (status in ('playing', 'won', 'drawn')),
    winner    text    check (winner in ('first', 'second')),
    seq       integer not null,                         -- of the last event
    announced integer not null default 0,               -- the last event that was said in the channel
    message   integer,                                  -- where that was said
    turn      text    check (turn in ('first', 'second')),
    deadline  integer,
    started   integer not null,
    touched   integer not null,                         -- of the last event
    ended     integer,
    first_before real, first_after real, second_before real, second_after real
) strict;
create index games_by_channel on games (channel) where status = 'playing';
create index games_by_first on games (first, guild) where status = 'playing';
create index games_by_second on games (second, guild) where status = 'playing';
create index games_by_deadline on games (deadline) where status = 'playing' and deadline is not null;
create index games_unannounced on games (touched) where announced < seq;

create table events (
    game  integer not null references games,
    seq   integer not null,
    at    integer not null,
    side  text    check (side in ('first', 'second')),
    kind  text    not null,
    text  text,
    cause integer unique,                               -- the interaction that caused it
    primary key (game, seq)
) strict, without rowid;

create table ratings (
    guild      integer not null,
    rules      text    not null,                        -- a kind of game, or * for all of them
    player     integer not null,
    rating     real    not null,
    deviation  real    not null,
    volatility real    not null,
    rated      integer not null default 0,              -- games that changed the rating
    won        integer not null default 0,
    drawn      integer not null default 0,
    lost       integer not null default 0,
    primary key (guild, rules, player)
) strict, without rowid;
create index ratings_by_rank on ratings (guild, rules, rating desc);
