-- Written by "npm run reference" from src/server/discussions/queries.ts.

-- commentsBetween
select
  "questions"."id" as "questionId",
  "comments"."id",
  "comments"."text",
  "comments"."created_at" as "createdAt",
  "accounts"."name" as "authorName",
  "accounts"."role" as "authorRole",
  "accounts"."seen_at" as "authorSeenAt"
from "questions"
inner join "comments" on "comments"."question_id" = "questions"."id"
inner join (select "id", "email", "name", "role", "batch_id", "exit_score", "seen_at" from "accounts") as "accounts" on "accounts"."id" = "comments"."author_id"
where "questions"."batch_id" = :batchId
  and "questions"."deleted_at" is null
  and "questions"."id" >= :oldest
  and "questions"."id" <= :newest
order by "questions"."id", "comments"."id";

-- hasQuestion
select "id"
from "questions"
where "id" = :id
  and "batch_id" = :batchId;

-- newestAnswersTo
select
  "questions"."id" as "questionId",
  "questions"."text" as "question",
  "comments"."id",
  "comments"."text",
  "comments"."created_at" as "createdAt",
  "accounts"."name" as "authorName",
  "accounts"."role" as "authorRole",
  "accounts"."seen_at" as "authorSeenAt"
from "comments"
inner join "questions" on "questions"."id" = "comments"."question_id"
inner join (select "id", "email", "name", "role", "batch_id", "exit_score", "seen_at" from "accounts") as "accounts" on "accounts"."id" = "comments"."author_id"
where "comments"."id" in (select (select "answers"."id" from "comments" as "answers" where "answers"."question_id" = "own"."id" and "answers"."author_id" <> :accountId order by "answers"."id" desc limit 1) as "newest" from "questions" as "own" where "own"."author_id" = :accountId and "own"."batch_id" = :batchId and "own"."deleted_at" is null order by "own"."id" desc limit :questions)
order by "comments"."id" desc
limit :limit;

-- newestQuestions
select
  (select "cursors"."id" from "questions" as "cursors" where "cursors"."id" = :cursor and "cursors"."batch_id" = :batchId) as "cursor",
  (select "version" from "discussion_versions" where "batch_id" = :batchId) as "version",
  "questions"."id",
  "questions"."text",
  "questions"."author_id" as "authorId",
  "questions"."created_at" as "createdAt",
  "questions"."edited_at" as "editedAt",
  "questions"."view_count" as "views",
  "question_favorites"."account_id" as "favoriteOf",
  "accounts"."name" as "authorName",
  "accounts"."role" as "authorRole",
  "accounts"."seen_at" as "authorSeenAt"
from "questions"
inner join (select "id", "email", "name", "role", "batch_id", "exit_score", "seen_at" from "accounts") as "accounts" on "accounts"."id" = "questions"."author_id"
left join "question_favorites" on "question_favorites"."question_id" = "questions"."id"
  and "question_favorites"."account_id" = :readerId
where "questions"."batch_id" = :batchId
  and "questions"."deleted_at" is null
  and "questions"."id" < :before
order by "questions"."id" desc
limit :limit;

-- questionAsViewed
select
  "questions"."author_id" as "authorId",
  "question_views"."account_id" as "viewerId"
from "questions"
left join "question_views" on "question_views"."question_id" = "questions"."id"
  and "question_views"."account_id" = :readerId
where "questions"."id" = :id
  and "questions"."batch_id" = :batchId
  and "questions"."deleted_at" is null;

-- versionAndFavorites
select
  "discussion_versions"."version",
  "question_favorites"."question_id" as "favorite"
from "discussion_versions"
left join "question_favorites" on "question_favorites"."account_id" = :readerId
  and "question_favorites"."question_id" >= :oldest
where "discussion_versions"."batch_id" = :batchId;
