-- Written by "npm run reference" from src/server/vivas/panel-rows.ts.

-- openSeatFor
select
  "slot"."id",
  "slot"."account_id" as "studentId",
  "slot"."batch_id" as "batchId",
  "slot"."starts_at" as "startsAt",
  "slot"."minutes",
  "room"."name" as "room",
  "room"."link",
  "student"."email",
  "student"."name",
  "batch"."name" as "batch",
  "project"."id" as "projectId",
  "project"."name" as "project"
from "viva_panels" as "seat"
inner join "viva_slots" as "slot" on "slot"."id" = "seat"."slot_id"
inner join (select "id", "email", "name", "batch_id", "suspended_at" from "accounts" where "role" = 'student' and "anonymised_at" is null) as "student" on "student"."id" = "slot"."account_id"
  and "student"."batch_id" = "slot"."batch_id"
inner join "viva_rooms" as "room" on "room"."id" = "slot"."room_id"
inner join (select "id", "name", "name_key", "course_id", "starts_at", "viva_deadline", "announced_until", "comment_first", "due_days", "extension_days", "retired_at", "choose_from", "choose_until", "declaration_id", "review_days" from "batches") as "batch" on "batch"."id" = "slot"."batch_id"
left join (select "account_id", "batch_id", "name_key", "project_id" from "student_progress") as "order" on "order"."account_id" = "slot"."account_id"
left join (select "id", "name", "course_id" from "projects") as "project" on "project"."id" = "order"."project_id"
left join (select "account_id", "freeze_id" from "frozen_students" where "opened_at" is null) as "frozen" on "frozen"."account_id" = "slot"."account_id"
left join (select "account_id", "invited_at", "removed_at" from "examiner_accounts") as "examiner" on "examiner"."account_id" = "seat"."account_id"
where "seat"."account_id" = :accountId
  and "slot"."purpose" = 'viva'
  and "frozen"."account_id" is null
  and not (exists (select "shown"."released_id" from "task_progress" as "shown" where "shown"."account_id" = "slot"."account_id" and "shown"."task" = 'viva' and "shown"."is_current" = 1 and "shown"."released_id" is not null) or exists (select "given"."id" from "recorded_marks" as "given" where "given"."choice" = (select coalesce(chosen.chosen_at, chosen.started_at)
    from selections as chosen where chosen.account_id = "given"."account_id") and "given"."account_id" = "slot"."account_id" and "given"."task" = 'viva' and "given"."released" = 1 and "given"."status" <> 'excused'))
  and "examiner"."removed_at" is null
  and "slot"."account_id" = :studentId
  and exists (select "last"."id" from "viva_panels" as "later" inner join "viva_slots" as "last" on "last"."id" = "later"."slot_id" where "later"."account_id" = :accountId and "last"."purpose" = 'viva' and "last"."starts_at" > :since and "last"."batch_id" = "slot"."batch_id");

-- openSeatsOfBatch
select
  "slot"."id",
  "slot"."account_id" as "studentId",
  "slot"."batch_id" as "batchId",
  "slot"."starts_at" as "startsAt",
  "slot"."minutes",
  "room"."name" as "room",
  "room"."link",
  "student"."email",
  "student"."name",
  "batch"."name" as "batch",
  "project"."id" as "projectId",
  "project"."name" as "project"
from "viva_panels" as "seat"
inner join "viva_slots" as "slot" on "slot"."id" = "seat"."slot_id"
inner join (select "id", "email", "name", "batch_id", "suspended_at" from "accounts" where "role" = 'student' and "anonymised_at" is null) as "student" on "student"."id" = "slot"."account_id"
  and "student"."batch_id" = "slot"."batch_id"
