-- Written by "npm run reference" from src/server/marking/staff-queries.ts.

-- markedVersionsBefore
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
  "marks"."rubric",
  "marks"."overrule_reason",
  "marks"."released",
  "marks"."marked_at" as "markedAt",
  "marks"."released_at" as "releasedAt",
  "marks"."read_at" as "readAt",
  "marks"."second_look_at" as "reviewAt",
  "submissions"."id" as "submissionId",
  "marker"."name" as "markedBy",
  (select count(*) as "count" from "line_comments" where "line_comments"."submission_id" = "submissions"."id") as "lineComments"
from "submissions"
left join "marks" on "marks"."submission_id" = "submissions"."id"
left join (select "id", "email", "name", "role", "batch_id", "confirmed_at", "must_confirm", "exit_score" from "accounts") as "marker" on "marker"."id" = "marks"."marked_by"
left join "student_extensions" on "student_extensions"."account_id" = "submissions"."account_id"
where "submissions"."account_id" = :accountId
  and "submissions"."id" < :beforeId
order by "submissions"."id" desc
limit :limit;

-- markedVersionsOfTask
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
  "marks"."rubric",
  "marks"."overrule_reason",
  "marks"."released",
  "marks"."marked_at" as "markedAt",
  "marks"."released_at" as "releasedAt",
  "marks"."read_at" as "readAt",
  "marks"."second_look_at" as "reviewAt",
  "submissions"."id" as "submissionId",
  "marker"."name" as "markedBy",
  (select count(*) as "count" from "line_comments" where "line_comments"."submission_id" = "submissions"."id") as "lineComments"
from "submissions"
left join "marks" on "marks"."submission_id" = "submissions"."id"
left join (select "id", "email", "name", "role", "batch_id", "confirmed_at", "must_confirm", "exit_score" from "accounts") as "marker" on "marker"."id" = "marks"."marked_by"
left join "student_extensions" on "student_extensions"."account_id" = "submissions"."account_id"
where "submissions"."account_id" = :accountId
  and "submissions"."task" = :task
  and "submissions"."version" <= coalesce((select "cursor"."version" from "submissions" as "cursor" where "cursor"."id" = :beforeId and "cursor"."account_id" = :accountId and "cursor"."task" = :task), 2147483647)
  and submissions.id + 0 < :beforeId
order by "submissions"."version" desc
limit :limit;

-- newestMarksOf
select
  "task_progress"."task",
  "task_progress"."version",
  "task_progress"."is_current" as "isCurrent",
  "submissions"."number",
  "marks"."marks",
  "marks"."comments",
  "marks"."released"
from "task_progress"
inner join "submissions" on "submissions"."id" = "task_progress"."submission_id"
left join "marks" on "marks"."submission_id" = "task_progress"."submission_id"
where "task_progress"."account_id" = :accountId;

-- projectOfSubmission
select
  "submissions"."task",
  "project"."id" as "projectId",
  "project"."name" as "projectName",
  (select project.id || ' ' || project.name as "project" from "former_selections" as "former" inner join (select "id", "name", "course_id" from "projects") as "project" on "project"."id" = "former"."project_id" where "former"."account_id" = "submissions"."account_id" and "former"."ended_as" = 'undone' and "former"."chosen_at" <= "submissions"."submitted_at" and not exists (select "standing"."id" from "selections" as "standing" where "standing"."account_id" = "submissions"."account_id" and coalesce("standing"."chosen_at", "standing"."started_at") <= "submissions"."submitted_at") order by "former"."id" desc limit 1) as "earlierProject"
from "submissions"
left join (select "account_id", "project_id", "started_at", "chosen_at" from "selections") as "selection" on "selection"."account_id" = "submissions"."account_id"
left join (select "id", "name", "course_id" from "projects") as "project" on "project"."id" = "selection"."project_id"
where "submissions"."id" = :submissionId;

-- staffStudentById
select
  "student"."email",
  "student"."name",
  "student"."typed_batch" as "typedBatch",
  "student"."created_at" as "signedUpAt",
  "student"."suspended_at" as "suspendedAt",
  "student"."seen_at" as "seenAt",
  "batch"."name" as "batch",
  "batch"."viva_deadline" as "batchDeadline",
  "batch"."due_days" as "dueDays",
  "extensions"."newest" as "extensions",
  "course"."name" as "course",
  "selection"."started_at" as "startedAt",
  "project"."id" as "projectId",
  "project"."name" as "projectName"
from (select "id", "email", "name", "phone", "batch_id", "typed_batch", "created_at", "seen_at", "folded_name", "folded_from", "suspended_at" from "accounts") as "student"
left join (select "id", "name", "name_key", "course_id", "starts_at", "viva_deadline", "announced_until", "comment_first", "due_days", "extension_days", "retired_at", "choose_from", "choose_until", "declaration_id", "review_days" from "batches") as "batch" on "batch"."id" = "student"."batch_id"
left join (select "id", "name" from "courses") as "course" on "course"."id" = "batch"."course_id"
left join (select "account_id", "project_id", "started_at", "chosen_at" from "selections") as "selection" on "selection"."account_id" = "student"."id"
left join (select "id", "name", "course_id" from "projects") as "project" on "project"."id" = "selection"."project_id"
left join (select "account_id", "newest" from "student_extensions") as "extensions" on "extensions"."account_id" = "student"."id"
where "student"."id" = :accountId;
