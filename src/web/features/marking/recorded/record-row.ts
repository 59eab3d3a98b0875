import type { RecordedTask } from '#contract/marking/recorded-calls';
import type { MarkRow } from '../marks.ts';

export type RecordRow = MarkRow & { taskRecord: RecordedTask };

/** The task of a record's row. */
export const ofRecord = (row: MarkRow): RecordedTask => (row as RecordRow).taskRecord;

/** A mark without a file, for the form and the panel of marks. */
export function recordRow(recorded: RecordedTask): RecordRow {
  const { student, task, record, newest, seen } = recorded;
  const shown = seen && { ...seen, comments: '', read_at: null };
  const row = {
    number: `${student.s_id} ${task}`,
    student,
    task,
    version: newest?.version ?? null,
    earlier: null,
    taskRecord: recorded,
  };
  if (record === null)
    return {
      ...row,
      status: null,
      marks: null,
      mark_comments: null,
      released: false,
      take_back_until: null,
      shown,
    };
  const { status, marks, comments, comments_html: html, rubric, released, take_back_until, read_at } = record;
  return {
    ...row,
    status,
    marks,
    mark_comments: comments,
    ...(html !== undefined && { mark_comments_html: html }),
    ...(rubric !== undefined && { rubric }),
    released,
    take_back_until,
    shown: released && record.counts ? { version: null, marks, comments, read_at } : shown,
  };
}
