import * as calls from '#contract/viva-hour/final-calls';
import { messages } from '#contract/messages';
import { lockAccount, peopleOf } from '../../accounts/queries.ts';
import { act, read } from '../../accounts/sessions/act.ts';
import type { ViewerRule } from '../../accounts/sessions/viewer.ts';
import { mentorAccounts } from '../../courses/batch-queries.ts';
import { ownSubmission, type Markable } from '../../marking/policy.ts';
import { recordMark } from '../../marking/record-mark.ts';
import { noteJointMarkers } from '../../marking/reviews/joint-markers.ts';
import type { Writer } from '../../platform/database/database.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { selectionOfStudent } from '../../selections/queries.ts';
import { linesOfPaper } from '../lines-of-paper.ts';
import { confirmOutcome, storedOutcome, type Outcome } from '../outcome.ts';
import { momentOf } from '../present-hour.ts';
import { changeFinal, confirmOwn, writeOwnMarks } from './final-rows.ts';
import { markedByTwo, mayGive, presentFinal, rubricOfFinal, type MarkedByTwo } from './present-final.ts';

const officeFinal: ViewerRule<Markable> = async (check) => {
  const submission = await ownSubmission(check);
  if (submission.viewer.role !== 'administrator') throw httpErrors.forbidden(messages.forbidden);
  return submission;
};

/** Until the transaction ends no version comes in. @throws 409 of an earlier version, or with a released mark */
async function lockedState(writer: Writer, of: Markable): Promise<MarkedByTwo> {
  await lockAccount(writer, of.accountId);
  const state = await markedByTwo(writer, of);
  const { newest } = state;
  if (newest.id !== of.id)
    throw httpErrors.conflict(
      `Version ${newest.version} has come in. Own marks are for one version: give yours for the newest one.`,
    );
  if (newest.released === 1)
    throw httpErrors.conflict(
      'The mark of this version is released already. Correct it in the ordinary form.',
    );
  return state;
}

/** Marks and words stay out: administrators read the log. */
const given = (of: Markable, isCorrected: boolean) => ({
  subject: of.number,
  aboutId: of.accountId,
  before: null,
  after: { given: true, ...(isCorrected && { corrected: true }) },
});

/** The version's unreleased mark, and who gave it: none of them decides its review. */
async function writeMark(
  writer: Writer,
  { id, number, accountId, viewer }: Markable,
  { papers }: MarkedByTwo,
  { marks, comments }: Outcome,
  at: number,
): Promise<void> {
  const [choice] = await selectionOfStudent(writer, { accountId });
  if (choice !== undefined)
    await noteJointMarkers(writer, { accountId, task: 'final', choice: momentOf(choice) }, [
      ...papers.keys(),
    ]);
  const mark = { marks, comments, released: false, ruledBy: null };
  await recordMark(writer, { id, number, accountId }, mark, { actorId: viewer.accountId, at });
}

const words = {
  early: 'An outcome can be confirmed once two mentors have given marks.',
  confirmed: 'This outcome is confirmed. Change the mark in the ordinary form.',
  third: 'ask a third mentor to mark',
};

