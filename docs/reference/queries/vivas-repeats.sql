-- Written by "npm run reference" from src/server/vivas/repeats.ts.

-- absencesInBatch
select
  "missed"."account_id" as "accountId",
  "missed"."starts_at" as "startsAt",
  "missed"."state",
  "missed"."reason",
  "examiner"."id" as "examinerId",
  "examiner"."email",
  "examiner"."name"
from "viva_attendance" as "missed"
inner join (select "account_id", "project_id", "started_at", "chosen_at" from "selections") as "chosen" on "chosen"."account_id" = "missed"."account_id"
left join "viva_missed_panels" as "waited" on "waited"."account_id" = "missed"."account_id"
  and "waited"."starts_at" = "missed"."starts_at"
left join (select "id", "email", "name", "role", "batch_id", "confirmed_at", "must_confirm", "exit_score" from "accounts") as "examiner" on "examiner"."id" = "waited"."examiner_id"
inner join (select "account_id", "batch_id", "name_key", "project_id" from "student_progress") as "order" on "order"."account_id" = "missed"."account_id"
where "missed"."state" in ('absent', 'excused')
  and "missed"."recorded_at" >= coalesce("chosen"."chosen_at", "chosen"."started_at")
  and "order"."batch_id" = :batchId
order by "missed"."starts_at", "examiner"."id";
