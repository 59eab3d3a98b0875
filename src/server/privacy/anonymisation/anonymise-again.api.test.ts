import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { hourMs } from '#contract/durations';
import { buildBatch, buildStudent, buildSubmission } from '#support/factories';
import { canary, leaveWords, tablesWith } from '#support/leave-words';
import { makeTestApp, type TestApp } from '#support/test-app';
import { anonymousName, removedWords } from '../../platform/database/personal-tables.ts';
import { listAttachedFiles } from '../../forum/attachments/attached-files.ts';
import { checkFiles } from '../../submissions/check-files.ts';
import { anonymiseAgain, anonymiseAgainJob } from './anonymise-again.ts';
import { anonymisePerson } from './anonymise-person.ts';
import { finishAnonymisation } from './finish-anonymisation.ts';
import { allAnonymisations, leftByOlderPrograms } from './anonymisation-records.ts';

const asha = { email: 'asha.quartz@example.test', name: 'Asha Quartz', phone: '9876543210' };
const bytes = (of: TestApp) =>
  readdirSync(path.join(of.dataDir, 'files'), { recursive: true, encoding: 'utf8' })
    .map((name) => path.basename(name))
    .filter((name) => /^[0-9a-f]{64}$/.test(name));

const sha = (text: string) => createHash('sha256').update(text).digest('hex');
const act = (accountId: number) => ({ accountId, reason: 'Asked for it.' });

test('whom a restored backup brings back is anonymised again, by what lies beside the database and by rows of newer backups', async () => {
  const app = await makeTestApp();
  const batch = await buildBatch(app.context);
  const student = await buildStudent(app.context, { ...asha, batch_id: batch.id });
  await anonymisePerson(app.context, act(student.id));
  await finishAnonymisation(app.context, student.id);
  expect(readdirSync(path.join(app.dataDir, 'anonymised'))).toEqual([
    `${student.id}-${student.created_at}.json`,
  ]);

  // Another database: as it was before the act.
  const restoreInto = async (settings: { dataDir?: string }) => {
    const restored = await makeTestApp({ settings });
    const { id } = await buildStudent(restored.context, {
      ...asha,
      batch_id: (await buildBatch(restored.context)).id,
      created_at: student.created_at,
    });
    expect(id).toBe(student.id);
    return restored;
  };
  const beside = await restoreInto({ dataDir: app.dataDir });
  const later = await buildStudent(beside.context, { email: 'later@example.test', name: 'Later Quartz' });
  expect(await anonymiseAgain(beside.context)).toBe(1);
  expect(await anonymiseAgain(beside.context), 'once').toBe(0);
  expect(await tablesWith(beside.context, /asha|9876543210/i)).toEqual([]);
  expect(await tablesWith(beside.context, /later quartz/i), 'nobody else').toContain('accounts');
  const [first] = await allAnonymisations(app.context.database.reader);
  const [again] = await allAnonymisations(beside.context.database.reader);
  expect(again).toMatchObject({
    at: first!.at,
    salt: first!.salt,
    reason: 'Found again in a restored backup.',
  });

  const fromRows = await restoreInto({});
  expect(await anonymiseAgain(fromRows.context), 'nothing lies beside it').toBe(0);
  expect(await anonymiseAgain(fromRows.context, [first!, first!])).toBe(1);
  expect(readdirSync(path.join(fromRows.dataDir, 'anonymised')), 'kept beside it now').toHaveLength(1);

  // An account of the same id that somebody else has made since is left alone.
  const other = await makeTestApp({ settings: { dataDir: app.dataDir } });
  await buildStudent(other.context, { ...asha, created_at: student.created_at + 1 });
  await other.context.database.transaction((w) =>
    w
      .insertInto('imported_people')
      .values([
        {
          email: 'asha.quartz@example.test',
          batch_id: null,
          exit_score: 1,
          grade: null,
          imported_at: first!.at,
        },
        { email: 'else@example.test', batch_id: null, exit_score: 1, grade: null, imported_at: first!.at },
      ])
      .execute(),
  );
  expect(await anonymiseAgain(other.context), 'what was imported about the person before').toBe(1);
  expect(await tablesWith(other.context, /asha/i)).toContain('accounts');
  expect(await tablesWith(other.context, /else@example/)).toEqual([
    'expected_people',
    'expected_words',
    'imported_people',
  ]);
  const since = { email: asha.email, batch_id: null, exit_score: 1, grade: null, imported_at: first!.at + 1 };
  await other.context.database.transaction((w) => w.insertInto('imported_people').values(since).execute());
  expect(await anonymiseAgain(other.context), 'who was imported since has come back').toBe(0);
  expect(later.id).toBeGreaterThan(student.id);
});

