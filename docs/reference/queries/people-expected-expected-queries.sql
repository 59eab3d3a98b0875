-- Written by "npm run reference" from src/server/people/expected/expected-queries.ts.

-- countExpectedWords
select count(*) as "words"
from (select "expected_id" from "expected_words" where "word" >= :term and "word" < :end limit :limit) as "found";

-- expectedCounts
select
  sum("imported") as "imported",
  sum("invited") as "invited"
from "expected_counts"
where "counted" = 1;

-- expectedWithWord
select distinct "expected_id"
from "expected_words"
where "word" >= :term
  and "word" < :end
  and "expected_id" < :beforeId
limit :limit;
