-- Servers from which the bot was removed, since when. What is kept of them goes after a time.

create table departures (
    guild bigint primary key,
    since bigint not null
);

-- For whose servers and whose people something is kept.
create index challenges_by_guild on challenges (guild);
create index challenges_ever_by_challenger on challenges (challenger);
create index challenges_by_opponent on challenges (opponent) where opponent is not null;
create index challenges_by_rematch on challenges (rematch_of) where rematch_of is not null;
