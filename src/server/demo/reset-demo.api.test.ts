import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildStudent } from '#support/factories';
import { runDue } from '#support/run-due';
import { makeTestApp, type TestApp } from '#support/test-app';
import { demoEmail, type DemoName } from '#contract/demo-accounts';
import { hourMs } from '#contract/durations';
import { accountIdOf } from '../accounts/queries.ts';
import { loadSample } from '../catalogue/sample/sample-files.ts';
import { describeTables } from '../platform/database/describe-tables.ts';
import { ensureRecurring, jobQueue } from '../platform/jobs/job-queue.ts';
import { listedMail } from '../platform/settings/settings.ts';
import { demoJobs, openDemo, resetDemo } from './reset-demo.ts';
import { isMarkedAsDemo, NotADemo, seedDemo } from './seed-demo.ts';

/** Counts are spread over rows by chance, and who is online comes from memory. */
const varying = new Set(['batch_counts', 'expected_counts', 'people_counts', 'presences']);

async function countRows({ database }: TestApp['context']): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { name } of await describeTables(database.reader, database.engine)) {
    if (varying.has(name)) continue;
    const { rows } = await sql
      .raw<{ count: number }>(`select count(*) as count from "${name}"`)
      .execute(database.reader);
    counts[name] = Number(rows[0]?.count);
  }
  return counts;
}

async function signIn({ as, context }: TestApp, name: DemoName) {
  const id = await accountIdOf(context.database.reader, demoEmail(name));
  return as({ id: id ?? 0 });
}

const batchCounts = async (app: TestApp) => {
  const progress = '/api/staff/batches/MERN-2026-09/progress?limit=1';
  return (await (await signIn(app, 'kavitha')).get(progress)).body.batch;
};

test('a reset gives the demo its first rows and files again, and its visitors are logged out', async () => {
  const settings = { demo: 'public', demoResetMs: hourMs, smtpUrl: listedMail } as const;
  const app = await makeTestApp({ settings });
  const { context, clock } = app;
  clock.set(Date.now());
  await seedDemo(context);
  const before = await countRows(context);
  const countsBefore = await batchCounts(app);
  const visitor = await signIn(app, 'week2');
  const forum = `/api/discussion/discussion/${demoEmail('week2')}`;
  expect((await visitor.post(`${forum}/question`, { question: 'A visitor asks' })).status).toBe(201);
  const submitted = await visitor.form(`/api/students/uploadWeek/${demoEmail('week2')}`, [
    ['selectedWeek', '2'],
    ['files', { name: 'notes.txt', bytes: 'A visitor’s file' }],
  ]);
  expect(submitted.status).toBe(201);
  expect((await app.nobody.get('/demo/mails')).status).toBe(200);

  await sleep(5);
  clock.set(Date.now());
  await resetDemo(context);
  expect((await visitor.get(forum)).status).toBe(401);
  expect(await countRows(context)).toEqual(before);
  expect(await batchCounts(app)).toEqual(countsBefore);
  const { questions } = (await (await signIn(app, 'week2')).get(forum)).body;
  expect(questions.map(({ question }: { question: string }) => question)).not.toContain('A visitor asks');
  const { sha256 } = submitted.body.receipt.file;
  const kept: string[] = [];
  for await (const stored of context.files.list()) kept.push(stored.sha256);
  expect(kept.length).toBeGreaterThan(0);
  expect(kept).not.toContain(sha256);
});

test('a reset changes nothing without the seed’s mark', async () => {
  const { context } = await makeTestApp({ settings: { demo: 'public', demoResetMs: hourMs } });
  await buildStudent(context);
  const before = await countRows(context);
  await expect(resetDemo(context)).rejects.toThrow(NotADemo);
  expect(await countRows(context)).toEqual(before);
});

test(
  'a demo resets each interval, on one of its machines, and without a setting never',
  { tags: 'full' },
  async () => {
    const app = await makeTestApp({ settings: { demo: 'public', demoResetMs: hourMs } });
    const { context, clock } = app;
    await seedDemo(context);
    const jobs = demoJobs(context.settings);
    expect(demoJobs({ demoResetMs: null })).toEqual([]);
    await ensureRecurring(context, jobs);
    const newest = () => accountIdOf(context.database.reader, demoEmail('admin'));
    const machines = async () => {
      await Promise.all([runDue(jobQueue(context, jobs)), runDue(jobQueue(context, jobs))]);
      return newest();
    };
    const first = await newest();
    clock.advance(hourMs - 1);
    expect(await machines()).toBe(first);
    clock.advance(1);
    let resets = 0;
    context.log = { ...context.log, info: () => void (resets += 1) };
    expect(await machines()).not.toBe(first);
    expect(resets).toBe(1);
    expect(await machines(), 'the next one is an hour later').toBe(await newest());
    expect(resets).toBe(1);
  },
);

test('a public demo fills an empty database, and takes no other', { tags: 'full' }, async () => {
  const empty = await makeTestApp({ settings: { demo: 'public' } });
  await openDemo(empty.context);
  expect(await isMarkedAsDemo(empty.context.database.reader)).toBe(true);
  await openDemo(empty.context);

  const refusal = expect.objectContaining({
    message: expect.stringMatching(/^Setting DEMO is set, but .*$/),
  });
  const withPeople = await makeTestApp({ settings: { demo: 'public' } });
  await buildStudent(withPeople.context);
  await expect(openDemo(withPeople.context)).rejects.toEqual(refusal);
  const withCourses = await makeTestApp({ settings: { demo: 'public' } });
  await loadSample(withCourses.context);
  await expect(openDemo(withCourses.context)).rejects.toEqual(refusal);
  // `npm run demo` fills it before.
  const local = await makeTestApp({ settings: { demo: 'local' } });
  await expect(openDemo(local.context)).rejects.toEqual(refusal);
});

test('a demo of an earlier version gets the mark', { tags: 'full' }, async () => {
  const { context } = await makeTestApp();
  await seedDemo(context);
  await context.database.transaction((writer) => writer.deleteFrom('jobs').execute());
  expect(await seedDemo(context)).toBe(false);
  expect(await isMarkedAsDemo(context.database.reader)).toBe(true);
});
