-- What a server chooses besides: where games may be played, in which language it is spoken to,
-- and what a challenge is for that does not say so.

create table places (
    guild   integer not null,
    channel integer not null,
    primary key (guild, channel)
) strict, without rowid;                                -- none: anywhere

alter table guilds add column locale text;              -- null: as Discord says
alter table guilds add column clock text;               -- the name of one that is offered; null: the usual one
alter table guilds add column rated integer;            -- null: rated
