import { emptyPaper } from '#contract/viva-hour/hour';
import type { RecordStatus } from '#contract/marking/recorded';
import * as calls from '#contract/viva-hour/hour-calls';
import { lockAccount } from '../accounts/queries.ts';
import { act, read } from '../accounts/sessions/act.ts';
import { countedOf } from '../marking/recorded/counted.ts';
import type { Writer } from '../platform/database/database.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { hourNumber } from '../vivas/hour-slots.ts';
import { beginHour, changeHour, setConfirmed, writePaper } from './hour-rows.ts';
import { linesOfPaper } from './lines-of-paper.ts';
import { lockedPanel, panelOfStudent, type OfPanel, type Panel } from './policy.ts';
import { momentOf, presentHour, readState, type HourState } from './present-hour.ts';

const closedMessage =
  'The office has closed this panel. Your marks are not part of it, and stay on this device.';
const openedMessage = 'Everybody has given marks. Your marks cannot be changed any more.';
const releasedMessage =
  'A result of this viva is released already. It can be corrected where it was given, not here.';

/** @throws 409 where a result of the viva is released: its student would lose what they see. A repeat replaces “Excused” */
export async function refuseReleased(writer: Writer, accountId: number, { slot }: Panel): Promise<void> {
  const counted = (await countedOf(writer, [accountId])).filter(({ task }) => task === 'viva');
  const isReplaced = (status: RecordStatus) => status === 'excused' && hourNumber(slot) > 1;
  if (counted.some(({ status }) => !isReplaced(status))) throw httpErrors.conflict(releasedMessage);
}

async function lockedState(writer: Writer, of: OfPanel): Promise<HourState> {
  await lockAccount(writer, of.student.accountId);
  return readState(writer, of.student.accountId, await lockedPanel(writer, of));
}

/** In the body's members. */
function storedPaper({ papers }: HourState, { viewer }: OfPanel) {
  return papers.get(viewer.accountId)?.paper ?? emptyPaper;
}

export const markingHourCalls = [
  read(calls.readVivaHour, {
    who: panelOfStudent,
    run: ({ context, resource }) => presentHour(context.database.reader, resource),
  }),

  act(calls.giveVivaMarks, {
    who: panelOfStudent,
    changes: {
      async stored(writer, { resource }) {
        const state = await lockedState(writer, resource);
        return { ...storedPaper(state, resource), state };
      },
      message: 'You have given other marks on another device. These are not given yet.',
      current: (writer, { resource }) => presentHour(writer, resource),
    },
    audit: 'give-viva-marks',
    async run(writer, { resource, body, stored: { state }, now }) {
      const { student, viewer } = resource;
      const { began: _, ...paper } = body;
      const { hour, papers, choice, panel } = state;
      const before = papers.get(viewer.accountId);
      const isSame = before !== undefined && JSON.stringify(before.paper) === JSON.stringify(paper);
      if (isSame) return { id: student.accountId };
      if (hour?.closed_at != null || hour?.confirmed_at != null) throw httpErrors.conflict(closedMessage);
      if (before !== undefined && (hour?.opened_at != null || state.isShown))
        throw httpErrors.conflict(openedMessage);
      await refuseReleased(writer, student.accountId, panel);
      const rubric = { projectId: choice.projectId, task: 'viva' } as const;
      const lines = await linesOfPaper(writer, rubric, paper);
      const of = {
        accountId: student.accountId,
        choice: momentOf(choice),
        number: hourNumber(panel.slot),
        batchId: panel.slot.batchId,
      };
      const begun = await beginHour(writer, of);
      const own = { hourId: begun.id, examinerId: viewer.accountId, accountId: student.accountId };
      await writePaper(writer, { ...own, at: now }, paper, lines);
      const gave = new Set([...papers.keys(), viewer.accountId]);
      const isAll = panel.members.every(({ id }) => gave.has(id));
      // A third examiner makes it another outcome, which all confirm anew.
      await setConfirmed(writer, begun.id, null, null);
      await changeHour(writer, begun.id, {
        ...(isAll && begun.opened_at === null && { opened_at: now }),
        outcome: null,
        outcome_reason: null,
        outcome_comments: null,
        proposed_by: null,
        proposed_at: null,
      });
      return {
        id: student.accountId,
        // Neither marks nor words: administrators read the log.
        audit: {
          subject: student.email,
          aboutId: student.accountId,
          before: null,
          after: { given: true, ...(before !== undefined && { corrected: true }) },
        },
      };
    },
    answer: (reader, { resource, isFirst }) => presentHour(reader, resource, { isFirst }),
  }),
];
