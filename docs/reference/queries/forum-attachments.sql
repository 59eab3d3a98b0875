-- Written by "npm run reference" from src/server/forum/attachments/queries.ts.

-- attachmentByCode
select
  "attachments"."code",
  "attachments"."name",
  "attachments"."bytes",
  "attachments"."type",
  "attachments"."width",
  "attachments"."height",
  "attachments"."batch_id" as "batchId",
  "attachments"."account_id" as "accountId",
  "attachments"."sha256",
  "attachments"."private_to" as "privateTo",
  "attachments"."unused_since" as "unusedSince",
  "attachments"."for_request" as "forRequest",
  "sender"."batch_id" as "senderBatchId",
  (select count(*) as "posts" from "attachment_posts" where "attachment_posts"."attachment_id" = "attachments"."id") as "posts",
  (select count(*) as "shown" from "attachment_posts" inner join "questions" on "questions"."id" = "attachment_posts"."question_id" left join "comments" on "comments"."id" = "attachment_posts"."comment_id" where "attachment_posts"."attachment_id" = "attachments"."id" and "questions"."deleted_at" is null and "comments"."deleted_at" is null) as "shown"
from "attachments"
inner join (select "id", "email", "name", "role", "batch_id", "confirmed_at", "must_confirm", "exit_score" from "accounts") as "sender" on "sender"."id" = "attachments"."account_id"
where "attachments"."code" = :code
  and "attachments"."erased_at" is null;

-- attachmentById
select
  "attachments"."code",
  "attachments"."name",
  "attachments"."bytes",
  "attachments"."type",
  "attachments"."width",
  "attachments"."height"
from "attachments"
where "attachments"."id" = :id
  and "attachments"."erased_at" is null;

-- attachmentsAfter
select
  "attachments"."id",
  "attachments"."sha256",
  "attachments"."created_at" as "createdAt",
  "attachments"."code",
  "attachments"."name",
  "attachments"."bytes",
  "attachments"."type",
  "attachments"."width",
  "attachments"."height"
from "attachments"
where "attachments"."account_id" = :accountId
  and "attachments"."erased_at" is null
  and "attachments"."id" > :afterId
order by "attachments"."id"
limit :limit;
