-- Written by "npm run reference" from src/server/accounts/consent/consent-queries.ts.

-- consentsOf
select
  "consents"."id",
  "consents"."page",
  "consents"."form",
  "consents"."given_at" as "givenAt",
  "consents"."withdrawn_at" as "withdrawnAt",
  "version"."id" as "versionId",
  "version"."number",
  "version"."sha256"
from "consents"
inner join "text_versions" as "version" on "version"."id" = "consents"."version_id"
where "consents"."account_id" = :accountId
order by "consents"."id" desc;
