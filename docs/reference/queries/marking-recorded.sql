-- Written by "npm run reference" from src/server/marking/recorded/queries.ts.

-- newestOfTask
select
  "submissions"."id",
  "submissions"."number",
  "submissions"."version",
  "submissions"."submitted_at",
  "marks"."marks",
  "marks"."released",
  "progress"."released_id" as "releasedId",
  "shown"."version" as "shownVersion",
  "shown_marks"."marks" as "shownMarks"
from "task_progress" as "progress"
inner join "submissions" on "submissions"."id" = "progress"."submission_id"
left join "marks" on "marks"."submission_id" = "progress"."submission_id"
left join "submissions" as "shown" on "shown"."id" = "progress"."released_id"
left join "marks" as "shown_marks" on "shown_marks"."submission_id" = "progress"."released_id"
where "progress"."account_id" = :accountId
  and "progress"."task" = :task
  and "progress"."is_current" = 1;

-- recordsGivenIn
select
  "record"."task",
  "record"."marks",
  "recorder"."id" as "markerId",
  "recorder"."name",
  count(*) as "times"
from "recorded_marks" as "record"
left join "task_progress" as "progress" on "progress"."account_id" = "record"."account_id"
  and "progress"."task" = "record"."task"
  and "progress"."is_current" = 1
left join (select "id", "email", "name", "role", "batch_id", "confirmed_at", "must_confirm", "exit_score" from "accounts") as "recorder" on "recorder"."id" = "record"."recorded_by"
inner join (select "id", "email", "name", "role", "batch_id", "confirmed_at", "must_confirm", "exit_score" from "accounts") as "student" on "student"."id" = "record"."account_id"
where "record"."choice" = (select coalesce(chosen.chosen_at, chosen.started_at)
    from selections as chosen where chosen.account_id = "record"."account_id")
  and "student"."batch_id" = :batchId
  and "record"."marks" is not null
  and coalesce(progress.submission_id, 0) <= coalesce(record.submission_id, 0)
group by "record"."task", "record"."marks", "recorder"."id", "recorder"."name";

-- recordsOf
select
  "record"."id",
  "record"."account_id" as "accountId",
  "record"."task",
  "record"."status",
  "record"."marks",
  "record"."comments",
  "record"."format",
  "record"."html",
  "record"."rubric",
  "record"."overrule_reason",
  "record"."released",
  "record"."released_at" as "releasedAt",
  "record"."number_since" as "numberSince",
  "record"."recorded_by" as "recordedBy",
  "record"."recorded_at" as "recordedAt",
  "record"."read_at" as "readAt",
  "record"."second_look_at" as "reviewAt",
  "record"."submission_id" as "submissionId",
  "recorder"."name" as "recorder",
  "progress"."submission_id" as "newestId",
  "progress"."released_id" as "releasedId"
from "recorded_marks" as "record"
left join "task_progress" as "progress" on "progress"."account_id" = "record"."account_id"
  and "progress"."task" = "record"."task"
  and "progress"."is_current" = 1
left join (select "id", "email", "name", "role", "batch_id", "confirmed_at", "must_confirm", "exit_score" from "accounts") as "recorder" on "recorder"."id" = "record"."recorded_by"
where "record"."choice" = (select coalesce(chosen.chosen_at, chosen.started_at)
    from selections as chosen where chosen.account_id = "record"."account_id")
  and "record"."account_id" in (:id);

-- releasedRecordsOf
select
  "record"."id",
  "record"."account_id" as "accountId",
  "record"."task",
  "record"."status",
  "record"."marks",
  "record"."comments",
  "record"."format",
  "record"."html",
  "record"."rubric",
  "record"."overrule_reason",
  "record"."released",
  "record"."released_at" as "releasedAt",
  "record"."number_since" as "numberSince",
  "record"."recorded_by" as "recordedBy",
  "record"."recorded_at" as "recordedAt",
  "record"."read_at" as "readAt",
  "record"."second_look_at" as "reviewAt",
  "record"."submission_id" as "submissionId",
  "recorder"."name" as "recorder",
  "progress"."submission_id" as "newestId",
  "progress"."released_id" as "releasedId"
from "recorded_marks" as "record"
left join "task_progress" as "progress" on "progress"."account_id" = "record"."account_id"
  and "progress"."task" = "record"."task"
  and "progress"."is_current" = 1
left join (select "id", "email", "name", "role", "batch_id", "confirmed_at", "must_confirm", "exit_score" from "accounts") as "recorder" on "recorder"."id" = "record"."recorded_by"
where "record"."choice" = (select coalesce(chosen.chosen_at, chosen.started_at)
    from selections as chosen where chosen.account_id = "record"."account_id")
  and "record"."account_id" = :accountId
  and "record"."released" = 1;

-- unreleasedRecordsOf
select
  "record"."id",
  "record"."account_id" as "accountId",
  "record"."task",
  "record"."status",
  "record"."marks",
  "record"."comments",
  "record"."format",
  "record"."html",
  "record"."rubric",
  "record"."overrule_reason",
  "record"."released",
  "record"."released_at" as "releasedAt",
  "record"."number_since" as "numberSince",
  "record"."recorded_by" as "recordedBy",
  "record"."recorded_at" as "recordedAt",
  "record"."read_at" as "readAt",
  "record"."second_look_at" as "reviewAt",
  "record"."submission_id" as "submissionId",
  "recorder"."name" as "recorder",
  "progress"."submission_id" as "newestId",
  "progress"."released_id" as "releasedId",
  "student"."email",
  "student"."name" as "studentName",
  "shown"."version" as "shownVersion",
  "shown_mark"."marks" as "shownMarks"
from "recorded_marks" as "record"
left join "task_progress" as "progress" on "progress"."account_id" = "record"."account_id"
  and "progress"."task" = "record"."task"
  and "progress"."is_current" = 1
left join (select "id", "email", "name", "role", "batch_id", "confirmed_at", "must_confirm", "exit_score" from "accounts") as "recorder" on "recorder"."id" = "record"."recorded_by"
inner join (select "id", "email", "name", "role", "batch_id", "confirmed_at", "must_confirm", "exit_score" from "accounts") as "student" on "student"."id" = "record"."account_id"
left join "submissions" as "shown" on "shown"."id" = "progress"."released_id"
left join "marks" as "shown_mark" on "shown_mark"."submission_id" = "progress"."released_id"
where "record"."choice" = (select coalesce(chosen.chosen_at, chosen.started_at)
    from selections as chosen where chosen.account_id = "record"."account_id")
  and +student.batch_id = :batchId
  and "record"."released" = 0
  and record.task = coalesce(:task, record.task)
order by "record"."id"
limit :limit;
