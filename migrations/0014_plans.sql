-- Plans: lines of play in which a player answers what the opponent may play.

create table plans (
    id    integer primary key autoincrement,            -- on buttons, so never used again
    game  integer not null references games,
    side  text    not null check (side in ('first', 'second')),
    base  integer not null,                             -- how often the board had changed where it begins
    line  text    not null,                             -- the moves of both sides, one a line
    made  integer not null
) strict;
create index plans_of_game on plans (game);
