-- The schema for SQLite. migrations/postgres/0001_schema.sql has the same tables; a test compares the two.
--
-- Moments are seconds since the Unix epoch (UTC) and durations are seconds, unless a comment says otherwise.
-- Booleans are 0 and 1. Sides of a game are 'first' and 'second'. Servers, channels, users, messages, interactions:
-- Discord's ids, as signed numbers; a guild below 0 is a conversation without the bot (user install).

-- People, and what they have chosen for themselves.
create table players (
    id           integer primary key,       -- Discord's id of the user
    name         text    not null,          -- display name, for menus, which cannot show mentions
    seen         integer not null,          -- when the name was last seen
    theme        text,                      -- theme of the boards that only they see; null: not chosen
    confirms     integer not null default 1 check (confirms in (0, 1)), -- whether the panel asks before it plays a move
    menus        integer not null default 0 check (menus in (0, 1)),    -- whether the panel shows menus, not buttons
    reminder     integer check (reminder between 0 and 99),     -- percentage of the time left; 0: never; null: default
    away_from    integer,                   -- from when their clocks are paused, on days in a row; null: never away
    away_until   integer,                   -- their clocks are paused until then
    away_year    integer,                   -- the calendar year that away_days is about; null: never away
    away_days    integer,                   -- days away in that year before those in a row; null: never away
    notify       text    check (notify in ('here', 'direct', 'digest', 'never')), -- how to announce a turn; null: here
    quiet_from   integer check (quiet_from between 0 and 23),   -- first quiet hour in their zone; null: no quiet hours
    quiet_to     integer check (quiet_to between 0 and 23),     -- first hour after them; null: no quiet hours
    zone         text,                      -- IANA name of their time zone; null: UTC
    digest_hour  integer check (digest_hour between 0 and 23),  -- hour of the digest in their zone; null: the default
    digest_at    integer,                   -- when the next digest is due; null: none
    direct       integer,                   -- channel of direct messages to them; null: not known yet
    locale       text                       -- language of direct messages; null: not known yet
) strict;
create index players_by_digest on players (digest_at) where digest_at is not null;

-- What a server has chosen. A row exists only if it has chosen something.
create table guilds (
    id        integer primary key,          -- Discord's id of the server
    theme     text,                         -- theme of the boards that everyone sees; null: the default
    games_in  text check (games_in in ('threads', 'channel', 'ask')),  -- where games are played; null: 'threads'
    weekends  text,                         -- IANA time zone in which clocks pause on weekends; null: they do not pause
    takebacks integer,                      -- whether turns of rated games may be taken back; null: no
    locale    text,                         -- language; null: the one that Discord reports
    clock     text,                         -- name of the default time control of challenges; null: Siwa's default
    rated     integer,                      -- whether challenges are rated by default; null: yes
    tournaments integer                     -- whether every member may open a tournament; null: no
) strict;

-- The channels in which a server allows games. None: all channels.
create table allowed_channels (
    guild   integer not null,               -- the server
    channel integer not null,               -- one of its channels
    primary key (guild, channel)
) strict, without rowid;

-- Servers that have removed the bot; their data is deleted after a time.
create table removed_guilds (
    guild integer primary key,              -- the server
    since integer not null                  -- when the bot noticed that it was removed
) strict;

