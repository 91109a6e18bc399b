-- Messages whose buttons are of no use any more, until they have lost them:
-- taking them away may fail, and then has to be tried again.

create table leftovers (
    message integer primary key,
    game    integer not null references games,
    since   integer not null
) strict;

alter table games add column offer integer;             -- the message of the offer that stands
