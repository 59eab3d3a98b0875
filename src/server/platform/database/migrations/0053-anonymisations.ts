import { sql, type Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

/** What stands in place of words that may not be empty. */
const erased = "'Removed on request.'";

/** Whether an account is just being anonymised: only its own transaction ever sees that. */
const isRunning = (account: string) =>
  `exists (select 1 from anonymisations n where n.account_id = ${account} and n.is_running = 1)`;

const stay = (...columns: string[]) =>
  columns.map((column) => `new.${column} is not distinct from old.${column}`).join(' and ');

/** Which changes of rows that otherwise never change are let through: only to the erased form, everything else as it was. */
const erasures = {
  submissions: `${isRunning('old.account_id')} and ${stay('id', 'account_id', 'task', 'version', 'number', 'submitted_at', 'late', 'file_id', 'file_bytes', 'file_sha256', 'due_at')}
    and new.links = '' and new.comments = ${erased} and new.idempotency_key is null and new.upload_id is null
    and new.file_name is not distinct from (case when old.file_name is null then null else 'removed' end) and new.erased_at is not null`,
  former_selections: `${isRunning('old.account_id')} and new.reason = ${erased}
    and ${stay('id', 'selection_id', 'account_id', 'project_id', 'started_at', 'chosen_at', 'ended_at', 'ended_as', 'ended_by')}`,
  extensions: `${isRunning('old.account_id')} and new.reason = ${erased}
    and ${stay('id', 'account_id', 'task', 'due_at', 'due_before', 'outage_from', 'outage_to', 'granted_by', 'granted_at')}`,
  second_looks: `${isRunning('old.account_id')} and new.reason = ${erased}
    and ${stay('submission_id', 'account_id', 'task', 'asked_at')}`,
  second_look_answers: `${isRunning('(select l.account_id from second_looks l where l.submission_id = old.submission_id)')}
    and new.answer = ${erased} and ${stay('submission_id', 'answered_by', 'answered_at')}`,
};

const personal = [
  'email',
  'name',
  'phone',
  'password_hash',
  'typed_batch',
  'former_emails',
  'exit_score',
  'grade',
  'anonymised_at',
];

/** An account that was anonymised never gets a name, an address or a password again. */
async function keepAnonymised(db: Kysely<unknown>, ddl: EngineDdl): Promise<void> {
  const isPostgres = ddl.idType === 'bigint';
  const isRefused = `old.anonymised_at is not null and not (${stay(...personal)}) and not ${isRunning('old.id')}`;
  const refusal = 'accounts: update of an anonymised one is forbidden';
  const head = `create trigger accounts_stay_anonymised before update of ${personal.join(', ')} on accounts`;
  const statements = isPostgres
    ? [
        `create function accounts_stay_anonymised() returns trigger language plpgsql as $$ begin if ${isRefused} then raise exception '${refusal}'; end if; return new; end $$`,
        `${head} for each row execute function accounts_stay_anonymised()`,
      ]
    : [`${head} when ${isRefused} begin select raise(abort, '${refusal}'); end`];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/**
 * Who was anonymised, when and why, with what finds the person again in a restored backup; and the one act that rows which
 * otherwise never change let through.
 */
export function createAnonymisations(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      const { schema } = db;
      await schema.alterTable('submissions').addColumn('erased_at', ddl.number).execute();
      await schema
        .createTable('anonymisations')
        .addColumn('account_id', ddl.number, (c) => c.primaryKey().references('accounts.id'))
        .addColumn('at', ddl.number, (c) => c.notNull())
        .addColumn('actor_id', ddl.number, (c) => c.references('accounts.id'))
        .addColumn('reason', 'text', (c) => c.notNull().check(sql`reason <> ''`))
        .addColumn('signed_up_at', ddl.number, (c) => c.notNull())
        .addColumn('salt', 'text', (c) => c.notNull())
        .addColumn('addresses', 'text', (c) => c.notNull())
        .addColumn('is_running', 'integer', (c) => c.notNull().check(sql`is_running in (0, 1)`))
        .addColumn('files_gone_at', ddl.number)
        .execute();
      for (const trigger of [
        ...ddl.forbid('anonymisations', ['update', 'delete']),
        ...ddl.forbidUnless(
          'anonymisations',
          'update',
          stay('account_id', 'at', 'actor_id', 'reason', 'signed_up_at', 'salt', 'addresses'),
        ),
        ...Object.entries(erasures).flatMap(([table, condition]) =>
          ddl.forbidUnless(table, 'update', condition),
        ),
      ]) {
        await trigger.execute(db);
      }
      await keepAnonymised(db, ddl);
    },
  };
}
