-- Written by "npm run reference" from src/server/forum/moderation/queries.ts.

-- hiddenPosts
select
  "post_interventions"."id",
  "post_interventions"."question_id" as "questionId",
  "post_interventions"."comment_id" as "commentId",
  "post_interventions"."author_id" as "authorId",
  "post_interventions"."actor_id" as "actorId",
  "post_interventions"."reason",
  "post_interventions"."made_at" as "hiddenAt",
  coalesce("comments"."text", "questions"."text") as "text",
  case when "comments"."id" is null then "questions"."format" else "comments"."format" end as "format",
  case when "comments"."id" is null then "questions"."html" else "comments"."html" end as "html"
from "post_interventions"
inner join "questions" on "questions"."id" = "post_interventions"."question_id"
left join "comments" on "comments"."id" = "post_interventions"."comment_id"
where "post_interventions"."batch_id" = :batchId
  and "post_interventions"."kind" = 'hidden'
  and "post_interventions"."id" < :before
order by "post_interventions"."id" desc
limit :limit;

-- hiddenPostsOf
select
  "post_interventions"."id",
  "post_interventions"."question_id" as "questionId",
  "post_interventions"."comment_id" as "commentId",
  "post_interventions"."author_id" as "authorId",
  "post_interventions"."actor_id" as "actorId",
  "post_interventions"."reason",
  "post_interventions"."made_at" as "hiddenAt",
  coalesce("comments"."text", "questions"."text") as "text",
  case when "comments"."id" is null then "questions"."format" else "comments"."format" end as "format",
  case when "comments"."id" is null then "questions"."html" else "comments"."html" end as "html"
from "post_interventions"
inner join "questions" on "questions"."id" = "post_interventions"."question_id"
left join "comments" on "comments"."id" = "post_interventions"."comment_id"
where "post_interventions"."batch_id" = :batchId
  and "post_interventions"."kind" = 'hidden'
  and "post_interventions"."id" < :before
  and "post_interventions"."author_id" = :authorId
order by "post_interventions"."id" desc
limit :limit;

-- moderationAfter
select
  "id",
  "kind",
  "comment_id" as "commentId",
  "reason",
  "made_at" as "madeAt"
from "post_interventions"
where "author_id" = :accountId
  and "id" > :afterId
order by "id"
limit :limit;

-- reportedPosts
select
  "reported"."post",
  "reported"."questionId",
  "reported"."commentId",
  coalesce("comments"."author_id", "questions"."author_id") as "authorId",
  coalesce("comments"."text", "questions"."text") as "text",
  case when "comments"."id" is null then "questions"."format" else "comments"."format" end as "format",
  case when "comments"."id" is null then "questions"."html" else "comments"."html" end as "html"
from (select "post_reports"."post", "post_reports"."question_id" as "questionId", "post_reports"."comment_id" as "commentId", min("post_reports"."id") as "first" from "post_reports" where "post_reports"."batch_id" = :batchId and "post_reports"."settled_at" is null group by "post_reports"."post", "post_reports"."question_id", "post_reports"."comment_id") as "reported"
inner join "questions" on "questions"."id" = "reported"."questionId"
left join "comments" on "comments"."id" = "reported"."commentId"
where "questions"."deleted_at" is null
  and "comments"."deleted_at" is null
order by "reported"."first"
limit :limit;

-- reportsAfter
select
  "id",
  "comment_id" as "commentId",
  "reason",
  "reported_at" as "reportedAt"
from "post_reports"
where "reporter_id" = :accountId
  and "id" > :afterId
order by "id"
limit :limit;
