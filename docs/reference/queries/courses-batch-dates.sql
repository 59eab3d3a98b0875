-- Written by "npm run reference" from src/server/courses/batch-dates.ts.

-- datesOf
select
  "batches"."name",
  "batches"."starts_at",
  "batches"."viva_deadline",
  "batches"."due_days",
  "batches"."extension_days",
  "batches"."choose_from",
  "batches"."choose_until",
  "batches"."review_days"
from "batches"
where "batches"."id" = :batchId;
