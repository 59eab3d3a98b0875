-- Written by "npm run reference" from src/server/progress/calendar/calendar-events.ts.

-- datesOfBatches
select
  "batch"."id",
  "batch"."name",
  "batch"."starts_at" as "startsAt",
  "batch"."viva_deadline" as "vivaDeadline",
  "batch"."due_days" as "dueDays"
from (select "id", "name", "name_key", "course_id", "starts_at", "viva_deadline", "announced_until", "comment_first", "due_days", "extension_days", "retired_at" from "batches") as "batch"
where "batch"."retired_at" is null
order by "batch"."id";