-- Challenges, whatever became of them. Every game has one.
create table challenges (
    id         integer primary key autoincrement,   -- 1, 2, …; in custom ids, so it is never used again
    guild      integer not null,            -- where it was made, and is played
    channel    integer not null,            -- the channel of its message
    locale     text    not null,            -- language of public messages
    message    integer,                     -- message of the challenge; null: not posted yet
    challenger integer not null,            -- the player who made it
    opponent   integer,                     -- the player who is challenged; null: anyone
    variant    text    not null,            -- what is played, such as 'seega-5-classic'
    per_turn   integer,                     -- time for each turn; null: none, or there is a bank
    rated      integer not null check (rated in (0, 1)),    -- whether the game changes ratings
    side       text    check (side in ('first', 'second')),     -- the challenger's side; null: drawn at the start
    rematch_of integer references games,    -- the game that it is a rematch of; null: none
    created    integer not null,            -- when it was made
    expires    integer not null,            -- when it can no longer be accepted
    status     text    not null             -- what has become of it
               check (status in ('open', 'accepted', 'declined', 'cancelled', 'expired')),
    cause      integer unique,              -- the interaction that made it, which makes only one; null: none
    level      integer check (level between 1 and 8),   -- level of the engine that is challenged; null: people play
    games_in   text    not null default 'channel' check (games_in in ('threads', 'channel', 'ask')), -- of guilds
    bank       integer,                     -- time for the whole game; null: none
    increment  integer,                     -- time added after each turn; null: there is no bank
    shown      integer not null default 0,    -- what its message shows, as the program counts it; -1: out of date
    kept_open  integer,                      -- when the thread of its games was last kept open
    games      text    not null default 'single' check (games in ('single', 'at-once', 'in-turn')),  -- one, or a pair
    start      text    not null default 'placed' check (start in ('placed', 'dealt')) -- how pieces come on the board
) strict;
create index challenges_standing on challenges (expires) where status = 'open';
create unique index one_rematch on challenges (rematch_of) where status in ('open', 'accepted');
create unique index one_challenge
    on challenges (guild, challenger, opponent, variant, rated, games, start, (coalesce(per_turn, 0)),
                   (coalesce(bank, 0)), (coalesce(increment, 0)))
    where status = 'open' and opponent is not null and rematch_of is null;
create index challenges_by_challenger on challenges (challenger, guild) where status = 'open';
create index challenges_ever_by_challenger on challenges (challenger);
create index challenges_by_opponent on challenges (opponent) where opponent is not null;
create index challenges_by_guild on challenges (guild);
create index challenges_by_channel on challenges (channel) where status = 'open';
create index challenges_by_message on challenges (message) where message is not null;
create index challenges_by_rematch on challenges (rematch_of) where rematch_of is not null;

-- Tournaments in servers. Their pairs are games.
create table tournaments (
    id        integer primary key autoincrement,    -- 1, 2, …; in custom ids, so it is never used again
    guild     integer not null,             -- where it is played
    channel   integer not null,             -- the channel of its cards
    locale    text    not null,             -- language of public messages
    name      text    not null,             -- its name
    organizer integer not null,             -- the member who opened it
    canceller integer,                      -- who cancelled it; null: nobody
    variant   text    not null,             -- what is played, such as 'seega-5-classic'
    per_turn  integer,                      -- time for each turn; null: there is a bank
    bank      integer,                      -- time for the whole game; null: none
    increment integer,                      -- time added after each turn; null: there is no bank
    most      integer not null,             -- the most players
    entrants  integer not null default 0,     -- how many have joined
    created   integer not null,             -- when it was opened
    closes    integer not null,             -- when the sign-up closes
    phase     text    not null check (phase in ('sign-up', 'running', 'over', 'cancelled')),    -- how far it is
    opened    integer not null default 1,   -- games.section of the first group of the present stage
    message   integer,                      -- message of its card; null: not posted yet
    version   integer not null default 1,   -- how often it has changed
    shown     integer not null default 1,   -- the version that its message shows
    due       integer,                      -- when to look at it; null: never
    cause     integer unique,                    -- the interaction that opened it, which opens only one; null: none
    start     text    not null default 'placed' check (start in ('placed', 'dealt')) -- how pieces come on the board
) strict;
create unique index one_tournament on tournaments (guild) where phase in ('sign-up', 'running');
create unique index tournaments_by_name on tournaments (guild, name) where phase <> 'cancelled';
create index tournaments_by_due on tournaments (due) where due is not null;
create index tournaments_by_organizer on tournaments (organizer);
create index tournaments_by_canceller on tournaments (canceller) where canceller is not null;

-- Who has joined a tournament.
create table tournament_players (
    tournament integer not null references tournaments,     -- the tournament
    player     integer not null,            -- the player
    withdrawn  integer not null default 0 check (withdrawn in (0, 1)),  -- whether the player has left, or was withdrawn
    primary key (tournament, player)
) strict, without rowid;
create index tournament_players_of on tournament_players (player);

