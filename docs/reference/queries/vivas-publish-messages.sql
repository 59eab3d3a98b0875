-- Written by "npm run reference" from src/server/vivas/publish-messages.ts.

-- countMessages
select
  count(*) as "students",
  count("message"."account_id") as "sent"
from (select "account_id", "purpose", "batch_id", "starts_at", "room", "link", "told", "cancelled_at" from "viva_times") as "time"
inner join (select "id", "email", "name", "batch_id", "suspended_at" from "accounts" where "role" = 'student' and "anonymised_at" is null) as "student" on "student"."id" = "time"."account_id"
left join "viva_messages" as "message" on "message"."account_id" = "time"."account_id"
  and "message"."purpose" = "time"."purpose"
  and "message"."told" = "time"."told"
where "time"."batch_id" = :batchId
  and "time"."purpose" = 'viva'
  and "time"."starts_at" >= :now;

-- messagesOfBatch
select
  "student"."email",
  "student"."name",
  "contact"."phone",
  "time"."starts_at" as "startsAt",
  "time"."room",
  "time"."link",
  "time"."told",
  "time"."cancelled_at" as "cancelledAt",
  "message"."sent_at" as "sentAt",
  "sender"."name" as "sender"
from (select "account_id", "purpose", "batch_id", "starts_at", "room", "link", "told", "cancelled_at" from "viva_times") as "time"
inner join (select "id", "email", "name", "batch_id", "suspended_at" from "accounts" where "role" = 'student' and "anonymised_at" is null) as "student" on "student"."id" = "time"."account_id"
inner join (select "id", "email", "name", "phone", "batch_id", "typed_batch", "created_at", "seen_at", "folded_name", "folded_from", "suspended_at" from "accounts") as "contact" on "contact"."id" = "time"."account_id"
left join "viva_messages" as "message" on "message"."account_id" = "time"."account_id"
  and "message"."purpose" = "time"."purpose"
  and "message"."told" = "time"."told"
left join (select "id", "email", "name", "role", "batch_id", "confirmed_at", "must_confirm", "exit_score" from "accounts") as "sender" on "sender"."id" = "message"."sent_by"
where "time"."batch_id" = :batchId
  and "time"."purpose" = 'viva'
  and "time"."starts_at" >= :now
order by case when "message"."sent_at" is null then 0 else 1 end, "time"."starts_at", "time"."account_id"
limit :limit;
