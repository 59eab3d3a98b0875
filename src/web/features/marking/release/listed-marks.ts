import { tasks, type Task } from '#contract/dates';
import { firstLine } from '#contract/excerpt';
import { recordStatuses, type RecordStatus } from '#contract/marking/recorded';
import type { UnreleasedRecord } from '#contract/marking/recorded-release-calls';
import type { StaffName, StaffSubmission } from '#contract/marking/calls';
import { lateness } from '#contract/submissions/lateness';
import type { Fields } from '../../../lib/forms/form-fields.ts';
import { markWords } from '../../../lib/record-words.ts';
import { taskLabel } from '../../../lib/task-label.ts';
import { seenRecord } from '../marks.ts';

/** Lower than the student sees for an earlier version. */
function fallsBelow(row: Pick<StaffSubmission, 'marks' | 'shown' | 'recorded'>): boolean {
  const seen = (seenRecord(row) ?? row.shown)?.marks ?? null;
  return row.marks !== null && seen !== null && row.marks < seen;
}

/** A row of the list: the mark of a version, or what is recorded without a file. */
export type ListedMark = {
  /** As `ReleaseDone` names it. */
  key: string;
  /** Of its checkbox, whose value is the mark that the mentor saw. */
  name: string;
  value: string;
  task: Task;
  /** The student's. */
  s_name: string;
  about: string;
  marks: string;
  seen: string;
  isLower: boolean;
  comment: string;
  /** Who gave it. */
  marker: string;
  isOwn: boolean;
};

const seenWords = (seen: { version: number | null; marks: number } | null) =>
  seen === null ? 'None yet' : `${seen.marks} for version ${seen.version}`;

/** An operator's mark has no name. */
const markerWords = (marker: StaffName | undefined) => ({
  marker: marker === undefined ? 'Operator' : marker.is_you ? 'You' : marker.name,
  isOwn: marker?.is_you === true,
});

export function ofVersion(row: StaffSubmission): ListedMark {
  const { task, number, version, marks, shown, mark_comments, student } = row;
  const late = lateness(row);
  const record = seenRecord(row);
  const isLower = fallsBelow(row);
  return {
    key: number,
    name: `${isLower ? 'lower' : 'mark'} ${task} ${number}`,
    value: String(marks ?? ''),
    task,
    s_name: student.s_name,
    about: `${taskLabel(task)}${version > 1 ? `, version ${version}` : ''}${late === null ? '' : `, ${late}`}`,
    marks: String(marks ?? ''),
    seen: record === undefined ? seenWords(shown) : markWords(record),
    isLower,
    comment: firstLine(mark_comments),
    ...markerWords(row.marker),
  };
}

export const recordKey = ({ s_id, task }: { s_id: string; task: Task }) => `${task} ${s_id}`;

export function ofRecord({ student, task, record, seen, marker }: UnreleasedRecord): ListedMark {
  const { status, marks, comments } = record;
  const isLower = seen !== null && (marks === null || marks < seen.marks);
  return {
    key: recordKey({ s_id: student.s_id, task }),
    name: `${isLower ? 'lower-record' : 'record'} ${task} ${student.s_id}`,
    value: `${status} ${marks ?? ''}`,
    task,
    s_name: student.s_name,
    about: `${taskLabel(task)}, without a file`,
    marks: status === 'marked' ? String(marks) : markWords(record),
    seen: seenWords(seen),
    isLower,
    comment: firstLine(comments),
    ...markerWords(marker),
  };
}

/** What was done, by key, and why others were not. */
export type ReleaseDone = { released: boolean; done: string[]; skipped: string[] };

/** A tick confirms lowering, since the list shows it. */
type Listed = { number: string; marks: number; confirm_lower: boolean };

export function postedMarks(fields: Fields): Map<Task, Listed[]> {
  const byTask = new Map<Task, Listed[]>();
  for (const [name, value] of Object.entries(fields)) {
    const [kind, of, number] = name.split(' ');
    const task = tasks.find((one) => one === of);
    if ((kind !== 'mark' && kind !== 'lower') || task === undefined || number === undefined) continue;
    const listed = { number, marks: Number(value), confirm_lower: kind === 'lower' };
    byTask.set(task, [...(byTask.get(task) ?? []), listed]);
  }
  return byTask;
}

type PostedRecord = {
  s_id: string;
  task: Task;
  status: RecordStatus;
  marks: number | null;
  confirm_lower: boolean;
};

export function postedRecords(fields: Fields): PostedRecord[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    const [kind, of, s_id] = name.split(' ');
    const task = tasks.find((one) => one === of);
    const [given, marks = ''] = value.split(' ');
    const status = recordStatuses.find((one) => one === given);
    const isRecord = kind === 'record' || kind === 'lower-record';
    if (!isRecord || task === undefined || s_id === undefined || status === undefined) return [];
    const confirm_lower = kind === 'lower-record';
    return [{ s_id, task, status, marks: marks === '' ? null : Number(marks), confirm_lower }];
  });
}
