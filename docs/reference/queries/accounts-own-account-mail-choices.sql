-- Written by "npm run reference" from src/server/accounts/own-account/mail-choices.ts.

-- mailsTurnedOff
select "mail"
from "turned_off_mails"
where "account_id" = :accountId;
