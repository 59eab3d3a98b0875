-- Written by "npm run reference" from src/server/projects/briefs.ts.

-- briefOfTask
select
  "briefs"."text",
  "briefs"."changed_at" as "changedAt"
from "briefs"
where "briefs"."project_id" = :id
  and "briefs"."task" = :task;

-- briefsOfProject
select
  "briefs"."task",
  "briefs"."text",
  "briefs"."changed_at" as "changedAt"
from "briefs"
where "briefs"."project_id" = :id;
