-- Written by "npm run reference" from src/server/marking/read-mark-distribution.ts.

-- marksGivenIn
select
  "task_progress"."task",
  "marks"."marks",
  "marker"."id" as "markerId",
  "marker"."name",
  count(*) as "times"
from "task_progress"
inner join "marks" on "marks"."submission_id" = "task_progress"."submission_id"
left join (select "id", "email", "name", "role", "batch_id", "confirmed_at", "must_confirm", "exit_score" from "accounts") as "marker" on "marker"."id" = "marks"."marked_by"
where "task_progress"."batch_id" = :batchId
  and not exists (select "standing"."id" from "recorded_marks" as "standing" where "standing"."choice" = (select coalesce(chosen.chosen_at, chosen.started_at)
    from selections as chosen where chosen.account_id = "standing"."account_id") and "standing"."account_id" = "task_progress"."account_id" and "standing"."task" = "task_progress"."task" and "standing"."submission_id" >= "task_progress"."submission_id")
group by "task_progress"."task", "marks"."marks", "marker"."id", "marker"."name"
order by "marks"."marks";
