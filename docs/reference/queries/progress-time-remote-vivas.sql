-- Written by "npm run reference" from src/server/progress/time/remote-vivas.ts.

-- withoutRemoteConsent
select
  "student"."email",
  "student"."name",
  "batch"."name" as "batch",
  "told"."starts_at" as "startsAt",
  "told"."room",
  count(*) over() as "count"
from "viva_times" as "told"
inner join (select "id", "email", "name", "batch_id", "suspended_at" from "accounts" where "role" = 'student' and "anonymised_at" is null) as "student" on "student"."id" = "told"."account_id"
inner join (select "id", "name", "name_key", "course_id", "starts_at", "viva_deadline", "announced_until", "comment_first", "due_days", "extension_days", "retired_at", "choose_from", "choose_until", "declaration_id", "review_days" from "batches") as "batch" on "batch"."id" = "told"."batch_id"
left join (select "account_id" from "consents" where "page" = '/remote-viva' and "withdrawn_at" is null) as "consent" on "consent"."account_id" = "told"."account_id"
where "told"."purpose" = 'viva'
  and "told"."cancelled_at" is null
  and "told"."link" is not null
  and "told"."starts_at" > :now
  and "consent"."account_id" is null
order by "told"."starts_at", "told"."account_id"
limit :limit;
