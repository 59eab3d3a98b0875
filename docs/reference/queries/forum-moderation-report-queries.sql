-- Written by "npm run reference" from src/server/forum/moderation/report-queries.ts.

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
