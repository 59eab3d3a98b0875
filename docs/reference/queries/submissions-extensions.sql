-- Written by "npm run reference" from src/server/submissions/extensions.ts.

-- extensionsOf
select
  "extensions"."task",
  "extensions"."due_at" as "dueAt",
  "extensions"."due_before" as "dueBefore",
  "extensions"."outage_from" as "outageFrom",
  "extensions"."reason",
  "extensions"."granted_at" as "grantedAt",
  "extensions"."granted_by" as "granter",
  "actor"."name" as "grantedBy"
from "extensions"
inner join (select "id", "email", "name", "role", "batch_id", "confirmed_at", "must_confirm", "exit_score" from "accounts") as "actor" on "actor"."id" = "extensions"."granted_by"
where "extensions"."account_id" = :accountId
order by "extensions"."id" desc
limit :limit;

-- schedulesAfter
select
  "student"."id" as "accountId",
  "student"."email",
  "student"."name",
  "student"."confirmed_at" as "confirmedAt",
  "selection"."started_at" as "startedAt",
  "selection"."chosen_at" as "chosenAt",
  "batch"."viva_deadline" as "batchDeadline",
  "batch"."due_days" as "dueDays",
  "student_extensions"."newest" as "extensions"
from (select "id", "email", "name", "role", "batch_id", "confirmed_at", "must_confirm", "exit_score" from "accounts") as "student"
inner join (select "account_id", "project_id", "started_at", "chosen_at" from "selections") as "selection" on "selection"."account_id" = "student"."id"
inner join (select "id", "name", "name_key", "course_id", "starts_at", "viva_deadline", "announced_until", "comment_first", "due_days", "extension_days", "retired_at", "choose_from", "choose_until", "declaration_id", "review_days" from "batches") as "batch" on "batch"."id" = "student"."batch_id"
left join "student_extensions" on "student_extensions"."account_id" = "student"."id"
where "student"."batch_id" = :batchId
  and "student"."id" > :afterId
order by "student"."id"
limit :limit;
