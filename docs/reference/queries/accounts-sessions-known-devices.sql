-- Written by "npm run reference" from src/server/accounts/sessions/known-devices.ts.

-- deviceOf
select "known_devices"."token_hash"
from "known_devices"
inner join "accounts" on "accounts"."id" = "known_devices"."account_id"
where "known_devices"."token_hash" = :tokenHash
  and "accounts"."email" = :email
  and "known_devices"."expires_at" > :now;
