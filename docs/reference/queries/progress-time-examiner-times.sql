-- Written by "npm run reference" from src/server/progress/time/examiner-times.ts.

-- examinerTimesOf
select
  "told"."student_id" as "studentId",
  "told"."starts_at" as "startsAt",
  "told"."minutes",
  "told"."room",
  "told"."link",
  "batch"."name" as "batch"
from "viva_examiner_times" as "told"
inner join (select "id", "name", "name_key", "course_id", "starts_at", "viva_deadline", "announced_until", "comment_first", "due_days", "extension_days", "retired_at", "choose_from", "choose_until", "declaration_id", "review_days" from "batches") as "batch" on "batch"."id" = "told"."batch_id"
where "told"."examiner_id" = :accountId
order by "told"."starts_at", "told"."student_id";

-- examinerTimesOfBatch
select
  "student_id" as "studentId",
  "examiner_id" as "examinerId",
  "starts_at" as "startsAt",
  "minutes",
  "room",
  "link"
from "viva_examiner_times"
where "batch_id" = :batchId
order by "examiner_id", "student_id";
