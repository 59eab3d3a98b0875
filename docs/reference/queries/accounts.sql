-- Written by "npm run reference" from src/server/accounts/queries.ts.

-- studentByEmail
select
  "id" as "accountId",
  "email",
  "name",
  "batch_id" as "batchId"
from "accounts"
where "email" = :email
  and "role" = 'student';
