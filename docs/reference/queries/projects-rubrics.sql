-- Written by "npm run reference" from src/server/projects/rubrics/queries.ts.

-- standingLines
select
  "line"."id",
  "line"."first_id" as "firstId",
  "line"."text",
  "line"."points",
  "line"."is_optional" as "isOptional"
from "rubric_places"
inner join "rubric_lines" as "line" on "line"."id" = "rubric_places"."line_id"
where "rubric_places"."project_id" = :projectId
  and "rubric_places"."task" = :task
order by "rubric_places"."position";
