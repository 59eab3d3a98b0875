-- Written by "npm run reference" from src/server/certificates/name-queries.ts.

-- nameLineOf
select
  "line",
  "confirmed_at" as "confirmedAt",
  "confirmed_by" as "confirmedBy",
  "guardian",
  "guardian_how" as "guardianHow",
  "guardian_on" as "guardianOn"
from "certificate_names"
where "account_id" = :accountId
order by "id" desc
limit 1;
