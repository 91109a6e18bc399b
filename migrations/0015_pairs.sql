-- Pairs of games with sides swapped, which count as one result.

alter table challenges add column games text not null default 'single'
    check (games in ('single', 'at-once', 'in-turn'));

alter table games add column pair integer;              -- the first game of its pair, of both; null: it is alone
create index games_by_pair on games (pair) where pair is not null;

-- The same challenge stands once; a pair is another one than a game, and so is another clock.
drop index if exists one_challenge;
create unique index one_challenge
    on challenges (guild, challenger, opponent, variant, rated, games, ifnull(per_turn, 0), ifnull(bank, 0),
                   ifnull(increment, 0))
    where status = 'open' and opponent is not null and rematch_of is null;
