-- Written by "npm run reference" from src/server/submissions/queue-queries.ts.

-- queueBefore
select
  "submissions"."number",
  "submissions"."task",
  "submissions"."version",
  "submissions"."submitted_at",
  "submissions"."late",
  substr(submissions.links, 1, 2001) as "links",
  substr(submissions.comments, 1, 2001) as "comments",
  "submissions"."file_id",
  "submissions"."file_name",
  "submissions"."file_bytes",
  "submissions"."file_sha256",
  "submissions"."id" as "submissionId",
  "student"."email",
  "student"."name",
  "marks"."marks",
  "marks"."comments" as "markComments",
  "marks"."released",
  "shown"."version" as "shownVersion",
  "shown_marks"."marks" as "shownMarks",
  "shown_marks"."comments" as "shownComments"
from "task_progress"
inner join "submissions" on "submissions"."id" = "task_progress"."submission_id"
inner join (select "id", "email", "name", "role", "batch_id", "confirmed_at", "must_confirm", "exit_score", "seen_at" from "accounts") as "student" on "student"."id" = "task_progress"."account_id"
left join "marks" on "marks"."submission_id" = "task_progress"."submission_id"
left join "submissions" as "shown" on "shown"."id" = "task_progress"."released_id"
left join "marks" as "shown_marks" on "shown_marks"."submission_id" = "task_progress"."released_id"
where "task_progress"."batch_id" = :batchId
  and "task_progress"."submission_id" < :beforeId
order by "task_progress"."submission_id" desc
limit :limit;

-- queueOfState
select
  "submissions"."number",
  "submissions"."task",
  "submissions"."version",
  "submissions"."submitted_at",
  "submissions"."late",
  substr(submissions.links, 1, 2001) as "links",
  substr(submissions.comments, 1, 2001) as "comments",
  "submissions"."file_id",
  "submissions"."file_name",
  "submissions"."file_bytes",
  "submissions"."file_sha256",
  "submissions"."id" as "submissionId",
  "student"."email",
  "student"."name",
  "marks"."marks",
  "marks"."comments" as "markComments",
  "marks"."released",
  "shown"."version" as "shownVersion",
  "shown_marks"."marks" as "shownMarks",
  "shown_marks"."comments" as "shownComments"
from "task_progress"
inner join "submissions" on "submissions"."id" = "task_progress"."submission_id"
inner join (select "id", "email", "name", "role", "batch_id", "confirmed_at", "must_confirm", "exit_score", "seen_at" from "accounts") as "student" on "student"."id" = "task_progress"."account_id"
left join "marks" on "marks"."submission_id" = "task_progress"."submission_id"
left join "submissions" as "shown" on "shown"."id" = "task_progress"."released_id"
left join "marks" as "shown_marks" on "shown_marks"."submission_id" = "task_progress"."released_id"
where "task_progress"."batch_id" = :batchId
  and "task_progress"."submission_id" < :beforeId
  and "task_progress"."is_marked" = :isMarked
order by "task_progress"."submission_id" desc
limit :limit;

-- queueOfTask
select
  "submissions"."number",
  "submissions"."task",
  "submissions"."version",
  "submissions"."submitted_at",
  "submissions"."late",
  substr(submissions.links, 1, 2001) as "links",
  substr(submissions.comments, 1, 2001) as "comments",
  "submissions"."file_id",
  "submissions"."file_name",
  "submissions"."file_bytes",
  "submissions"."file_sha256",
  "submissions"."id" as "submissionId",
  "student"."email",
  "student"."name",
  "marks"."marks",
  "marks"."comments" as "markComments",
  "marks"."released",
  "shown"."version" as "shownVersion",
  "shown_marks"."marks" as "shownMarks",
  "shown_marks"."comments" as "shownComments"
