-- Written by "npm run reference" from src/server/marking/student/queries.ts.

-- taskProgressOf
select
  "frozen"."freeze_id" as "freezeId",
  "selections"."started_at" as "startedAt",
  "batches"."viva_deadline" as "batchDeadline",
  "batches"."comment_first" as "commentFirst",
  "batches"."due_days" as "dueDays",
  "batches"."extension_days" as "extensionDays",
  "batches"."review_days" as "reviewDays",
  "batches"."choose_from" as "chooseFrom",
  "batches"."choose_until" as "chooseUntil",
  "asked"."id" as "declarationId",
  "asked"."statement",
  "asked"."ai_use" as "aiUse",
  "student_extensions"."newest" as "extensions",
  "task_progress"."task",
  "submissions"."number",
  "task_progress"."is_current" as "isCurrent",
  "submissions"."version",
  "submissions"."submitted_at" as "submittedAt",
  "submissions"."late",
  "marks"."marks",
  "marks"."comments",
  "marks"."format",
  "marks"."html",
  "marks"."rubric",
  "marks"."marked_at" as "markedAt",
  "marks"."released_at" as "releasedAt",
  "marks"."number_since" as "numberSince",
  "marks"."read_at" as "readAt",
  "marks"."second_look_at" as "reviewAt",
  "marks"."submission_id" as "markedId",
  "marked"."version" as "markedVersion",
  "marked"."number" as "markedNumber",
  "marker"."name" as "markedBy",
  (select count(*) as "count" from "line_comments" where "line_comments"."submission_id" = "marks"."submission_id") as "lineComments",
  (select max("extension_requests"."id") as "id" from "extension_requests" where "extension_requests"."account_id" = "accounts"."id") as "requestId",
  (select max("recorded_marks"."id") as "id" from "recorded_marks" where "recorded_marks"."account_id" = "accounts"."id" and "recorded_marks"."released" = 1) as "recordId"
from (select "id", "email", "name", "role", "batch_id", "confirmed_at", "must_confirm", "exit_score" from "accounts") as "accounts"
left join (select "account_id", "project_id", "started_at", "chosen_at" from "selections") as "selections" on "selections"."account_id" = "accounts"."id"
left join (select "id", "name", "name_key", "course_id", "starts_at", "viva_deadline", "announced_until", "comment_first", "due_days", "extension_days", "retired_at", "choose_from", "choose_until", "declaration_id", "review_days" from "batches") as "batches" on "batches"."id" = "accounts"."batch_id"
left join (select "id", "statement", "ai_use" from "declarations") as "asked" on "asked"."id" = "batches"."declaration_id"
left join "task_progress" on "task_progress"."account_id" = "accounts"."id"
left join "submissions" on "submissions"."id" = "task_progress"."submission_id"
left join "marks" on "marks"."submission_id" = "task_progress"."released_id"
  and "marks"."released" = 1
left join "submissions" as "marked" on "marked"."id" = "marks"."submission_id"
left join (select "id", "email", "name", "role", "batch_id", "confirmed_at", "must_confirm", "exit_score" from "accounts") as "marker" on "marker"."id" = "marks"."marked_by"
left join "student_extensions" on "student_extensions"."account_id" = "accounts"."id"
left join (select "account_id", "freeze_id" from "frozen_students" where "opened_at" is null) as "frozen" on "frozen"."account_id" = "accounts"."id"
where "accounts"."id" = :accountId;

-- versionOf
select
  "submissions"."id",
  "submissions"."number",
  "marks"."released",
  "marks"."marked_at" as "markedAt",
  "marks"."released_at" as "releasedAt",
  "marks"."read_at" as "readAt",
  "marks"."number_since" as "numberSince",
  "batch"."review_days" as "reviewDays",
  (select project.id || ' ' || project.name as "project" from "former_selections" as "former" inner join (select "id", "name", "course_id" from "projects") as "project" on "project"."id" = "former"."project_id" where "former"."account_id" = "submissions"."account_id" and "former"."ended_as" = 'undone' and "former"."chosen_at" <= "submissions"."submitted_at" and not exists (select "standing"."id" from "selections" as "standing" where "standing"."account_id" = "submissions"."account_id" and coalesce("standing"."chosen_at", "standing"."started_at") <= "submissions"."submitted_at") order by "former"."id" desc limit 1) as "earlierProject"
