-- Written by "npm run reference" from src/server/staff/queries.ts.

-- batchesWithCountsOf
select
  "batch"."name",
  "course"."name" as "course",
  "batch"."starts_at" as "startsAt",
  (select count(*) as "count" from "accounts" where "accounts"."batch_id" = "batch"."id" and "accounts"."role" = 'student') as "students",
  (select count(*) as "count" from (select "id", "email", "name", "role", "batch_id", "exit_score", "seen_at" from "accounts") as "student" inner join "selections" on "selections"."account_id" = "student"."id" where "student"."batch_id" = "batch"."id") as "withProject",
  (select count(*) as "count" from "task_progress" where "task_progress"."batch_id" = "batch"."id") as "submissions",
  (select count(*) as "count" from "task_progress" where "task_progress"."batch_id" = "batch"."id" and "task_progress"."is_marked" = 0) as "unmarked"
from (select "batch_id", "account_id" from "batch_mentors") as "mentor"
inner join (select "id", "name", "name_key", "course_id", "starts_at", "viva_deadline" from "batches") as "batch" on "batch"."id" = "mentor"."batch_id"
inner join (select "id", "name" from "courses") as "course" on "course"."id" = "batch"."course_id"
where "mentor"."account_id" = :accountId
order by "batch"."starts_at" desc, "batch"."id";

-- everyBatchWithCounts
select
  "batch"."name",
  "course"."name" as "course",
  "batch"."starts_at" as "startsAt",
  (select count(*) as "count" from "accounts" where "accounts"."batch_id" = "batch"."id" and "accounts"."role" = 'student') as "students",
  (select count(*) as "count" from (select "id", "email", "name", "role", "batch_id", "exit_score", "seen_at" from "accounts") as "student" inner join "selections" on "selections"."account_id" = "student"."id" where "student"."batch_id" = "batch"."id") as "withProject",
  (select count(*) as "count" from "task_progress" where "task_progress"."batch_id" = "batch"."id") as "submissions",
  (select count(*) as "count" from "task_progress" where "task_progress"."batch_id" = "batch"."id" and "task_progress"."is_marked" = 0) as "unmarked"
from (select "id", "name", "name_key", "course_id", "starts_at", "viva_deadline" from "batches") as "batch"
inner join (select "id", "name" from "courses") as "course" on "course"."id" = "batch"."course_id"
order by "batch"."starts_at" desc, "batch"."id";
