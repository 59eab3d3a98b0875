-- Written by "npm run reference" from src/server/results/queries.ts.

-- batchesWithRule
select "batch"."name"
from "result_rules"
inner join (select "id", "name", "name_key", "course_id", "starts_at", "viva_deadline", "announced_until", "comment_first", "due_days", "extension_days", "retired_at", "choose_from", "choose_until", "declaration_id", "review_days" from "batches") as "batch" on "batch"."id" = "result_rules"."batch_id"
where "result_rules"."version" = 1
  and "result_rules"."batch_id" <> :exceptId
order by "result_rules"."batch_id" desc
limit :limit;

-- ruleOfBatch
select
  "version",
  "rule",
  "reason",
  "made_at" as "madeAt"
from "result_rules"
where "batch_id" = :batchId
order by "version" desc
limit 1;

-- rulesOfBatch
select
  "result_rules"."version",
  "result_rules"."rule",
  "result_rules"."reason",
  "result_rules"."made_at" as "madeAt",
  "maker"."name" as "madeBy"
from "result_rules"
inner join (select "id", "email", "name", "role", "batch_id", "confirmed_at", "must_confirm", "exit_score" from "accounts") as "maker" on "maker"."id" = "result_rules"."made_by"
where "result_rules"."batch_id" = :batchId
order by "result_rules"."version" desc
limit :limit;
