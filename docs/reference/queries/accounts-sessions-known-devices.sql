-- Written by "npm run reference" from src/server/accounts/sessions/known-devices.ts.

-- accountsOfDevice
select "account_id" as "id"
from "known_devices"
where "token_hash" = :tokenHash
  and "expires_at" > :now
order by "account_id"
limit 1;

-- deviceOf
select "known_devices"."token_hash"
from "known_devices"
inner join "accounts" on "accounts"."id" = "known_devices"."account_id"
where "known_devices"."token_hash" = :tokenHash
  and "accounts"."email" = :email
  and "known_devices"."expires_at" > :now;
