-- Written by "npm run reference" from src/server/accounts/imported-profiles.ts.

-- waitingScores
select "accounts"."id"
from "accounts"
inner join "imported_people" on "imported_people"."email" = "accounts"."email"
where "accounts"."id" = :accountId
  and "accounts"."confirmed_at" is null
  and "imported_people"."exit_score" is not null;
