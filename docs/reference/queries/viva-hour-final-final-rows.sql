-- Written by "npm run reference" from src/server/viva-hour/final/final-rows.ts.

-- finalOutcome
select
  "opened_at",
  "closed_at",
  "closed_by",
  "closed_reason",
  "outcome",
  "outcome_reason",
  "outcome_comments",
  "proposed_by",
  "proposed_at",
  "confirmed_at"
from "final_outcomes"
where "submission_id" = :submissionId;

-- givenMarks
select
  "marker_id",
  "given_at",
  "marks",
  "points",
  "words",
  "confirmed_at"
from "final_marks"
where "submission_id" = :submissionId
order by "given_at", "marker_id";
