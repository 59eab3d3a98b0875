-- Written by "npm run reference" from src/server/submissions/uploads/upload-rows.ts.

-- uploadById
select *
from "uploads"
where "id" = :id
  and "expires_at" > :now;
