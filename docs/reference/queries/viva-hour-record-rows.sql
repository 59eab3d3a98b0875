-- Written by "npm run reference" from src/server/viva-hour/record-rows.ts.

-- linesOfRecord
select
  "line"."place",
  "line"."field"
from "viva_record_lines" as "line"
where "line"."record_id" = :recordId;

-- recordByNumber
select
  "record"."document",
  exists (select "later"."id" from "viva_records" as "later" where "later"."hour_id" = "record"."hour_id" and "later"."version" > "record"."version") as "isReplaced"
from "viva_records" as "record"
where "record"."number" = :number;

-- recordsOfStudent
select
  "record"."id",
  "record"."hour_id" as "hourId",
  "record"."version",
  "record"."number",
  "record"."document"
from "viva_records" as "record"
inner join "viva_hours" as "hour" on "hour"."id" = "record"."hour_id"
where "record"."account_id" = :accountId
  and "hour"."choice" = (select coalesce(chosen.chosen_at, chosen.started_at)
    from selections as chosen where chosen.account_id = "hour"."account_id")
order by "record"."id" desc
limit :limit;
