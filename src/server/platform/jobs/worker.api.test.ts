import { expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { eventually } from '#support/eventually';
import { dayMs, hourMs } from '#contract/durations';
import { jobRows, makeNoting, openOther, tidy, want } from '#support/jobs';
import { runDue } from '#support/run-due';
import { makeTestApp, makeTestContext } from '#support/test-app';
import { withoutPolling } from '#support/without-polling';
import { backoffAfter, leaseMs, PermanentFailure, type Job } from './job.ts';
import { ensureRecurring, jobQueue } from './job-queue.ts';
import { claimDueJobs, enqueueJob, renewClaim, settleJob } from './job-rows.ts';
import { startWorker } from './worker.ts';

test('of several processes one does each job', async () => {
  const app = await makeTestApp();
  const texts = Array.from({ length: 12 }, (_, n) => `note ${n}`);
  for (const text of texts) await want(app, text);
  const { job, ran } = makeNoting();
  const processes = [app.context, openOther(app), openOther(app), openOther(app)];
  const queues = processes.map((context) => jobQueue(context, [job]));
  for (let round = 0; round < 12 && ran.length < texts.length; round++) {
    await Promise.all(queues.map(runDue));
  }
  expect(ran.toSorted()).toEqual(texts.toSorted());
});

test('a job whose process died is claimed by another after the lease, and not before', async () => {
  const app = await makeTestApp();
  const { job, ran } = makeNoting();
  await want(app, 'x', { key: 'k' });
  const [dead] = await claimDueJobs(app.context, ['note'], 5);
  const other = jobQueue(openOther(app), [job]);
  app.clock.advance(leaseMs - 1);
  await want(app, 'y', { key: 'k' });
  expect(await runDue(other), 'also when it is wanted meanwhile').toBe(0);
  app.clock.advance(1);
  expect(await runDue(other)).toBe(1);
  expect(ran).toEqual(['y']);
  // It was only frozen: what became of its attempt is nobody's business any more.
  await settleJob(app.context, dead!, { kind: 'refused', reason: 'Late' }, undefined);
  expect((await jobRows(app)).filter(({ failed_at }) => failed_at !== null)).toEqual([]);
});

test('a claim is prolonged while its job runs; one that was lost is not, and the job hears of it', async () => {
  const app = await makeTestContext();
  await want(app, 'x');
  const [claimed] = await claimDueJobs(app.context, ['note'], 5);
  app.clock.advance(leaseMs - 1);
  const until = await renewClaim(app.context, claimed!);
  expect(until).toBe(app.clock.now() + leaseMs);
  app.clock.advance(1);
  expect(await claimDueJobs(app.context, ['note'], 5)).toEqual([]);
  app.clock.advance(leaseMs);
  expect(await claimDueJobs(app.context, ['note'], 5)).toHaveLength(1);
  expect(await renewClaim(app.context, { ...claimed!, claimedUntil: until! })).toBeNull();
});

test('a long job keeps its claim by itself', async () => {
  const app = await makeTestContext();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const other = openOther(app);
  const found: number[] = [];
  const { job } = makeNoting(async () => {
    for (let thirds = 0; thirds < 6; thirds++) {
      app.clock.advance(leaseMs / 3);
      const before = (await jobRows(app))[0]?.due_at;
      vi.advanceTimersByTime(leaseMs / 3);
      await eventually(async () => expect((await jobRows(app))[0]?.due_at).not.toBe(before));
      found.push(await runDue(jobQueue(other, [makeNoting().job])));
    }
  });
  await want(app, 'x');
  await runDue(jobQueue(app.context, [job]));
  expect(found).toEqual([0, 0, 0, 0, 0, 0]);
  expect(await jobRows(app)).toEqual([]);
});

test.each([10_000, -10_000, hourMs])(
  'a clock that is set by %i ms neither doubles nor stalls what runs and what waits',
  async (jump) => {
    const app = await makeTestContext();
    const queue = jobQueue(app.context, [makeNoting().job, tidy(async () => {})]);
    let ran = 0;
    const { job } = makeNoting(async () => {
      ran += 1;
      app.clock.advance(jump);
      // A process never takes what it is running itself.
      expect(await runDue(own)).toBe(0);
    });
    const own = jobQueue(app.context, [job]);
    await want(app, 'x');
    await runDue(own);
    expect([ran, (await jobRows(app)).length]).toEqual([1, 0]);
    await want(app, 'y');
    // Both the new job and the recurring one.
    expect(await runDue(queue)).toBe(2);
  },
);

test('a recurring job is one row for all processes, due again after it ended, also when it failed for good', async () => {
  const app = await makeTestContext();
  const run = vi.fn(async () => {});
  const queues = [app.context, openOther(app), openOther(app)].map((context) =>
    jobQueue(context, [tidy(run)]),
  );
  await Promise.all(queues.map(runDue));
  await Promise.all(queues.map(runDue));
  expect(run).toHaveBeenCalledTimes(1);
  app.clock.advance(hourMs);
  run.mockRejectedValueOnce(new PermanentFailure('Not today'));
  await Promise.all(queues.map(runDue));
  expect(await jobRows(app)).toMatchObject([
    { kind: 'tidy', failed_at: null, attempts: 1, last_error: 'Not today' },
  ]);
  app.clock.advance(backoffAfter(1));
  await Promise.all(queues.map(runDue));
  expect(run).toHaveBeenCalledTimes(3);
  expect(await jobRows(app)).toMatchObject([
    { attempts: 0, last_error: null, due_at: app.clock.now() + hourMs },
  ]);
});

test('a recurring job that a wrong clock put years away comes back', async () => {
  const app = await makeTestContext();
  const run = vi.fn(async () => {});
  app.clock.advance(3_650 * dayMs);
  await runDue(jobQueue(app.context, [tidy(run)]));
  app.clock.advance(-3_650 * dayMs);
  await ensureRecurring(app.context, [tidy(run)]);
  expect(await runDue(jobQueue(app.context, [tidy(run)]))).toBe(1);
});

test('a clock that was a day ahead, and is set right, leaves neither recurring jobs nor failed ones behind', async () => {
  const app = await makeTestContext();
  const told: unknown[] = [];
  app.context.log = { info() {}, error() {}, warn: (...line: unknown[]) => void told.push(line) };
  const run = vi.fn(async () => {});
  const fail = vi.fn(async () => {
    throw new Error('Not now');
  });
  const once: Job<null> = { kind: 'once', payload: z.null(), run: fail };
  const queue = jobQueue(app.context, [tidy(run), once]);
  app.clock.advance(dayMs);
  await app.context.database.transaction((writer) =>
    enqueueJob(writer, once, null, { now: app.clock.now() }),
  );
  expect(await runDue(queue)).toBe(2);
  told.length = 0;
  app.clock.advance(-dayMs);
  expect(await runDue(queue), 'due at once').toBe(2);
  expect(told[0]).toMatchObject([
    { seconds: dayMs / 1000 },
    expect.stringContaining('the clock was set back'),
  ]);
});

test('a worker hears of jobs that another process wants, and does no more at a time than it may', async () => {
  const app = await makeTestContext();
  withoutPolling();
  let atOnce = 0;
  let most = 0;
  const allWanted = Promise.withResolvers<void>();
  const { job, ran } = makeNoting(async () => {
    most = Math.max(most, ++atOnce);
    await allWanted.promise;
    await new Promise((resolve) => setTimeout(resolve, 20));
    atOnce -= 1;
  });
  const other = openOther(app);
  const worker = startWorker(other, [jobQueue(other, [job])]);
  onTestFinished(() => worker.stop());
  for (let count = 0; count < 5; count++) await want(app, `note ${count}`);
  await eventually(() => expect(atOnce).toBe(2));
  allWanted.resolve();
  await eventually(() => expect(ran).toHaveLength(5));
  expect(most).toBe(2);
  await worker.stop();
});

test('a stop claims nothing more, tells what runs, and waits for it', async () => {
  const app = await makeTestContext();
  let began = (): void => {};
  const running = new Promise<void>((resolve) => (began = resolve));
  const { job, ran } = makeNoting(async (_, __, signal) => {
    began();
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
  });
  const worker = startWorker(app.context, [jobQueue(app.context, [job])]);
  await want(app, 'first');
  await running;
  const stopped = worker.stop();
  await want(app, 'second');
  await stopped;
  expect(ran).toEqual(['first']);
  expect(await jobRows(app)).toMatchObject([{ payload: '{"text":"second"}', attempts: 0 }]);
});

test('a queue whose run fails is not tried again before the next look', async () => {
  withoutPolling();
  const app = await makeTestContext();
  let claims = 0;
  const failing = {
    name: 'failing',
    topic: 'jobs',
    concurrency: 1,
    async claim() {
      claims += 1;
      return claims > 20 ? [] : [() => Promise.reject(new Error('Not a kind that I know'))];
    },
  } as const;
  const worker = startWorker(app.context, [failing]);
  onTestFinished(() => worker.stop());
  await eventually(() => expect(claims).toBeGreaterThan(0));
  await new Promise((resolve) => setTimeout(resolve, 50));
  // Another portal's change of jobs may wake it once more.
  expect(claims).toBeLessThan(4);
});
