import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { Engine } from '#server/platform/database/engine';
import { migrate, steps } from '#server/platform/database/migrate';
import { engineName, makeBlankLocation } from '#support/empty-database';
import { openLocation } from '#support/locations';

/** Migration 0009 over a database that was in use: the schema of 0008 with rows in every table. */

const formerNames: Record<string, string> = {
  attempts: 'rate_limit_hits',
  submission_claims: 'idempotency_locks',
  forums: 'discussion_versions',
};

const rows = `
insert into courses (name) values ('MERN'), ('Data Science');
insert into batches (name, name_key, course_id, starts_at, viva_deadline, is_open, is_default)
  values ('M1', 'm1', 1, 10, null, 1, 1), ('D1', 'd1', 2, 20, 99, 0, 0);
insert into projects values ('P1', 1, 'One', 'd', 'o', 'p', 'j', 'b', 'u', '1', '2', '3', '4');
insert into catalogue_files values ('/images/a.png', 'image/png', 'abc', BYTES);
insert into accounts (email, name, role, phone, password_hash, batch_id, created_at)
  values ('a@x.test', 'A', 'student', '1', 'h', 1, 1), ('b@x.test', 'B', 'student', null, null, 1, 2),
    ('c@x.test', 'C', 'student', null, null, 2, 3), ('m@x.test', 'M', 'mentor', null, 'h', null, 4);
insert into batch_mentors (batch_id, name, account_id) values (1, 'M', 4), (2, 'Nobody', null);
insert into imported_people values ('z@x.test', 2, 81.5, 'A', 5);
insert into sessions values ('s1', 1, 1, 2, 3);
insert into one_time_tokens values ('t1', 'setup', null, 1, 2, null), ('t2', 'reset', 1, 1, 2, 2);
insert into attempts (kind, subject, at) values ('login-account', 'x', 1), ('signup', 'y', 2);
insert into selections (account_id, project_id, started_at) values (1, 'P1', 7);
insert into submissions (account_id, task, version, number, submitted_at, late, links, comments, idempotency_key)
  values (1, 'week-1', 2, 'N1', 1, 0, 'l', '', null);
insert into submissions (account_id, task, version, number, submitted_at, late, links, comments, idempotency_key)
  values (1, 'week-1', 1, 'N2', 2, 0, 'l', '', 'k');
insert into submissions (account_id, task, version, number, submitted_at, late, links, comments)
  values (1, 'week-2', 1, 'N3', 3, 1, '', 'c'), (2, 'week-1', 1, 'N4', 4, 0, 'l', ''),
    (2, 'week-1', 2, 'N5', 5, 0, 'l', ''), (2, 'week-1', 3, 'N6', 6, 0, 'l', ''), (3, 'viva', 1, 'N7', 7, 0, 'l', '');
insert into submissions (account_id, task, version, number, submitted_at, late, links, comments, file_id, file_name, file_bytes, file_sha256, upload_id)
  values (3, 'final', 1, 'N8', 8, 0, '', '', 'f', 'a.txt', 3, '${'a'.repeat(64)}', 'u0');
insert into submission_claims values (1, 'week-3', 'key', 100);
insert into marks values (1, 60, 'ok', 0, 4, 1), (4, 50, '', 1, 4, 1), (5, 70, '', 1, null, 1), (7, 99.5, 'good', 1, 4, 1);
insert into questions (batch_id, author_id, text, created_at) values (1, 1, 'Why?', 1), (1, 2, 'How?', 2), (2, 3, 'When?', 3);
update questions set view_count = 3 where id = 1;
update questions set deleted_at = 9 where id = 2;
insert into comments (question_id, author_id, text, created_at) values (1, 2, 'So.', 4), (3, 4, 'Now.', 5);
insert into question_favorites values (1, 2);
insert into question_views values (1, 2), (1, 4);
insert into audit_log (at, actor_id, act, subject, before, after) values (1, 4, 'mark', 's', null, '{}');
insert into receipt_key values (1, 'public', 'private', 1);
insert into outbox (event, recipient, subject, text, html, is_secret, created_at, due_at, sent_at, last_error)
  values ('e1', 'a@x.test', 's', 't', 'h', 0, 1, 2, 3, null), ('e2', 'b@x.test', 's', 't', 'h', 1, 1, 2, null, 'no');
insert into uploads values ('u1', 2, 'week-4', 'a.zip', 10, 1, 2);
update accounts set batch_id = 2 where id = 2`;

