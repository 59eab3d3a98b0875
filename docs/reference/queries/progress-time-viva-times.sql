-- Written by "npm run reference" from src/server/progress/time/viva-times.ts.

-- vivaTimeOf
select
  "starts_at" as "startsAt",
  "minutes",
  "room",
  "link",
  "cancelled_at" as "cancelledAt",
  "told_at" as "toldAt",
  "batch_id" as "batchId"
from "viva_times"
where "account_id" = :accountId
  and "purpose" = 'viva';

-- vivaTimesOfBatch
select
  "account_id" as "accountId",
  "starts_at" as "startsAt",
  "minutes",
  "room",
  "link",
  "cancelled_at" as "cancelledAt"
from "viva_times"
where "batch_id" = :batchId
  and "purpose" = 'viva';
