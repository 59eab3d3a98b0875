import { type Task, isoInstant } from '#contract/dates';
import * as calls from '#contract/marking/review-calls';
import { self } from '../../accounts/policy.ts';
import { act, read } from '../../accounts/sessions/act.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Writer } from '../../platform/database/database.ts';
import { readSince } from '../mark-rules.ts';
import { refuseLateReview } from '../reviews/review-until.ts';
import { beginReview, noReleasedMark } from '../reviews/begin-review.ts';
import { presentReviewRow, reviewsAt } from '../reviews/review-rows.ts';
import { recordReviewsAt } from '../recorded/record-review-queries.ts';
import { recordRecordRead, requestRecordReview } from './own-records.ts';
import { versionOf } from './queries.ts';

type OwnVersion = { accountId: number; task: Task; version: number };

const alreadyRequested = 'You have already requested a review of this mark.';

type Asked = OwnVersion & { reason: string; waitedMs?: number | undefined; at: number; zone: string };

/** @throws 409 after the last day, requested already, or an earlier project's; 404 no released mark */
export async function requestReview(
  writer: Writer,
  { accountId, task, version, reason, waitedMs, at, zone }: Asked,
): Promise<{ id: number }> {
  const [asked] = await versionOf(writer, { accountId, task, version });
  if (asked?.markedAt == null || asked.released !== 1) throw noReleasedMark();
  const { id, number, markedAt: marked_at, releasedAt: released_at, numberSince: number_since } = asked;
  refuseLateReview(
    { marked_at, released_at, number_since },
    { days: asked.reviewDays, zone, now: at, waitedMs },
  );
  const isOfEarlierProject = asked.earlierProject !== null;
  await beginReview(
    writer,
    { id, number, accountId, task, isOfEarlierProject },
    { reason, at, taken: alreadyRequested },
  );
  return { id };
}

/**
 * @param markedAt of the mark read; no effect if it changed
 * @throws 404 no released mark
 */
export async function recordMarkRead(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  { accountId, task, version, markedAt }: OwnVersion & { markedAt: string },
): Promise<void> {
  const [row] = await versionOf(database.reader, { accountId, task, version });
  if (row?.markedAt == null || row.released !== 1) throw noReleasedMark();
  const { id, markedAt: marked_at, releasedAt: released_at, readAt: read_at } = row;
  if (isoInstant(marked_at) !== markedAt || readSince({ marked_at, released_at, read_at }) !== null) return;
  await database.nonDurableTransaction((writer) =>
    writer
      .updateTable('marks')
      .set({ read_at: clock.now() })
      .where('submission_id', '=', id)
      .where('marked_at', '=', marked_at)
      .execute(),
  );
}

export const ownMarkCalls = [
  act(calls.askSecondLook, {
    who: self,
    key: { kind: 'second-look', content: ({ body: { task, version, reason } }) => [task, version, reason] },
    run: (
      writer,
      { context, resource: { accountId }, body: { version, waited_ms: waitedMs, ...body }, now },
    ) => {
      const asked = { accountId, ...body, waitedMs, at: now, zone: context.settings.academyZone };
      return version === null
        ? requestRecordReview(writer, asked)
        : requestReview(writer, { version, ...asked });
    },
    async answer(reader, { body: { version } }, id) {
      const [request] = await (version === null ? recordReviewsAt(reader, [id]) : reviewsAt(reader, [id]));
      if (request === undefined) throw new Error(`the review request of ${id} is gone`);
      return { second_look: presentReviewRow(request) };
    },
  }),

  read(calls.readMark, {
    who: self,
    run: ({ context, resource: { accountId }, body: { task, version, marked_at: markedAt } }) =>
      version === null
        ? recordRecordRead(context, { accountId, task, markedAt })
        : recordMarkRead(context, { accountId, task, version, markedAt }),
  }),
];
