import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { hourMs } from '#contract/durations';
import type { AppContext } from '#server/platform/context';
import { makeDatabase } from '#server/platform/database/database';
import { openEventBus } from '#server/platform/events/event-bus';
import type { Job } from '#server/platform/jobs/job';
import { enqueueJob } from '#server/platform/jobs/job-rows';
import { openLocation } from './locations.ts';
import type { TestContext } from './test-app.ts';

type Note = { text: string };

/** A job that writes down what it was run with. */
export function makeNoting(run: Job<Note>['run'] = async () => {}) {
  const ran: string[] = [];
  const job: Job<Note> = {
    kind: 'note',
    payload: z.object({ text: z.string() }),
    async run(context, payload, signal) {
      ran.push(payload.text);
      await run(context, payload, signal);
    },
  };
  return { job, ran };
}

/** Wants the job of `makeNoting`. */
export const want = (
  { context, clock }: TestContext,
  text: string,
  options: { key?: string | null; dueAt?: number } = {},
): Promise<void> =>
  context.database.transaction((writer) =>
    enqueueJob(writer, { kind: 'note' }, { text }, { now: clock.now(), ...options }),
  );

/** A recurring job. */
export const tidy = (run: () => Promise<void>): Job<null> => ({
  kind: 'tidy',
  payload: z.null(),
  everyMs: hourMs,
  run,
});

export const jobRows = ({ context }: TestContext) =>
  context.database.reader.selectFrom('jobs').orderBy('id').selectAll().execute();

/** The context of another process on the same database. */
export function openOther(app: TestContext): AppContext {
  const database = makeDatabase(openLocation(app.databaseLocation));
  const events = openEventBus(database, () => app.context.log);
  onTestFinished(async () => {
    await events.close();
    await database.close();
  });
  return { ...app.context, database, events };
}
