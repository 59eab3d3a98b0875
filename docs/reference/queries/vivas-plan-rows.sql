-- Written by "npm run reference" from src/server/vivas/plan-rows.ts.

-- examinersOfBatch
select
  "person"."id",
  "person"."email",
  "person"."name",
  "examines"."hours"
from "viva_examiners" as "examines"
inner join (select "id", "email", "name", "role", "batch_id", "confirmed_at", "must_confirm", "exit_score" from "accounts") as "person" on "person"."id" = "examines"."account_id"
where "examines"."batch_id" = :batchId
order by "person"."name", "person"."id";

-- planOfBatch
select "settings"
from "viva_plans"
where "batch_id" = :batchId;

-- staffWhoExamine
select
  "person"."email",
  "person"."name"
from (select "id", "email", "name", "role", "batch_id", "confirmed_at", "must_confirm", "exit_score" from "accounts") as "person"
where "person"."role" <> 'student'
  and ("person"."role" = 'administrator' or "person"."id" in (select "examiner"."account_id" from (select "account_id", "invited_at", "removed_at" from "examiner_accounts") as "examiner" where "examiner"."removed_at" is null) or "person"."id" in (select "mentor"."account_id" from (select "id", "batch_id", "account_id" from "batch_mentors") as "mentor" where "mentor"."batch_id" = :batchId) or "person"."id" in (select "own"."account_id" from "viva_examiners" as "own" where "own"."batch_id" = :batchId))
order by "person"."name", "person"."id";

-- studentToPlan
select
  "student"."id",
  "student"."email",
  "student"."name",
  "student"."suspended_at" as "suspendedAt",
  "project"."name" as "project",
  "extra"."minutes" as "extra",
  "slot"."id" as "slotId",
  "slot"."starts_at" as "startsAt"
from (select "account_id", "batch_id", "name_key", "project_id" from "student_progress") as "order"
inner join (select "id", "email", "name", "batch_id", "suspended_at" from "accounts" where "role" = 'student' and "anonymised_at" is null) as "student" on "student"."id" = "order"."account_id"
inner join (select "id", "name", "course_id" from "projects") as "project" on "project"."id" = "order"."project_id"
left join "viva_extra" as "extra" on "extra"."account_id" = "order"."account_id"
left join "viva_slots" as "slot" on "slot"."account_id" = "order"."account_id"
  and "slot"."purpose" = 'viva'
where "order"."batch_id" = :batchId
  and "order"."account_id" = :accountId;

-- studentsToPlan
select
  "student"."id",
  "student"."email",
  "student"."name",
  "student"."suspended_at" as "suspendedAt",
  "project"."name" as "project",
  "extra"."minutes" as "extra",
  "slot"."id" as "slotId",
  "slot"."starts_at" as "startsAt"
from (select "account_id", "batch_id", "name_key", "project_id" from "student_progress") as "order"
inner join (select "id", "email", "name", "batch_id", "suspended_at" from "accounts" where "role" = 'student' and "anonymised_at" is null) as "student" on "student"."id" = "order"."account_id"
inner join (select "id", "name", "course_id" from "projects") as "project" on "project"."id" = "order"."project_id"
left join "viva_extra" as "extra" on "extra"."account_id" = "order"."account_id"
left join "viva_slots" as "slot" on "slot"."account_id" = "order"."account_id"
  and "slot"."purpose" = 'viva'
where "order"."batch_id" = :batchId
order by "order"."name_key", "order"."account_id";
