-- Written by "npm run reference" from src/server/submissions/extension-requests.ts.

-- automaticRequestOf
select "id"
from "extension_requests"
where "account_id" = :accountId
  and "answered_at" is not null
  and "answered_by" is null;

-- extensionRequestById
select
  "extension_requests"."id",
  "extension_requests"."task",
  "extension_requests"."wanted_until" as "until",
  "extension_requests"."reason",
  "extension_requests"."asked_at" as "askedAt",
  "extension_requests"."granted_until" as "grantedUntil",
  "extension_requests"."words",
  "extension_requests"."file",
  "extension_requests"."answered_at" as "answeredAt",
  "answerer"."name" as "answeredBy"
from "extension_requests"
left join (select "id", "email", "name", "role", "batch_id", "confirmed_at", "must_confirm", "exit_score" from "accounts") as "answerer" on "answerer"."id" = "extension_requests"."answered_by"
where "extension_requests"."id" = :id
  and "extension_requests"."account_id" = :accountId;

-- extensionRequestsOf
select
  "extension_requests"."id",
  "extension_requests"."task",
  "extension_requests"."wanted_until" as "until",
  "extension_requests"."reason",
  "extension_requests"."asked_at" as "askedAt",
  "extension_requests"."granted_until" as "grantedUntil",
  "extension_requests"."words",
  "extension_requests"."file",
  "extension_requests"."answered_at" as "answeredAt",
  "answerer"."name" as "answeredBy"
from "extension_requests"
left join (select "id", "email", "name", "role", "batch_id", "confirmed_at", "must_confirm", "exit_score" from "accounts") as "answerer" on "answerer"."id" = "extension_requests"."answered_by"
where "extension_requests"."account_id" = :accountId
order by "extension_requests"."id" desc
limit :limit;

-- openRequestOf
select
  "extension_requests"."id",
  "extension_requests"."task",
  "extension_requests"."wanted_until" as "until",
  "extension_requests"."reason",
  "extension_requests"."asked_at" as "askedAt",
  "extension_requests"."granted_until" as "grantedUntil",
  "extension_requests"."words",
  "extension_requests"."file",
  "extension_requests"."answered_at" as "answeredAt",
  "answerer"."name" as "answeredBy"
from "extension_requests"
left join (select "id", "email", "name", "role", "batch_id", "confirmed_at", "must_confirm", "exit_score" from "accounts") as "answerer" on "answerer"."id" = "extension_requests"."answered_by"
where "extension_requests"."account_id" = :accountId
  and "extension_requests"."task" = :task
  and "extension_requests"."answered_at" is null;

-- openRequestsOf
select
  "extension_requests"."id",
  "extension_requests"."task",
  "extension_requests"."wanted_until" as "until",
  "extension_requests"."reason",
  "extension_requests"."asked_at" as "askedAt",
  "extension_requests"."granted_until" as "grantedUntil",
  "extension_requests"."words",
  "extension_requests"."file",
  "extension_requests"."answered_at" as "answeredAt",
  "answerer"."name" as "answeredBy",
  "student"."id" as "accountId",
  "student"."email",
  "student"."name",
  "selection"."started_at" as "startedAt",
  "batch"."viva_deadline" as "batchDeadline",
  "batch"."due_days" as "dueDays",
  "student_extensions"."newest" as "extensions"
from "extension_requests"
inner join (select "id", "email", "name", "role", "batch_id", "confirmed_at", "must_confirm", "exit_score" from "accounts") as "student" on "student"."id" = "extension_requests"."account_id"
inner join (select "id", "name", "name_key", "course_id", "starts_at", "viva_deadline", "announced_until", "comment_first", "due_days", "extension_days", "retired_at", "choose_from", "choose_until", "declaration_id", "review_days" from "batches") as "batch" on "batch"."id" = "student"."batch_id"
left join (select "account_id", "project_id", "started_at", "chosen_at" from "selections") as "selection" on "selection"."account_id" = "student"."id"
left join "student_extensions" on "student_extensions"."account_id" = "student"."id"
left join (select "id", "email", "name", "role", "batch_id", "confirmed_at", "must_confirm", "exit_score" from "accounts") as "answerer" on "answerer"."id" = "extension_requests"."answered_by"
where +student.batch_id = :batchId
  and "extension_requests"."answered_at" is null
order by "extension_requests"."id"
limit :limit;
