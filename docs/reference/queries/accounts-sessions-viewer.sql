-- Written by "npm run reference" from src/server/accounts/sessions/viewer.ts.

-- viewerById
select
  "accounts"."id" as "accountId",
  "accounts"."email",
  "accounts"."name",
  "accounts"."role",
  "accounts"."confirmed_at" as "confirmedAt",
  "accounts"."must_confirm" as "mustConfirm",
  "accounts"."has_second_factor" as "hasSecondFactor",
  "accounts"."former_emails" as "formerEmails",
  "accounts"."unread_notices" as "unreadNotices",
  "batch"."id" as "batchId",
  "batch"."name" as "batchName",
  "batch"."announced_until" as "announcedUntil",
  "course"."id" as "courseId",
  "course"."name" as "courseName"
from "accounts"
left join (select "id", "name", "name_key", "course_id", "starts_at", "viva_deadline", "announced_until", "comment_first", "due_days", "extension_days", "retired_at", "choose_from", "choose_until", "declaration_id" from "batches") as "batch" on "batch"."id" = "accounts"."batch_id"
left join (select "id", "name" from "courses") as "course" on "course"."id" = "batch"."course_id"
where "accounts"."id" = :accountId;
