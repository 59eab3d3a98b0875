import { sql, type Kysely } from 'kysely';
import type { EngineDdl } from '../../engine.ts';
import { addIndexes, isErasing, run, unchanged } from './statements.ts';

/** 180 days in milliseconds: audit events last as long, whatever the setting. */
const shortestLife = 15_552_000_000;

/**
 * Events change only while their person is anonymised, and go only when expired; a row that stays gives the
 * reason.
 */
async function createAuditLog(db: Kysely<unknown>, ddl: EngineDdl): Promise<void> {
  await db.schema
    .createTable('audit_log')
    .addColumn('id', ddl.idType, ddl.id)
    .addColumn('at', ddl.number, (c) => c.notNull())
    .addColumn('actor_id', ddl.number, (c) => c.references('accounts.id'))
    .addColumn('act', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('before', 'text')
    .addColumn('after', 'text')
    .addColumn('about_id', ddl.number)
    .addColumn('network', 'text')
    .execute();
  await db.schema
    .createTable('audit_removals')
    .addColumn('id', ddl.idType, ddl.id)
    .addColumn('lines_before', ddl.number, (c) => c.notNull())
    .addColumn('removed_at', ddl.number, (c) =>
      c.notNull().check(sql`removed_at - lines_before >= ${sql.lit(shortestLife)}`),
    )
    .execute();
  await db.schema
    .createTable('audit_erasures')
    .addColumn('id', ddl.idType, ddl.id)
    .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id'))
    .addColumn('at', ddl.number, (c) => c.notNull())
    .execute();
  // An index per filter, in order. Each leaves out what its filter never shows: an import writes 50,000
  // events.
  await addIndexes(db, [
    'index audit_log_of_subject on audit_log (subject, id)',
    'index audit_log_in_time on audit_log (at, id)',
    'index audit_log_of_act on audit_log (act, at, id)',
    'index audit_log_of_actor on audit_log (actor_id, at, id)',
    'index audit_log_of_actor_and_act on audit_log (actor_id, act, at, id)',
    'index audit_log_about on audit_log (about_id, at, id) where (about_id is not null)',
    'index audit_log_about_of_act on audit_log (about_id, act, at, id) where (about_id is not null)',
    // Operator's commands have no network. An expression, or the planner takes the index of actors.
    'index audit_log_of_operator on audit_log (at, id) where (network is null and coalesce(actor_id, 0) = 0)',
    'index audit_erasures_of_account on audit_erasures (account_id)',
  ]);
  const isOver = 'exists (select 1 from audit_removals r where r.lines_before > old.at)';
  await run(db, [
    ...ddl.forbid('audit_log', ['update', 'delete']),
    ...ddl.forbid('audit_removals', ['update', 'delete']),
    ...ddl.forbid('audit_erasures', ['update', 'delete']),
    ...ddl.forbidUnless('audit_log', 'delete', isOver),
    ...ddl.forbidUnless(
      'audit_log',
      'update',
      `${unchanged('id', 'at', 'actor_id', 'act', 'network')} and (old.about_id is null or new.about_id is not distinct from old.about_id)
       and exists (select 1 from audit_erasures e where e.account_id in (new.about_id, old.actor_id))`,
    ),
    ...ddl.checkByStatement('audit_log', 'actor_id', 'accounts'),
    // On PostgreSQL imports write into a table without indexes; a job moves the rows.
    ...ddl.addPending('audit_log', isOver),
  ]);
}

/** Anonymised accounts get no personal data again. */
function keepAnonymised(ddl: EngineDdl) {
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
  const isRefused = `old.anonymised_at is not null and not (${unchanged(...personal)}) and not ${isErasing('old.id')}`;
  const refusal = 'accounts: update of an anonymised one is forbidden';
  const head = `create trigger accounts_stay_anonymised before update of ${personal.join(', ')} on accounts`;
  const statements =
    ddl.idType === 'bigint'
      ? [
          `create function accounts_stay_anonymised() returns trigger language plpgsql as $$ begin if ${isRefused} then raise exception '${refusal}'; end if; return new; end $$`,
          `${head} for each row execute function accounts_stay_anonymised()`,
        ]
      : [`${head} when ${isRefused} begin select raise(abort, '${refusal}'); end`];
  return statements.map((statement) => sql.raw(statement));
}

export async function createPrivacy(db: Kysely<unknown>, ddl: EngineDdl): Promise<void> {
  await createAuditLog(db, ddl);
  await db.schema
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
  await run(db, [
    ...ddl.forbid('anonymisations', ['update', 'delete']),
    ...ddl.forbidUnless(
      'anonymisations',
      'update',
      unchanged('account_id', 'at', 'actor_id', 'reason', 'signed_up_at', 'salt', 'addresses'),
    ),
    ...keepAnonymised(ddl),
  ]);
}
