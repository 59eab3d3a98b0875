import type { z } from 'zod';
import { instantOrNull, type Task } from '#contract/dates';
import { marksOfStatus } from '#contract/marking/recorded';
import * as calls from '#contract/marking/recorded-calls';
import { settle } from '#contract/settle';
import { ownStudent, type OwnStudent } from '../../accounts/policy.ts';
import { act, read } from '../../accounts/sessions/act.ts';
import type { Viewer } from '../../accounts/sessions/viewer.ts';
import type { Writer } from '../../platform/database/database.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { presentPanelMarks, type MarksElsewhere } from '../panel-marks.ts';
import { asToggled, isSameRuledBy, resolveRuledBy, seenRuledBy } from '../mark-rubric.ts';
import { commentReview, decideReview, requested } from '../reviews/decide-review.ts';
import type { AfterReview } from '../reviews/review-answered.ts';
import { notifyDecidersOfRecord, recordEvent } from '../reviews/review-deciders.ts';
import { presentReviewedRecord, readRecordedTask } from './read-recorded-task.ts';
import { newestOfTask, type RecordRow } from './queries.ts';
import { recordReviewsAt } from './record-review-queries.ts';
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

type Presented = { record: RecordRow; viewer: Viewer };

/** As `recordMark` compares; without `began` all of it is changed. @throws 409 with `current` */
async function settleRecord(
  writer: Writer,
  { began, ...given }: z.output<typeof calls.reviewedRecord>,
  { record, viewer }: Presented,
): Promise<Given> {
  if (began === undefined) return given;
  const { body, conflicts } = settle(given, began, storedRecord(record, given));
  if (conflicts.length > 0)
    throw httpErrors.changedMeanwhile(meanwhile, await presentReviewedRecord(writer, record, viewer));
  return body;
}

/** @throws 404 no request */
async function lockReview(writer: Writer, asked: Asked, at: number) {
  const of = recordable(asked);
  const standing = await lockStanding(writer, of);
  const [found] = standing.record === null ? [] : await recordReviewsAt(writer, [standing.record.id]);
  const request = requested(found);
  const { viewer } = asked.resource;
  const words = { event: recordEvent(request.recordId), subject: of.email, about: { task: of.task } };
  return { of, standing, request, viewer, student: of, ...words, at };
}

/** What the room of the viva's hour adds, which comes later. */
export type LaterRooms = MarksElsewhere & { afterReview: AfterReview };

export const recordedMarkCalls = ({ afterReview, ...elsewhere }: LaterRooms) => [
  read(calls.readRecordedMark, {
    who: ownStudent,
    async run({ context: { database, settings }, resource, params: { task } }) {
      const { reader } = database;
      const { accountId, batchId } = resource.student;
      const recorded = await readRecordedTask(reader, settings, resource, task);
      const [newest] = await newestOfTask(reader, { accountId, task });
      const of = {
        accountId,
        task,
        batchId,
        submissionId: newest?.id ?? null,
        viewerId: resource.viewer.accountId,
      };
      const isReleased = recorded.record?.released === true;
      return { ...recorded, ...(await presentPanelMarks(reader, { ...of, isReleased }, elsewhere)) };
    },
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
    prepare: ({ context, params: { task }, now }) => afterReview(context, task, now),
    async run(writer, { resource, params, body: { answer, record: given }, prepared: follow, now: at }) {
      const review = await lockReview(writer, { resource, params }, at);
      const { of, standing, request, viewer } = review;
      const { accountId: actorId } = viewer;
      const change = async (typed: z.output<typeof calls.reviewedRecord>) => {
        const record = standing.record as RecordRow;
        const settled = await settleRecord(writer, typed, { record, viewer });
        await recordGiven(writer, of, standing, settled, { actorId, at });
      };
      const audit = await decideReview(writer, review, {
        answer,
        change: given === undefined ? null : () => change(given),
        insert: () =>
          writer
            .updateTable('recorded_mark_reviews')
            .set({ answer, answered_by: actorId, answered_at: at })
            .where('record_id', '=', request.recordId)
            .execute(),
      });
      if (audit.length > 0) await follow?.(writer, { accountId: of.accountId, by: viewer.name, answer });
      return { id: actorId, audit };
    },
    answer: (reader, { context, resource, params: { task } }) =>
      readRecordedTask(reader, context.settings, resource, task),
  }),

  act(calls.commentOnRecordReview, {
    who: ownStudent,
    async run(writer, { resource, params, body: { comment, to_office: toOffice }, now: at }) {
      const review = await lockReview(writer, { resource, params }, at);
      const { of, request, viewer } = review;
      const row = {
        record_id: request.recordId,
        account_id: of.accountId,
        comment,
        to_office: toOffice ? (1 as const) : (0 as const),
        written_by: viewer.accountId,
        written_at: at,
      };
      const audit = await commentReview(writer, review, {
        comment,
        toOffice,
        insert: () => writer.insertInto('recorded_mark_review_comments').values(row).execute(),
        notifyDeciders: () => notifyDecidersOfRecord(writer, request.recordId, at),
      });
      return { id: viewer.accountId, audit };
    },
    answer: (reader, { context, resource, params: { task } }) =>
      readRecordedTask(reader, context.settings, resource, task),
  }),
];
