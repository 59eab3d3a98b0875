-- Written by "npm run reference" from src/server/marking/open-submissions.ts.

-- openBeside
select
  "opener"."name",
  "opened"."opened_at" as "openedAt",
  "opened"."submission_id" as "submissionId",
  "submissions"."task",
  "student"."email"
from "open_submissions" as "opened"
inner join (select "id", "email", "name", "role", "batch_id", "confirmed_at", "must_confirm", "exit_score" from "accounts") as "opener" on "opener"."id" = "opened"."account_id"
inner join "submissions" on "submissions"."id" = "opened"."submission_id"
inner join (select "id", "email", "name", "role", "batch_id", "confirmed_at", "must_confirm", "exit_score" from "accounts") as "student" on "student"."id" = "submissions"."account_id"
where ("opened"."submission_id" = :submissionId or "student"."batch_id" = :batchId)
  and "opened"."account_id" != :accountId
  and "opened"."seen_at" > :since
order by "opened"."opened_at", "opened"."account_id", "opened"."submission_id"
limit :limit;
