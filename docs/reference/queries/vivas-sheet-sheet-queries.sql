-- Written by "npm run reference" from src/server/vivas/sheet/sheet-queries.ts.

-- peopleOfBatch
select
  "student"."id",
  "student"."email",
  "student"."name",
  "student"."phone"
from (select "id", "email", "name", "phone", "batch_id", "typed_batch", "created_at", "seen_at", "folded_name", "folded_from", "suspended_at" from "accounts") as "student"
where "student"."batch_id" = :batchId
order by "student"."id";

-- slotsOfBatch
select
  "slot"."id",
  "slot"."account_id" as "accountId",
  "slot"."starts_at" as "startsAt",
  "slot"."minutes",
  "slot"."buffer",
  "slot"."room_id" as "roomId",
  "room"."name" as "room",
  "room"."link"
from "viva_slots" as "slot"
inner join "viva_rooms" as "room" on "room"."id" = "slot"."room_id"
where "slot"."batch_id" = :batchId
  and "slot"."purpose" = 'viva'
order by "slot"."id";
