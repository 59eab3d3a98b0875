import { isoInstant, type Task } from '#contract/dates';
import { lockAccount } from '../../accounts/queries.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { readSince } from '../mark-rules.ts';
import { timesOf } from '../recorded/present-record.ts';
import { releasedRecordsOf, type RecordRow } from '../recorded/queries.ts';
import { beginRecordReview } from '../reviews/begin-review.ts';
import { refuseLateReview } from '../reviews/review-until.ts';
import { scheduleOf } from '../../submissions/queries.ts';

type OwnTask = { accountId: number; task: Task };

/** Equal for unreleased and none. @throws 404 */
async function ownRecord(database: Reader | Writer, { accountId, task }: OwnTask): Promise<RecordRow> {
  const found = (await releasedRecordsOf(database, { accountId })).find((record) => record.task === task);
  if (found === undefined) throw httpErrors.notFound('This task has no released mark without a file.');
  return found;
}

type AskedRecord = OwnTask & { reason: string; waitedMs?: number | undefined; at: number; zone: string };

/** As `requestReview`. @throws 409 after the last day, requested already; 404 no released record */
export async function requestRecordReview(
  writer: Writer,
  { accountId, task, reason, waitedMs, at, zone }: AskedRecord,
): Promise<{ id: number }> {
  // A withdrawal and a correction wait.
  await lockAccount(writer, accountId);
  const record = await ownRecord(writer, { accountId, task });
  if (record.reviewAt !== null)
    throw httpErrors.conflict('You have already requested a review of this mark.');
  const [schedule] = await scheduleOf(writer, { accountId });
  refuseLateReview(timesOf(record), { days: schedule?.reviewDays ?? null, zone, now: at, waitedMs });
  await beginRecordReview(writer, record, { reason, at });
  return { id: record.id };
}

/** As `recordMarkRead`: no effect if it changed. @throws 404 no released record */
export async function recordRecordRead(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  { accountId, task, markedAt }: OwnTask & { markedAt: string },
): Promise<void> {
  const record = await ownRecord(database.reader, { accountId, task });
  const times = timesOf(record);
  if (isoInstant(record.recordedAt) !== markedAt || readSince(times) !== null) return;
  await database.nonDurableTransaction((writer) =>
    writer
      .updateTable('recorded_marks')
      .set({ read_at: clock.now() })
      .where('id', '=', record.id)
      .where('recorded_at', '=', record.recordedAt)
      .execute(),
  );
}
