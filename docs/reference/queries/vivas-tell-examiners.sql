-- Written by "npm run reference" from src/server/vivas/tell-examiners.ts.

-- panelPlaces
select
  "slot"."account_id" as "studentId",
  "panel"."account_id" as "examinerId",
  "slot"."starts_at" as "startsAt",
  "slot"."minutes",
  "room"."name" as "room",
  "room"."link"
from "viva_slots" as "slot"
inner join "viva_panels" as "panel" on "panel"."slot_id" = "slot"."id"
inner join "viva_rooms" as "room" on "room"."id" = "slot"."room_id"
where "slot"."batch_id" = :batchId
  and "slot"."purpose" = 'viva'
order by "panel"."account_id", "slot"."account_id";