-- Games: a summary of their events, updated in the same transaction, so that lists and deadlines need no replay.
create table games (
    id            integer primary key autoincrement,    -- 1, 2, …: the number that people see
    challenge     integer not null unique references challenges,    -- the challenge that it began with
    guild         integer not null,         -- where it is played
    channel       integer not null,         -- the channel of its board, or of its thread
    locale        text    not null,         -- language of public messages
    rules         text    not null,         -- kind of game, such as 'seega'
    variant       text    not null,         -- what is played, such as 'seega-5-classic'
    first         integer not null,         -- the player of the side that moves first
    second        integer not null,         -- the player of the other side
    per_turn      integer,                  -- time for each turn; null: none, or there is a bank
    rated         integer not null check (rated in (0, 1)),     -- whether it changes ratings
    status        text    not null check (status in ('playing', 'won', 'drawn', 'void')),   -- void: counts for nobody
    winner        text    check (winner in ('first', 'second')),    -- null: nobody has won
    seq           integer not null,         -- events.seq of the last event
    board_seq     integer not null,         -- events.seq of the last event that changed the board or ended the game
    turn          text    check (turn in ('first', 'second')),      -- side to move; null: the game is over
    deadline      integer,                  -- when the time of the side to move runs out; null: no clock runs
    started       integer not null,         -- events.at of the first event
    touched       integer not null,         -- events.at of the last event
    ended         integer,                  -- when it ended; null: it is not over
    first_before  real,                     -- rating of the first player before it; null: it has changed no rating
    first_after   real,                     -- the same after it
    second_before real,                     -- the same of the second player before it
    second_after  real,                     -- the same after it
    first_rated   integer,                  -- how many games had changed the first player's rating; null: as above
    second_rated  integer,                  -- the same of the second player
    level         integer check (level between 1 and 8),            -- level of the engine; null: people play
    engine        text    check (engine in ('first', 'second')),    -- side of the engine; null: people play
    thread        integer,                  -- null: played in the channel; 0: to be opened; -1: cannot be opened
    bank          integer,                  -- time for the whole game; null: none
    increment     integer,                  -- time added after each turn; null: there is no bank
    alarm         integer,                  -- when the time is to be looked at; null: never
    pair          integer,                  -- id of the first game of its pair, in both games; null: not in a pair
    tournament    integer references tournaments, -- the tournament that it is part of; null: none
    section       integer,                  -- the group in that tournament: 1, 2, …; null: none
    weekends      text,                     -- guilds.weekends when it started
    takebacks     integer not null default 0,    -- guilds.takebacks when it started
    plan_changes  integer not null default 0,   -- how often its plans have been changed
    check ((tournament is null) = (section is null))
) strict;
create index games_by_channel on games (channel) where status = 'playing';
create index games_by_first on games (first, guild) where status = 'playing';
create index games_by_second on games (second, guild) where status = 'playing';
create index games_ended_by_channel on games (channel, ended) where status <> 'playing';
create index games_ended_by_first on games (first, guild, ended) where status <> 'playing';
create index games_ended_by_second on games (second, guild, ended) where status <> 'playing';
create index games_of_first on games (first, variant);
create index games_of_second on games (second, variant);
create index games_by_thread on games (thread) where status = 'playing' and thread is not null;
create index games_ended_by_thread on games (thread, ended) where status <> 'playing' and thread is not null;
create index games_by_alarm on games (alarm) where status = 'playing' and alarm is not null;
create index games_by_pair on games (pair) where pair is not null;
create index games_by_tournament on games (tournament) where tournament is not null;
create index games_rated_by_guild on games (guild, ended) where first_after is not null and engine is null;

-- What happened in the games. A game is exactly its events; everything else about it follows from them.
create table events (
    game  integer not null references games,    -- the game
    seq   integer not null,                 -- 1, 2, … within the game
    at    integer not null,                 -- when it happened
    side  text    check (side in ('first', 'second')),  -- who did it; null: neither
    kind  text    not null,                 -- what happened, such as 'moved'
    text  text,                             -- what the kind needs, such as the move; null: nothing
    cause integer unique,                   -- the interaction that caused it, which acts only once; null: none
    primary key (game, seq)
) strict, without rowid;

