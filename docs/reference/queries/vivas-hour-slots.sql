-- Written by "npm run reference" from src/server/vivas/hour-slots.ts.

-- hourSlotOf
select
  "slot"."id",
  "slot"."batch_id" as "batchId",
  "slot"."starts_at" as "startsAt",
  "slot"."minutes",
  "room"."name" as "room",
  "room"."link",
  exists (select "missed"."account_id" from "viva_attendance" as "missed" inner join (select "account_id", "project_id", "started_at", "chosen_at" from "selections") as "chosen" on "chosen"."account_id" = "missed"."account_id" where "missed"."account_id" = "slot"."account_id" and "missed"."starts_at" <> "slot"."starts_at" and "missed"."state" = 'excused' and "missed"."recorded_at" >= coalesce("chosen"."chosen_at", "chosen"."started_at")) as "isRepeat"
from "viva_slots" as "slot"
inner join "viva_rooms" as "room" on "room"."id" = "slot"."room_id"
where "slot"."account_id" = :accountId
  and "slot"."purpose" = 'viva';

-- hourSlotsOfBatch
select
  "slot"."id",
  "slot"."account_id" as "accountId",
  "slot"."starts_at" as "startsAt",
  "student"."email",
  "student"."name",
  exists (select "missed"."account_id" from "viva_attendance" as "missed" inner join (select "account_id", "project_id", "started_at", "chosen_at" from "selections") as "chosen" on "chosen"."account_id" = "missed"."account_id" where "missed"."account_id" = "slot"."account_id" and "missed"."starts_at" <> "slot"."starts_at" and "missed"."state" = 'excused' and "missed"."recorded_at" >= coalesce("chosen"."chosen_at", "chosen"."started_at")) as "isRepeat"
from "viva_slots" as "slot"
inner join (select "id", "email", "name", "batch_id", "suspended_at" from "accounts" where "role" = 'student' and "anonymised_at" is null) as "student" on "student"."id" = "slot"."account_id"
where "slot"."batch_id" = :batchId
  and "slot"."purpose" = 'viva'
order by "slot"."starts_at", "slot"."id";
