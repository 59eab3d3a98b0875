-- Written by "npm run reference" from src/server/submissions/uploads/upload-rows.ts.

-- uploadById
select
  "id",
  "account_id",
  "task",
  "name",
  "bytes",
  "begun_at",
  "expires_at"
from "uploads"
where "id" = :id
  and "expires_at" > :now;
