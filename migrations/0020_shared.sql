-- What processes share beside the games has no tables here, where one is alone.

-- Debts that do not wait for others are found however many of those there are.
create index outbox_pressing on outbox (not_before, id) where kind not in ('think', 'strip', 'card', 'hush', 'archive');