-- Planned answers: a line of play that is followed as long as the opponent follows it.
create table plans (
    id   integer primary key autoincrement, -- 1, 2, …; in custom ids, so it is never used again
    game integer not null references games, -- the game
    side text    not null check (side in ('first', 'second')),  -- who plans
    base integer not null,                  -- how many times the board had changed where the line begins
    line text    not null,                  -- the moves of both sides, one a line
    made integer not null                   -- when it was planned
) strict;
create index plans_of_game on plans (game);

-- The Glicko-2 rating and the results of each player, by server and kind of game.
create table ratings (
    guild      integer not null,            -- the server
    rules      text    not null,            -- a kind of game, or * for all; with @siwa for games against the engine
    player     integer not null,            -- the player
    rating     real    not null,            -- Glicko-2: the strength, 1500 at the start
    deviation  real    not null,            -- Glicko-2: how uncertain that is
    volatility real    not null,            -- Glicko-2: how much it changes
    rated      integer not null default 0,  -- games that have changed the rating
    won        integer not null default 0,  -- finished games that were won, rated or not
    drawn      integer not null default 0,  -- finished games that were drawn
    lost       integer not null default 0,  -- finished games that were lost
    ask        integer not null default 0,  -- when to ask Discord next whether the player is still in the server
    missed     integer not null default 0,  -- whether the player was not, the last time
    primary key (guild, rules, player)
) strict, without rowid;
create index ratings_by_player on ratings (player);
create index ratings_by_ask on ratings (ask);

-- Puzzles: positions in which one move is clearly best.
create table puzzles (
    id         integer primary key autoincrement,   -- 1, 2, …; in custom ids, so it is never used again
    variant    text    not null,            -- the variant of the position
    "position" text    not null,            -- in the notation of its game
    solution   text    not null,            -- the move
    grade      integer not null check (grade between 1 and 6),      -- difficulty; 6 is the hardest
    unique (variant, "position")
) strict;

-- The puzzle of the day of each server.
create table daily_puzzles (
    guild  integer not null,                -- the server
    day    integer not null,                -- days since the Unix epoch, UTC
    puzzle integer not null references puzzles,     -- the puzzle
    primary key (guild, day)
) strict, without rowid;

-- Who solved the puzzle of the day on that day, without having seen the solution on that day.
create table daily_solutions (
    guild  integer not null,                -- the server
    day    integer not null,                -- days since the Unix epoch, UTC
    player integer not null,                -- who solved it
    shared integer not null default 0 check (shared in (0, 1)),     -- whether the player told the channel
    primary key (guild, day, player),
    foreign key (guild, day) references daily_puzzles
) strict, without rowid;
create index daily_solutions_of on daily_solutions (player, guild, day);

-- Attempts at puzzles. Only the first attempt at each changes the player's rating, which is that of their last row.
create table attempts (
    player     integer not null,            -- who tried
    puzzle     integer not null references puzzles,     -- what they tried
    number     integer not null,            -- 1, 2, …: the order in which the player tried puzzles
    at         integer not null,            -- when they first tried it
    right_away integer not null check (right_away in (0, 1)),       -- whether the first attempt was right
    told       integer,                     -- when they last saw the solution; null: never
    solved     integer,                     -- when they solved it; null: not yet
    against    real    not null,            -- rating of the puzzle
    rating     real    not null,            -- Glicko-2 of the player, after the first attempt
    deviation  real    not null,            -- the same
    volatility real    not null,            -- the same
    primary key (player, puzzle),
    unique (player, number)
) strict, without rowid;

