-- What processes share beside the games. Rows live for seconds, so that they are not copied.

-- Requests to Discord that were taken of a second, since the Unix epoch.
create table budget (
    second bigint primary key,
    spent  bigint not null,
    closed bigint not null default 0                    -- 1: there are none before this second
);

-- Which of the gateway's buckets a shard has just identified in, and until when no other may.
create table identifies (
    bucket bigint primary key,
    until  bigint not null                              -- milliseconds since the Unix epoch
);

-- Debts that do not wait for others are found however many of those there are.
create index outbox_pressing on outbox (not_before, id) where kind not in ('think', 'strip', 'card', 'hush', 'archive');
