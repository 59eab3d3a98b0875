-- Written by "npm run reference" from src/server/platform/http/sessions.ts.

-- batchesOfMentor
select
  "batches"."id",
  "batches"."name"
from "batch_mentors"
inner join "batches" on "batches"."id" = "batch_mentors"."batch_id"
where "batch_mentors"."account_id" = :accountId
order by "batches"."starts_at" desc, "batches"."id";

-- everyBatch
select
  "id",
  "name"
from "batches"
order by "starts_at" desc, "id";

-- viewerOfToken
select
  "accounts"."id" as "accountId",
  "accounts"."email",
  "accounts"."name",
  "accounts"."role",
  "sessions"."used_at" as "usedAt",
  "batches"."id" as "batchId",
  "batches"."name" as "batchName",
  "courses"."id" as "courseId",
  "courses"."name" as "courseName"
from "sessions"
inner join "accounts" on "accounts"."id" = "sessions"."account_id"
left join "batches" on "batches"."id" = "accounts"."batch_id"
left join "courses" on "courses"."id" = "batches"."course_id"
where "sessions"."token_hash" = :tokenHash
  and "sessions"."expires_at" > :now
  and "sessions"."used_at" > :idleSince;
