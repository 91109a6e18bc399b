-- The number of the newest migration that a program has to know to use this database. Others it
-- may be without: they only add what it can leave alone, columns that may be null and tables. A
-- migration that programs of before cannot bear raises the number: `update demands set migration = N;`

create table demands (
    migration integer not null
) strict;
insert into demands (migration) values (21);
