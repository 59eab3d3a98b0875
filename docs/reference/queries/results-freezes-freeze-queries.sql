-- Written by "npm run reference" from src/server/results/freezes/freeze-queries.ts.

-- accountsFrozenIn
select "frozen"."account_id" as "accountId"
from (select "account_id", "freeze_id" from "frozen_students" where "opened_at" is null) as "frozen"
inner join "result_freezes" as "freeze" on "freeze"."id" = "frozen"."freeze_id"
where "freeze"."batch_id" = :batchId;

-- choicesOf
select
  "choice"."account_id" as "accountId",
  "choice"."started_at" as "startedAt",
  "project"."name" as "project",
  "course"."name" as "course"
from (select "account_id", "project_id", "started_at", "chosen_at" from "selections") as "choice"
inner join (select "id", "name", "course_id" from "projects") as "project" on "project"."id" = "choice"."project_id"
inner join (select "id", "name" from "courses") as "course" on "course"."id" = "project"."course_id"
where "choice"."account_id" in (:id);

-- freezeById
select
  "freeze"."number",
  "batch"."name" as "batch"
from "result_freezes" as "freeze"
inner join (select "id", "name", "name_key", "course_id", "starts_at", "viva_deadline", "announced_until", "comment_first", "due_days", "extension_days", "retired_at", "choose_from", "choose_until", "declaration_id", "review_days" from "batches") as "batch" on "batch"."id" = "freeze"."batch_id"
where "freeze"."id" = :id;

-- freezesOfBatch
select
  "freeze"."id",
  "freeze"."number",
  "freeze"."rule_version" as "ruleVersion",
  "freeze"."rule",
  "freeze"."reason",
  "freeze"."frozen_at" as "frozenAt",
  "officer"."name" as "frozenBy",
  (select count(*) as "count" from "frozen_results" where "freeze_id" = "freeze"."id") as "students"
from "result_freezes" as "freeze"
inner join (select "id", "email", "name", "role", "batch_id", "confirmed_at", "must_confirm", "exit_score" from "accounts") as "officer" on "officer"."id" = "freeze"."frozen_by"
where "freeze"."batch_id" = :batchId
order by "freeze"."number" desc;

-- frozenResultsOf
select
  "frozen"."account_id" as "accountId",
  "result"."content",
  "freeze"."number",
  "batch"."name" as "batch",
  "freeze"."frozen_at" as "frozenAt"
from (select "account_id", "freeze_id" from "frozen_students" where "opened_at" is null) as "frozen"
inner join "frozen_results" as "result" on "result"."freeze_id" = "frozen"."freeze_id"
  and "result"."account_id" = "frozen"."account_id"
inner join "result_freezes" as "freeze" on "freeze"."id" = "result"."freeze_id"
inner join (select "id", "name", "name_key", "course_id", "starts_at", "viva_deadline", "announced_until", "comment_first", "due_days", "extension_days", "retired_at", "choose_from", "choose_until", "declaration_id", "review_days" from "batches") as "batch" on "batch"."id" = "freeze"."batch_id"
where "frozen"."account_id" in (:id);

-- linesOfSheet
select
  "line"."place",
  "line"."field"
from "signed_sheet_lines" as "line"
where "line"."freeze_id" = :freezeId;

-- resultsOfFreeze
select
  "result"."account_id" as "accountId",
  "student"."email",
  "result"."name",
  "result"."content"
from "frozen_results" as "result"
inner join (select "id", "email", "name", "role", "batch_id", "confirmed_at", "must_confirm", "exit_score" from "accounts") as "student" on "student"."id" = "result"."account_id"
where "result"."freeze_id" = :freezeId
order by "result"."name", "result"."account_id";

-- signedSheetByNumber
select "sheet"."document"
from "signed_sheets" as "sheet"
where "sheet"."number" = :number;

-- signedSheetOf
select
  "sheet"."number",
  "sheet"."document"
from "signed_sheets" as "sheet"
where "sheet"."freeze_id" = :freezeId;
