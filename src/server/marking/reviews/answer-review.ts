import type { StaffSubmission } from '#contract/marking/calls';
import * as calls from '#contract/marking/release-calls';
import { lockAccount } from '../../accounts/queries.ts';
import { act } from '../../accounts/sessions/act.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { contentOf, recordGivenMark, type GivenMark } from '../mark-submission.ts';
import { ownSubmission, type Markable } from '../policy.ts';
import { presentReviewedSubmission } from '../presenter.ts';
import { newestVersionsOf, queueRow } from '../queue/queue-queries.ts';
import { commentReview, decideReview, requested } from './decide-review.ts';
import { notifyDeciders } from './review-deciders.ts';
import type { AfterReview } from './review-answered.ts';
import { insertAnswer, reviewsAt } from './review-rows.ts';

/** Of two mentors who act at once, the second sees what the first has done. @throws 404 no request */
async function lockReview(writer: Writer, of: Markable, at: number) {
  await lockAccount(writer, of.accountId);
  const [request] = await reviewsAt(writer, [of.id]);
  const { number, viewer } = of;
  return { request: requested(request), viewer, student: of, event: number, subject: number, at };
}

async function versionAt(reader: Reader, id: number, { number, viewer }: Markable): Promise<StaffSubmission> {
  const [row] = await queueRow(reader, { submissionId: id });
  if (row === undefined) throw new Error(`version ${number} is gone`);
  return presentReviewedSubmission(reader, row, viewer);
}

/** The task's newest version, as the queue has it. */
export async function newestOf(reader: Reader, of: Markable): Promise<StaffSubmission> {
  const newest = (await newestVersionsOf(reader, [of.id])).get(of.id);
  return versionAt(reader, newest?.id ?? of.id, of);
}

/** @param mark changes the reviewed mark with the answer. @throws as `decideReview` and `recordMark` */
export async function answerReview(
  writer: Writer,
  of: Markable,
  { answer, mark }: { answer: string; mark?: GivenMark | undefined },
  at: number,
) {
  const { id: submissionId, viewer } = of;
  return decideReview(writer, await lockReview(writer, of, at), {
    answer,
    change: mark === undefined ? null : () => recordGivenMark(writer, of, mark, at),
    insert: () => insertAnswer(writer, { submissionId, answer, accountId: viewer.accountId, at }),
  });
}

export const reviewCalls = (afterReview: AfterReview) => [
  // Answers the task's newest version, as in the queue; with `mark` the reviewed version.
  act(calls.answerReview, {
    who: ownSubmission,
    prepare: ({ context, resource: { task }, now }) => afterReview(context, task, now),
    key: {
      kind: 'second-look-answer',
      content: ({ resource: { number }, body: { answer, mark } }) => [
        number,
        answer,
        ...(mark === undefined ? [] : contentOf(mark)),
      ],
    },
    async run(writer, { resource, body, prepared: follow, now }) {
      const { accountId, viewer } = resource;
      const audit = await answerReview(writer, resource, body, now);
      if (audit.length > 0) await follow?.(writer, { accountId, by: viewer.name, answer: body.answer });
      return { id: viewer.accountId, audit };
    },
    answer: (reader, { resource, body: { mark } }) =>
      mark === undefined ? newestOf(reader, resource) : versionAt(reader, resource.id, resource),
  }),

  act(calls.commentOnReview, {
    who: ownSubmission,
    key: {
      kind: 'second-look-comment',
      content: ({ resource: { number }, body: { comment, to_office: toOffice } }) => [
        number,
        comment,
        toOffice,
      ],
    },
    async run(writer, { resource: of, body: { comment, to_office: toOffice }, now: at }) {
      const { id, number, accountId, task, viewer } = of;
      const row = {
        submission_id: id,
        account_id: accountId,
        comment,
        to_office: toOffice ? (1 as const) : (0 as const),
        written_by: viewer.accountId,
        written_at: at,
      };
      const audit = await commentReview(writer, await lockReview(writer, of, at), {
        comment,
        toOffice,
        insert: () => writer.insertInto('second_look_comments').values(row).execute(),
        notifyDeciders: () => notifyDeciders(writer, { id, number, task }, at),
      });
      return { id: viewer.accountId, audit };
    },
    answer: (reader, { resource }) => newestOf(reader, resource),
  }),
];
