-- Written by "npm run reference" from src/server/forum/live/changes-since.ts.

-- questionsChangedSince
select
  "question_changes"."question_id" as "id",
  "question_changes"."asked_version" as "askedVersion",
  "question_changes"."version",
  "questions"."deleted_at" as "deletedAt",
  "comment_counts"."comments" as "commentCount"
from "question_changes"
inner join "questions" on "questions"."id" = "question_changes"."question_id"
left join "comment_counts" on "comment_counts"."question_id" = "question_changes"."question_id"
where "question_changes"."batch_id" = :batchId
  and "question_changes"."version" > :version
order by "question_changes"."version" desc
limit :limit;

-- versionOfDiscussion
select "version"
from "discussion_versions"
where "batch_id" = :batchId;
