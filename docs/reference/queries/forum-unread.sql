-- Written by "npm run reference" from src/server/forum/unread/queries.ts.

-- countOfUnread
select
  "discussion_versions"."version",
  (select count(*) as "count" from (select "post"."question_id" as "id" from (select "question_id", "version", "author_id", "is_deleted" from "post_versions" where "batch_id" = :batchId and "version" > (select case when since.version > now.version - 1000
      then since.version else now.version - 1000 end
    from discussion_reads since join discussion_versions now on now.batch_id = since.batch_id
    where since.account_id = :readerId and since.batch_id = :batchId) order by "version" desc limit 1000) as "post" inner join "question_words" on "question_words"."question_id" = "post"."question_id" where post.is_deleted = 0 and post.author_id <> :readerId and post.version > coalesce((select reading.version from question_reads reading
    where reading.account_id = :readerId and reading.question_id = post.question_id), 0) and not exists (select 1 from question_reads marked where marked.account_id = :readerId
    and marked.question_id = "post"."question_id" and marked."is_muted" = 1) union select "marked"."question_id" as "id" from (select "question_id", "is_muted" from "question_reads" where "account_id" = :readerId and "batch_id" = :batchId and "is_unread" = 1 order by "question_id" desc limit 1000) as "marked" inner join "question_words" on "question_words"."question_id" = "marked"."question_id" where "marked"."is_muted" = 0 limit 100) as "unread") as "unread"
from "discussion_versions"
where "discussion_versions"."batch_id" = :batchId;

-- newestUnreadIds
select "unread"."id"
from (select "post"."question_id" as "id" from (select "question_id", "version", "author_id", "is_deleted" from "post_versions" where "batch_id" = :batchId and "version" > (select case when since.version > now.version - 1000
      then since.version else now.version - 1000 end
    from discussion_reads since join discussion_versions now on now.batch_id = since.batch_id
    where since.account_id = :readerId and since.batch_id = :batchId) order by "version" desc limit 1000) as "post" inner join "question_words" on "question_words"."question_id" = "post"."question_id" where post.is_deleted = 0 and post.author_id <> :readerId and post.version > coalesce((select reading.version from question_reads reading
    where reading.account_id = :readerId and reading.question_id = post.question_id), 0) and not exists (select 1 from question_reads marked where marked.account_id = :readerId
    and marked.question_id = "post"."question_id" and marked."is_muted" = 1) union select "marked"."question_id" as "id" from (select "question_id", "is_muted" from "question_reads" where "account_id" = :readerId and "batch_id" = :batchId and "is_unread" = 1 order by "question_id" desc limit 1000) as "marked" inner join "question_words" on "question_words"."question_id" = "marked"."question_id" where "marked"."is_muted" = 0) as "unread"
where "unread"."id" < :after
order by "unread"."id" desc
limit :limit;

-- oldestUnreadIds
select "unread"."id"
from (select "post"."question_id" as "id" from (select "question_id", "version", "author_id", "is_deleted" from "post_versions" where "batch_id" = :batchId and "version" > (select case when since.version > now.version - 1000
      then since.version else now.version - 1000 end
    from discussion_reads since join discussion_versions now on now.batch_id = since.batch_id
    where since.account_id = :readerId and since.batch_id = :batchId) order by "version" desc limit 1000) as "post" inner join "question_words" on "question_words"."question_id" = "post"."question_id" where post.is_deleted = 0 and post.author_id <> :readerId and post.version > coalesce((select reading.version from question_reads reading
    where reading.account_id = :readerId and reading.question_id = post.question_id), 0) and not exists (select 1 from question_reads marked where marked.account_id = :readerId
    and marked.question_id = "post"."question_id" and marked."is_muted" = 1) union select "marked"."question_id" as "id" from (select "question_id", "is_muted" from "question_reads" where "account_id" = :readerId and "batch_id" = :batchId and "is_unread" = 1 order by "question_id" desc limit 1000) as "marked" inner join "question_words" on "question_words"."question_id" = "marked"."question_id" where "marked"."is_muted" = 0) as "unread"
where "unread"."id" > :after
order by "unread"."id"
limit :limit;

-- versionRead
select (select max("version") as "version" from "post_versions" where "post_versions"."question_id" = "questions"."id" and ("comment_id" is null or "comment_id" <= :comment)) as "version"
from "questions"
where "questions"."id" = :id
  and "questions"."batch_id" = :batchId
  and "questions"."deleted_at" is null;
