import type { z } from 'zod';
import { tasks, type Task } from '#contract/dates';
import { limits } from '#contract/limits';
import { type MarkField, markColumnsProblem, markFields } from '#contract/marking/mark-sheet';
import type { CheckedMarks, importMarks, MarkRow } from '#contract/marking/mark-sheet-calls';
import { recordStatuses, recordStatusLabels, type RecordStatus } from '#contract/marking/recorded';
import { shownName } from '#contract/accounts/person-name';
import { differingFields } from '../../platform/import-files/plan.ts';
import { readScore } from '../../people/sheets/row-fields.ts';
import type { Reader } from '../../platform/database/database.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { faultsOfCells, placeOf } from '../../people/sheets/read-pasted.ts';
import type { SheetRow } from '../../platform/sheets/sheet.ts';
import { releasedTooLong, statusOf } from '../import-marks.ts';
import { readNewest, taskKey, type Newest } from '../queries.ts';
import type { RecordRow } from '../recorded/queries.ts';
import { asGivenRecord, givenRecord, isForRecord, isTooLate } from '../recorded/record-rows.ts';
import type { GivenRecord, Recordable } from '../recorded/write-record.ts';
import type { Mark } from '../record-mark.ts';
import { whyNotChange } from '../reviews/review-deciders.ts';
import { isLower, type VersionMark } from '../mark-rules.ts';
import { ofVersion } from '../refuse-lower.ts';
import { hashOf, markToken } from './export-marks.ts';
import { guessMarkColumns } from './mark-columns.ts';
import {
  isFeedback,
  markRows,
  plainComments,
  readMarkSheet,
  textsOf,
  type Texts,
} from './read-mark-sheet.ts';

export type MarkSheet = z.output<typeof importMarks.body>;
export type MarkWrite = { line: number; newest: Newest; mark: Mark };
/** `newest`: the version's receipt number, null for none. */
export type RecordWrite = {
  line: number;
  name: string;
  of: Recordable;
  record: RecordRow | null;
  given: GivenRecord;
  newest: string | null;
};
/** `writes` is empty if a row is wrong; `changes`: when each row's mark or version last changed. */
export type CheckedSheet = {
  checked: CheckedMarks;
  writes: MarkWrite[];
  records: RecordWrite[];
  changes: { line: number; name: string; at: number }[];
};

const statusMessage = `Status must be ${recordStatuses.join(', ').replaceAll('_', ' ')}, or empty`;
const commentsMessage = `Comments can have at most ${limits.markComments.toLocaleString('en')} characters`;
const releasedMessage = 'Released must be yes, no or empty';
const marksMessage = `Marks must be a number from ${limits.marksMin} to ${limits.marksMax}, such as 72.5`;
/** Of Moodle, Canvas and offices. */
const noMark = /^(?:[-\u2013\u2014]+|ex|n\/?a|ab|abs|absent)?$/i;
const yes = /^(?:true|yes|1)$/i;
const no = /^(?:false|no|0)$/i;

type Faults = Partial<Record<MarkField, string>>;
type Given = Pick<GivenRecord, 'marks' | 'comments' | 'released'> & { status?: RecordStatus };
type Judged = {
  state: MarkRow['state'];
  name: string | null;
  faults: Faults;
  before: Given | null;
  write?: Omit<MarkWrite, 'line'>;
  record?: Omit<RecordWrite, 'line'>;
};

function readReleased(
  texts: Texts,
  release: MarkSheet['released'],
  before: { released: boolean } | null,
): boolean | null {
  if (release !== 'keep') return release === 'yes';
  if (texts.released === '') return before?.released ?? false;
  if (yes.test(texts.released)) return true;
  return no.test(texts.released) ? false : null;
}

const versionOf = ({ token }: Texts) => Number(/^v(\d+)\./.exec(token)?.[1] ?? Infinity);

/** Whether nobody edited the row since the export, of which some formats lack `released`. */
function isAsExported(texts: Texts, { accountId }: Newest, marks: number, released: boolean): boolean {
  const { token, comments } = texts;
  if (token === '') return false;
  const version = versionOf(texts);
  const either = texts.released === '' ? [true, false] : [released];
  return either.some(
    (was) => token === markToken({ accountId, version, mark: { marks, comments, released: was } }),
  );
}

/** Why the row's mark may not replace the current one. */
function conflictOf(texts: Texts, newest: Newest): string | null {
  if (texts.token === '' || texts.token === markToken(newest)) return null;
  if (versionOf(texts) < newest.version) return `Version ${newest.version} came in after the export`;
  const { mark } = newest;
  if (mark === null) return 'This mark changed after the export';
  return `This mark changed after the export: now ${mark.marks}${mark.released ? ', released' : ''}`;
}

const lowerThan = (shown: VersionMark): string =>
  `The student already sees ${shown.marks}${ofVersion(shown)}. To release a lower mark, open the submission`;

type Sheet = Awaited<ReturnType<typeof readNewest>> & {
  release: MarkSheet['released'];
  hasStatus: boolean;
  now: number;
  seen: Set<string>;
};

