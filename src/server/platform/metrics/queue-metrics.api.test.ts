import { expect, test } from 'vitest';
import { makeNoting, want } from '#support/jobs';
import { runDue } from '#support/run-due';
import { makeTestApp } from '#support/test-app';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import { mailQueue } from '../mail/mail-queue.ts';
import { backoffAfter, PermanentFailure } from '../jobs/job.ts';
import { jobMetrics, outboxMetrics } from './queue-metrics.ts';
import { jobQueue } from '../jobs/job-queue.ts';

test('what should have run, since when, and what was given up can be seen', async () => {
  const app = await makeTestApp();
  const { context, clock } = app;
  const figures = async () =>
    Promise.all([...jobMetrics(context), ...outboxMetrics(context)].map((metric) => metric.read()));
  expect(await figures()).toEqual([0, 0, 0, 0, 0, 0]);
  const { job } = makeNoting(async (_, { text }) => {
    if (text === 'bad') throw new PermanentFailure('No');
    throw new Error('Away');
  });
  await want(app, 'bad');
  await want(app, 'failing');
  await want(app, 'later', { dueAt: clock.now() + 60_000 });
  const mail = { event: 'e', to: 'a@example.test', subject: 's', text: 't', html: 'h' };
  await context.database.transaction((writer) => enqueueMail(writer, mail, clock.now()));
  clock.advance(1_000);
  expect(await figures()).toEqual([2, 1, 0, 1, 1, 0]);
  await runDue(jobQueue(context, [job]));
  await runDue(mailQueue(context, async () => ({ kind: 'refused', reason: 'No' })));
  // In its backoff it is as late as it was.
  clock.advance(backoffAfter(1) - 1_000);
  expect(await figures()).toEqual([1, backoffAfter(1) / 1_000, 1, 0, 0, 1]);
});
