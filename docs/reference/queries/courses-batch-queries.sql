-- Written by "npm run reference" from src/server/courses/batch-queries.ts.

-- batchesOfMentor
select
  "batches"."id",
  "batches"."name"
from "batch_mentors"
inner join "batches" on "batches"."id" = "batch_mentors"."batch_id"
where "batch_mentors"."account_id" = :accountId
order by "batches"."starts_at" desc, "batches"."id";

-- coursesOfMentor
select distinct "course"."name"
from "batch_mentors"
inner join "batches" on "batches"."id" = "batch_mentors"."batch_id"
inner join (select "id", "name" from "courses") as "course" on "course"."id" = "batches"."course_id"
where "batch_mentors"."account_id" = :accountId;

-- everyBatch
select
  "id",
  "name",
  "retired_at" as "archivedAt"
from "batches"
order by "starts_at" desc, "id";

-- openBatchesLike
select
  "batches"."name",
  "course"."name" as "course",
  "batches"."joining"
from "batches"
inner join (select "id", "name" from "courses") as "course" on "course"."id" = "batches"."course_id"
where "batches"."is_open" = 1
  and batches.name_key like :pattern escape '!'
order by "batches"."name"
limit :limit;