const isStatus = (text: string): text is RecordStatus => recordStatuses.some((status) => status === text);

/** A row about a mark without a file. */
function judgeRecord(texts: Texts, status: RecordStatus, { release, now, ...known }: Sheet): Judged {
  const { email, task } = texts as Texts & { task: Task };
  const key = taskKey(email, task);
  const { accountId, name } = known.students.get(email) as { accountId: number; name: string };
  const [newest, row] = [known.newest.get(key), known.records.get(key)];
  const record = row ?? null;
  const before = record && asGivenRecord(record);
  const marks = readScore(texts.marks);
  const released = readReleased(texts, release, before);
  const given = givenRecord({ status, marks, comments: texts.comments, released }, before);
  const differs = before === null || differingFields(before, given).length > 0;
  const seen = newest === undefined ? null : newest.mark?.released === true ? newest.mark : newest.shown;
  const conflict = newest === undefined ? null : conflictOf(texts, newest);
  const faults: Faults = {};
  if (status === 'marked' && marks === null) faults.marks = marksMessage;
  if (texts.comments.length > limits.markComments) faults.comments = commentsMessage;
  if (released === null) faults.released = releasedMessage;
  if (differs && conflict !== null) faults.marks = conflict;
  if (status === 'not_submitted' && before?.status !== status && newest !== undefined)
    faults.status = `This student has submitted version ${newest.version}`;
  if (isTooLate(row, given, now)) faults.released = releasedTooLong;
  if (given.released && before?.released !== true && seen !== null && isLower(given.marks, seen.marks))
    faults.status = `The student already sees ${seen.marks}. To release a lower mark, open the student`;
  const shown = shownName(name);
  if (Object.keys(faults).length > 0) return { state: 'wrong', name: shown, faults, before: null };
  if (!differs) return { state: 'unchanged', name: shown, faults, before };
  const of = { accountId, email, task };
  return {
    state: before === null ? 'new' : 'changed',
    name: shown,
    faults,
    before,
    record: { name: shown, of, record, given, newest: newest?.number ?? null },
  };
}

function judgeRow(texts: Texts, ofCells: Faults, sheet: Sheet): Judged {
  const { release, now, seen, hasStatus, ...known } = sheet;
  const { email, task } = texts;
  const wrong = (faults: Faults, of: Newest | undefined = undefined): Judged => ({
    state: 'wrong',
    name: of === undefined ? null : shownName(of.name),
    faults,
    before: null,
  });
  const key = taskKey(email, task);
  const status = statusOf(texts.status);
  const newest = known.newest.get(key);
  const before = newest?.mark ?? null;
  const kept = before?.comments ?? '';
  if (Object.keys(ofCells).length > 0) return wrong(ofCells, newest);
  if (hasStatus && !isStatus(status)) return wrong({ status: statusMessage }, newest);
  const needsMarks = !hasStatus || status === 'marked';
  if (needsMarks && noMark.test(texts.marks)) {
    // A remark on somebody without a submission belongs to no mark.
    const isLost = newest !== undefined && texts.comments !== '' && texts.comments !== plainComments(kept);
    if (isLost) return wrong({ marks: 'Enter marks for this comment' }, newest);
    return { state: 'unchanged', name: null, faults: {}, before: null };
  }
  if (email === '') return wrong({ email: 'The email is missing' });
  if (!tasks.includes(task as Task)) return wrong({ task: `The task must be one of ${tasks.join(', ')}` });
  if (!known.students.has(email)) return wrong({ email: 'This batch has no student with this email' });
  const isTwice = seen.has(key);
  seen.add(key);
  if (hasStatus && !isTwice && isStatus(status) && isForRecord(status, newest, known.records.get(key)))
    return judgeRecord(texts, status, sheet);
  if (newest === undefined) return wrong({ email: `This student has not submitted ${task}` });
  const faults: Faults = {};
  if (isTwice) faults.email = 'This student is in the spreadsheet twice';
  const marks = readScore(texts.marks);
  if (marks === null) faults.marks = marksMessage;
  if (texts.comments.length > limits.markComments) faults.comments = commentsMessage;
  const released = readReleased(texts, release, before);
  if (released === null) faults.released = releasedMessage;
  if (marks === null || released === null || Object.keys(faults).length > 0) return wrong(faults, newest);
  const comments = texts.comments === '' || texts.comments === plainComments(kept) ? kept : texts.comments;
  const isSame =
    before !== null && before.marks === marks && before.comments === comments && before.released === released;
  if (isSame || (release === 'keep' && isAsExported(texts, newest, marks, released)))
    return { state: 'unchanged', name: shownName(newest.name), faults, before };
  const conflict = conflictOf(texts, newest);
  if (conflict !== null) return wrong({ marks: conflict }, newest);
  if (before?.released === true && !released && now > newest.takeBackUntil)
    return wrong({ released: releasedTooLong }, newest);
  const { shown } = newest;
  // A lower mark of the same version is in the row as before and after.
  if (released && before?.released !== true && shown !== null && marks < shown.marks)
    return wrong({ marks: lowerThan(shown) }, newest);
  return {
    state: before === null ? 'new' : 'changed',
    name: shownName(newest.name),
    faults,
    before,
    write: { newest, mark: { marks, comments, released } },
  };
}

