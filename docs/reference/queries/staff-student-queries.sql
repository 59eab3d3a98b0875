-- Written by "npm run reference" from src/server/staff/student-queries.ts.

-- staffNotesBefore
select
  "staff_notes"."id",
  "staff_notes"."text",
  "staff_notes"."created_at" as "createdAt",
  "staff_notes"."author_id" as "authorId",
  "author"."name" as "authorName",
  "author"."role" as "authorRole"
from "staff_notes"
inner join (select "id", "email", "name", "role", "batch_id", "confirmed_at", "must_confirm", "exit_score" from "accounts") as "author" on "author"."id" = "staff_notes"."author_id"
where "staff_notes"."account_id" = :accountId
  and "staff_notes"."id" < :beforeId
order by "staff_notes"."id" desc
limit :limit;

-- staffStudentById
select
  "student"."email",
  "student"."name",
  "student"."typed_batch" as "typedBatch",
  "student"."created_at" as "signedUpAt",
  "student"."seen_at" as "seenAt",
  "batch"."name" as "batch",
  "batch"."viva_deadline" as "batchDeadline",
  "batch"."due_days" as "dueDays",
  "extensions"."newest" as "extensions",
  "course"."name" as "course",
  "selection"."started_at" as "startedAt",
  "selection"."chosen_at" as "chosenAt",
  "project"."id" as "projectId",
  "project"."name" as "projectName"
from (select "id", "email", "name", "batch_id", "typed_batch", "created_at", "seen_at", "folded_name", "folded_from" from "accounts") as "student"
left join (select "id", "name", "name_key", "course_id", "starts_at", "viva_deadline", "announced_until", "comment_first", "due_days", "retired_at" from "batches") as "batch" on "batch"."id" = "student"."batch_id"
left join (select "id", "name" from "courses") as "course" on "course"."id" = "batch"."course_id"
left join (select "account_id", "project_id", "started_at", "chosen_at" from "selections") as "selection" on "selection"."account_id" = "student"."id"
left join (select "id", "name", "course_id" from "projects") as "project" on "project"."id" = "selection"."project_id"
left join (select "account_id", "newest" from "student_extensions") as "extensions" on "extensions"."account_id" = "student"."id"
where "student"."id" = :accountId;
