-- Written by "npm run reference" from src/server/viva-hour/hour-rows.ts.

-- hoursOfChoice
select *
from "viva_hours"
where "account_id" = :accountId
  and "choice" = :choice
order by "number" desc
limit 1;

-- vivaRules
select
  "how",
  "apart",
  "shows_weeks"
from "viva_rules"
where "batch_id" = :batchId;
