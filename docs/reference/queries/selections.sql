-- Written by "npm run reference" from src/server/selections/queries.ts.

-- selectionOfStudent
select
  "project"."id" as "projectId",
  "project"."name" as "projectName",
  "selections"."started_at" as "startedAt"
from "selections"
inner join (select "id", "name", "course_id" from "projects") as "project" on "project"."id" = "selections"."project_id"
where "selections"."account_id" = :accountId;
