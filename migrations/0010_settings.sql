-- What a person has chosen about how they play.

alter table players add column confirms integer not null default 1 check (confirms in (0, 1)); -- turns, in the panel

-- For what a person began their last game of a variant with.
create index games_of_first on games (first, variant);
create index games_of_second on games (second, variant);
