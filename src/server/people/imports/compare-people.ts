import { sql, type Kysely } from 'kysely';
import type { RowState } from '#contract/people/import-fields';
import { batchesAs } from '../../courses/batch-queries.ts';
import { importedPeopleAs, peopleAs, formerEmailsAs } from '../../accounts/people-queries.ts';
import { projectsAs } from '../../projects/queries.ts';
import type { EngineName } from '../../platform/database/engine.ts';
import { jsonObject } from '../../platform/database/rows-at-once.ts';
import type { Tables } from '../../platform/database/schema.ts';
import { selectionsAs } from '../../selections/queries.ts';

/** Each `wrong` line is one reason, in this order. */
export const stateAmongPeople = sql<RowState>`case
  when person.batch_key is not null and batch.id is null then 'wrong'
  when account.role <> 'student' then 'wrong'
  when former.email is not null then 'wrong'
  when batch.id is not null and project.course_id <> batch.course_id then 'wrong'
  when batch.retired_at is not null and batch.id is distinct from account.batch_id
    and (account.confirmed_at is not null or batch.id is distinct from imported.batch_id) then 'wrong'
  when account.id is null and imported.email is null then 'new'
  when account.confirmed_at is not null and (
    (batch.id is not null and batch.id is distinct from account.batch_id)
    or (person.exit_score is not null and person.exit_score is distinct from account.exit_score)
    or (person.grade is not null and person.grade is distinct from account.grade)) then 'changed'
  when account.confirmed_at is null and (
    (batch.id is not null and batch.id is distinct from imported.batch_id)
    or (person.exit_score is not null and person.exit_score is distinct from imported.exit_score)
    or (person.grade is not null and person.grade is distinct from imported.grade)) then 'changed'
  when account.id is null and (
    (person.name is not null and person.name is distinct from imported.name)
    or (person.phone is not null and person.phone is distinct from imported.phone)) then 'changed'
  else 'unchanged' end`;

/** Faults and repeated addresses are always wrong. */
const stateOfRow = sql<RowState>`case
  when person.faults is not null then 'wrong'
  when exists (select 1 from intake_people as other where other.intake_id = person.intake_id
    and other.email = person.email and other.line <> person.line) then 'wrong'
  else ${stateAmongPeople} end`;

/**
 * With what is known of each address; holders keep their name and phone. A former address that is an account's
 * current one again is no former one.
 */
export function comparedPeople(db: Kysely<Tables>, importId: number) {
  return db
    .selectFrom('intake_people as person')
    .leftJoin(batchesAs('batch'), 'batch.name_key', 'person.batch_key')
    .leftJoin(importedPeopleAs('imported'), 'imported.email', 'person.email')
    .leftJoin(peopleAs('account'), 'account.email', 'person.email')
    .leftJoin(formerEmailsAs('former'), (on) =>
      on.onRef('former.email', '=', 'person.email').on('account.id', 'is', null),
    )
    .leftJoin(selectionsAs('choice'), 'choice.account_id', 'account.id')
    .leftJoin(projectsAs('project'), 'project.id', 'choice.project_id')
    .where('person.intake_id', '=', importId);
}

/** Of a row: the account's own name or phone, which an import never replaces, is another one. */
export const keepsOwn = sql<boolean>`(account.role = 'student' and (
  (person.name is not null and person.name is distinct from account.name)
  or (person.phone is not null and person.phone is distinct from account.phone)))`;

/** JSON of the values to replace. */
export function knownOfRow(engine: EngineName) {
  const known = (field: 'exit_score' | 'grade') =>
    sql`case when ${sql.ref(`person.${field}`)} is not null then
      case when account.confirmed_at is not null then ${sql.ref(`account.${field}`)} else ${sql.ref(`imported.${field}`)} end end`;
  const waiting = (field: 'name' | 'phone') =>
    sql`case when ${sql.ref(`person.${field}`)} is not null and account.id is null then ${sql.ref(`imported.${field}`)} end`;
  return jsonObject(engine, {
    batch_id: sql`case when batch.id is not null then
      case when account.confirmed_at is not null then account.batch_id else imported.batch_id end end`,
    exit_score: known('exit_score'),
    grade: known('grade'),
    name: waiting('name'),
    phone: waiting('phone'),
  });
}

export const checkedPeople = (db: Kysely<Tables>, engine: EngineName, importId: number) =>
  comparedPeople(db, importId).select([
    'person.line',
    stateOfRow.as('judged'),
    knownOfRow(engine).as('known'),
  ]);

/** `known` only where something is replaced. */
export const judgement = {
  state: sql<RowState>`judgement.judged`,
  known: sql<string | null>`case when judgement.judged = 'changed' then judgement.known end`,
};
