import type { z } from 'zod';
import { instantOrNull, type Task } from '#contract/dates';
import { shownName } from '#contract/accounts/person-name';
import { marksOfStatus } from '#contract/marking/recorded';
import * as calls from '#contract/marking/recorded-calls';
import { ownStudent, type OwnStudent } from '../../accounts/policy.ts';
import { act, read } from '../../accounts/sessions/act.ts';
import { withdraw } from '../../notices/notify.ts';
import type { Writer } from '../../platform/database/database.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { asToggled, isSameRuledBy, resolveRuledBy, seenRuledBy } from '../mark-rubric.ts';
import { notifyReviewAnswered } from '../mark-notices.ts';
import { mostComments } from '../reviews/answer-second-look.ts';
import { notifyDecidersOfRecord, recordEvent, whyNotDecide } from '../reviews/review-deciders.ts';
import { presentReviewedRecord, readRecordedTask } from './read-recorded-task.ts';
import type { RecordRow } from './queries.ts';
import { recordReviewsAt, type RecordReview } from './record-review-queries.ts';
import {
  lockStanding,
  readRecord,
  removeRecord,
  writeRecord,
  type Recordable,
  type Standing,
} from './write-record.ts';

type Given = z.output<typeof calls.givenRecord>;

type Asked = { resource: OwnStudent; params: { task: Task } };

const recordable = ({ resource: { student }, params: { task } }: Asked): Recordable => ({
  accountId: student.accountId,
  email: student.email,
  task,
});

const meanwhile = 'This was recorded by a colleague in the meantime. Your mark is not saved yet.';

/** In the body's members; of `marked` with its lines. */
function storedRecord(record: RecordRow | null, typed: Given) {
  if (record === null) return { status: null, marks: null, comments: '', released: false, rubric: null };
  const { ruledBy, ...state } = readRecord(record);
  return { ...state, rubric: asToggled(ruledBy, typed.rubric) };
}

function isAsGiven(record: RecordRow, { status, marks, comments, released, rubric }: Given): boolean {
  const there = readRecord(record);
  return (
    there.status === status &&
    there.marks === marksOfStatus(status, marks) &&
    there.comments === comments &&
    there.released === released &&
    (rubric === undefined || isSameRuledBy(there.ruledBy, seenRuledBy(rubric) ?? null))
  );
}

/** Whether a release would show the student more than what its mentor saw. */
function releasesUnseen({ record }: Standing, { seen_at: seenAt, released }: Given): boolean {
  if (seenAt === undefined || !released || record?.released === 1) return false;
  return instantOrNull(record?.recordedAt) !== seenAt;
}

async function recordGiven(
  writer: Writer,
  of: Recordable,
  standing: Standing,
  { rubric, newest, confirm_lower: confirmLower = false, ...given }: Given,
  by: { actorId: number; at: number },
) {
  const { projectId } = standing;
  const rubricOf = async () => ({ task: of.task, projectId });
  const ruledBy =
    given.status === 'marked' && given.marks !== null
      ? await resolveRuledBy(writer, rubricOf, rubric, given.marks)
      : null;
  return writeRecord(writer, of, standing, { ...given, ruledBy }, { ...by, newest, confirmLower });
}

/** @throws 404 no request */
async function reviewOf(writer: Writer, { record }: Standing): Promise<RecordReview> {
  const [look] = record === null ? [] : await recordReviewsAt(writer, [record.id]);
  if (look === undefined) throw httpErrors.notFound('Nobody has requested a review of this mark.');
  return look;
}

const answeredMeanwhile = ({ answer, answeredBy, answeredAt }: RecordReview) =>
  httpErrors.changedMeanwhile('This review was answered in the meantime. Your answer is not saved.', {
    answer,
    answered_by: answeredBy === null ? null : shownName(answeredBy),
    answered_at: instantOrNull(answeredAt),
  });

