-- Written by "npm run reference" from src/server/forum/queries.ts.

-- commentsBefore
select
  "comments"."question_id" as "questionId",
  "comments"."id",
  "comments"."text",
  "comments"."format",
  "comments"."html",
  "comments"."mentions",
  "comments"."created_at" as "createdAt",
  "comments"."edited_at" as "editedAt",
  "comments"."author_id" as "authorId",
  "comments"."is_anonymous" as "isAnonymous",
  "accounts"."name" as "authorName",
  "accounts"."role" as "authorRole",
  "presence"."online_until" as "authorOnlineUntil"
from "comments"
inner join (select "id", "email", "name", "role", "batch_id", "confirmed_at", "must_confirm", "exit_score" from "accounts") as "accounts" on "accounts"."id" = "comments"."author_id"
left join (select "presences"."account_id", "presences"."online_until" from "presences" where "presences"."batch_id" = :batchId) as "presence" on "presence"."account_id" = "comments"."author_id"
where "comments"."question_id" = :questionId
  and "comments"."deleted_at" is null
  and "comments"."id" < :before
order by "comments"."id" desc
limit :limit;

-- editedBefore
select "former_texts"."replaced_at" as "at"
from "former_texts"
where "former_texts"."replaced_by" = :accountId
order by "former_texts"."id" desc
limit 1 offset :others;

-- formerTextsBefore
select
  "former_texts"."id",
  "former_texts"."comment_id" as "commentId",
  "former_texts"."author_id" as "authorId",
  "former_texts"."text",
  "former_texts"."format",
  "former_texts"."html",
  "former_texts"."written_at" as "writtenAt",
  "former_texts"."replaced_at" as "replacedAt",
  "former_texts"."replaced_by" as "replacedById",
  "accounts"."name" as "replacedByName"
from "former_texts"
inner join (select "id", "email", "name", "role", "batch_id", "confirmed_at", "must_confirm", "exit_score" from "accounts") as "accounts" on "accounts"."id" = "former_texts"."replaced_by"
left join "comments" on "comments"."id" = "former_texts"."comment_id"
where "former_texts"."question_id" = :questionId
  and "former_texts"."id" < :before
  and "comments"."deleted_at" is null
order by "former_texts"."id" desc
limit :limit;

-- hasComment
select "comments"."id"
from "comments"
where "comments"."id" = :id
  and "comments"."question_id" = :questionId;

-- hasFormerText
select "former_texts"."id"
from "former_texts"
where "former_texts"."id" = :id
  and "former_texts"."question_id" = :questionId;

-- hasQuestion
select "id"
from "questions"
where "id" = :id
  and "batch_id" = :batchId;

-- newestAnswersTo
select
  "candidates"."id" as "questionId",
  "candidates"."text" as "question",
  "candidates"."format" as "questionFormat",
  "candidates"."html" as "questionHtml",
  "comments"."id",
  "comments"."text",
  "comments"."format",
  "comments"."html",
  "comments"."created_at" as "createdAt",
  "comments"."is_anonymous" as "isAnonymous",
  "accounts"."name" as "authorName",
  "accounts"."role" as "authorRole",
  "presence"."online_until" as "authorOnlineUntil"
from (select "questions"."id", "questions"."text", "questions"."format", "questions"."html", (select "answers"."id" from "comments" as "answers" where "answers"."question_id" = "questions"."id" and "answers"."author_id" <> :accountId and "answers"."deleted_at" is null order by "answers"."id" desc limit 1) as "answerId" from "questions" where "questions"."author_id" = :accountId and "questions"."batch_id" = :batchId and "questions"."deleted_at" is null order by "questions"."id" desc limit :questions) as "candidates"
inner join "comments" on "comments"."id" = "candidates"."answerId"
inner join (select "id", "email", "name", "role", "batch_id", "confirmed_at", "must_confirm", "exit_score" from "accounts") as "accounts" on "accounts"."id" = "comments"."author_id"
left join (select "presences"."account_id", "presences"."online_until" from "presences" where "presences"."batch_id" = :batchId) as "presence" on "presence"."account_id" = "comments"."author_id"
order by "comments"."id" desc
limit :limit;

