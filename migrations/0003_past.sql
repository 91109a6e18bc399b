-- Games that are over, newest first: of a channel, and of each of their players.

create index games_ended_by_channel on games (channel, ended) where status <> 'playing';
create index games_ended_by_first on games (first, guild, ended) where status <> 'playing';
create index games_ended_by_second on games (second, guild, ended) where status <> 'playing';
