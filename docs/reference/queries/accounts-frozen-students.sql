-- Written by "npm run reference" from src/server/accounts/frozen-students.ts.

-- frozenStudent
select
  "frozen"."freeze_id" as "freezeId",
  "frozen"."opened_at" as "openedAt",
  "frozen"."reason",
  "opener"."name" as "openedBy"
from "frozen_students" as "frozen"
left join "accounts" as "opener" on "opener"."id" = "frozen"."opened_by"
where "frozen"."account_id" = :accountId;
