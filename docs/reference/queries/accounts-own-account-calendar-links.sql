-- Written by "npm run reference" from src/server/accounts/own-account/calendar-links.ts.

-- calendarByHash
select
  "account_id" as "accountId",
  "secret",
  "schedule",
  "sequence",
  "changed_at" as "changedAt"
from "calendars"
where "secret_hash" = :hash;

-- calendarOf
select
  "account_id" as "accountId",
  "secret",
  "schedule",
  "sequence",
  "changed_at" as "changedAt"
from "calendars"
where "account_id" = :accountId;

-- calendarWithoutHash
select
  "account_id" as "accountId",
  "secret",
  "schedule",
  "sequence",
  "changed_at" as "changedAt"
from "calendars"
where "secret" = :secret
  and "secret_hash" is null;
