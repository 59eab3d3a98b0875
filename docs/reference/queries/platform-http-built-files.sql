-- Written by "npm run reference" from src/server/platform/http/built-files.ts.

-- builtFileByPath
select
  "content_type",
  "encoding",
  "body"
from "built_files"
where "path" = :path;
