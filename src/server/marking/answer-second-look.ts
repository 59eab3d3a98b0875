import { isoInstant } from '#contract/dates';
import { shownName } from '#contract/accounts/person-name';
import type { StaffSubmission } from '#contract/marking/calls';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import type { AppContext } from '../platform/context.ts';
import { makeOnce } from '../platform/database/make-once.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { newestVersionOf, queueRow } from './queue/queue-queries.ts';
import { insertAnswer, secondLooksAt } from '../submissions/marks/second-look-queries.ts';
import { notifyReviewAnswered } from '../submissions/marks/mark-notices.ts';
import type { Markable } from './policy.ts';
import { presentStaffSubmission } from './presenter.ts';

/**
 * @returns the task's newest version, as in the queue
 * @throws 404 no request; 409 with `current` if a colleague answered otherwise, and for a key of another
 * answer
 */
export async function answerSecondLook(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  { id, number, accountId: studentId, task, viewer }: Markable,
  answer: string,
  key: string | null,
): Promise<StaffSubmission> {
  const { accountId } = viewer;
  const now = clock.now();
  const request = { accountId, kind: 'second-look-answer', key, content: [number, answer], now } as const;
  return database.transaction(async (writer) => {
    await makeOnce(writer, request, async () => {
      const [look] = await secondLooksAt(writer, [id]);
      if (look === undefined) throw httpErrors.notFound('Nobody has requested a review of this mark.');
      if (await insertAnswer(writer, { submissionId: id, answer, accountId, at: now })) {
        await recordAuditEvent(writer, {
          at: now,
          actorId: accountId,
          act: 'answer-second-look',
          subject: number,
          aboutId: studentId,
          before: null,
          after: { answer },
        });
        await notifyReviewAnswered(writer, { task, accounts: [studentId], number, at: now });
        return id;
      }
      const [given] = await secondLooksAt(writer, [id]);
      if (given?.answer == null || given.answeredAt === null) throw new Error(`the answer to ${id} is gone`);
      if (given.answer !== answer)
        throw httpErrors.changedMeanwhile(
          'This review was answered in the meantime. Your answer is not saved.',
          {
            answer: given.answer,
            answered_by: given.answeredBy === null ? null : shownName(given.answeredBy),
            answered_at: isoInstant(given.answeredAt),
          },
        );
      return id;
    });
    const [newest] = await newestVersionOf(writer, { submissionId: id });
    const [row] = newest === undefined ? [] : await queueRow(writer, { submissionId: newest.id });
    if (row === undefined) throw new Error(`version ${number} is gone`);
    return presentStaffSubmission(row);
  });
}
