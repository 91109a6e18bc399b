-- The themes that people and servers have chosen for their boards, by id; null: none.

alter table players add column theme text;              -- of what only they see

create table guilds (
    id    integer primary key,
    theme text                                          -- of what all see there
) strict;
