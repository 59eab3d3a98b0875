-- Written by "npm run reference" from src/server/progress/progress-queries.ts.

-- staffNotesBefore
select
  "staff_notes"."id",
  "staff_notes"."text",
  "staff_notes"."created_at" as "createdAt",
  "staff_notes"."author_id" as "authorId",
  "author"."name" as "authorName",
  "author"."role" as "authorRole"
from "staff_notes"
inner join (select "id", "email", "name", "role", "batch_id", "confirmed_at", "must_confirm", "exit_score" from "accounts") as "author" on "author"."id" = "staff_notes"."author_id"
where "staff_notes"."account_id" = :accountId
  and "staff_notes"."id" < :beforeId
order by "staff_notes"."id" desc
limit :limit;