inner join "viva_rooms" as "room" on "room"."id" = "slot"."room_id"
inner join (select "id", "name", "name_key", "course_id", "starts_at", "viva_deadline", "announced_until", "comment_first", "due_days", "extension_days", "retired_at", "choose_from", "choose_until", "declaration_id", "review_days" from "batches") as "batch" on "batch"."id" = "slot"."batch_id"
left join (select "account_id", "batch_id", "name_key", "project_id" from "student_progress") as "order" on "order"."account_id" = "slot"."account_id"
left join (select "id", "name", "course_id" from "projects") as "project" on "project"."id" = "order"."project_id"
left join (select "account_id", "freeze_id" from "frozen_students" where "opened_at" is null) as "frozen" on "frozen"."account_id" = "slot"."account_id"
left join (select "account_id", "invited_at", "removed_at" from "examiner_accounts") as "examiner" on "examiner"."account_id" = "seat"."account_id"
where "seat"."account_id" = :accountId
  and "slot"."purpose" = 'viva'
  and "frozen"."account_id" is null
  and not (exists (select "shown"."released_id" from "task_progress" as "shown" where "shown"."account_id" = "slot"."account_id" and "shown"."task" = 'viva' and "shown"."is_current" = 1 and "shown"."released_id" is not null) or exists (select "given"."id" from "recorded_marks" as "given" where "given"."choice" = (select coalesce(chosen.chosen_at, chosen.started_at)
    from selections as chosen where chosen.account_id = "given"."account_id") and "given"."account_id" = "slot"."account_id" and "given"."task" = 'viva' and "given"."released" = 1 and "given"."status" <> 'excused'))
  and "examiner"."removed_at" is null
  and "slot"."batch_id" = :batchId
order by "slot"."starts_at", "slot"."id"
limit :limit;

-- recentBatches
select distinct "last"."batch_id" as "batchId"
from "viva_panels" as "later"
inner join "viva_slots" as "last" on "last"."id" = "later"."slot_id"
where "later"."account_id" = :accountId
  and "last"."purpose" = 'viva'
  and "last"."starts_at" > :since;

-- seatsOfBatch
select
  "slot"."id",
  "slot"."account_id" as "studentId",
  "slot"."batch_id" as "batchId",
  "slot"."starts_at" as "startsAt",
  "slot"."minutes",
  "room"."name" as "room",
  "room"."link",
  "student"."email",
  "student"."name",
  "batch"."name" as "batch",
  "project"."id" as "projectId",
  "project"."name" as "project"
from "viva_panels" as "seat"
inner join "viva_slots" as "slot" on "slot"."id" = "seat"."slot_id"
inner join (select "id", "email", "name", "batch_id", "suspended_at" from "accounts" where "role" = 'student' and "anonymised_at" is null) as "student" on "student"."id" = "slot"."account_id"
  and "student"."batch_id" = "slot"."batch_id"
inner join "viva_rooms" as "room" on "room"."id" = "slot"."room_id"
inner join (select "id", "name", "name_key", "course_id", "starts_at", "viva_deadline", "announced_until", "comment_first", "due_days", "extension_days", "retired_at", "choose_from", "choose_until", "declaration_id", "review_days" from "batches") as "batch" on "batch"."id" = "slot"."batch_id"
left join (select "account_id", "batch_id", "name_key", "project_id" from "student_progress") as "order" on "order"."account_id" = "slot"."account_id"
left join (select "id", "name", "course_id" from "projects") as "project" on "project"."id" = "order"."project_id"
left join (select "account_id", "freeze_id" from "frozen_students" where "opened_at" is null) as "frozen" on "frozen"."account_id" = "slot"."account_id"
where "seat"."account_id" = :accountId
  and "slot"."purpose" = 'viva'
  and "frozen"."account_id" is null
  and not (exists (select "shown"."released_id" from "task_progress" as "shown" where "shown"."account_id" = "slot"."account_id" and "shown"."task" = 'viva' and "shown"."is_current" = 1 and "shown"."released_id" is not null) or exists (select "given"."id" from "recorded_marks" as "given" where "given"."choice" = (select coalesce(chosen.chosen_at, chosen.started_at)
    from selections as chosen where chosen.account_id = "given"."account_id") and "given"."account_id" = "slot"."account_id" and "given"."task" = 'viva' and "given"."released" = 1 and "given"."status" <> 'excused'))
  and "slot"."batch_id" = :batchId;
