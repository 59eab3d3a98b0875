-- Written by "npm run reference" from src/server/accounts/queries.ts.

-- courseOfStudent
select
  "accounts"."grade",
  "accounts"."exit_score" as "exitScore",
  "accounts"."typed_batch" as "typedBatch",
  "batch"."name" as "batch",
  "course"."name" as "course",
  "batch"."starts_at" as "startsAt",
  "batch"."choose_from" as "chooseFrom",
  "batch"."choose_until" as "chooseUntil",
  "accounts"."preferred_project" as "preferred",
  (select string_agg(name, ', ' order by id) from batch_mentors where batch_id = "batch"."id") as "mentors"
from "accounts"
left join (select "id", "name", "name_key", "course_id", "starts_at", "viva_deadline", "announced_until", "comment_first", "due_days", "extension_days", "retired_at", "choose_from", "choose_until", "declaration_id", "review_days" from "batches") as "batch" on "batch"."id" = "accounts"."batch_id"
left join (select "id", "name" from "courses") as "course" on "course"."id" = "batch"."course_id"
where "accounts"."id" = :accountId;

-- studentByEmail
select
  "id" as "accountId",
  "email",
  "name",
  "batch_id" as "batchId"
from "accounts"
where "email" = :email
  and "role" = 'student';
