-- Written by "npm run reference" from src/server/vivas/day-rows.ts.

-- attendanceAt
select
  "account_id",
  "starts_at",
  "batch_id",
  "state",
  "reason",
  "broken_from",
  "broken_to",
  "mark_recorded_at",
  "recorded_by",
  "recorded_at"
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

-- recordedBetween
select
  "account_id" as "accountId",
  "starts_at" as "startsAt",
  "state"
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
