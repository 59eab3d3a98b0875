import { queueRequest } from '../../lib/outbox/queue-request.ts';
import { subjects } from '../../lib/stored-names/offline.ts';
import type { MarkBody } from './mark-body.ts';
import { beganOfMark, seenMark, type MarkRow } from './marks.ts';

const isTakenBack = (row: MarkRow, mark: MarkBody) =>
  row.released &&
  !mark.released &&
  mark.status === (row.status ?? undefined) &&
  mark.marks === row.marks &&
  mark.comments === row.mark_comments;

/**
 * Withdrawing ignores newer versions.
 * @param address the submission's on the desk
 * @param newest receipt number of the newest version the mentor has seen
 * @param drafts by draft key, deleted once it is sent
 * @returns the queued request's id
 */
export function queueMark(
  row: MarkRow,
  mark: MarkBody,
  { address, newest }: { address: string; newest: string | null },
  drafts: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { original = seenMark(row), ...given } = mark;
  const began = beganOfMark(mark, original as ReturnType<typeof seenMark>);
  const known = isTakenBack(row, mark) ? {} : { newest };
  const { task, student } = row;
  const request =
    row.status === undefined
      ? ({ call: 'markSubmission', params: { id: row.number }, body: { ...given, original, began } } as const)
      : ({ call: 'recordMark', params: { s_id: student.s_id, task }, body: { ...given, began } } as const);
  return queueRequest({
    ...request,
    body: { ...request.body, ...known },
    subject: subjects.mark(row.number),
    label: { task, name: student.s_name, to: address },
    drafts,
  });
}
