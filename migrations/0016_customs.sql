-- What a server chooses for its games; each game keeps what was chosen when it began.

alter table guilds add column weekends text;            -- the time zone by which weekends stand still; null: they count
alter table guilds add column takebacks integer;        -- whether turns of rated games may be taken back; null: no
alter table games add column weekends text;
alter table games add column takebacks integer not null default 0;
