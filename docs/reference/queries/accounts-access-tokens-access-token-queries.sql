-- Written by "npm run reference" from src/server/accounts/access-tokens/access-token-queries.ts.

-- accessTokenById
select
  "token"."id",
  "token"."name",
  "token"."scopes",
  "batch"."name" as "batch",
  "token"."created_at" as "createdAt",
  "token"."expires_at" as "expiresAt",
  "token"."used_at" as "usedAt"
from "access_tokens" as "token"
left join (select "id", "name", "name_key", "course_id", "starts_at", "viva_deadline", "announced_until", "comment_first", "due_days", "extension_days", "retired_at", "choose_from", "choose_until", "declaration_id", "review_days" from "batches") as "batch" on "batch"."id" = "token"."batch_id"
where "token"."account_id" = :accountId
  and "token"."id" = :id;

-- accessTokensOf
select
  "token"."id",
  "token"."name",
  "token"."scopes",
  "batch"."name" as "batch",
  "token"."created_at" as "createdAt",
  "token"."expires_at" as "expiresAt",
  "token"."used_at" as "usedAt"
from "access_tokens" as "token"
left join (select "id", "name", "name_key", "course_id", "starts_at", "viva_deadline", "announced_until", "comment_first", "due_days", "extension_days", "retired_at", "choose_from", "choose_until", "declaration_id", "review_days" from "batches") as "batch" on "batch"."id" = "token"."batch_id"
where "token"."account_id" = :accountId
order by "token"."id" desc
limit :limit;

-- holderOfAccessToken
select
  "accounts"."id" as "accountId",
  "accounts"."email",
  "accounts"."name",
  "accounts"."role",
  "accounts"."confirmed_at" as "confirmedAt",
  "accounts"."must_confirm" as "mustConfirm",
  "accounts"."has_second_factor" as "hasSecondFactor",
  "accounts"."former_emails" as "formerEmails",
  "accounts"."unread_notices" as "unreadNotices",
  "batch"."id" as "batchId",
  "batch"."name" as "batchName",
  "batch"."announced_until" as "announcedUntil",
  "course"."id" as "courseId",
  "course"."name" as "courseName",
  "examiner"."account_id" as "examinerId",
  case when exists (
  select 1 from text_versions asked where asked.asked_at > 0 and not exists (
    select 1 from consents given where given.account_id = accounts.id and given.page = asked.page
    and given.version_id >= asked.id and given.withdrawn_at is null)) then 1 else 0 end as "asksConsent",
  (
  select case when guardian.name is null then 'missing' else 'unconfirmed' end
  from guardians guardian inner join guardian_rule on guardian_rule.id = 1
  where guardian.account_id = accounts.id and guardian.confirmed_at is null) as "lacksGuardian",
  "token"."id" as "tokenId",
  "token"."name" as "tokenName",
  "token"."scopes",
  "token"."batch_id" as "onlyBatchId",
  "token"."used_at" as "usedAt"
from "access_tokens" as "token"
inner join "accounts" on "accounts"."id" = "token"."account_id"
left join (select "id", "name", "name_key", "course_id", "starts_at", "viva_deadline", "announced_until", "comment_first", "due_days", "extension_days", "retired_at", "choose_from", "choose_until", "declaration_id", "review_days" from "batches") as "batch" on "batch"."id" = "accounts"."batch_id"
left join (select "id", "name" from "courses") as "course" on "course"."id" = "batch"."course_id"
left join "examiner_accounts" as "examiner" on "examiner"."account_id" = "accounts"."id"
where "token"."token_hash" = :tokenHash
  and "token"."expires_at" > :now
  and "accounts"."role" <> 'student'
  and "accounts"."suspended_at" is null
  and "examiner"."account_id" is null;
