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

-- guardianLacks
select (
  select case when guardian.name is null then 'missing' else 'unconfirmed' end
  from guardians guardian inner join guardian_rule on guardian_rule.id = 1
  where guardian.account_id = accounts.id and guardian.confirmed_at is null) as "lacks"
from "accounts"
where "accounts"."id" = :accountId;