export const recordedMarkCalls = [
  read(calls.readRecordedMark, {
    who: ownStudent,
    run: ({ context, resource, params: { task } }) =>
      readRecordedTask(context.database.reader, context.settings, resource, task),
  }),

  act(calls.recordMark, {
    who: ownStudent,
    changes: {
      async stored(writer, asked) {
        const standing = await lockStanding(writer, recordable(asked));
        const { record } = standing;
        if (releasesUnseen(standing, asked.body) && record !== null)
          throw httpErrors.changedMeanwhile(
            meanwhile,
            await presentReviewedRecord(writer, record, asked.resource.viewer),
          );
        return { ...storedRecord(record, asked.body), standing };
      },
      message: meanwhile,
      // Without `began`, only the page of a task without a record can be meant.
      refuses: (body, { standing: { record } }) => record !== null && !isAsGiven(record, body),
      current(writer, { resource: { viewer } }, { standing: { record } }) {
        if (record === null)
          throw httpErrors.conflict(
            'A colleague has removed this in the meantime. Your mark is not saved yet.',
          );
        return presentReviewedRecord(writer, record, viewer);
      },
    },
    async run(writer, { resource, params, body, stored: { standing }, now }) {
      const { accountId: actorId } = resource.viewer;
      await recordGiven(writer, recordable({ resource, params }), standing, body, { actorId, at: now });
      return { id: actorId };
    },
    answer: (reader, { context, resource, params: { task } }) =>
      readRecordedTask(reader, context.settings, resource, task),
  }),

  act(calls.removeRecordedMark, {
    who: ownStudent,
    changes: {
      async stored(writer, asked) {
        const standing = await lockStanding(writer, recordable(asked));
        const { record } = standing;
        // A removed one has nothing that could be lost.
        return { ...(record !== null && { at: instantOrNull(record.recordedAt) }), standing };
      },
      seen: ['at'],
      message: 'A colleague has recorded something else in the meantime. Nothing is removed yet.',
      current: (writer, { resource: { viewer } }, { standing: { record } }) =>
        record === null ? {} : presentReviewedRecord(writer, record, viewer),
    },
    audit: 'remove-recorded-mark',
    async run(writer, { resource, params, stored: { standing } }) {
      const of = recordable({ resource, params });
      const audit = await removeRecord(writer, of, standing);
      return { id: resource.viewer.accountId, ...(audit !== null && { audit }) };
    },
  }),

  // Others than who recorded it decide, by the rules of every review.
  act(calls.answerRecordReview, {
    who: ownStudent,
    async run(writer, { resource, params, body: { answer, record }, now }) {
      const { viewer } = resource;
      const of = recordable({ resource, params });
      const standing = await lockStanding(writer, of);
      const look = await reviewOf(writer, standing);
      if (look.answer !== null) {
        if (look.answer !== answer || record !== undefined) throw answeredMeanwhile(look);
        return { id: viewer.accountId };
      }
      const why = await whyNotDecide(writer, look, viewer);
      if (why !== null) throw httpErrors.forbidden(why);
      const by = { actorId: viewer.accountId, at: now };
      if (record !== undefined) await recordGiven(writer, of, standing, record, by);
      const { accountId, email, task } = of;
      await writer
        .updateTable('recorded_mark_reviews')
        .set({ answer, answered_by: viewer.accountId, answered_at: now })
        .where('record_id', '=', look.recordId)
        .execute();
      const number = recordEvent(look.recordId);
      await withdraw(writer, { kind: 'second-look', event: number, now });
      await notifyReviewAnswered(writer, { task, accounts: [accountId], number, at: now });
      return {
        id: viewer.accountId,
        audit: { act: 'answer-second-look', subject: email, aboutId: accountId, after: { task, answer } },
      };
    },
    answer: (reader, { context, resource, params: { task } }) =>
      readRecordedTask(reader, context.settings, resource, task),
  }),

  act(calls.commentOnRecordReview, {
    who: ownStudent,
    async run(writer, { resource, params, body: { comment, to_office: toOffice }, now }) {
      const { viewer } = resource;
      const of = recordable({ resource, params });
      const look = await reviewOf(writer, await lockStanding(writer, of));
      if (look.answer !== null)
        throw httpErrors.conflict('This review was answered in the meantime. Your comment is not saved.');
      const why = toOffice ? await whyNotDecide(writer, look, viewer) : null;
      if (why !== null) throw httpErrors.forbidden(why);
      if (look.comments.length >= mostComments)
        throw httpErrors.conflict(`A review has at most ${mostComments} comments.`);
      await writer
        .insertInto('recorded_mark_review_comments')
        .values({
          record_id: look.recordId,
          account_id: of.accountId,
          comment,
          to_office: toOffice ? 1 : 0,
          written_by: viewer.accountId,
          written_at: now,
        })
        .execute();
      if (toOffice) await notifyDecidersOfRecord(writer, look.recordId, now);
      return {
        id: viewer.accountId,
        audit: {
          act: toOffice ? 'pass-review' : 'comment-on-review',
          subject: of.email,
          aboutId: of.accountId,
          after: { task: of.task, comment },
        },
      };
    },
    answer: (reader, { context, resource, params: { task } }) =>
      readRecordedTask(reader, context.settings, resource, task),
  }),
];