test('bytes that somebody else has submitted too stay as long as that one names them', async () => {
  const app = await makeTestApp();
  const { context } = app;
  const [one, two] = [await buildStudent(context), await buildStudent(context)];
  const keep = async (text: string) =>
    (await context.files.stage(Readable.from([Buffer.from(text)]), 100)).keep();
  const submit = (account_id: number, text: string, version: number) =>
    buildSubmission(context, {
      account_id,
      version,
      file_id: `${account_id}-${version}`,
      file_name: 'work.txt',
      file_bytes: text.length,
      file_sha256: sha(text),
    });
  for (const text of ['shared', 'own']) await keep(text);
  await submit(one.id, 'shared', 1);
  await submit(one.id, 'own', 2);
  await submit(two.id, 'shared', 1);
  app.clock.set(Date.now());
  await anonymisePerson(context, act(one.id));
  await finishAnonymisation(context, one.id);
  expect(bytes(app).toSorted(), 'too young: a row may be on its way').toEqual(
    [sha('shared'), sha('own')].toSorted(),
  );
  app.clock.advance(hourMs);
  await finishAnonymisation(context, one.id);
  expect(bytes(app)).toEqual([sha('shared')]);
  const [row] = await allAnonymisations(context.database.reader);
  expect(row?.files_gone_at).toBe(app.clock.now());
  const { receipts, faults } = await checkFiles(
    context,
    { dryRun: true, others: listAttachedFiles },
    () => {},
  );
  expect([receipts, faults.missing], 'the check of all files misses none').toEqual([1, 0]);

  await anonymisePerson(context, act(two.id));
  await finishAnonymisation(context, two.id);
  expect(bytes(app)).toEqual([]);
});

test('words that a request of before has written since go, too', async () => {
  const app = await makeTestApp();
  const student = await buildStudent(app.context, asha);
  await anonymisePerson(app.context, act(student.id));
  await buildSubmission(app.context, { account_id: student.id, comments: 'Late quartz' });
  expect(await tablesWith(app.context, /quartz/i)).toEqual(['submissions']);
  await finishAnonymisation(app.context, student.id);
  expect(await tablesWith(app.context, /quartz/i)).toEqual([]);
  const [row] = await allAnonymisations(app.context.database.reader);
  expect(row?.is_running).toBe(0);
});

/** As version 1.0.0 does it to what has declarations, certificates, records and requests. */
async function anonymiseAsFirstVersion({ context, clock }: TestApp, accountId: number): Promise<void> {
  const row = {
    account_id: accountId,
    at: clock.now(),
    actor_id: null,
    reason: 'Asked for it.',
    signed_up_at: 1,
    salt: 'x',
    addresses: '[]',
    is_running: 1 as const,
    files_gone_at: null,
  };
  const words = {
    links: '',
    comments: removedWords,
    file_name: sql`case when file_name is null then null else 'removed' end`,
  };
  const erased = { ...words, idempotency_key: null, upload_id: null, erased_at: clock.now() };
  await context.database.transaction(async (writer) => {
    await writer.insertInto('anonymisations').values(row).execute();
    const holder = {
      email: 'removed@removed.invalid',
      name: anonymousName,
      former_emails: null,
      phone: null,
    };
    await writer
      .updateTable('accounts')
      .set({ ...holder, password_hash: null, typed_batch: null, grade: null, anonymised_at: clock.now() })
      .where('id', '=', accountId)
      .execute();
    await writer
      .updateTable('submissions')
      .set(erased as never)
      .where('account_id', '=', accountId)
      .execute();
    await writer.updateTable('anonymisations').set({ is_running: 0 }).execute();
  });
}

test('what version 1.0.0 leaves of a person is erased at the next look, and not again', async () => {
  const { app, accountId } = await leaveWords();
  await anonymiseAsFirstVersion(app, accountId);
  const later =
    `certificate_names certificates extension_requests frozen_results frozen_students guardians line_comments private_posts
    recorded_mark_review_comments recorded_mark_reviews recorded_marks second_look_comments submissions`.split(
      /\s+/,
    );
  expect(await tablesWith(app.context, canary)).toEqual(expect.arrayContaining(later));
  const look = () => anonymiseAgainJob.run(app.context, null, new AbortController().signal);
  expect(await leftByOlderPrograms(app.context.database.reader)).toEqual([accountId]);
  await look();
  const found = await tablesWith(app.context, canary);
  expect(later.filter((name) => found.includes(name))).toEqual([]);
  expect(await leftByOlderPrograms(app.context.database.reader)).toEqual([]);
  const other = await buildStudent(app.context);
  await anonymisePerson(app.context, act(other.id));
  expect(await leftByOlderPrograms(app.context.database.reader), 'what this version erases').toEqual([]);
});

test('nobody is erased again while the job stops, and all are at its next run', async () => {
  const app = await makeTestApp();
  const people = [await buildStudent(app.context), await buildStudent(app.context)];
  for (const { id } of people) await anonymisePerson(app.context, act(id));
  await app.context.database.transaction((w) =>
    w.updateTable('anonymisations').set({ program: 80 }).execute(),
  );
  await anonymiseAgainJob.run(app.context, null, AbortSignal.abort());
  expect(await leftByOlderPrograms(app.context.database.reader)).toHaveLength(2);
  await anonymiseAgainJob.run(app.context, null, new AbortController().signal);
  expect(await leftByOlderPrograms(app.context.database.reader)).toEqual([]);
});
