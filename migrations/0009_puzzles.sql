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

-- What a person made of a puzzle. The first try alone changes their rating, which is the
-- one of their last row.
create table attempts (
    player     integer not null,
    puzzle     integer not null references puzzles,
    number     integer not null,                           -- how many puzzles they had tried, with this one
    guild      integer not null,
    day        integer,                                    -- if it was the server's of that day
    at         integer not null,                           -- of the first try
    right_away integer not null check (right_away in (0, 1)),
    solved     integer,                                    -- when
    rating     real    not null,                           -- after the first try
    deviation  real    not null,
    volatility real    not null,
    primary key (player, puzzle),
    unique (player, number)
) strict, without rowid;
