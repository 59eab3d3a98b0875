import { z } from 'zod';
import { hourMs } from '#contract/durations';
import type { AppContext } from '../../platform/context.ts';
import type { Writer } from '../../platform/database/database.ts';
import { periodicJob, type Job } from '../../platform/jobs/job.ts';
import { enqueueJob } from '../../platform/jobs/job-rows.ts';
import { hashToken } from '../random-token.ts';

const recordKind = { kind: 'record-ended-link' };

/** In the transaction that ends the link: a job keeps its hash beside the database, which a restore replaces. */
export async function recordEndedLink(writer: Writer, hash: string, now: number): Promise<void> {
  await enqueueJob(writer, recordKind, { hash }, { now, key: hash });
}

export const recordEndedLinkJob: Job<{ hash: string }> = {
  ...recordKind,
  payload: z.object({ hash: z.string() }),
  run: ({ files }, { hash }) => files.records['ended-links'].add(hash, '{}'),
};

/**
 * Ends calendar links again that a restored backup brought back.
 * @param newer secrets of calendars in each newer backup: what is missing there was ended meanwhile
 * @returns how many
 * @throws HttpError 503 when the store is unreachable
 */
export async function endCalendarsAgain(
  { database, files }: Pick<AppContext, 'database' | 'files'>,
  newer: readonly ReadonlySet<string>[] = [],
): Promise<number> {
  const rows = await database.reader.selectFrom('calendars').select(['account_id', 'secret']).execute();
  if (rows.length === 0) return 0;
  const ended = new Set<string>();
  for await (const hash of files.records['ended-links'].names()) ended.add(hash);
  const back = rows.filter(
    ({ secret }) => ended.has(hashToken(secret)) || newer.some((secrets) => !secrets.has(secret)),
  );
  await database.transaction(async (writer) => {
    for (const { account_id, secret } of back)
      await writer
        .deleteFrom('calendars')
        .where('account_id', '=', account_id)
        .where('secret', '=', secret)
        .execute();
  });
  return back.length;
}

/** Repeated, since the store may have been unreachable after the restore. */
export const endCalendarsAgainJob = periodicJob('end-calendars-again', hourMs, (context) =>
  endCalendarsAgain(context),
);