from "task_progress"
inner join "submissions" on "submissions"."id" = "task_progress"."submission_id"
inner join (select "id", "email", "name", "role", "batch_id", "confirmed_at", "must_confirm", "exit_score", "seen_at" from "accounts") as "student" on "student"."id" = "task_progress"."account_id"
left join "marks" on "marks"."submission_id" = "task_progress"."submission_id"
left join "submissions" as "shown" on "shown"."id" = "task_progress"."released_id"
left join "marks" as "shown_marks" on "shown_marks"."submission_id" = "task_progress"."released_id"
where "task_progress"."batch_id" = :batchId
  and "task_progress"."submission_id" < :beforeId
  and "task_progress"."task" = :task
order by "task_progress"."submission_id" desc
limit :limit;

-- queueOfTaskAndState
select
  "submissions"."number",
  "submissions"."task",
  "submissions"."version",
  "submissions"."submitted_at",
  "submissions"."late",
  substr(submissions.links, 1, 2001) as "links",
  substr(submissions.comments, 1, 2001) as "comments",
  "submissions"."file_id",
  "submissions"."file_name",
  "submissions"."file_bytes",
  "submissions"."file_sha256",
  "submissions"."id" as "submissionId",
  "student"."email",
  "student"."name",
  "marks"."marks",
  "marks"."comments" as "markComments",
  "marks"."released",
  "shown"."version" as "shownVersion",
  "shown_marks"."marks" as "shownMarks",
  "shown_marks"."comments" as "shownComments"
from "task_progress"
inner join "submissions" on "submissions"."id" = "task_progress"."submission_id"
inner join (select "id", "email", "name", "role", "batch_id", "confirmed_at", "must_confirm", "exit_score", "seen_at" from "accounts") as "student" on "student"."id" = "task_progress"."account_id"
left join "marks" on "marks"."submission_id" = "task_progress"."submission_id"
left join "submissions" as "shown" on "shown"."id" = "task_progress"."released_id"
left join "marks" as "shown_marks" on "shown_marks"."submission_id" = "task_progress"."released_id"
where "task_progress"."batch_id" = :batchId
  and "task_progress"."submission_id" < :beforeId
  and "task_progress"."task" = :task
  and "task_progress"."is_marked" = :isMarked
order by "task_progress"."submission_id" desc
limit :limit;

-- queueRow
select
  "submissions"."number",
  "submissions"."task",
  "submissions"."version",
  "submissions"."submitted_at",
  "submissions"."late",
  substr(submissions.links, 1, 2001) as "links",
  substr(submissions.comments, 1, 2001) as "comments",
  "submissions"."file_id",
  "submissions"."file_name",
  "submissions"."file_bytes",
  "submissions"."file_sha256",
  "submissions"."id" as "submissionId",
  "student"."email",
  "student"."name",
  "marks"."marks",
  "marks"."comments" as "markComments",
  "marks"."released",
  "shown"."version" as "shownVersion",
  "shown_marks"."marks" as "shownMarks",
  "shown_marks"."comments" as "shownComments"
from "submissions"
inner join (select "id", "email", "name", "role", "batch_id", "confirmed_at", "must_confirm", "exit_score", "seen_at" from "accounts") as "student" on "student"."id" = "submissions"."account_id"
inner join "task_progress" on "task_progress"."account_id" = "submissions"."account_id"
  and "task_progress"."task" = "submissions"."task"
left join "marks" on "marks"."submission_id" = "submissions"."id"
left join "submissions" as "shown" on "shown"."id" = "task_progress"."released_id"
left join "marks" as "shown_marks" on "shown_marks"."submission_id" = "task_progress"."released_id"
where "submissions"."id" = :submissionId;

-- waitingLongest
select "submissions"."submitted_at" as "since"
from "task_progress"
inner join "submissions" on "submissions"."id" = "task_progress"."submission_id"
where "task_progress"."batch_id" = :batchId
  and "task_progress"."is_marked" = 0
order by "task_progress"."submission_id"
limit 1;