async function runAll({ writer }: Engine, statements: string): Promise<void> {
  const bytes = engineName === 'postgres' ? `'\\x0102'::bytea` : `x'0102'`;
  for (const statement of statements.replace('BYTES', bytes).split(/;\n/)) {
    await sql.raw(statement).execute(writer);
  }
}

type Snapshot = Record<string, string[]>;

async function readAll(engine: Engine): Promise<Snapshot> {
  const all: Snapshot = {};
  for (const { name } of await engine.writer.introspection.getTables()) {
    const result = await sql<object>`select * from ${sql.table(name)}`.execute(engine.writer);
    all[name] = result.rows.map((row) => JSON.stringify(row)).sort();
  }
  return all;
}

/** A database of the version before, with rows in every table. */
/** The steps before one, by its number. */
const stepsBefore = (number: string) =>
  Object.fromEntries(Object.entries(steps).filter(([name]) => name < number)) as typeof steps;

async function makeFormerDatabase(): Promise<Engine> {
  const { location, drop } = await makeBlankLocation();
  const engine = openLocation(location);
  onTestFinished(async () => {
    await engine.close();
    await drop();
  });
  await migrate(engine, stepsBefore('0009'));
  await runAll(engine, rows);
  return engine;
}

/** Newest version, its mark and the newest released mark, counted from submissions and marks. */
async function recount({ writer }: Engine) {
  const submissions = await writer
    .selectFrom('submissions')
    .innerJoin('accounts', 'accounts.id', 'submissions.account_id')
    .leftJoin('marks', 'marks.submission_id', 'submissions.id')
    .orderBy('submissions.version')
    .select(['submissions.id', 'account_id', 'task', 'version', 'batch_id', 'released'])
    .execute();
  const progress = new Map<string, object>();
  const releasedOf = new Map<string, number>();
  for (const { id, account_id, task, version, batch_id, released } of submissions) {
    const key = `${account_id} ${task}`;
    if (released === 1) releasedOf.set(key, id);
    progress.set(key, {
      account_id,
      task,
      batch_id,
      submission_id: id,
      version,
      is_marked: released === null ? 0 : 1,
      released_id: releasedOf.get(key) ?? null,
    });
  }
  return [...progress.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

async function readProgress({ writer }: Engine) {
  const all = await writer.selectFrom('task_progress').selectAll().execute();
  const keyOf = (row: (typeof all)[number]) => `${row.account_id} ${row.task}`;
  return all
    .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
    .map((row) => {
      // Second looks came with a later step.
      const { has_open_look: _, ...progress } = row;
      return progress;
    });
}

/** Names and texts of everything that the schema consists of. */
async function readSchemaTexts({ writer }: Engine): Promise<string[]> {
  const query =
    engineName === 'postgres'
      ? sql<{
          text: string;
        }>`select relname::text as text from pg_class where relnamespace = 'public'::regnamespace
          union all select conname::text from pg_constraint where connamespace = 'public'::regnamespace
          union all select tgname::text from pg_trigger where not tgisinternal
          union all select proname || ' ' || prosrc from pg_proc where pronamespace = 'public'::regnamespace`
      : sql<{ text: string }>`select name || ' ' || coalesce(sql, '') as text from sqlite_master`;
  return (await query.execute(writer)).rows.map(({ text }) => text);
}

test('a database in use is brought to the standard names with every row', async () => {
  const engine = await makeFormerDatabase();
  const before = await readAll(engine);
  const empty = Object.keys(before).filter((table) => before[table]?.length === 0);
  expect(empty, 'tables without a row').toEqual([]);

  await migrate(engine, stepsBefore('0010'));
  const after = await readAll(engine);
  const { standings, migrations, migration_lock, ...kept } = before;
  const expected = Object.fromEntries(
    Object.entries(kept).map(([table, content]) => [formerNames[table] ?? table, content]),
  );
  const { task_progress, migrations: done, migration_lock: lock, ...found } = after;
  expect(found).toEqual(expected);
  expect(task_progress).toHaveLength(standings?.length ?? 0);
  expect(done).toHaveLength((migrations?.length ?? 0) + 1);
  expect(lock).toEqual(migration_lock);

  expect(await readProgress(engine)).toEqual(await recount(engine));
  // The former trigger had followed the order of insertion here.
  expect(standings).toContainEqual(
    expect.stringContaining('"account_id":1,"task":"week-1","batch_id":1,"submission_id":2'),
  );
  expect(task_progress).toContainEqual(
    expect.stringContaining('"account_id":1,"task":"week-1","batch_id":1,"submission_id":1'),
  );
});

test('nothing keeps a former name', async () => {
  const engine = await makeFormerDatabase();
  const former = /standing|forum|claim|attempts[_ ]|hand.?in/i;
  // Outbox, jobs and logins between two steps count their own attempts.
  const isOurs = (text: string) => !/^(outbox|jobs|pending_logins)[ _]/.test(text);
  const named = async () =>
    (await readSchemaTexts(engine)).filter((text) => isOurs(text) && former.test(text));
  expect(await named()).not.toEqual([]);
  await migrate(engine);
  expect(await named()).toEqual([]);
});

test('triggers work and refuse after the change of names as before', async () => {
  const engine = await makeFormerDatabase();
  await migrate(engine);
  const run = (statement: string) => sql.raw(statement).execute(engine.writer);
  const insert = (account: number, task: string, version: number) =>
    run(`insert into submissions (account_id, task, version, number, submitted_at, late, links, comments)
      values (${account}, '${task}', ${version}, 'X${account}${task}${version}', 1, 0, 'l', '')`);
  await insert(1, 'week-1', 4);
  await insert(1, 'week-1', 3);
  await insert(2, 'final', 1);
  await run('update accounts set batch_id = 1 where id = 2');
  await run(`insert into marks (submission_id, marks, comments, released, marked_by, marked_at)
    select id, 10, '', 1, null, 1 from submissions where number = 'X1week-13'`);
  await run('update marks set released = 0 where submission_id = 5');
  const progress = await readProgress(engine);
  expect(progress).toEqual(await recount(engine));
  expect(progress).toContainEqual(
    expect.objectContaining({ account_id: 1, task: 'week-1', version: 4, is_marked: 0 }),
  );

  const versions = async () =>
    (await engine.writer.selectFrom('discussion_versions').selectAll().orderBy('batch_id').execute()).map(
      ({ version }) => version,
    );
  const [first, second] = (await versions()) as [number, number];
  await run('update questions set view_count = view_count + 1');
  await run(`insert into question_views values (3, 1)`);
  expect(await versions()).toEqual([first, second]);
  await run(`update questions set text = 'Why not?', edited_at = 5 where id = 1`);
  await run(`insert into questions (batch_id, author_id, text, created_at) values (1, 1, 'More?', 9)`);
  await run(`insert into comments (question_id, author_id, text, created_at) values (3, 1, 'x', 9)`);
  expect(await versions()).toEqual([first + 2, second + 1]);

  for (const refused of [
    'update selections set started_at = 1',
    'delete from selections',
    'update submissions set late = 1',
    'delete from submissions',
    'delete from questions',
    'delete from comments',
    'update audit_log set at = 2',
    'delete from audit_log',
    'update receipt_key set made_at = 2',
    'delete from receipt_key',
    'delete from outbox',
  ]) {
    await expect(run(refused), refused).rejects.toThrow('forbidden');
  }
  await run(`insert into rate_limit_hits (kind, subject, at) values ('signup', 'x', 3)`);
  const lock = `insert into idempotency_locks values (1, 'week-3', 'key', 100)`;
  await expect(run(lock)).rejects.toThrow(/unique/i);
});