-- The outbox: messages that are to be posted. The change that makes one necessary writes its row, which is deleted when
-- Discord has acknowledged the message, or when nobody is to be told any more.
create table outbox (
    id          integer primary key,        -- a random number; sent along as the nonce
    role        text    not null            -- what is posted
                check (role in ('board', 'offer', 'declined', 'card', 'remind', 'late', 'call', 'digest', 'tournament',
                                'group', 'begun', 'won')),
    channel     integer not null,           -- where; 0: a direct message
    game        integer references games,   -- the game that it is about; null: none
    challenge   integer references challenges,  -- the challenge that it is about; null: none
    tournament  integer references tournaments, -- the tournament that it is about; null: none
    player      integer,                    -- whom it is for; null: everyone
    seq         integer,                    -- events.seq of the event that it tells, or games.section; null: none
    pings       text    not null default 'both' -- the players of the game whom it may ping
                check (pings in ('both', 'first', 'second', 'nobody')),
    interaction integer,                    -- the interaction that has caused it; null: none
    token       text,                       -- by which it can be posted or found, for fifteen minutes: a secret
    created     integer not null,           -- when it was written
    due         integer not null,           -- when it is due; while it is leased: when the lease expires
    lease       integer,                    -- number of the process that works on it; null: none
    attempts    integer not null,           -- how often it was leased; more than once: it may have been posted
    check (role in ('card', 'digest', 'tournament', 'group', 'begun', 'won') or (game is not null and seq is not null)),
    check (role not in ('tournament', 'group', 'begun', 'won') or (tournament is not null and seq is not null)),
    check (role <> 'card' or challenge is not null),
    check (role not in ('call', 'digest') or player is not null)
) strict;
create index outbox_due on outbox (due, created);
create index outbox_of_game on outbox (game) where game is not null;
create index outbox_of_challenge on outbox (challenge) where challenge is not null;
create index outbox_of_tournament on outbox (tournament) where tournament is not null;
create index outbox_of_player on outbox (player) where player is not null;
create index outbox_leased on outbox (lease) where lease is not null;

-- Messages about games that Discord has acknowledged and that may have to change: the present board of each game, and
-- what has buttons, or tells somebody directly that it is their turn.
create table messages (
    id          integer primary key,        -- the message
    channel     integer not null,           -- where it is
    game        integer not null references games,  -- the game
    role        text    not null check (role in ('board', 'offer', 'late', 'call')),    -- as in outbox
    seq         integer not null,           -- the last event that had happened when it was posted
    told        integer not null,           -- the last event that it tells; later than seq if it was edited
    player      integer                     -- whom a call is for; null: everyone
) strict;
create index messages_of_game on messages (game);
create index messages_of_player on messages (player) where player is not null;

-- Challenges of which a message, or one of their games, may have to change: what has to be done follows from the games
-- and the messages. The row is deleted when nothing is left to do.
create table upkeep (
    challenge   integer primary key references challenges,  -- the challenge; of a pair, that of the first game
    version     integer not null,           -- how often something has changed
    created     integer not null,           -- when the row was written
    due         integer not null,           -- when it is due; while it is leased: when the lease expires
    lease       integer,                    -- number of the process that works on it; null: none
    attempts    integer not null            -- how often it has failed
) strict;
create index upkeep_due on upkeep (due);
create index upkeep_leased on upkeep (lease) where lease is not null;

-- Games in which it is the turn of the engine.
create table searches (
    game        integer primary key references games,  -- the game
    seq         integer not null,           -- games.seq when the turn began
    interaction integer,                    -- the interaction by whose token the answer is told; null: by none
    token       text,                       -- that token: a secret
    created     integer not null,           -- when the turn began
    due         integer not null,           -- when it is due; while it is leased: when the lease expires
    lease       integer,                    -- number of the process that works on it; null: none
    attempts    integer not null            -- how often it was leased
) strict;
create index searches_due on searches (due);
create index searches_leased on searches (lease) where lease is not null;

-- Requests to Discord by all processes together, a row a second. Empty in SQLite, where one process counts in memory.
create table request_counts (
    second   integer primary key,           -- a moment
    requests integer not null,              -- requests made in that second
    closed   integer not null default 0     -- 1: Discord allows none before this second
) strict;

-- When a shard of each of the gateway's buckets may identify next. Empty in SQLite, where there is one process.
create table identify_slots (
    bucket integer primary key,             -- number of the bucket: shard modulo max_concurrency
    until  integer not null                 -- milliseconds since the Unix epoch
) strict;

-- When Discord was last reached, by any process, in one row.
create table reached (
    one integer primary key check (one = 1), -- 1
    at  integer not null             -- a moment, within a minute
) strict;
