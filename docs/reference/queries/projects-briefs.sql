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

-- rubricsOfProject
select
  "line"."task",
  "line"."text",
  "line"."points",
  "line"."isOptional"
from (select "rubric_places"."project_id", "rubric_places"."position", "line"."task", "line"."text", "line"."points", "line"."is_optional" as "isOptional" from "rubric_places" inner join "rubric_lines" as "line" on "line"."id" = "rubric_places"."line_id") as "line"
where "line"."project_id" = :id
order by "line"."position";