-- newestCommentsBetween
select
  "comments"."question_id" as "questionId",
  "comments"."id",
  "comments"."text",
  "comments"."format",
  "comments"."html",
  "comments"."mentions",
  "comments"."created_at" as "createdAt",
  "comments"."edited_at" as "editedAt",
  "comments"."author_id" as "authorId",
  "comments"."is_anonymous" as "isAnonymous",
  "accounts"."name" as "authorName",
  "accounts"."role" as "authorRole",
  "presence"."online_until" as "authorOnlineUntil"
from (select "newest"."id", sum(newest.bytes) over (
              order by newest.question_id desc range unbounded preceding exclude group) as "newerBytes" from (select "candidate"."id", "candidate"."question_id", octet_length("candidate"."text") * 2 + coalesce(octet_length("candidate"."html"), 0) / 8 as "bytes", row_number() over (partition by candidate.question_id order by candidate.id desc) as "place", sum(octet_length(candidate.text) + coalesce(octet_length(candidate.html), 0)) over (
                  partition by candidate.question_id order by candidate.id desc) as "ownBytes" from "questions" inner join "comments" as "candidate" on "candidate"."question_id" = "questions"."id" where "questions"."batch_id" = :batchId and "questions"."deleted_at" is null and "questions"."id" >= :oldest and "questions"."id" <= :newest and "candidate"."deleted_at" is null and "candidate"."id" >= coalesce((select "oldest"."id" from "comments" as "oldest" where "oldest"."question_id" = "questions"."id" and "oldest"."deleted_at" is null order by "oldest"."id" desc limit 1 offset 49), 0)) as "newest" where ("newest"."place" = 1 or "newest"."ownBytes" <= 32768)) as "candidates"
inner join "comments" on "comments"."id" = "candidates"."id"
inner join (select "id", "email", "name", "role", "batch_id", "confirmed_at", "must_confirm", "exit_score" from "accounts") as "accounts" on "accounts"."id" = "comments"."author_id"
left join (select "presences"."account_id", "presences"."online_until" from "presences" where "presences"."batch_id" = :batchId) as "presence" on "presence"."account_id" = "comments"."author_id"
where coalesce("candidates"."newerBytes", 0) < 524288
order by "comments"."question_id", "comments"."id";

-- newestQuestions
select
  (select "cursors"."id" from "questions" as "cursors" where "cursors"."id" = :cursor and "cursors"."batch_id" = :batchId) as "cursor",
  (select "version" from "discussion_versions" where "batch_id" = :batchId) as "version",
  "questions"."id",
  "questions"."text",
  "questions"."format",
  "questions"."html",
  "questions"."mentions",
  "questions"."author_id" as "authorId",
  "questions"."is_anonymous" as "isAnonymous",
  "questions"."created_at" as "createdAt",
  "questions"."edited_at" as "editedAt",
  "questions"."view_count" as "views",
  (select "question_favorites"."account_id" from "question_favorites" where "question_favorites"."question_id" = "questions"."id" and "question_favorites"."account_id" = :readerId) as "favoriteOf",
  (select count(*) as "posts" from "post_versions" as "post" where "post"."question_id" = "questions"."id" and "post"."version" > (select case when since.version > now.version - 1000
      then since.version else now.version - 1000 end
    from discussion_reads since join discussion_versions now on now.batch_id = since.batch_id
    where since.account_id = :readerId and since.batch_id = :batchId) and post.is_deleted = 0 and post.author_id <> :readerId and post.version > coalesce((select reading.version from question_reads reading
    where reading.account_id = :readerId and reading.question_id = post.question_id), 0)) as "unreadPosts",
  (select "question_reads"."is_unread" as "mark" from "question_reads" where "question_reads"."question_id" = "questions"."id" and "question_reads"."account_id" = :readerId) as "isUnread",
  (select "question_reads"."is_muted" as "mark" from "question_reads" where "question_reads"."question_id" = "questions"."id" and "question_reads"."account_id" = :readerId) as "isMuted",
  (select "post_interventions"."reason" from "post_interventions" where "post_interventions"."question_id" = "questions"."id" and "post_interventions"."kind" = 'locked') as "lockReason",
  (select "post_interventions"."reason" from "post_interventions" where "post_interventions"."question_id" = "questions"."id" and "post_interventions"."kind" = 'pinned') as "pinReason",
  "comment_counts"."comments" as "commentCount",
  "question_solutions"."comment_id" as "solutionId",
  "accounts"."name" as "authorName",
  "accounts"."role" as "authorRole",
  "presence"."online_until" as "authorOnlineUntil"
