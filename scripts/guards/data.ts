import { guardsOf } from './guard.ts';

const backups = 'src/server/operations/backups';
const backupTests = `${backups}/backup.api.test.ts`;
const damageTests = 'tests/api/damaged-database.test.ts';
const platform = 'src/server/platform';
const submissions = 'src/server/submissions';
const retention = 'src/server/privacy/retention';
const retentionTimes = guardsOf(`${retention}/retention-times.ts`);
const keys = guardsOf(`${platform}/database/make-once.ts`);

/** What is done once, stays as it is, and survives. */
export const dataGuards = [
  keys(
    'makeOnce',
    'a repeated request changes nothing twice',
    '(_, __, make) => make()',
    'src/server/forum/posts/idempotency.api.test.ts',
    'src/server/marking/mark-again.api.test.ts',
  ),
  keys(
    'madeBefore',
    'an Idempotency-Key belongs to one content',
    "async (reader, scope) => (await reader.selectFrom('idempotency_keys').where((where) => where.and(primaryKey(scope))).select('made_id').executeTakeFirst())?.made_id",
    'src/server/forum/posts/idempotency.api.test.ts',
  ),
  guardsOf(`${submissions}/queries.ts`)(
    'submissionByKey',
    'a repeated submission gets the first one’s receipt',
    'async () => undefined',
    `${submissions}/idempotency.api.test.ts`,
  ),
  guardsOf(`${retention}/holds.ts`)(
    'refuseHeld',
    'nobody with a hold is anonymised by hand',
    'async () => {}',
    `${retention}/holds.api.test.ts`,
  ),
  retentionTimes(
    'observedSince',
    'a clock that jumps shortens no wait, and a restored database waits again',
    '(lookedAt, now) => now - (lookedAt ?? now)',
    `${retention}/retention-times.test.ts`,
    `${retention}/waiting-again.api.test.ts`,
  ),
  retentionTimes(
    'isRemovalDue',
    'nobody is anonymised before both notices are old enough',
    '() => true',
    `${retention}/retention-times.test.ts`,
    `${retention}/remove-old-data.api.test.ts`,
  ),
  guardsOf('src/server/vivas/repeats.ts')(
    'refuseRepeats',
    'a viva is repeated once, and not after an absence without a reason',
    'async () => {}',
    'src/server/viva-hour/repeat.api.test.ts',
  ),
  guardsOf('src/server/demo/seed-demo.ts')(
    'isMarkedAsDemo',
    'a reset deletes only a demo’s data',
    'async () => true',
    'src/server/demo/reset-demo.api.test.ts',
  ),
  guardsOf('src/server/frame/forms.ts')(
    'dedupeFormPosts',
    'a form that is sent twice is answered once',
    '(handle) => handle',
    'src/server/frame/account-forms.http.test.ts',
  ),
  guardsOf(`${platform}/database/migrate.ts`)(
    'migrate',
    'rows that never change are kept by triggers',
    `async (engine, ...rest) => {
      await original(engine, ...rest);
      const { sql } = await import('kysely');
      const { rows } = await sql.raw("select name from sqlite_master where type = 'trigger' and name like '%\\\\_no\\\\_%' escape '\\\\'").execute(engine.writer);
      for (const { name } of rows) await sql.raw('drop trigger ' + name).execute(engine.writer);
    }`,
    'tests/api/invariants.test.ts',
  ),
  guardsOf(`${platform}/database/database-errors.ts`)(
    'isDamaged',
    'a damaged database is noticed and told',
    '() => false',
    damageTests,
  ),
  guardsOf(`${platform}/database/missing-database.ts`)(
    'refuseToBeginBeside',
    'no new portal begins beside an old one’s files',
    'async () => {}',
    damageTests,
  ),
  guardsOf(`${backups}/parts.ts`)(
    'readParts',
    'a part of a backup has the rows and bytes that were written',
    'async function* (read, parts) { for (const part of parts) try { yield* readPart(read, part); } catch (error) { if (!(error instanceof BackupDamaged)) throw error; } }',
    backupTests,
  ),
  guardsOf(`${backups}/copy-files.ts`)(
    'copyFiles',
    'a file of a backup has the bytes of its name',
    '(from, to, files, options) => original(from, to, files, options, () => {})',
    backupTests,
  ),
  guardsOf(`${backups}/restore-backup.ts`)(
    'requireKnownSteps',
    'a backup of a later schema is not restored',
    '() => {}',
    backupTests,
  ),
  guardsOf(`${backups}/load-rows.ts`)(
    'withoutTriggers',
    'triggers are there again after a restore',
    `async (writer, engine, tables, change) => {
      const { rows } = await sql.raw("select name from sqlite_master where type = 'trigger'").execute(writer);
      for (const { name } of rows) await run(writer, 'drop trigger "' + name + '"');
      await change();
    }`,
    backupTests,
  ),
  guardsOf('src/server/marking/record-mark.ts')(
    'recordMark',
    'no mark is set on a version that is no longer the newest without asking',
    '(writer, submission, mark, { newest: _, ...marking }) => original(writer, submission, mark, marking)',
    'src/server/marking/mark-submission.api.test.ts',
  ),
  guardsOf(`${submissions}/uploads/upload-rows.ts`)(
    'saveProgress',
    'bytes of an upload go when the row that names others is on the disk',
    `({ database }, ...rest) =>
      original({ database: { groupCommitTransaction: (work) => database.nonDurableTransaction(work) } }, ...rest)`,
    `${submissions}/uploads/uploads-anywhere.api.test.ts`,
  ),
  guardsOf(`${platform}/mail/held-mail.ts`)(
    'isNotHeld',
    'mail that has waited for days is not sent without asking',
    "() => (of) => of('id', '>', 0)",
    `${platform}/mail/mail-queue.api.test.ts`,
  ),
  guardsOf('src/server/selections/choice-refusals.ts')(
    'refusalOfProject',
    'a project of another course, or an archived one, is not chosen',
    "({ project }) => (project === undefined ? { reason: 'unknown', message: noSuchProject } : null)",
    'src/server/selections/select-project.api.test.ts',
    'src/server/catalogue/catalogue.api.test.ts',
  ),
];
