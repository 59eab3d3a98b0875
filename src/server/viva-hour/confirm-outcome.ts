import * as calls from '#contract/viva-hour/hour-calls';
import { lockAccount, type StudentRow } from '../accounts/queries.ts';
import { act } from '../accounts/sessions/act.ts';
import { recordMark } from '../marking/record-mark.ts';
import { noteJointMarkers } from '../marking/reviews/joint-markers.ts';
import { isStanding } from '../marking/recorded/counted.ts';
import { lockStanding, writeRecord } from '../marking/recorded/write-record.ts';
import type { Writer } from '../platform/database/database.ts';
import { receiptKeys } from '../submissions/receipts/receipt-key.ts';
import { refuseReleased } from './give-marks.ts';
import { changeHour, setConfirmed } from './hour-rows.ts';
import { makeRecord } from './make-record.ts';
import { confirmOutcome, storedOutcome, type Outcome } from './outcome.ts';
import { lockedPanel, panelOfStudent, type Panel } from './policy.ts';
import { momentOf, presentHour, readState } from './present-hour.ts';

const words = {
  early: 'An outcome can be confirmed once everybody has given marks.',
  confirmed: 'The outcome of this viva is confirmed. A released mark can be reviewed.',
  third: 'ask the office for a third examiner',
};
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
    async run(writer, { context: { settings }, resource, body, stored: { state }, prepared: pair, now }) {
      const { student, viewer } = resource;
      const { hour, panel, choice } = state;
      const outcome: Outcome = { marks: body.marks, reason: body.reason, comments: body.comments };
      const confirmed = await confirmOutcome(
        outcome,
        { ...state, row: hour },
        {
          by: viewer.accountId,
          at: now,
          words,
          async setConfirmed(by, at) {
            if (hour !== null) await setConfirmed(writer, hour.id, by, at);
          },
          current: () => presentHour(writer, resource),
        },
      );
      if (hour === null || confirmed === null) return { id: student.accountId };
      const { isAll, change } = confirmed;
      await changeHour(writer, hour.id, {
        ...change,
        ...(isAll && { held_at: panel.slot.startsAt, held_minutes: panel.slot.minutes }),
      });
      let record: string | null = null;
      if (isAll) {
        const of = { accountId: student.accountId, task: 'viva' as const, choice: momentOf(choice) };
        const sat = new Set([...panel.members.map(({ id }) => id), ...state.papers.keys()]);
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
    answer: (reader, { resource, isFirst }) => presentHour(reader, resource, { isFirst }),
  }),
];
