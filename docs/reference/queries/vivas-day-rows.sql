-- Written by "npm run reference" from src/server/vivas/day-rows.ts.

-- attendanceAt
select *
from "viva_attendance"
where "account_id" = :accountId
  and "starts_at" = :startsAt;

-- attendanceOfDay
select
  "attendance"."account_id" as "accountId",
  "attendance"."starts_at" as "startsAt",
  "attendance"."state",
  "attendance"."reason",
  "attendance"."broken_from" as "brokenFrom",
  "attendance"."broken_to" as "brokenTo",
  "attendance"."recorded_at" as "recordedAt",
  "recorder"."name" as "recorder"
from "viva_attendance" as "attendance"
inner join (select "id", "email", "name", "role", "batch_id", "confirmed_at", "must_confirm", "exit_score" from "accounts") as "recorder" on "recorder"."id" = "attendance"."recorded_by"
where "attendance"."batch_id" = :batchId
  and "attendance"."starts_at" >= :from
  and "attendance"."starts_at" < :to;

-- batchesOfPanels
select
  distinct "batch"."id",
  "batch"."name"
from "viva_panels" as "panel"
inner join "viva_slots" as "slot" on "slot"."id" = "panel"."slot_id"
inner join (select "id", "name", "name_key", "course_id", "starts_at", "viva_deadline", "announced_until", "comment_first", "due_days", "extension_days", "retired_at", "choose_from", "choose_until", "declaration_id", "review_days" from "batches") as "batch" on "batch"."id" = "slot"."batch_id"
where "panel"."account_id" = :accountId
  and "slot"."purpose" = 'viva';

-- isInPanel
select "slot_id"
from "viva_panels"
where "slot_id" = :slotId
  and "account_id" = :accountId;

-- recordedBetween
select "account_id" as "accountId"
from "viva_attendance"
where "starts_at" >= :from
  and "starts_at" < :to;

-- roomById
select
  "id",
  "name",
  "link"
from "viva_rooms"
where "id" = :id;
