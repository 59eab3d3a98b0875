-- Written by "npm run reference" from src/server/marking/open-submissions.ts.

-- openersBeside
select
  "opener"."name",
  "opened"."opened_at" as "openedAt"
from "open_submissions" as "opened"
inner join (select "id", "email", "name", "role", "batch_id", "confirmed_at", "must_confirm", "exit_score" from "accounts") as "opener" on "opener"."id" = "opened"."account_id"
where "opened"."submission_id" = :submissionId
  and "opened"."account_id" != :accountId
  and "opened"."seen_at" > :since
order by "opened"."opened_at", "opened"."account_id"
limit :limit;
