-- Written by "npm run reference" from src/server/accounts/consent/text-versions.ts.

-- versionsOfPage
select
  "id",
  "number",
  "sha256",
  "recorded_at" as "recordedAt",
  "asked_at" as "askedAt",
  "note"
from "text_versions"
where "page" = :page
order by "number" desc;
