import { type Task, isoInstant } from '#contract/dates';
import * as calls from '#contract/marking/second-look-calls';
import { self } from '../../accounts/policy.ts';
import { act, read } from '../../accounts/sessions/act.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Writer } from '../../platform/database/database.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { readSince } from '../mark-rules.ts';
import { notifyDeciders } from '../reviews/review-deciders.ts';
import { presentSecondLook, secondLooksAt } from '../reviews/second-looks.ts';
import { recordReviewsAt } from '../recorded/record-review-queries.ts';
import { recordRecordRead, requestRecordReview } from './own-records.ts';
import { versionOf } from './queries.ts';

type OwnVersion = { accountId: number; task: Task; version: number };

/** Equal for unreleased and no marks. */
const noReleasedMark = () => httpErrors.notFound('This version has no released mark.');

/** Locks the row, so that a simultaneous withdrawal waits. */
async function markReviewRequested(writer: Writer, submissionId: number, now: number) {
  return writer
    .updateTable('marks')
    .set({ second_look_at: now })
    .where('submission_id', '=', submissionId)
    .where('released', '=', 1)
    .returning(['marks', 'marked_by'])
    .executeTakeFirst();
}

/** @throws 409 requested already, or an earlier project's; 404 no released mark */
export async function requestReview(
  writer: Writer,
  { accountId, task, version, reason, at }: OwnVersion & { reason: string; at: number },
): Promise<{ id: number }> {
  const [asked] = await versionOf(writer, { accountId, task, version });
  if (asked === undefined || asked.released !== 1) throw noReleasedMark();
  if (asked.earlierProject !== null)
    throw httpErrors.conflict('This mark is for your earlier project, so it is not reviewed.');
  const reviewed = await markReviewRequested(writer, asked.id, at);
  if (reviewed === undefined) throw noReleasedMark();
  const inserted = await writer
    .insertInto('second_looks')
    .values({ submission_id: asked.id, account_id: accountId, task, reason, asked_at: at, ...reviewed })
    .onConflict((conflict) => conflict.column('submission_id').doNothing())
    .returning('submission_id')
    .executeTakeFirst();
  if (inserted === undefined) throw httpErrors.conflict('You have already requested a review of this mark.');
  await notifyDeciders(writer, { id: asked.id, number: asked.number, task }, at);
  return { id: asked.id };
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
    run: (writer, { resource: { accountId }, body: { version, ...body }, now }) =>
      version === null
        ? requestRecordReview(writer, { accountId, ...body, at: now })
        : requestReview(writer, { accountId, version, ...body, at: now }),
    async answer(reader, { body: { version } }, id) {
      const [look] = await (version === null ? recordReviewsAt(reader, [id]) : secondLooksAt(reader, [id]));
      if (look === undefined) throw new Error(`the review request of ${id} is gone`);
      return { second_look: presentSecondLook(look) };
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
