-- Written by "npm run reference" from src/server/data-exports/queries.ts.

-- commentsAfter
select
  "comments"."id",
  "questions"."text" as "question",
  "comments"."text",
  "comments"."created_at" as "createdAt"
from "comments"
inner join "questions" on "questions"."id" = "comments"."question_id"
where "comments"."author_id" = :accountId
  and "questions"."deleted_at" is null
  and "comments"."id" > :afterId
order by "comments"."id"
limit :limit;

-- questionsAfter
select
  "questions"."id",
  "batches"."name" as "batch",
  "questions"."text",
  "questions"."created_at" as "createdAt",
  "questions"."edited_at" as "editedAt"
from "questions"
inner join "batches" on "batches"."id" = "questions"."batch_id"
where "questions"."author_id" = :accountId
  and "questions"."deleted_at" is null
  and "questions"."id" > :afterId
order by "questions"."id"
limit :limit;

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
  "submissions"."id",
  "marks"."marks",
  "marks"."comments" as "markComments",
  "marks"."marked_at" as "markedAt",
  "accounts"."name" as "markedBy"
from "submissions"
left join "marks" on "marks"."submission_id" = "submissions"."id"
  and "marks"."released" = 1
left join "accounts" on "accounts"."id" = "marks"."marked_by"
where "submissions"."account_id" = :accountId
  and "submissions"."id" > :afterId
order by "submissions"."id"
limit :limit;
