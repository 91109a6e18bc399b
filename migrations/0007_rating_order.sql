-- How many rated games, of all kinds, each player had finished when this game changed
-- their rating. Games may end in the same second, and what a game does to a rating
-- depends on the one before it; this is the order. Of games that have ended already,
-- the moment and the number tell it as well as can be known.

alter table games add column first_rated integer;
alter table games add column second_rated integer;

with played as (
    select id, guild, first as player, ended from games where rated = 1 and ended is not null
    union all
    select id, guild, second, ended from games where rated = 1 and ended is not null
),
counted as (
    select id, player, row_number() over (partition by guild, player order by ended, id) - 1 as before
    from played
)
update games
set first_rated = (select before from counted where counted.id = games.id and player = first),
    second_rated = (select before from counted where counted.id = games.id and player = second)
where rated = 1 and ended is not null;
