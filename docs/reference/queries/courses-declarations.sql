-- Written by "npm run reference" from src/server/courses/declarations.ts.

-- declarationById
select
  "statement",
  "ai_use"
from "declarations"
where "id" = :id;
