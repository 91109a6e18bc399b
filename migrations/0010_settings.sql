-- What a person has chosen about how they play.

alter table players add column confirms integer not null default 1 check (confirms in (0, 1)); -- turns, in the panel
