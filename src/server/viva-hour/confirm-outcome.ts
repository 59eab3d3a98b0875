import * as calls from '#contract/viva-hour/hour-calls';
import { lockAccount, type StudentRow } from '../accounts/queries.ts';
import { act } from '../accounts/sessions/act.ts';
import { recordMark } from '../marking/record-mark.ts';
import { noteJointMarkers } from '../marking/reviews/joint-markers.ts';
import { isStanding } from '../marking/recorded/counted.ts';
import { lockStanding, writeRecord } from '../marking/recorded/write-record.ts';
import type { Writer } from '../platform/database/database.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { receiptKeys } from '../submissions/receipts/receipt-key.ts';
import { refuseReleased } from './give-marks.ts';
import { changeHour, setConfirmed } from './hour-rows.ts';
import { makeRecord } from './make-record.ts';
import { checkOutcome, isSameOutcome, storedOutcome, type Outcome } from './outcome.ts';
import { lockedPanel, panelOfStudent, type Panel } from './policy.ts';
import { marksOf, momentOf, presentHour, readState } from './present-hour.ts';

const meanwhile = 'The outcome was changed in the meantime. You have not confirmed it yet.';

/** The student's unreleased mark, of the newest version or without a file. */
async function writeMark(
  writer: Writer,
  student: StudentRow,
  panel: Panel,
  { marks, comments }: Outcome,
  by: { actorId: number; at: number },
): Promise<void> {
  await refuseReleased(writer, student.accountId, panel);
  const of = { accountId: student.accountId, email: student.email, task: 'viva' as const };
  const standing = await lockStanding(writer, of);
  const mark = { marks, comments, released: false, ruledBy: null };
  const { newest, record } = standing;
  // An absence that was recorded counts over the version until its record changes.
  if (newest === null || (record !== null && isStanding(record)))
    await writeRecord(
      writer,
      of,
      standing,
      { ...mark, status: 'marked' },
      { ...by, confirmLower: true, replacesExcuse: true },
    );
  else await recordMark(writer, { ...newest, accountId: student.accountId }, mark, by);
}

export const outcomeCalls = [
  act(calls.confirmVivaOutcome, {
    who: panelOfStudent,
    prepare: ({ context }) => receiptKeys(context),
    changes: {
      async stored(writer, { resource }) {
        await lockAccount(writer, resource.student.accountId);
        const panel = await lockedPanel(writer, resource);
        const state = await readState(writer, resource.student.accountId, panel);
        return { ...storedOutcome(state.hour), state };
      },
      message: meanwhile,
      current: (writer, { resource }) => presentHour(writer, resource),
    },
    audit: 'confirm-viva-outcome',
    async run(
      writer,
      { context: { settings }, resource, body, stored: { state, ...stored }, prepared: pair, now },
    ) {
      const { student, viewer } = resource;
      const { hour, papers, isShown, panel, choice } = state;
      const own = papers.get(viewer.accountId);
      if (hour === null || own === undefined || !isShown)
        throw httpErrors.conflict('An outcome can be confirmed once everybody has given marks.');
      const outcome: Outcome = { marks: body.marks, reason: body.reason, comments: body.comments };
      const isSame = isSameOutcome(stored, outcome);
      if (hour.confirmed_at !== null) {
        if (isSame) return { id: student.accountId };
        throw httpErrors.conflict('The outcome of this viva is confirmed. A released mark can be reviewed.');
      }
      if (isSame && own.confirmedAt !== null) return { id: student.accountId };
      checkOutcome(outcome, {
        given: marksOf(state),
        rule: state.rule,
        third: 'ask the office for a third examiner',
      });
      if (!isSame) await setConfirmed(writer, hour.id, null, null);
      await setConfirmed(writer, hour.id, viewer.accountId, now);
      const others = [...papers.values()].filter(({ examinerId }) => examinerId !== viewer.accountId);
      const isAll = isSame ? others.every(({ confirmedAt }) => confirmedAt !== null) : others.length === 0;
      await changeHour(writer, hour.id, {
        ...(!isSame && {
          outcome: outcome.marks,
          outcome_reason: outcome.reason,
          outcome_comments: outcome.comments,
          proposed_by: viewer.accountId,
          proposed_at: now,
        }),
        // Where somebody was taken off the panel, the last who gave is not the one who opened it.
        opened_at: hour.opened_at ?? now,
        ...(isAll && {
          confirmed_at: now,
          held_at: panel.slot.startsAt,
          held_minutes: panel.slot.minutes,
        }),
      });
      let record: string | null = null;
      if (isAll) {
        const of = { accountId: student.accountId, task: 'viva' as const, choice: momentOf(choice) };
        const sat = new Set([...panel.members.map(({ id }) => id), ...papers.keys()]);
        await noteJointMarkers(writer, of, [...sat]);
        const signing = { pair, settings, now };
        record = await makeRecord(writer, { student, state, hour, outcome }, signing);
        await writeMark(writer, student, panel, outcome, { actorId: viewer.accountId, at: now });
      }
      return {
        id: student.accountId,
        audit: {
          subject: student.email,
          aboutId: student.accountId,
          before: null,
          after: {
            marks: outcome.marks,
            reason: outcome.reason,
            ...(record !== null && { confirmed: true, record }),
          },
        },
      };
    },
    answer: (reader, { resource }) => presentHour(reader, resource),
  }),
];
