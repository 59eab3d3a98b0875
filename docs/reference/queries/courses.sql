-- Written by "npm run reference" from src/server/courses/queries.ts.

-- courseOfStudent
select
  "accounts"."grade",
  "accounts"."exit_score" as "exitScore",
  "courses"."name" as "course",
  "batches"."starts_at" as "startsAt",
  (select string_agg(name, ', ' order by id) from batch_mentors where batch_id = batches.id) as "mentors"
from "accounts"
left join "batches" on "batches"."id" = "accounts"."batch_id"
left join "courses" on "courses"."id" = "batches"."course_id"
where "accounts"."id" = :accountId;

-- openBatchesLike
select
  "batches"."name",
  "courses"."name" as "course"
from "batches"
inner join "courses" on "courses"."id" = "batches"."course_id"
where "batches"."is_open" = 1
  and batches.name_key like :pattern escape '!'
order by "batches"."name"
limit :most;
