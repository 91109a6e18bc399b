-- What is looked up at every turn in a thread: its card, and what is owed of it; and whether a
-- thread was opened from one.
create index challenges_by_message on challenges (message) where message is not null;
create index outbox_of_challenge on outbox (challenge) where challenge is not null;

-- What is kept of a person. The order of a leaderboard begins with who has a rating at all, so
-- that the index by rank never served it.
create index ratings_by_player on ratings (player);
drop index ratings_by_rank;
