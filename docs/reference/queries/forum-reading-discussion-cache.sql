-- Written by "npm run reference" from src/server/forum/reading/discussion-cache.ts.

-- recentPostsFrom
select
  "post"."question_id" as "questionId",
  "post"."version",
  "post"."author_id" as "authorId"
from (select "question_id", "version", "author_id", "is_deleted" from "post_versions" where "batch_id" = :batchId order by "version" desc limit 1000) as "post"
where "post"."question_id" >= :oldest
  and "post"."is_deleted" = 0;

-- versionAndMarks
select
  "discussion_versions"."version",
  (select case when since.version > now.version - 1000
      then since.version else now.version - 1000 end
    from discussion_reads since join discussion_versions now on now.batch_id = since.batch_id
    where since.account_id = :readerId and since.batch_id = :batchId) as "unreadAfter",
  "own"."id",
  "own"."isFavorite",
  "own"."readUpTo",
  "own"."isUnread",
  "own"."isMuted"
from "discussion_versions"
left join (select "question_favorites"."question_id" as "id", 1 as "isFavorite", 0 as "readUpTo", 0 as "isUnread", 0 as "isMuted" from "question_favorites" where "question_favorites"."account_id" = :readerId and "question_favorites"."question_id" >= :oldest union all select "question_reads"."question_id" as "id", 0 as "isFavorite", "question_reads"."version" as "readUpTo", "question_reads"."is_unread" as "isUnread", "question_reads"."is_muted" as "isMuted" from "question_reads" where "question_reads"."account_id" = :readerId and "question_reads"."batch_id" = :batchId and "question_reads"."question_id" >= :oldest) as "own" on true
where "discussion_versions"."batch_id" = :batchId;
