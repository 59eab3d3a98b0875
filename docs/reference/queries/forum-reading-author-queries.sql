-- Written by "npm run reference" from src/server/forum/reading/author-queries.ts.

-- commentsAfter
select
  "comments"."id",
  "questions"."text" as "question",
  "comments"."text",
  "comments"."format",
  "comments"."created_at" as "createdAt",
  "comments"."edited_at" as "editedAt",
  "comments"."is_anonymous" as "isAnonymous"
from "comments"
inner join "questions" on "questions"."id" = "comments"."question_id"
where "comments"."author_id" = :accountId
  and "comments"."deleted_at" is null
  and "questions"."deleted_at" is null
  and "comments"."id" > :afterId
order by "comments"."id"
limit :limit;

-- newestCommentsOf
select
  "questions"."id" as "questionId",
  "comments"."text",
  "comments"."format",
  "comments"."html",
  "comments"."created_at" as "createdAt",
  "comments"."is_anonymous" as "isAnonymous"
from "comments"
inner join "questions" on "questions"."id" = "comments"."question_id"
where "comments"."author_id" = :accountId
  and "questions"."batch_id" = :batchId
  and "comments"."deleted_at" is null
  and "questions"."deleted_at" is null
order by "comments"."id" desc
limit :limit;

-- newestQuestionsOf
select
  "questions"."id" as "questionId",
  "questions"."text",
  "questions"."format",
  "questions"."html",
  "questions"."created_at" as "createdAt",
  "questions"."is_anonymous" as "isAnonymous"
from "questions"
where "questions"."author_id" = :accountId
  and "questions"."batch_id" = :batchId
  and "questions"."deleted_at" is null
order by "questions"."id" desc
limit :limit;

-- questionsAfter
select
  "questions"."id",
  "batch"."name" as "batch",
  "questions"."text",
  "questions"."format",
  "questions"."created_at" as "createdAt",
  "questions"."edited_at" as "editedAt",
  "questions"."is_anonymous" as "isAnonymous"
from "questions"
inner join (select "id", "name", "name_key", "course_id", "starts_at", "viva_deadline", "announced_until", "comment_first", "due_days", "extension_days", "retired_at", "choose_from", "choose_until", "declaration_id", "review_days" from "batches") as "batch" on "batch"."id" = "questions"."batch_id"
where "questions"."author_id" = :accountId
  and "questions"."deleted_at" is null
  and "questions"."id" > :afterId
order by "questions"."id"
limit :limit;
