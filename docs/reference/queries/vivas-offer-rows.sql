-- Written by "npm run reference" from src/server/vivas/offer-rows.ts.

-- heldBetween
select
  "steps"."kind",
  "steps"."who",
  "offer"."slot_id" as "slotId",
  "slot"."batch_id" as "batchId",
  min("steps"."step") as "from",
  max("steps"."step") as "last"
from "viva_offers" as "offer"
inner join "viva_steps" as "steps" on "steps"."slot_id" = "offer"."slot_id"
  and "steps"."offer_id" = "offer"."id"
inner join "viva_slots" as "slot" on "slot"."id" = "offer"."slot_id"
where "offer"."state" in ('held', 'picked')
  and "offer"."starts_at" >= :from
  and "offer"."starts_at" < :to
group by "steps"."kind", "steps"."who", "offer"."id", "offer"."slot_id", "slot"."batch_id";

-- offersOfRequest
select
  "offer"."id",
  "offer"."account_id" as "accountId",
  "offer"."slot_id" as "slotId",
  "offer"."room_id" as "roomId",
  "offer"."starts_at" as "startsAt",
  "offer"."minutes",
  "offer"."state",
  "offer"."held_until" as "heldUntil",
  "room"."name" as "room"
from "viva_offers" as "offer"
inner join "viva_rooms" as "room" on "room"."id" = "offer"."room_id"
where "offer"."request_id" = :requestId
order by "offer"."starts_at";
