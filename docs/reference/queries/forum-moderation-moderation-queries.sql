-- Written by "npm run reference" from src/server/forum/moderation/moderation-queries.ts.

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