export const finalMarkCalls = [
  read(calls.readFinalMarks, {
    who: ownSubmission,
    run: ({ context, resource }) => presentFinal(context.database.reader, resource),
  }),

  act(calls.giveFinalMarks, {
    who: ownSubmission,
    changes: {
      async stored(writer, { resource }) {
        const state = await lockedState(writer, resource);
        const own = state.papers.get(resource.viewer.accountId)?.opinion;
        return { ...(own ?? { points: [], words: '' }), state };
      },
      message: 'You have given other marks on another device. These are not given yet.',
      current: (writer, { resource }) => presentFinal(writer, resource),
    },
    audit: 'give-final-marks',
    async run(writer, { resource, body: { points, words }, stored: { state }, now }) {
      const { id: submissionId, accountId, viewer } = resource;
      const { papers, row } = state;
      const before = papers.get(viewer.accountId);
      const opinion = { points, words };
      if (before !== undefined && JSON.stringify(before.opinion) === JSON.stringify(opinion))
        return { id: submissionId };
      if (!mayGive(state, viewer.accountId))
        throw httpErrors.conflict(
          before === undefined
            ? 'Two mentors have given marks already. Yours were not saved.'
            : 'Two mentors have given marks. Yours cannot be changed any more.',
        );
      const lines = await linesOfPaper(writer, await rubricOfFinal(writer, submissionId), opinion);
      const isAll = new Set([...papers.keys(), viewer.accountId]).size > 1;
      // A third marker makes it another outcome, which all confirm again.
      await changeFinal(
        writer,
        { submissionId, accountId, version: state.newest.version },
        {
          ...(isAll && row?.opened_at == null && { opened_at: now }),
          outcome: null,
          outcome_reason: null,
          outcome_comments: null,
          proposed_by: null,
          proposed_at: null,
        },
      );
      const own = { submissionId, accountId, markerId: viewer.accountId, at: now };
      await writeOwnMarks(writer, own, opinion, lines);
      await confirmOwn(writer, submissionId, null, null);
      return { id: submissionId, audit: given(resource, before !== undefined) };
    },
    answer: (reader, { resource, isFirst }) => presentFinal(reader, resource, { isFirst }),
  }),

  act(calls.confirmFinalOutcome, {
    who: ownSubmission,
    changes: {
      async stored(writer, { resource }) {
        const state = await lockedState(writer, resource);
        return { ...storedOutcome(state.row), state };
      },
      message: 'The outcome was changed in the meantime. You have not confirmed it yet.',
      current: (writer, { resource }) => presentFinal(writer, resource),
    },
    audit: 'confirm-final-outcome',
    async run(writer, { resource, body, stored: { state }, now }) {
      const { id: submissionId, accountId, viewer, number } = resource;
      const outcome: Outcome = { marks: body.marks, reason: body.reason, comments: body.comments };
      const confirmed = await confirmOutcome(outcome, state, {
        by: viewer.accountId,
        at: now,
        words,
        setConfirmed: (by, at) => confirmOwn(writer, submissionId, by, at),
        current: () => presentFinal(writer, resource),
      });
      if (confirmed === null) return { id: submissionId };
      const { isAll, change } = confirmed;
      await changeFinal(writer, { submissionId, accountId, version: state.newest.version }, change);
      if (isAll) await writeMark(writer, resource, state, outcome, now);
      return {
        id: submissionId,
        audit: {
          subject: number,
          aboutId: accountId,
          before: null,
          after: {
            marks: outcome.marks,
            reason: outcome.reason,
            ...(isAll && { confirmed: true }),
          },
        },
      };
    },
    answer: (reader, { resource, isFirst }) => presentFinal(reader, resource, { isFirst }),
  }),

  act(calls.closeFinalMarks, {
    who: officeFinal,
    audit: 'close-final-marks',
    async run(writer, { resource, body: { reason }, now }) {
      const { id: submissionId, accountId, viewer, number } = resource;
      const { row, papers, batchId, newest } = await lockedState(writer, resource);
      if (row?.closed_at != null) throw httpErrors.conflict('The office has closed these marks already.');
      if (papers.size === 0)
        throw httpErrors.conflict('Nobody has given marks yet. There is nothing to close.');
      if (papers.size > 1)
        throw httpErrors.conflict('Two mentors have given marks. There is nothing to close.');
      await changeFinal(
        writer,
        { submissionId, accountId, version: newest.version },
        {
          opened_at: row?.opened_at ?? now,
          closed_at: now,
          closed_by: viewer.accountId,
          closed_reason: reason,
        },
      );
      const mentors = await mentorAccounts(writer, batchId);
      const people = await peopleOf(writer, [...new Set([...papers.keys(), ...mentors])]);
      const emails = (ids: readonly number[]) => ids.flatMap((id) => people.get(id)?.s_id ?? []).toSorted();
      return {
        id: submissionId,
        audit: {
          subject: number,
          aboutId: accountId,
          before: null,
          after: {
            reason,
            gave: emails([...papers.keys()]),
            missing: emails(mentors.filter((id) => !papers.has(id))),
          },
        },
      };
    },
    answer: (reader, { resource, isFirst }) => presentFinal(reader, resource, { isFirst }),
  }),
];
