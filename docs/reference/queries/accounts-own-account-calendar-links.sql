-- Written by "npm run reference" from src/server/accounts/own-account/calendar-links.ts.

-- calendarOf
select
  "account_id" as "accountId",
  "secret",
  "schedule",
  "sequence",
  "changed_at" as "changedAt"
from "calendars"
where "account_id" = :accountId;

-- calendarWith
select
  "account_id" as "accountId",
  "secret",
  "schedule",
  "sequence",
  "changed_at" as "changedAt"
from "calendars"
where "secret" = :secret;
