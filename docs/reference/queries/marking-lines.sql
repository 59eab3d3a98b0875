-- Written by "npm run reference" from src/server/marking/lines/queries.ts.

-- countLineComments
select count(*) as "count"
from "line_comments"
where "submission_id" = :submissionId;

-- lineCommentById
select
  "line_comments"."id",
  "line_comments"."path",
  "line_comments"."line",
  "line_comments"."text",
  "line_comments"."written_at" as "writtenAt",
  "line_comments"."edited_at" as "editedAt",
  "author"."name" as "by"
from "line_comments"
inner join (select "id", "email", "name", "role", "batch_id", "confirmed_at", "must_confirm", "exit_score" from "accounts") as "author" on "author"."id" = "line_comments"."written_by"
where "line_comments"."submission_id" = :submissionId
  and "line_comments"."id" = :id;

-- lineCommentsAfter
select
  "line_comments"."id",
  "line_comments"."path",
  "line_comments"."line",
  "line_comments"."text",
  "line_comments"."written_at" as "writtenAt",
  "line_comments"."edited_at" as "editedAt",
  "author"."name" as "by",
  "submissions"."task",
  "submissions"."version"
from "line_comments"
inner join (select "id", "email", "name", "role", "batch_id", "confirmed_at", "must_confirm", "exit_score" from "accounts") as "author" on "author"."id" = "line_comments"."written_by"
inner join "submissions" on "submissions"."id" = "line_comments"."submission_id"
where "line_comments"."account_id" = :accountId
  and "line_comments"."id" > :afterId
order by "line_comments"."id"
limit :limit;

-- lineCommentsOf
select
  "line_comments"."id",
  "line_comments"."path",
  "line_comments"."line",
  "line_comments"."text",
  "line_comments"."written_at" as "writtenAt",
  "line_comments"."edited_at" as "editedAt",
  "author"."name" as "by"
from "line_comments"
inner join (select "id", "email", "name", "role", "batch_id", "confirmed_at", "must_confirm", "exit_score" from "accounts") as "author" on "author"."id" = "line_comments"."written_by"
where "line_comments"."submission_id" = :submissionId
order by "line_comments"."id"
limit 200;

-- releasedLineCommentsOf
select
  "line_comments"."id",
  "line_comments"."path",
  "line_comments"."line",
  "line_comments"."text",
  "line_comments"."written_at" as "writtenAt",
  "line_comments"."edited_at" as "editedAt",
  "author"."name" as "by"
from "line_comments"
inner join (select "id", "email", "name", "role", "batch_id", "confirmed_at", "must_confirm", "exit_score" from "accounts") as "author" on "author"."id" = "line_comments"."written_by"
inner join "marks" on "marks"."submission_id" = "line_comments"."submission_id"
where "marks"."released" = 1
  and "line_comments"."submission_id" = :submissionId
order by "line_comments"."id"
limit 200;
