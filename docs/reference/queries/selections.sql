-- Written by "npm run reference" from src/server/selections/queries.ts.

-- briefsOfStudent
select
  "brief"."task",
  "brief"."text",
  "brief"."changed_at" as "changedAt"
from "selections"
inner join (select "project_id", "task", "text", "changed_at" from "briefs") as "brief" on "brief"."project_id" = "selections"."project_id"
where "selections"."account_id" = :accountId;

-- choosingStudent
select
  "batch"."course_id" as "courseId",
  "student"."exit_score" as "exitScore",
  "batch"."choose_from" as "from",
  "batch"."choose_until" as "until"
from (select "id", "email", "name", "role", "batch_id", "confirmed_at", "must_confirm", "exit_score" from "accounts") as "student"
left join (select "id", "name", "name_key", "course_id", "starts_at", "viva_deadline", "announced_until", "comment_first", "due_days", "extension_days", "retired_at", "choose_from", "choose_until", "declaration_id", "review_days" from "batches") as "batch" on "batch"."id" = "student"."batch_id"
where "student"."id" = :accountId;

-- formerSelectionsOf
select
  "project"."id" as "projectId",
  "project"."name" as "projectName",
  "former_selections"."started_at" as "startedAt",
  "former_selections"."chosen_at" as "chosenAt",
  "former_selections"."ended_at" as "endedAt",
  "former_selections"."ended_as" as "endedAs",
  "former_selections"."reason",
  "actor"."name" as "endedBy"
from "former_selections"
inner join (select "id", "name", "course_id" from "projects") as "project" on "project"."id" = "former_selections"."project_id"
inner join (select "id", "email", "name", "role", "batch_id", "confirmed_at", "must_confirm", "exit_score" from "accounts") as "actor" on "actor"."id" = "former_selections"."ended_by"
where "former_selections"."account_id" = :accountId
order by "former_selections"."id";

-- preparationOfStudent
select
  "asked"."part",
  "asked"."text"
from "selections"
inner join (select "project_id", "part", "text" from "viva_questions") as "asked" on "asked"."project_id" = "selections"."project_id"
where "selections"."account_id" = :accountId
  and "asked"."part" in ('samples', 'bring');

-- rubricsOfStudent
select
  "line"."task",
  "line"."text",
  "line"."points",
  "line"."isOptional"
from "selections"
inner join (select "rubric_places"."project_id", "rubric_places"."position", "line"."task", "line"."text", "line"."points", "line"."is_optional" as "isOptional" from "rubric_places" inner join "rubric_lines" as "line" on "line"."id" = "rubric_places"."line_id") as "line" on "line"."project_id" = "selections"."project_id"
where "selections"."account_id" = :accountId
order by "line"."position";

-- selectionOfStudent
select
  "project"."id" as "projectId",
  "project"."name" as "projectName",
  "selections"."id",
  "selections"."started_at" as "startedAt",
  "selections"."chosen_at" as "chosenAt"
from "selections"
inner join (select "id", "name", "course_id" from "projects") as "project" on "project"."id" = "selections"."project_id"
where "selections"."account_id" = :accountId;