from (select "page"."id", sum(page.bytes) over (
              order by page.id desc rows between unbounded preceding and 1 preceding) as "newerBytes" from (select "questions"."id", octet_length("questions"."text") * 1 + coalesce(octet_length("questions"."html"), 0) / 8 as "bytes" from "questions" where "questions"."batch_id" = :batchId and "questions"."deleted_at" is null and "questions"."id" < :before order by "questions"."id" desc limit :limit) as "page") as "sized"
inner join "questions" on "questions"."id" = "sized"."id"
inner join (select "id", "email", "name", "role", "batch_id", "confirmed_at", "must_confirm", "exit_score" from "accounts") as "accounts" on "accounts"."id" = "questions"."author_id"
left join (select "presences"."account_id", "presences"."online_until" from "presences" where "presences"."batch_id" = :batchId) as "presence" on "presence"."account_id" = "questions"."author_id"
left join "comment_counts" on "comment_counts"."question_id" = "questions"."id"
left join "question_solutions" on "question_solutions"."question_id" = "questions"."id"
where coalesce("sized"."newerBytes", 0) < 524288
order by "questions"."id" desc;

-- postedBefore
select "posts"."at"
from (select "commented"."at" from (select "comments"."created_at" as "at" from "comments" where "comments"."author_id" = :accountId order by "comments"."id" desc limit :limit) as "commented" union all select "asked"."at" from (select "questions"."created_at" as "at" from "questions" where "questions"."author_id" = :accountId order by "questions"."id" desc limit :limit) as "asked") as "posts"
order by "posts"."at" desc
limit 1 offset :others;

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

-- questionWithCount
select
  "questions"."id",
  "questions"."author_id" as "authorId",
  "comment_counts"."comments" as "commentCount"
from "questions"
left join "comment_counts" on "comment_counts"."question_id" = "questions"."id"
where "questions"."id" = :id
  and "questions"."batch_id" = :batchId
  and "questions"."deleted_at" is null;

-- solutionsBetween
select
  "comments"."question_id" as "questionId",
  "comments"."id",
  "comments"."text",
  "comments"."format",
  "comments"."html",
  "comments"."mentions",
  "comments"."created_at" as "createdAt",
  "comments"."edited_at" as "editedAt",
  "comments"."author_id" as "authorId",
  "comments"."is_anonymous" as "isAnonymous",
  "accounts"."name" as "authorName",
  "accounts"."role" as "authorRole",
  "presence"."online_until" as "authorOnlineUntil"
from "question_solutions"
inner join "comments" on "comments"."id" = "question_solutions"."comment_id"
inner join (select "id", "email", "name", "role", "batch_id", "confirmed_at", "must_confirm", "exit_score" from "accounts") as "accounts" on "accounts"."id" = "comments"."author_id"
left join (select "presences"."account_id", "presences"."online_until" from "presences" where "presences"."batch_id" = :batchId) as "presence" on "presence"."account_id" = "comments"."author_id"
where "question_solutions"."batch_id" = :batchId
  and "question_solutions"."question_id" >= :oldest
  and "question_solutions"."question_id" <= :newest;
