-- Written by "npm run reference" from src/server/submissions/record-queries.ts.

-- versionsAfter
select
  "submissions"."number",
  "submissions"."task",
  "submissions"."version",
  "submissions"."submitted_at",
  "submissions"."late",
  "submissions"."links",
  "submissions"."comments",
  "submissions"."file_id",
  "submissions"."file_name",
  "submissions"."file_bytes",
  "submissions"."file_sha256",
  "submissions"."due_at",
  "submissions"."id",
  "submissions"."erased_at" as "erasedAt",
  "marks"."marks",
  "marks"."comments" as "markComments",
  "marks"."rubric",
  "marks"."marked_at" as "markedAt",
  "marks"."second_look_at" as "lookAt",
  "marker"."name" as "markedBy",
  "student_extensions"."newest" as "extensions",
  (select project.id || ' ' || project.name as "project" from "former_selections" as "former" inner join (select "id", "name", "course_id" from "projects") as "project" on "project"."id" = "former"."project_id" where "former"."account_id" = "submissions"."account_id" and "former"."ended_as" = 'undone' and "former"."chosen_at" <= "submissions"."submitted_at" and not exists (select "standing"."id" from "selections" as "standing" where "standing"."account_id" = "submissions"."account_id" and coalesce("standing"."chosen_at", "standing"."started_at") <= "submissions"."submitted_at") order by "former"."id" desc limit 1) as "earlierProject"
from "submissions"
left join "marks" on "marks"."submission_id" = "submissions"."id"
  and "marks"."released" = 1
left join (select "id", "email", "name", "role", "batch_id", "confirmed_at", "must_confirm", "exit_score" from "accounts") as "marker" on "marker"."id" = "marks"."marked_by"
left join "student_extensions" on "student_extensions"."account_id" = "submissions"."account_id"
where "submissions"."account_id" = :accountId
  and "submissions"."id" > :afterId
order by "submissions"."id"
limit :limit;
