-- Written by "npm run reference" from src/server/privacy/retention/retention-queries.ts.

-- plansAfter
select
  "plan"."account_id" as "accountId",
  "plan"."years",
  "plan"."batch_id" as "batchId",
  "plan"."ended_at" as "endedAt",
  "plan"."office_at" as "officeAt",
  "plan"."person_at" as "personAt",
  "plan"."office_observed_ms" as "officeObservedMs",
  "plan"."person_observed_ms" as "personObservedMs",
  "student"."email",
  "student"."name",
  "batch"."name" as "batch"
from "retention_plans" as "plan"
inner join (select "id", "email", "name", "role", "batch_id", "confirmed_at", "must_confirm", "exit_score" from "accounts") as "student" on "student"."id" = "plan"."account_id"
left join (select "id", "name", "name_key", "course_id", "starts_at", "viva_deadline", "announced_until", "comment_first", "due_days", "extension_days", "retired_at", "choose_from", "choose_until", "declaration_id", "review_days" from "batches") as "batch" on "batch"."id" = "plan"."batch_id"
where "plan"."account_id" > :accountId
order by "plan"."account_id"
limit :limit;
