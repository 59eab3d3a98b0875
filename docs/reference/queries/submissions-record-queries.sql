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
  "marks"."marks",
  "marks"."comments" as "markComments",
  "marks"."rubric",
  "marks"."marked_at" as "markedAt",
  "marks"."second_look_at" as "lookAt",
  "marker"."name" as "markedBy"
from "submissions"
left join "marks" on "marks"."submission_id" = "submissions"."id"
  and "marks"."released" = 1
left join (select "id", "email", "name", "role", "batch_id", "confirmed_at", "must_confirm", "exit_score", "seen_at" from "accounts") as "marker" on "marker"."id" = "marks"."marked_by"
where "submissions"."account_id" = :accountId
  and "submissions"."id" > :afterId
order by "submissions"."id"
limit :limit;
