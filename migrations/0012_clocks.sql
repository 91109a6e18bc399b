-- Clocks with a bank, and what is told while one waits.

alter table challenges add column bank integer;         -- seconds for the whole game; null: none
alter table challenges add column increment integer;    -- seconds more for each turn, if there is a bank
alter table games add column bank integer;
alter table games add column increment integer;
alter table games add column alarm integer;             -- when there is something to tell about the time next
alter table games add column notice integer;            -- the message that tells that the time is over
alter table games add column notice_seq integer;        -- after which event of the game
create index games_by_alarm on games (alarm) where status = 'playing' and alarm is not null;

alter table players add column reminder integer check (reminder between 0 and 99);  -- at how many per cent of the time left; 0: never

-- Whose turn it was before there were reminders is reminded as well.
update games set alarm = deadline - per_turn / 4 where status = 'playing' and deadline is not null;

alter table players add column away_until integer;      -- until when all their clocks stand still
alter table players add column away_year integer;       -- the year that is counted
alter table players add column away_days integer;       -- how many days of it they were away
