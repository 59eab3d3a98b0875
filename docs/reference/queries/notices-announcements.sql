-- Written by "npm run reference" from src/server/notices/announcements/queries.ts.

-- announcementById
select
  "announcements"."id",
  "announcements"."text",
  "announcements"."created_at" as "createdAt",
  "announcements"."pinned_until" as "pinnedUntil",
  "announcements"."edits",
  "announcements"."day",
  "author"."name" as "authorName",
  "announcements"."seen_by" as "seenBy",
  "announcements"."told"
from "announcements"
inner join (select "id", "email", "name", "role", "batch_id", "confirmed_at", "must_confirm", "exit_score" from "accounts") as "author" on "author"."id" = "announcements"."author_id"
where "announcements"."id" = :id;

-- pinnedFor
select
  "announcements"."id",
  "announcements"."text",
  "announcements"."created_at" as "createdAt",
  "announcements"."pinned_until" as "pinnedUntil",
  "announcements"."edits",
  "announcements"."day",
  "author"."name" as "authorName",
  "view"."account_id" as "seenBy"
from "announcements"
inner join (select "id", "email", "name", "role", "batch_id", "confirmed_at", "must_confirm", "exit_score" from "accounts") as "author" on "author"."id" = "announcements"."author_id"
left join "announcement_views" as "view" on "view"."announcement_id" = "announcements"."id"
  and "view"."account_id" = :accountId
where "announcements"."batch_id" = :batchId
  and "announcements"."withdrawn_at" is null
  and "announcements"."pinned_until" > :now
order by "announcements"."id" desc
limit 10;

-- pinnedIn
select
  "announcements"."id",
  "announcements"."text",
  "announcements"."created_at" as "createdAt",
  "announcements"."pinned_until" as "pinnedUntil",
  "announcements"."edits",
  "announcements"."day",
  "author"."name" as "authorName",
  "announcements"."seen_by" as "seenBy",
  "announcements"."told"
from "announcements"
inner join (select "id", "email", "name", "role", "batch_id", "confirmed_at", "must_confirm", "exit_score" from "accounts") as "author" on "author"."id" = "announcements"."author_id"
where "announcements"."batch_id" = :batchId
  and "announcements"."withdrawn_at" is null
  and "announcements"."pinned_until" > :now
order by "announcements"."id" desc
limit 10;
