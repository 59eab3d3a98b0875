-- Written by "npm run reference" from src/server/staff/queries.ts.

-- batchesWithCountsOf
select
  "batches"."name",
  "courses"."name" as "course",
  "batches"."starts_at" as "startsAt",
  (select count(*) from accounts a where a.batch_id = batches.id and a.role = 'student') as "students",
  (select count(*) from accounts a join selections s on s.account_id = a.id where a.batch_id = batches.id) as "withProject",
  (select count(*) from task_progress t where t.batch_id = batches.id) as "submissions",
  (select count(*) from task_progress t where t.batch_id = batches.id and t.is_marked = 0) as "unmarked"
from "batch_mentors"
inner join "batches" on "batches"."id" = "batch_mentors"."batch_id"
inner join "courses" on "courses"."id" = "batches"."course_id"
where "batch_mentors"."account_id" = :accountId
order by "batches"."starts_at" desc, "batches"."id";

-- everyBatchWithCounts
select
  "batches"."name",
  "courses"."name" as "course",
  "batches"."starts_at" as "startsAt",
  (select count(*) from accounts a where a.batch_id = batches.id and a.role = 'student') as "students",
  (select count(*) from accounts a join selections s on s.account_id = a.id where a.batch_id = batches.id) as "withProject",
  (select count(*) from task_progress t where t.batch_id = batches.id) as "submissions",
  (select count(*) from task_progress t where t.batch_id = batches.id and t.is_marked = 0) as "unmarked"
from "batches"
inner join "courses" on "courses"."id" = "batches"."course_id"
order by "batches"."starts_at" desc, "batches"."id";

-- queueBefore
select
  "submissions"."number",
  "submissions"."task",
  "submissions"."version",
  "submissions"."submitted_at",
  "submissions"."late",
  "submissions"."links",
  "submissions"."comments",
  "submissions"."file_id",
  "submissions"."file_name",
  "submissions"."file_bytes",
  "submissions"."file_sha256",
  "accounts"."email",
  "accounts"."name",
  "marks"."marks",
  "marks"."comments" as "markComments",
  "marks"."released",
  "shown"."version" as "shownVersion",
  "shown_marks"."marks" as "shownMarks",
  "shown_marks"."comments" as "shownComments"
from "task_progress"
inner join "submissions" on "submissions"."id" = "task_progress"."submission_id"
inner join "accounts" on "accounts"."id" = "task_progress"."account_id"
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
  "submissions"."links",
  "submissions"."comments",
  "submissions"."file_id",
  "submissions"."file_name",
  "submissions"."file_bytes",
  "submissions"."file_sha256",
  "accounts"."email",
  "accounts"."name",
  "marks"."marks",
  "marks"."comments" as "markComments",
  "marks"."released",
  "shown"."version" as "shownVersion",
  "shown_marks"."marks" as "shownMarks",
  "shown_marks"."comments" as "shownComments"
from "task_progress"
inner join "submissions" on "submissions"."id" = "task_progress"."submission_id"
inner join "accounts" on "accounts"."id" = "task_progress"."account_id"
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
  "submissions"."links",
  "submissions"."comments",
  "submissions"."file_id",
  "submissions"."file_name",
  "submissions"."file_bytes",
  "submissions"."file_sha256",
  "accounts"."email",
  "accounts"."name",
  "marks"."marks",
  "marks"."comments" as "markComments",
  "marks"."released",
  "shown"."version" as "shownVersion",
  "shown_marks"."marks" as "shownMarks",
  "shown_marks"."comments" as "shownComments"
from "task_progress"
inner join "submissions" on "submissions"."id" = "task_progress"."submission_id"
inner join "accounts" on "accounts"."id" = "task_progress"."account_id"
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
  "submissions"."links",
  "submissions"."comments",
  "submissions"."file_id",
  "submissions"."file_name",
  "submissions"."file_bytes",
  "submissions"."file_sha256",
  "accounts"."email",
  "accounts"."name",
  "marks"."marks",
  "marks"."comments" as "markComments",
  "marks"."released",
  "shown"."version" as "shownVersion",
  "shown_marks"."marks" as "shownMarks",
  "shown_marks"."comments" as "shownComments"
from "task_progress"
inner join "submissions" on "submissions"."id" = "task_progress"."submission_id"
inner join "accounts" on "accounts"."id" = "task_progress"."account_id"
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
  "submissions"."links",
  "submissions"."comments",
  "submissions"."file_id",
  "submissions"."file_name",
  "submissions"."file_bytes",
  "submissions"."file_sha256",
  "accounts"."email",
  "accounts"."name",
  "marks"."marks",
  "marks"."comments" as "markComments",
  "marks"."released",
  "shown"."version" as "shownVersion",
  "shown_marks"."marks" as "shownMarks",
  "shown_marks"."comments" as "shownComments"
from "submissions"
inner join "accounts" on "accounts"."id" = "submissions"."account_id"
inner join "task_progress" on "task_progress"."account_id" = "submissions"."account_id"
  and "task_progress"."task" = "submissions"."task"
left join "marks" on "marks"."submission_id" = "submissions"."id"
left join "submissions" as "shown" on "shown"."id" = "task_progress"."released_id"
left join "marks" as "shown_marks" on "shown_marks"."submission_id" = "task_progress"."released_id"
where "submissions"."id" = :submissionId;
