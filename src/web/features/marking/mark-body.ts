import type { CurrentMark as CurrentVersionMark } from '#contract/marking/calls';
import type { RecordStatus } from '#contract/marking/recorded';
import type { RecordedTask } from '#contract/marking/recorded-calls';
import type { StaffRecord } from '#contract/marking/recorded-mark-calls';
import type { QueuedRequest } from '../../lib/outbox/queued-request.ts';
import { toggledOf, type MarkRow, type ToggledLines } from './marks.ts';
import { ofRecord, recordRow } from './recorded/record-row.ts';

/** A mark as it is sent and as it comes back, of a version or of a record (a task without a file). */

export type MarkBody = {
  /** Of a record. */
  status?: RecordStatus;
  /** Null for an excused task. */
  marks: number | null;
  comments: string;
  released: boolean;
  /** Absent: unchanged. */
  rubric?: ToggledLines | null;
  format?: 'plain' | 'markdown';
  /** The mark it was typed over; by default the row's. */
  original?: unknown;
  /** What its changed parts showed. */
  began?: Record<string, unknown>;
};

/** Of a version, whose mark is a number. */
export type VersionMarkBody = MarkBody & { marks: number };

/** For conflicts. A record's names it in its own words. */
export type CurrentMark = CurrentVersionMark | StaffRecord;

export const bodyOf = ({ body }: QueuedRequest) => body as unknown as MarkBody;

export const originalOfCurrent = ({ marks, comments, released, rubric, ...of }: CurrentMark): MarkBody => ({
  ...('status' in of && { status: of.status }),
  marks,
  comments,
  released,
  rubric: toggledOf(rubric),
});

function withMark<Row extends MarkRow>(row: Row, { status, marks, comments, released }: MarkBody): Row {
  const { mark_comments_html: _, ...rest } = row;
  const given = status === undefined ? { state: 'marked' } : { status };
  return { ...rest, ...given, marks, mark_comments: comments, released } as Row;
}

/** The row with the mark that a colleague has saved. */
export function withCurrent<Row extends MarkRow>(row: Row, current: CurrentMark): Row {
  if ('status' in current) return { ...row, ...recordRow({ ...ofRecord(row), record: current }) };
  const { rubric: _, ...marked } = withMark(row, originalOfCurrent(current));
  const { comments_html: html, rubric } = current;
  return {
    ...marked,
    ...(html !== undefined && { mark_comments_html: html }),
    ...(rubric !== undefined && { rubric }),
  } as Row;
}

/** The row once it is sent; `answer` is undefined if an earlier attempt had succeeded without a response. */
export function withSent<Row extends MarkRow>(row: Row, sent: QueuedRequest, answer: unknown): Row {
  if (answer === undefined) return withMark(row, bodyOf(sent));
  return (row.status === undefined ? answer : recordRow(answer as RecordedTask)) as Row;
}
