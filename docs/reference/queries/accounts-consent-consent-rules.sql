-- Written by "npm run reference" from src/server/accounts/consent/consent-rules.ts.

-- countAgreed
select
  "consents"."version_id" as "versionId",
  count(*) as "count"
from "consents"
inner join "accounts" on "accounts"."id" = "consents"."account_id"
where "consents"."page" = :page
  and "consents"."withdrawn_at" is null
  and "accounts"."anonymised_at" is null
  and "accounts"."role" = 'student'
  and not exists (select "later"."id" from "consents" as "later" where "later"."account_id" = "consents"."account_id" and "later"."page" = "consents"."page" and "later"."id" > "consents"."id" and "later"."withdrawn_at" is null)
group by "consents"."version_id";
