import { z } from 'zod';
import { hourMs, minuteMs } from '#contract/durations';
import type { AppContext } from '../../platform/context.ts';
import type { Job } from '../../platform/jobs/job.ts';
import { enqueueJob } from '../../platform/jobs/job-rows.ts';
import { isAttached } from '../../forum/attachments/attached-files.ts';
import { removeGivenUp } from '../../forum/attachments/remove-attachments.ts';
import { removeErasedFiles } from '../../submissions/erase-submissions.ts';
import { storeRecord, anonymisationOf, finishKind, noteFilesGone } from './anonymisation-records.ts';
import { eraseLateWords } from './anonymise-person.ts';

/** Requests begun before may write this long: an upload holds its slot for an hour at most. */
const lateMs = 2 * hourMs;
/** Newer bytes may belong to a submission without a row yet. */
const unwrittenMs = 10 * minuteMs;
const againMs = 15 * minuteMs;

/**
 * Runs after the commit, and again until two hours later: stores the record, removes files, folds the
 * embedded database's log, and erases what concurrent requests wrote.
 */
export async function finishAnonymisation(context: AppContext, accountId: number): Promise<void> {
  const { database, clock } = context;
  const row = await anonymisationOf(database.reader, accountId);
  if (row === undefined) return;
  await storeRecord(context, row);
  await eraseLateWords(context, accountId);
  const now = clock.now();
  const areSubmissionsGone = await removeErasedFiles(context, accountId, now - unwrittenMs, isAttached);
  const areGone = (await removeGivenUp(context, accountId)) && areSubmissionsGone;
  const isFolded = await database.foldLog();
  await database.transaction(async (writer) => {
    if (areGone && row.files_gone_at === null) await noteFilesGone(writer, accountId, now);
    if (areGone && isFolded && now >= row.at + lateMs) return;
    const options = { now, key: String(accountId), dueAt: now + againMs };
    await enqueueJob(writer, finishKind, { account: accountId }, options);
  });
}

export const finishAnonymisationJob: Job<{ account: number }> = {
  ...finishKind,
  payload: z.object({ account: z.number() }),
  run: (context, { account }) => finishAnonymisation(context, account),
};