/** Marks under review change as their deciders may change them. */
async function judgeReviews(reader: Reader, all: readonly Judged[], actorId: number): Promise<Judged[]> {
  const reviewed = all.flatMap(({ before, write }) =>
    before === null || before.marks === null || write === undefined || !write.newest.isReviewed
      ? []
      : [{ id: write.newest.id, from: before.marks, to: write.mark.marks }],
  );
  const refused = await whyNotChange(reader, reviewed, actorId);
  return all.map((judged) => {
    const why = judged.write && refused.get(judged.write.newest.id);
    return why === undefined
      ? judged
      : { state: 'wrong', name: judged.name, faults: { marks: why }, before: null };
  });
}

const isOfMark = (field: MarkField) =>
  field === 'status' || field === 'marks' || field === 'comments' || field === 'released';

function shownOf(mark: Given, field: 'status' | 'marks' | 'comments' | 'released'): string {
  if (field === 'released') return mark.released ? 'yes' : 'no';
  if (field === 'status') return mark.status === undefined ? '' : recordStatusLabels[mark.status];
  return String(mark[field] ?? '');
}

function presentRow(row: SheetRow, texts: Texts, judged: Judged, columns: CheckedMarks['columns']): MarkRow {
  const { state, name, faults, before, write, record } = judged;
  const after: Given | undefined = write?.mark ?? record?.given;
  const value = (field: MarkField): string =>
    after === undefined || !isOfMark(field) ? texts[field] : shownOf(after, field);
  const former = (field: MarkField): string | null =>
    after === undefined || before === null || !isOfMark(field) || before[field] === after[field]
      ? null
      : shownOf(before, field);
  const cells = markFields
    .filter((field) => field !== 'token')
    .map((field) => ({
      field,
      cell: placeOf(field, columns, row),
      value: value(field),
      before: former(field),
      fault: faults[field] ?? null,
    }));
  return { line: row.line, state, name, cells };
}

/** @throws 400 for an unreadable sheet, or one without its columns */
export async function checkMarks(
  reader: Reader,
  batchId: number,
  sheet: MarkSheet,
  { now, actorId }: { now: number; actorId: number },
): Promise<CheckedSheet> {
  const { headings, rows: read } = readMarkSheet(sheet.text, sheet.task);
  const columns = sheet.columns ?? guessMarkColumns(headings, sheet.task);
  const problem = markColumnsProblem(columns);
  if (problem !== null) throw httpErrors.badRequest(problem);
  const { task } = sheet;
  const isHtml = isFeedback(headings[columns.indexOf('comments')]);
  const rows = markRows(read, headings, { columns, task, isGuess: sheet.columns === undefined }).map(
    (row) => ({ row, texts: textsOf(row, { columns, task, isHtml }) }),
  );
  const emails = rows.map(({ texts }) => texts.email);
  const known = await readNewest(reader, emails, batchId);
  const hasStatus = columns.includes('status');
  const of: Sheet = { ...known, release: sheet.released, hasStatus, now, seen: new Set() };
  const counts = { new: 0, changed: 0, unchanged: 0, wrong: 0 };
  const shown: MarkRow[] = [];
  const writes: MarkWrite[] = [];
  const records: RecordWrite[] = [];
  const judgedRows = rows.map(({ row, texts }) => judgeRow(texts, faultsOfCells(row, columns), of));
  for (const [index, judged] of (await judgeReviews(reader, judgedRows, actorId)).entries()) {
    const { row, texts } = rows[index] as (typeof rows)[number];
    counts[judged.state] += 1;
    if (judged.write !== undefined) writes.push({ line: row.line, ...judged.write });
    if (judged.record !== undefined) records.push({ line: row.line, ...judged.record });
    shown.push(presentRow(row, texts, judged, columns));
  }
  const hash = hashOf([
    ...writes.map((write) => [markToken(write.newest), write.newest.number]),
    ...records.map(({ record, newest }) => [record?.id ?? null, record?.recordedAt ?? null, newest]),
  ]);
  const seen = `${hash}.${now}`;
  const changes = rows.flatMap(({ row: { line }, texts: { email, task: of } }) => {
    const key = taskKey(email, of);
    const [newest, record] = [known.newest.get(key), known.records.get(key)];
    const at = Math.max(newest?.changedAt ?? 0, hasStatus ? (record?.recordedAt ?? 0) : 0);
    const student = known.students.get(email);
    return student === undefined || at === 0 ? [] : [{ line, name: shownName(student.name), at }];
  });
  const checked = { headings, columns: [...columns], counts, rows: shown, seen };
  const isWrong = counts.wrong > 0;
  return { checked, writes: isWrong ? [] : writes, records: isWrong ? [] : records, changes };
}
