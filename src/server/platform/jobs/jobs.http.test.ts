import { expect, test, vi } from 'vitest';
import { dayMs, hourMs, minuteMs } from '#contract/durations';
import { jobRows, makeNoting, tidy, want } from '#support/jobs';
import { runDue } from '#support/run-due';
import { makeTestApp, makeTestContext } from '#support/test-app';
import { backoffAfter, PermanentFailure } from './job.ts';
import { jobQueue } from './job-queue.ts';
import { enqueueJob } from './job-rows.ts';

test('a job runs once it is due, with its payload, and is gone when it is done', async () => {
  const app = await makeTestApp();
  const { job, ran } = makeNoting();
  await want(app, 'now');
  await want(app, 'later', { dueAt: app.clock.now() + hourMs });
  const queue = jobQueue(app.context, [job]);
  expect(await runDue(queue)).toBe(1);
  expect(await runDue(queue), 'not before its time').toBe(0);
  app.clock.advance(hourMs);
  expect(await runDue(queue)).toBe(1);
  expect(ran).toEqual(['now', 'later']);
  expect(await jobRows(app)).toEqual([]);
});

test('a job is wanted together with what it is for, or not at all', async () => {
  const app = await makeTestContext();
  const failing = app.context.database.transaction(async (writer) => {
    await enqueueJob(writer, { kind: 'note' }, { text: 'x' }, { now: app.clock.now() });
    throw new Error('No');
  });
  await expect(failing).rejects.toThrow('No');
  expect(await jobRows(app)).toEqual([]);
});

test('with a key a job is a singleton, with the newest payload at the earliest time', async () => {
  const app = await makeTestContext();
  const { job, ran } = makeNoting();
  await want(app, 'first', { key: 'batch 1', dueAt: app.clock.now() + hourMs });
  await want(app, 'second', { key: 'batch 1', dueAt: app.clock.now() + minuteMs });
  await want(app, 'third', { key: 'batch 1', dueAt: app.clock.now() + 2 * hourMs });
  await want(app, 'another', { key: 'batch 2', dueAt: app.clock.now() + dayMs });
  await want(app, 'any', { dueAt: app.clock.now() + dayMs });
  await want(app, 'any', { dueAt: app.clock.now() + dayMs });
  expect(await jobRows(app)).toHaveLength(4);
  app.clock.advance(minuteMs);
  await runDue(jobQueue(app.context, [job]));
  expect(ran).toEqual(['third']);
});

test('a job that is wanted while it runs runs once more, since it may have looked before', async () => {
  const app = await makeTestContext();
  const { job, ran } = makeNoting(async (_, { text }) => {
    if (text === 'first') await want(app, 'second', { key: 'k' });
  });
  await want(app, 'first', { key: 'k' });
  const queue = jobQueue(app.context, [job]);
  await runDue(queue);
  expect(ran, 'never two at a time').toEqual(['first']);
  await runDue(queue);
  await runDue(queue);
  expect(ran).toEqual(['first', 'second']);
  expect(await jobRows(app)).toEqual([]);
});

test('what fails is tried again with backoff, for ever, and is told', async () => {
  const app = await makeTestContext();
  const warn = vi.spyOn(app.context.log, 'warn');
  let isDown = true;
  const { job, ran } = makeNoting(async () => {
    if (isDown) throw new Error('The service is away');
  });
  await want(app, 'x', { key: 'k' });
  const queue = jobQueue(app.context, [job]);
  for (let attempts = 1; attempts <= 12; attempts++) {
    await runDue(queue);
    app.clock.advance(backoffAfter(attempts) - 1);
    // To want it meanwhile is no reason to try earlier.
    await want(app, 'x', { key: 'k', dueAt: app.clock.now() + 2 * dayMs });
    expect(await runDue(queue), 'not before its time').toBe(0);
    app.clock.advance(1);
  }
  expect((await jobRows(app))[0]).toMatchObject({
    attempts: 12,
    failed_at: null,
    last_error: 'The service is away',
    wanted_at: Date.parse('2026-11-21T09:00:00Z'),
  });
  expect(warn).toHaveBeenCalledTimes(12);
  isDown = false;
  expect(await runDue(queue)).toBe(1);
  expect([ran.length, await jobRows(app)]).toEqual([13, []]);
});

test('what fails for good is given up, until it is wanted again', async () => {
  const app = await makeTestContext();
  const { job, ran } = makeNoting(async (_, { text }) => {
    if (text === 'bad') throw new PermanentFailure('There is no such thing');
  });
  await want(app, 'bad', { key: 'k' });
  const queue = jobQueue(app.context, [job]);
  await runDue(queue);
  expect(await jobRows(app)).toMatchObject([
    { failed_at: app.clock.now(), last_error: 'There is no such thing', is_running: 0 },
  ]);
  app.clock.advance(365 * dayMs);
  expect(await runDue(queue)).toBe(0);
  await want(app, 'good', { key: 'k' });
  expect(await runDue(queue)).toBe(1);
  expect([ran, await jobRows(app)]).toEqual([['bad', 'good'], []]);
});

test('a payload that the job cannot read is given up, not run', async () => {
  const app = await makeTestContext();
  const { job, ran } = makeNoting();
  await app.context.database.transaction((writer) =>
    enqueueJob(writer, { kind: 'note' }, { words: 1 }, { now: app.clock.now() }),
  );
  await runDue(jobQueue(app.context, [job]));
  expect(ran).toEqual([]);
  expect((await jobRows(app))[0]).toMatchObject({ failed_at: app.clock.now() });
});

test('kinds that only another version knows are left to it', async () => {
  const app = await makeTestContext();
  await want(app, 'x');
  expect(await runDue(jobQueue(app.context, [{ ...makeNoting().job, kind: 'other' }]))).toBe(0);
  expect(await jobRows(app)).toMatchObject([{ attempts: 0, is_running: 0 }]);
});

test('when nothing is due nothing is written', async () => {
  const app = await makeTestContext();
  const queue = jobQueue(app.context, [tidy(async () => {})]);
  await runDue(queue);
  const writes = [
    vi.spyOn(app.context.database, 'transaction'),
    vi.spyOn(app.context.database, 'nonDurableTransaction'),
  ];
  expect(await runDue(queue)).toBe(0);
  for (const write of writes) expect(write).not.toHaveBeenCalled();
});