from "submissions"
inner join (select "id", "email", "name", "role", "batch_id", "confirmed_at", "must_confirm", "exit_score" from "accounts") as "student" on "student"."id" = "submissions"."account_id"
left join (select "id", "name", "name_key", "course_id", "starts_at", "viva_deadline", "announced_until", "comment_first", "due_days", "extension_days", "retired_at", "choose_from", "choose_until", "declaration_id", "review_days" from "batches") as "batch" on "batch"."id" = "student"."batch_id"
left join "marks" on "marks"."submission_id" = "submissions"."id"
where "submissions"."account_id" = :accountId
  and "submissions"."task" = :task
  and "submissions"."version" = :version;

-- versionsAfter
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
  "submissions"."id",
  "submissions"."erased_at" as "erasedAt",
  "marks"."marks",
  "marks"."comments" as "markComments",
  "marks"."rubric",
  "marks"."marked_at" as "markedAt",
  "marks"."second_look_at" as "reviewAt",
  "marker"."name" as "markedBy",
  "student_extensions"."newest" as "extensions",
  (select project.id || ' ' || project.name as "project" from "former_selections" as "former" inner join (select "id", "name", "course_id" from "projects") as "project" on "project"."id" = "former"."project_id" where "former"."account_id" = "submissions"."account_id" and "former"."ended_as" = 'undone' and "former"."chosen_at" <= "submissions"."submitted_at" and not exists (select "standing"."id" from "selections" as "standing" where "standing"."account_id" = "submissions"."account_id" and coalesce("standing"."chosen_at", "standing"."started_at") <= "submissions"."submitted_at") order by "former"."id" desc limit 1) as "earlierProject"
from "submissions"
left join "marks" on "marks"."submission_id" = "submissions"."id"
  and "marks"."released" = 1
left join (select "id", "email", "name", "role", "batch_id", "confirmed_at", "must_confirm", "exit_score" from "accounts") as "marker" on "marker"."id" = "marks"."marked_by"
left join "student_extensions" on "student_extensions"."account_id" = "submissions"."account_id"
where "submissions"."account_id" = :accountId
  and "submissions"."id" > :afterId
order by "submissions"."id"
limit :limit;

-- versionsBefore
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
  (select project.id || ' ' || project.name as "project" from "former_selections" as "former" inner join (select "id", "name", "course_id" from "projects") as "project" on "project"."id" = "former"."project_id" where "former"."account_id" = "submissions"."account_id" and "former"."ended_as" = 'undone' and "former"."chosen_at" <= "submissions"."submitted_at" and not exists (select "standing"."id" from "selections" as "standing" where "standing"."account_id" = "submissions"."account_id" and coalesce("standing"."chosen_at", "standing"."started_at") <= "submissions"."submitted_at") order by "former"."id" desc limit 1) as "earlierProject",
  "marks"."marks",
  "marks"."comments" as "markComments",
  "marks"."format" as "markFormat",
  "marks"."html" as "markHtml",
  (select count(*) as "count" from "line_comments" where "line_comments"."submission_id" = "marks"."submission_id") as "lineComments"
from "submissions"
left join "student_extensions" on "student_extensions"."account_id" = "submissions"."account_id"
left join "marks" on "marks"."submission_id" = "submissions"."id"
  and "marks"."released" = 1
where "submissions"."account_id" = :accountId
  and "submissions"."id" < :beforeId
order by "submissions"."id" desc
limit :limit;
