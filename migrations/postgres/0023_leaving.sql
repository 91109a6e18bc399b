-- When Discord is to be asked whether somebody on a leaderboard is still in the server, in seconds
-- since 1970, and whether they were not when it was asked last. Those who were there before, or
-- were written by the version before, are asked after first.
alter table ratings add column ask bigint not null default 0;
alter table ratings add column missed bigint not null default 0;
create index ratings_by_ask on ratings (ask);
