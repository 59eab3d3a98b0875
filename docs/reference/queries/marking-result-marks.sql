-- Written by "npm run reference" from src/server/marking/result-marks.ts.

-- resultMarksOf
select
  "progress"."account_id" as "accountId",
  "progress"."task",
  "progress"."has_open_look" as "hasOpenReview",
  "progress"."submission_id" as "newestId",
  "student_extensions"."newest" as "extensions",
  "newest"."submitted_at" as "submittedAt",
  "newest"."late",
  "newest"."due_at" as "dueAt",
  "mark"."marks",
  "shown"."submitted_at" as "shownSubmittedAt",
  "shown"."late" as "shownLate",
  "shown"."due_at" as "shownDueAt",
  "released"."marks" as "shownMarks"
from "task_progress" as "progress"
inner join "submissions" as "newest" on "newest"."id" = "progress"."submission_id"
left join "marks" as "mark" on "mark"."submission_id" = "progress"."submission_id"
left join "submissions" as "shown" on "shown"."id" = "progress"."released_id"
left join "marks" as "released" on "released"."submission_id" = "progress"."released_id"
left join "student_extensions" on "student_extensions"."account_id" = "progress"."account_id"
where "progress"."account_id" in (:id)
  and "progress"."is_current" = 1;
