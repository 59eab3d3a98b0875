-- Written by "npm run reference" from src/server/marking/recorded/release-records.ts.

-- unreleasedOf
select
  "record"."id",
  "record"."account_id" as "accountId",
  "student"."email",
  "student"."name",
  "shown"."version" as "shownVersion",
  "marks"."marks" as "shownMarks"
from (select "id", "email", "name", "role", "batch_id", "confirmed_at", "must_confirm", "exit_score" from "accounts") as "student"
inner join "recorded_marks" as "record" on "record"."account_id" = "student"."id"
left join "task_progress" as "progress" on "progress"."account_id" = "record"."account_id"
  and "progress"."task" = "record"."task"
  and "progress"."is_current" = 1
left join "submissions" as "shown" on "shown"."id" = "progress"."released_id"
left join "marks" on "marks"."submission_id" = "progress"."released_id"
where "student"."batch_id" = :batchId
  and "record"."released" = 0
order by "record"."id"
limit :limit;
