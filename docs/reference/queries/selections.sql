-- Written by "npm run reference" from src/server/selections/queries.ts.

-- selectionOfStudent
select
  "projects"."id" as "projectId",
  "projects"."name" as "projectName",
  "selections"."started_at" as "startedAt"
from "selections"
inner join "projects" on "projects"."id" = "selections"."project_id"
where "selections"."account_id" = :accountId;
