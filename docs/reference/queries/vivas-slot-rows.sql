-- Written by "npm run reference" from src/server/vivas/slot-rows.ts.

-- slotOfStudent
select
  "slot"."id",
  "slot"."batch_id" as "batchId",
  "slot"."starts_at" as "startsAt",
  "slot"."minutes",
  "slot"."buffer",
  "room"."id" as "roomId",
  "room"."name" as "room"
from "viva_slots" as "slot"
inner join "viva_rooms" as "room" on "room"."id" = "slot"."room_id"
where "slot"."account_id" = :accountId
  and "slot"."purpose" = 'viva';

-- slotPlaces
select
  "slot"."account_id" as "accountId",
  "slot"."starts_at" as "startsAt",
  "slot"."minutes",
  "room"."name" as "room",
  "room"."link"
from "viva_slots" as "slot"
inner join "viva_rooms" as "room" on "room"."id" = "slot"."room_id"
where "slot"."batch_id" = :batchId
  and "slot"."purpose" = 'viva'
order by "slot"."account_id";

-- slotTimes
select
  "starts_at" as "startsAt",
  "account_id" as "accountId"
from "viva_slots"
where "batch_id" = :batchId
  and "purpose" = 'viva'
order by "starts_at", "id";

-- slotsBetween
select
  "steps"."kind",
  "steps"."who",
  "steps"."slot_id" as "slotId",
  "slot"."batch_id" as "batchId",
  min("steps"."step") as "from",
  max("steps"."step") as "last"
from "viva_steps" as "steps"
inner join "viva_slots" as "slot" on "slot"."id" = "steps"."slot_id"
where "slot"."starts_at" >= :from
  and "slot"."starts_at" < :to
  and "steps"."offer_id" is null
group by "steps"."kind", "steps"."who", "steps"."slot_id", "slot"."batch_id";

-- slotsOfDay
select
  "slot"."id",
  "slot"."starts_at" as "startsAt",
  "slot"."minutes",
  "slot"."buffer",
  "slot"."account_id" as "accountId",
  "student"."email",
  "student"."name",
  "project"."name" as "project",
  "order"."batch_id" as "batchId",
  "student"."suspended_at" as "suspendedAt",
  "room"."id" as "roomId",
  "room"."name" as "room",
  "room"."link",
  exists (select "missed"."account_id" from "viva_attendance" as "missed" inner join (select "account_id", "project_id", "started_at", "chosen_at" from "selections") as "chosen" on "chosen"."account_id" = "missed"."account_id" where "missed"."account_id" = "slot"."account_id" and "missed"."starts_at" <> "slot"."starts_at" and "missed"."state" = 'excused' and "missed"."recorded_at" >= coalesce("chosen"."chosen_at", "chosen"."started_at")) as "isRepeat"
from "viva_slots" as "slot"
inner join (select "id", "email", "name", "batch_id", "suspended_at" from "accounts" where "role" = 'student' and "anonymised_at" is null) as "student" on "student"."id" = "slot"."account_id"
inner join "viva_rooms" as "room" on "room"."id" = "slot"."room_id"
left join (select "account_id", "batch_id", "name_key", "project_id" from "student_progress") as "order" on "order"."account_id" = "slot"."account_id"
left join (select "id", "name", "course_id" from "projects") as "project" on "project"."id" = "order"."project_id"
where "slot"."batch_id" = :batchId
  and "slot"."purpose" = 'viva'
  and "slot"."starts_at" >= :from
  and "slot"."starts_at" < :to
order by "slot"."starts_at", "slot"."id";

-- timeOfEmail
select
  "slot"."account_id" as "accountId",
  "slot"."starts_at" as "startsAt"
from "viva_slots" as "slot"
inner join (select "id", "email", "name", "batch_id", "suspended_at" from "accounts" where "role" = 'student' and "anonymised_at" is null) as "student" on "student"."id" = "slot"."account_id"
where "slot"."batch_id" = :batchId
  and "slot"."purpose" = 'viva'
  and "student"."email" = :email;
