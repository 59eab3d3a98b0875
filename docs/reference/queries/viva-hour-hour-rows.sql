-- Written by "npm run reference" from src/server/viva-hour/hour-rows.ts.

-- hoursOfChoice
select
  "id",
  "account_id",
  "choice",
  "number",
  "batch_id",
  "opened_at",
  "closed_at",
  "closed_by",
  "closed_reason",
  "outcome",
  "outcome_reason",
  "outcome_comments",
  "proposed_by",
  "proposed_at",
  "held_at",
  "held_minutes",
  "confirmed_at"
from "viva_hours"
where "account_id" = :accountId
  and "choice" = :choice
  and "number" = :number;

-- vivaRules
select
  "how",
  "apart",
  "shows_weeks",
  "two_mark_final"
from "viva_rules"
where "batch_id" = :batchId;
