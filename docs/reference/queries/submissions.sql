-- Written by "npm run reference" from src/server/submissions/queries.ts.

-- fileById
select
  "submissions"."account_id" as "accountId",
  "accounts"."batch_id" as "batchId",
  "submissions"."number",
  "submissions"."erased_at" as "erasedAt",
  "submissions"."file_name" as "name",
  "submissions"."file_bytes" as "bytes",
  "submissions"."file_sha256" as "sha256"
from "submissions"
inner join (select "id", "email", "name", "role", "batch_id", "confirmed_at", "must_confirm", "exit_score" from "accounts") as "accounts" on "accounts"."id" = "submissions"."account_id"
where "submissions"."file_id" = :fileId;

-- receiptByNumber
select
  "submissions"."number",
  "submissions"."task",
  "submissions"."version",
  "submissions"."submitted_at",
  "submissions"."late",
  "submissions"."file_id",
  "submissions"."file_name",
  "submissions"."file_bytes",
  "submissions"."file_sha256",
  "submissions"."due_at",
  "submissions"."declared",
  "submissions"."ai_use",
  "submissions"."ai_text",
  "submissions"."links",
  "submissions"."comments",
  "submissions"."account_id" as "accountId",
  "submissions"."erased_at" as "erasedAt",
  "accounts"."batch_id" as "batchId",
  "accounts"."email",
  "accounts"."name"
from "submissions"
inner join (select "id", "email", "name", "role", "batch_id", "confirmed_at", "must_confirm", "exit_score" from "accounts") as "accounts" on "accounts"."id" = "submissions"."account_id"
where "submissions"."number" = :number;

-- scheduleOf
select
  "accounts"."email",
  "accounts"."name",
  "accounts"."confirmed_at" as "confirmedAt",
  "selections"."started_at" as "startedAt",
  "selections"."chosen_at" as "chosenAt",
  "batches"."id" as "batchId",
  "batches"."name" as "batch",
  "batches"."viva_deadline" as "batchDeadline",
  "batches"."due_days" as "dueDays",
  "batches"."extension_days" as "extensionDays",
  "batches"."review_days" as "reviewDays",
  "batches"."declaration_id" as "declarationId",
  "student_extensions"."newest" as "extensions"
from (select "id", "email", "name", "role", "batch_id", "confirmed_at", "must_confirm", "exit_score" from "accounts") as "accounts"
left join (select "account_id", "project_id", "started_at", "chosen_at" from "selections") as "selections" on "selections"."account_id" = "accounts"."id"
left join (select "id", "name", "name_key", "course_id", "starts_at", "viva_deadline", "announced_until", "comment_first", "due_days", "extension_days", "retired_at", "choose_from", "choose_until", "declaration_id", "review_days" from "batches") as "batches" on "batches"."id" = "accounts"."batch_id"
left join "student_extensions" on "student_extensions"."account_id" = "accounts"."id"
where "accounts"."id" = :accountId;

-- submissionByNumber
select
  "submissions"."id",
  "submissions"."number",
  "submissions"."account_id" as "accountId",
  "submissions"."task",
  "accounts"."batch_id" as "batchId"
from "submissions"
inner join (select "id", "email", "name", "role", "batch_id", "confirmed_at", "must_confirm", "exit_score" from "accounts") as "accounts" on "accounts"."id" = "submissions"."account_id"
where "submissions"."number" = :number;

-- versionsOfProject
select
  "submissions"."number",
  "submissions"."task",
  "submissions"."version",
  "submissions"."submitted_at",
  "submissions"."late",
  "submissions"."file_id",
  "submissions"."file_name",
  "submissions"."file_bytes",
  "submissions"."file_sha256",
  "submissions"."due_at",
  "submissions"."declared",
  "submissions"."ai_use",
  "submissions"."ai_text",
  substr(submissions.links, 1, 2001) as "links",
  substr(submissions.comments, 1, 2001) as "comments",
  "student_extensions"."newest" as "extensions",
  (select project.id || ' ' || project.name as "project" from "former_selections" as "former" inner join (select "id", "name", "course_id" from "projects") as "project" on "project"."id" = "former"."project_id" where "former"."account_id" = "submissions"."account_id" and "former"."ended_as" = 'undone' and "former"."chosen_at" <= "submissions"."submitted_at" and not exists (select "standing"."id" from "selections" as "standing" where "standing"."account_id" = "submissions"."account_id" and coalesce("standing"."chosen_at", "standing"."started_at") <= "submissions"."submitted_at") order by "former"."id" desc limit 1) as "earlierProject"
from "submissions"
left join "student_extensions" on "student_extensions"."account_id" = "submissions"."account_id"
where "submissions"."account_id" = :accountId
  and (select project.id || ' ' || project.name as "project" from "former_selections" as "former" inner join (select "id", "name", "course_id" from "projects") as "project" on "project"."id" = "former"."project_id" where "former"."account_id" = "submissions"."account_id" and "former"."ended_as" = 'undone' and "former"."chosen_at" <= "submissions"."submitted_at" and not exists (select "standing"."id" from "selections" as "standing" where "standing"."account_id" = "submissions"."account_id" and coalesce("standing"."chosen_at", "standing"."started_at") <= "submissions"."submitted_at") order by "former"."id" desc limit 1) is null
order by "submissions"."id" desc
limit :limit;
