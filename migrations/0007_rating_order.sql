-- How many rated games, of all kinds, each player had finished when this game changed
-- their rating. Games may end in the same second, and what a game does to a rating
-- depends on the one before it; this is the order. Of games that have ended already it
-- is not known: null.

alter table games add column first_rated integer;
alter table games add column second_rated integer;
