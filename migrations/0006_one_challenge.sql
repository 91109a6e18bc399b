-- The same challenge to the same person stands once. Rematches have a constraint of
-- their own. Of those that stand more than once the oldest remains.

update challenges set status = 'expired'
where status = 'open' and opponent is not null and rematch_of is null
  and exists (select 1 from challenges older
              where older.status = 'open' and older.rematch_of is null and older.id < challenges.id
                and older.guild = challenges.guild and older.challenger = challenges.challenger
                and older.opponent = challenges.opponent and older.variant = challenges.variant
                and older.rated = challenges.rated and older.per_turn is challenges.per_turn);

create unique index one_challenge
    on challenges (guild, challenger, opponent, variant, rated, ifnull(per_turn, 0))
    where status = 'open' and opponent is not null and rematch_of is null;
