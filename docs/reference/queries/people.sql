-- Written by "npm run reference" from src/server/people/queries.ts.

-- accountsWithWord
select distinct "account_id"
from "person_words"
where "word" >= :term
  and "word" < :end
  and "account_id" < :beforeId
order by "account_id" desc;

-- choicesOfBatch
select
  "project"."id",
  "project"."name"
from (select "id", "name", "name_key", "course_id", "starts_at", "viva_deadline", "announced_until", "comment_first", "due_days", "extension_days", "retired_at", "choose_from", "choose_until", "declaration_id", "review_days" from "batches") as "batch"
inner join (select "id", "name", "course_id" from "projects" where "retired_at" is null and projects.details <> '') as "project" on "project"."course_id" = "batch"."course_id"
where "batch"."id" = :batchId
  and "batch"."choose_until" < :now
order by "project"."id";

-- countWords
select count(*) as "words"
from (select "account_id" from "person_words" where "word" >= :term and "word" < :end limit :limit) as "found";

-- peopleCounts
select
  sum("everybody") as "everybody",
  sum("unconfirmed") as "unconfirmed",
  sum("confirmed") as "confirmed",
  sum("waiting") as "waiting",
  sum("placed") as "placed",
  sum("with_project") as "with_project",
  sum("suspended") as "suspended",
  sum("staff") as "staff",
  sum("deletion_asked") as "deletion_asked",
  sum("anonymised") as "anonymised"
from "people_counts"
where "counted" = 1;

-- personById
select
  "person"."id",
  "person"."email",
  "person"."name",
  "person"."role",
  "person"."phone",
  "person"."typed_batch" as "typedBatch",
  "person"."confirmed_at" as "confirmedAt",
  "person"."suspended_at" as "suspendedAt",
  "person"."anonymised_at" as "anonymisedAt",
  "person"."created_at" as "signedUpAt",
  "person"."seen_at" as "seenAt",
  "batch"."name" as "batch",
  "project"."id" as "projectId",
  "project"."name" as "projectName",
  "wish"."asked_at" as "deletionAskedAt",
  "examiner"."account_id" as "examinerId",
  "examiner"."removed_at" as "removedAt",
  "course"."name" as "course",
  "person"."exit_score" as "exitScore",
  "person"."grade",
  "person"."suspension_reason" as "suspensionReason",
  "person"."former_emails" as "formerEmails",
  "person"."has_second_factor" as "hasSecondFactor",
  "person"."has_password" as "hasPassword",
  "selection"."started_at" as "startedAt",
  "preferred"."id" as "preferredId",
  "preferred"."name" as "preferredName",
  "person"."batch_id" as "batchId",
  "imported"."email" as "importedEmail",
  "imported"."exit_score" as "importedScore",
  "imported"."grade" as "importedGrade",
  "imported_batch"."name" as "importedBatch"
from (select "id", "email", "name", "role", "phone", "batch_id", "typed_batch", "exit_score", "grade", "confirmed_at", "suspended_at", "suspension_reason", "anonymised_at", "created_at", "seen_at", "former_emails", "has_second_factor", "preferred_project", case when password_hash is null then 0 else 1 end as "has_password" from "accounts") as "person"
left join (select "id", "name", "name_key", "course_id", "starts_at", "viva_deadline", "announced_until", "comment_first", "due_days", "extension_days", "retired_at", "choose_from", "choose_until", "declaration_id", "review_days" from "batches") as "batch" on "batch"."id" = "person"."batch_id"
left join (select "id", "name" from "courses") as "course" on "course"."id" = "batch"."course_id"
left join (select "account_id", "project_id", "started_at", "chosen_at" from "selections") as "selection" on "selection"."account_id" = "person"."id"
left join (select "id", "name", "course_id" from "projects") as "project" on "project"."id" = "selection"."project_id"
left join (select "account_id", "asked_at" from "deletion_requests") as "wish" on "wish"."account_id" = "person"."id"
left join (select "email", "batch_id", "exit_score", "grade", "name", "phone", "is_correction", "imported_at", "intake_id" from "imported_people") as "imported" on "imported"."email" = "person"."email"
left join (select "id", "name", "name_key", "course_id", "starts_at", "viva_deadline", "announced_until", "comment_first", "due_days", "extension_days", "retired_at", "choose_from", "choose_until", "declaration_id", "review_days" from "batches") as "imported_batch" on "imported_batch"."id" = "imported"."batch_id"
left join (select "id", "name", "course_id" from "projects") as "preferred" on "preferred"."id" = "person"."preferred_project"
left join (select "account_id", "invited_at", "removed_at" from "examiner_accounts") as "examiner" on "examiner"."account_id" = "person"."id"
where "person"."id" = :accountId;

-- undecidedByBatch
select
  "batch"."name",
  count(*) as "students"
from (select "id", "name", "name_key", "course_id", "starts_at", "viva_deadline", "announced_until", "comment_first", "due_days", "extension_days", "retired_at", "choose_from", "choose_until", "declaration_id", "review_days" from "batches") as "batch"
inner join "people" on "people"."batch_id" = "batch"."id"
where "batch"."choose_until" < :now
  and "batch"."retired_at" is null
  and is_student = 1
  and is_suspended = 0
  and is_anonymised = 0
  and is_waiting = 0
  and has_project = 0
group by "batch"."id", "batch"."name"
order by "batch"."id";
