-- Written by "npm run reference" from src/server/marking/queries.ts.

-- batchWithCounts
select
  "batch"."id",
  "batch"."name",
  "course"."name" as "course",
  "batch"."starts_at" as "startsAt",
  "batch"."comment_first" as "commentFirst",
  sum("counts"."students") as "students",
  sum("counts"."with_project") as "withProject",
  sum("counts"."submissions") as "submissions",
  sum("counts"."unmarked") as "unmarked",
  sum("counts"."held_back") as "heldBack"
from (select "id", "name", "name_key", "course_id", "starts_at", "viva_deadline", "announced_until", "comment_first", "due_days", "extension_days", "retired_at", "choose_from", "choose_until", "declaration_id", "review_days" from "batches") as "batch"
inner join (select "id", "name" from "courses") as "course" on "course"."id" = "batch"."course_id"
left join "batch_counts" as "counts" on "counts"."batch_id" = "batch"."id"
where "batch"."id" = :batchId
group by "batch"."id", "batch"."name", "batch"."starts_at", "batch"."comment_first", "course"."name"
order by "batch"."starts_at" desc, "batch"."id";

-- batchesWithCountsOf
select
  "batch"."id",
  "batch"."name",
  "course"."name" as "course",
  "batch"."starts_at" as "startsAt",
  "batch"."comment_first" as "commentFirst",
  sum("counts"."students") as "students",
  sum("counts"."with_project") as "withProject",
  sum("counts"."submissions") as "submissions",
  sum("counts"."unmarked") as "unmarked",
  sum("counts"."held_back") as "heldBack"
from (select "batches"."id", "batches"."name", "course_id", "starts_at", "comment_first" from "batch_mentors" inner join "batches" on "batches"."id" = "batch_mentors"."batch_id" where "batch_mentors"."account_id" = :accountId) as "batch"
inner join (select "id", "name" from "courses") as "course" on "course"."id" = "batch"."course_id"
left join "batch_counts" as "counts" on "counts"."batch_id" = "batch"."id"
group by "batch"."id", "batch"."name", "batch"."starts_at", "batch"."comment_first", "course"."name"
order by "batch"."starts_at" desc, "batch"."id";

-- everyBatchWithCounts
select
  "batch"."id",
  "batch"."name",
  "course"."name" as "course",
  "batch"."starts_at" as "startsAt",
  "batch"."comment_first" as "commentFirst",
  sum("counts"."students") as "students",
  sum("counts"."with_project") as "withProject",
  sum("counts"."submissions") as "submissions",
  sum("counts"."unmarked") as "unmarked",
  sum("counts"."held_back") as "heldBack"
from (select "id", "name", "name_key", "course_id", "starts_at", "viva_deadline", "announced_until", "comment_first", "due_days", "extension_days", "retired_at", "choose_from", "choose_until", "declaration_id", "review_days" from "batches") as "batch"
inner join (select "id", "name" from "courses") as "course" on "course"."id" = "batch"."course_id"
left join "batch_counts" as "counts" on "counts"."batch_id" = "batch"."id"
group by "batch"."id", "batch"."name", "batch"."starts_at", "batch"."comment_first", "course"."name"
order by "batch"."starts_at" desc, "batch"."id";

-- waitingMarks
select "submissions"."account_id"
from "submissions"
inner join "marks" on "marks"."submission_id" = "submissions"."id"
inner join (select "account_id", "project_id", "started_at", "chosen_at" from "selections") as "selection" on "selection"."account_id" = "submissions"."account_id"
where "submissions"."account_id" = :accountId
  and "submissions"."task" = :task
  and "submissions"."submitted_at" >= coalesce("selection"."chosen_at", "selection"."started_at")
  and "marks"."released" = 0
union all select "record"."account_id"
from "recorded_marks" as "record"
where "record"."choice" = (select coalesce(chosen.chosen_at, chosen.started_at)
    from selections as chosen where chosen.account_id = "record"."account_id")
  and "record"."account_id" = :accountId
  and "record"."task" = :task
  and "record"."released" = 0;
