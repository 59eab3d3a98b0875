-- Written by "npm run reference" from src/server/notices/queries.ts.

-- noticesBefore
select
  "notices"."id",
  "notices"."kind",
  "notices"."text",
  "notices"."href",
  "notices"."created_at" as "createdAt",
  "notices"."read_at" as "readAt"
from "notices"
where "account_id" = :accountId
  and "id" < :before
order by "id" desc
limit :limit;

-- unreadBefore
select
  "notices"."id",
  "notices"."kind",
  "notices"."text",
  "notices"."href",
  "notices"."created_at" as "createdAt",
  "notices"."read_at" as "readAt"
from "notices"
where "account_id" = :accountId
  and "id" < :before
  and "read_at" is null
order by "id" desc
limit :limit;
