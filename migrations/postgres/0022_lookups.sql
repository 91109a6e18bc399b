-- What is kept of a person. The order of a leaderboard begins with who has a rating at all, so
-- that the index by rank never served it.
create index ratings_by_player on ratings (player);
drop index ratings_by_rank;
