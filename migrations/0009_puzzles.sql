-- Puzzles: positions with one move that is clearly best.

create table puzzles (
    id       integer primary key autoincrement,
    variant  text    not null,
    position text    not null,
    solution text    not null,
    grade    integer not null check (grade between 1 and 6),
    shipped  integer not null check (shipped in (0, 1)),   -- whether it came with the program
    unique (variant, position)
) strict;

-- Which puzzle a server had on a day: days since the Unix epoch, by universal time.
create table daily_puzzles (
    guild  integer not null,
    day    integer not null,
    puzzle integer not null references puzzles,
    primary key (guild, day)
) strict, without rowid;

-- Who has solved it on its day, without having been told on that day.
create table daily_solutions (
    guild  integer not null,
    day    integer not null,
    player integer not null,
    shared integer not null default 0 check (shared in (0, 1)),  -- whether the channel was told
    primary key (guild, day, player),
    foreign key (guild, day) references daily_puzzles
) strict, without rowid;
create index daily_solutions_of on daily_solutions (player, guild, day);

-- What a person made of a puzzle. The first try alone changes their rating, which is the
-- one of their last row.
create table attempts (
    player     integer not null,
    puzzle     integer not null references puzzles,
    number     integer not null,                           -- how many puzzles they had tried, with this one
    at         integer not null,                           -- of the first try
    right_away integer not null check (right_away in (0, 1)),
    told       integer,                                    -- when they were last told the solution
    solved     integer,                                    -- when
    against    real    not null,                           -- the puzzle's rating
    rating     real    not null,                           -- after the first try
    deviation  real    not null,
    volatility real    not null,
    primary key (player, puzzle),
    unique (player, number)
) strict, without rowid;
