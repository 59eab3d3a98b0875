-- Written by "npm run reference" from src/server/progress/time/viva-delays.ts.

-- delayOfRoom
select
  "minutes",
  "said_at" as "saidAt"
from "viva_delays"
where "room_key" = :roomKey
  and "day" = :day;

-- delaysOfDay
select
  "room_key" as "roomKey",
  "minutes",
  "said_at" as "saidAt"
from "viva_delays"
where "day" = :day;

-- toldBetween
select
  "account_id" as "accountId",
  "starts_at" as "startsAt",
  "minutes",
  "room",
  "link"
from "viva_times"
where "starts_at" >= :from
  and "starts_at" < :to
  and "purpose" = 'viva'
  and "cancelled_at" is null;
