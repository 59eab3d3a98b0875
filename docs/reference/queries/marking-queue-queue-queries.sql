-- Written by "npm run reference" from src/server/marking/queue/queue-queries.ts.

-- queueRow
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
  "submissions"."id" as "submissionId",
  "task_progress"."account_id" as "accountId",
  "student"."email",
  "student"."name",
  "student_extensions"."newest" as "extensions",
  "marks"."marks",
  "marks"."comments" as "markComments",
  "marks"."format" as "markFormat",
  "marks"."html" as "markHtml",
  "marks"."rubric",
  "marks"."overrule_reason",
  "marks"."released",
  "marks"."released_at" as "releasedAt",
  "marks"."marked_at" as "markedAt",
  "marks"."marked_by" as "markerId",
  "marker"."name" as "marker",
  "shown"."version" as "shownVersion",
  "shown_marks"."marks" as "shownMarks",
  "shown_marks"."comments" as "shownComments",
  "shown_marks"."released_at" as "shownReleasedAt",
  "shown_marks"."marked_at" as "shownMarkedAt",
  "shown_marks"."read_at" as "shownReadAt",
  "earlier"."version" as "earlierVersion",
  "earlier_marks"."marks" as "earlierMarks",
  "earlier_marks"."comments" as "earlierComments",
  "earlier_marks"."released" as "earlierReleased",
  "request"."submission_id" as "reviewId",
  "request"."reason" as "reviewReason",
  "request"."asked_at" as "reviewAskedAt",
  "reviewed_version"."number" as "reviewNumber",
  "reviewed_version"."version" as "reviewVersion",
  "review_answer"."answer" as "reviewAnswer",
  "review_answer"."answered_at" as "reviewAnsweredAt",
  "answerer"."name" as "reviewAnsweredBy",
  (select max(r.id) from recorded_marks r
  where r.account_id = submissions.account_id and r.task = submissions.task) as "recordId"
from "task_progress"
inner join "submissions" on "submissions"."account_id" = "task_progress"."account_id"
  and "submissions"."task" = "task_progress"."task"
inner join (select "id", "email", "name", "role", "batch_id", "confirmed_at", "must_confirm", "exit_score" from "accounts") as "student" on "student"."id" = "task_progress"."account_id"
left join "student_extensions" on "student_extensions"."account_id" = "task_progress"."account_id"
left join "marks" on "marks"."submission_id" = "submissions"."id"
left join (select "id", "email", "name", "role", "batch_id", "confirmed_at", "must_confirm", "exit_score" from "accounts") as "marker" on "marker"."id" = "marks"."marked_by"
left join "submissions" as "shown" on "shown"."id" = "task_progress"."released_id"
left join "marks" as "shown_marks" on "shown_marks"."submission_id" = "task_progress"."released_id"
left join "submissions" as "earlier" on "earlier"."id" = (select prior.id from submissions prior join marks prior_marks on prior_marks.submission_id = prior.id
  where prior.account_id = submissions.account_id and prior.task = submissions.task
    and prior.version < submissions.version and prior.version >= submissions.version - 50
    and not exists (select "undone"."id" from "former_selections" as "undone" where "undone"."account_id" = "submissions"."account_id" and "undone"."ended_as" = 'undone' and (("undone"."ended_at" > "prior"."submitted_at" and "undone"."ended_at" <= "submissions"."submitted_at") or ("undone"."ended_at" > "submissions"."submitted_at" and "undone"."ended_at" <= "prior"."submitted_at")))
  order by prior.version desc limit 1)
left join "marks" as "earlier_marks" on "earlier_marks"."submission_id" = "earlier"."id"
left join "second_looks" as "request" on "request"."submission_id" = coalesce(
  (select max(l.submission_id) from second_looks l join submissions asked on asked.id = l.submission_id
  where l.account_id = submissions.account_id and l.task = submissions.task and not exists (select "undone"."id" from "former_selections" as "undone" where "undone"."account_id" = "submissions"."account_id" and "undone"."ended_as" = 'undone' and (("undone"."ended_at" > "asked"."submitted_at" and "undone"."ended_at" <= "submissions"."submitted_at") or ("undone"."ended_at" > "submissions"."submitted_at" and "undone"."ended_at" <= "asked"."submitted_at"))) and not exists (select 1 from second_look_answers a where a.submission_id = l.submission_id)),
  (select max(l.submission_id) from second_looks l join submissions asked on asked.id = l.submission_id
  where l.account_id = submissions.account_id and l.task = submissions.task and not exists (select "undone"."id" from "former_selections" as "undone" where "undone"."account_id" = "submissions"."account_id" and "undone"."ended_as" = 'undone' and (("undone"."ended_at" > "asked"."submitted_at" and "undone"."ended_at" <= "submissions"."submitted_at") or ("undone"."ended_at" > "submissions"."submitted_at" and "undone"."ended_at" <= "asked"."submitted_at")))))
left join "submissions" as "reviewed_version" on "reviewed_version"."id" = "request"."submission_id"
left join "second_look_answers" as "review_answer" on "review_answer"."submission_id" = "request"."submission_id"
left join (select "id", "email", "name", "role", "batch_id", "confirmed_at", "must_confirm", "exit_score" from "accounts") as "answerer" on "answerer"."id" = "review_answer"."answered_by"
where ("task_progress"."account_id", "task_progress"."task") = (select "asked"."account_id", "asked"."task" from "submissions" as "asked" where "asked"."id" = :submissionId)
  and "submissions"."id" = :submissionId;

-- waitingLongest
select "submissions"."submitted_at" as "since"
from "task_progress"
inner join "submissions" on "submissions"."id" = "task_progress"."submission_id"
where "task_progress"."batch_id" = :batchId
  and "task_progress"."is_marked" = 0
order by "task_progress"."submission_id"
limit 1;
