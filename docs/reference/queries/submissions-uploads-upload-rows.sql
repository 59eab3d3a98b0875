-- Written by "npm run reference" from src/server/submissions/uploads/upload-rows.ts.

-- uploadById
select
  "account_id",
  "task",
  "name",
  "begun_at",
  "expires_at",
  "id",
  "bytes",
  "arrived_bytes",
  "hash_state",
  "sha256",
  "place",
  "fence"
from "uploads"
where "id" = :id
  and "expires_at" > :now;
