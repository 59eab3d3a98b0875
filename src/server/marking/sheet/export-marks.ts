import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Task } from '#contract/dates';
import type { SheetFormat } from '#contract/marking/mark-sheet';
import { shownName } from '#contract/accounts/person-name';
import { accountsAs } from '../../accounts/queries.ts';
import type { Viewer } from '../../accounts/sessions/viewer.ts';
import { recordAuditEvent } from '../../audit/record-audit-event.ts';
import type { Batch } from '../../courses/batch-queries.ts';
import type { AppContext } from '../../platform/context.ts';
import { type CsvColumns, csvStream } from '../../platform/csv-stream.ts';
import type { Reader } from '../../platform/database/database.ts';
import { eachRow, rowsAtOnce } from '../../platform/database/rows-at-once.ts';
import { taskLabel } from '../../submissions/open-task.ts';
import { newestColumns, newestOf, type Newest } from '../queries.ts';
import { htmlOfText } from './feedback-html.ts';
import { plainComments } from './read-mark-sheet.ts';

function readPage(reader: Reader, { batchId, task, after }: { batchId: number; task: Task; after: number }) {
  return reader
    .selectFrom('task_progress')
    .innerJoin(accountsAs('accounts'), 'accounts.id', 'task_progress.account_id')
    .innerJoin('submissions', 'submissions.id', 'task_progress.submission_id')
    .leftJoin('marks', 'marks.submission_id', 'submissions.id')
    .where('task_progress.batch_id', '=', batchId)
    .where('task_progress.task', '=', task)
    .where('task_progress.account_id', '>', after)
    .orderBy('task_progress.account_id')
    .limit(rowsAtOnce)
    .select(newestColumns)
    .execute();
}

export const hashOf = (content: unknown) =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex');

/** Of a version and its mark: another one after each change. No program takes it for a number or a date. */
export function markToken({
  accountId,
  version,
  mark,
}: Pick<Newest, 'accountId' | 'version' | 'mark'>): string {
  const content = mark && [mark.marks, plainComments(mark.comments), mark.released];
  return `v${version}.${hashOf([accountId, version, content]).slice(0, 8)}`;
}

type Line = { email: string; newest: Newest };

async function* everyLine(reader: Reader, of: { batchId: number; task: Task }): AsyncGenerator<Line> {
  const read = (last?: { accountId: number }) => readPage(reader, { ...of, after: last?.accountId ?? 0 });
  for await (const row of eachRow(read)) yield { email: row.email, newest: newestOf(row) };
}

const name = ({ newest }: Line) => shownName(newest.name);
const email = (line: Line) => line.email;
const marks = ({ newest }: Line) => newest.mark?.marks ?? null;
const comments = ({ newest }: Line) => newest.mark?.comments ?? null;
const released = ({ newest }: Line) => (newest.mark === null ? null : String(newest.mark.released));
const token = ({ newest }: Line) => markToken(newest);

/** Moodle's grading worksheet, and Canvas's gradebook, which takes each further column for an assignment. */
function columnsOf(format: SheetFormat, task: Task): CsvColumns<Line> {
  if (format === 'moodle')
    return [
      ['Full name', name],
      ['Email address', email],
      ['Grade', marks],
      ['Maximum Grade', () => 100],
      ['Feedback comments', ({ newest }) => newest.mark && htmlOfText(plainComments(newest.mark.comments))],
      ['Capstone version', token],
    ];
  if (format === 'canvas')
    return [
      ['Student', name],
      ['ID', () => null],
      ['SIS User ID', () => null],
      ['SIS Login ID', email],
      ['Section', () => null],
      [taskLabel(task), marks],
    ];
  return [
    ['name', name],
    ['email', email],
    ['task', () => task],
    ['marks', marks],
    ['comments', comments],
    ['released', released],
    ['Capstone version', token],
  ];
}

/** Audited before the first byte. */
export async function exportMarks(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  { batch, viewer }: { batch: Batch; viewer: Viewer },
  { task, format }: { task: Task; format: SheetFormat },
): Promise<Readable> {
  await database.transaction((writer) =>
    recordAuditEvent(writer, {
      at: clock.now(),
      actorId: viewer.accountId,
      act: 'export-mark-sheet',
      subject: batch.name,
      after: { task, format },
    }),
  );
  return csvStream(columnsOf(format, task), everyLine(database.reader, { batchId: batch.id, task }));
}
