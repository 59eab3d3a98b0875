-- Written by "npm run reference" from src/server/certificates/certificate-queries.ts.

-- certificateByNumber
select
  "paper"."id",
  "paper"."number",
  "paper"."kind",
  "paper"."account_id" as "accountId",
  "paper"."batch_id" as "batchId",
  "paper"."layout",
  "paper"."logo",
  "paper"."background",
  "paper"."document",
  "paper"."revoked_at" as "revokedAt",
  "paper"."revocation"
from "certificates" as "paper"
where "paper"."number" = :number;

-- certificatesOf
select
  "paper"."number",
  "paper"."kind",
  "batch"."name" as "batch",
  "paper"."issued_at" as "issuedAt",
  "paper"."revoked_at" as "revokedAt",
  "paper"."revocation",
  "paper"."document"
from "certificates" as "paper"
inner join (select "id", "name", "name_key", "course_id", "starts_at", "viva_deadline", "announced_until", "comment_first", "due_days", "extension_days", "retired_at", "choose_from", "choose_until", "declaration_id", "review_days" from "batches") as "batch" on "batch"."id" = "paper"."batch_id"
where "paper"."account_id" = :accountId
order by "paper"."id" desc;

-- holdersIn
select distinct "account_id" as "accountId"
from "certificates"
where "batch_id" = :batchId;
