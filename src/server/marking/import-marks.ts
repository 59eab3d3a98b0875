import { z } from 'zod';
import { tasks } from '#contract/dates';
import { limits } from '#contract/limits';
import { fieldOfHeading } from '../people/sheets/guess-columns.ts';
import { readEmail, readScore } from '../people/sheets/row-fields.ts';
import type { Reader } from '../platform/database/database.ts';
import type { ImportError, Located } from '../platform/import-files/source-location.ts';
import { changeOf, differingFields, type Plan } from '../platform/import-files/plan.ts';
import { recordStatuses } from '#contract/marking/recorded';
import { readNewest, taskKey, type Newest } from './queries.ts';
import { asGivenRecord, givenRecord, isForRecord, isTooLate, recordSeveral } from './recorded/record-rows.ts';
import type { GivenRecord, Recordable } from './recorded/write-record.ts';
import { failedItem, recordMarks, type Mark } from './record-mark.ts';

const marksMessage = `must be a number from ${limits.marksMin} to ${limits.marksMax}`;
const releasedMessage = 'must be true or false, or empty';

/** `week1`, `Week 2`, `W3`, `4`, `Final project`. */
export function taskOf(typed: string): string {
  const key = typed.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  const week = /^(?:week|w|weekly)?0?([1-4])$/.exec(key)?.[1];
  if (week !== undefined) return `week-${week}`;
  return /^(final|viva)(?:project|submission|voce)?$/.exec(key)?.[1] ?? typed;
}

const headings: Readonly<Record<string, string>> = {
  week: 'task',
  comment: 'comments',
  mark: 'marks',
  score: 'marks',
};

export function markColumn(heading: string): string {
  const key = heading.toLowerCase();
  return headings[key] ?? (fieldOfHeading(heading) === 'email' ? 'email' : key);
}

export const releasedTooLong = 'Released more than ten minutes ago: change it, or keep it released';

/** As typed: `Not submitted`, `not-submitted`; empty is marked. */
export const statusOf = (typed: string): string =>
  typed
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_') || 'marked';

/** Empty comments or `released` keep the former ones. `status` only where the file has the column. */
export const markRecord = z
  .strictObject({
    email: z
      .string('is missing')
      .transform(readEmail)
      .pipe(
        z
          .string()
          .min(1, "must be a student's email address")
          .max(limits.email, `must have at most ${limits.email} characters`),
      ),
    task: z
      .string()
      .transform(taskOf)
      .pipe(z.enum(tasks, `must be one of ${tasks.join(', ')}`)),
    marks: z.string('is missing').transform(readScore),
    comments: z
      .string()
      .max(limits.markComments, `must have at most ${limits.markComments.toLocaleString('en')} characters`)
      .default(''),
    released: z
      .string()
      .toLowerCase()
      .pipe(z.enum(['true', 'false', ''], releasedMessage))
      .transform((value) => (value === '' ? null : value === 'true'))
      .default(null),
    status: z
      .string()
      .transform(statusOf)
      .pipe(z.enum(recordStatuses, `must be one of ${recordStatuses.join(', ')}, or empty`))
      .optional(),
  })
  .superRefine(({ marks, status = 'marked' }, { addIssue }) => {
    if (status === 'marked' && marks === null)
      addIssue({ code: 'custom', path: ['marks'], message: marksMessage });
  });
type MarkRecord = z.output<typeof markRecord>;
type MarkWrite = { newest: Newest; mark: Mark; what: string };
type RecordWrite = { of: Recordable; given: GivenRecord; before: GivenRecord | null; what: string };

const tooLateMessage = (email: string, task: string): string =>
  `the marks of ${email} for ${task} were released more than ten minutes ago and can no longer be withdrawn`;

/** Marks for students' newest versions, or without a file where the file has a status. */
export async function planMarks(
  database: Reader,
  records: readonly Located<MarkRecord>[],
  now: number,
  faults: ImportError[],
): Promise<Plan> {
  const emails = records.map(({ value }) => value.email);
  const { students, newest, records: recorded } = await readNewest(database, emails);
  const seen = new Set<string>();
  const writes: MarkWrite[] = [];
  const recordWrites: RecordWrite[] = [];
  for (const { value, at } of records) {
    const { email, task } = value;
    const key = taskKey(email, task);
    if (seen.has(key)) faults.push({ ...at('task'), message: `${email} and ${task} appear twice` });
    seen.add(key);
    const version = newest.get(key);
    const student = students.get(email);
    const record = recorded.get(key);
    if (student === undefined) {
      faults.push({ ...at('email'), message: `there is no student with the email ${email}` });
    } else if (value.status !== undefined && isForRecord(value.status, version, record)) {
      const of = { accountId: student.accountId, email, task };
      const before = record === undefined ? null : asGivenRecord(record);
      const given = givenRecord({ ...value, status: value.status }, before);
      if (isTooLate(record, given, now))
        faults.push({ ...at('released'), message: tooLateMessage(email, task) });
      else if (before === null || differingFields(before, given).length > 0)
        recordWrites.push({ of, given, before, what: `mark of ${email} for ${task}` });
    } else if (version === undefined) {
      const message = `${email} has not submitted ${task}, so it cannot be marked`;
      faults.push({ ...at('task'), message });
    } else {
      const mark: Mark = {
        marks: value.marks as number,
        comments: value.comments === '' ? (version.mark?.comments ?? '') : value.comments,
        released: value.released ?? version.mark?.released ?? false,
      };
      if (version.mark?.released === true && !mark.released && now > version.takeBackUntil) {
        faults.push({ ...at('released'), message: tooLateMessage(email, task) });
        continue;
      }
      if (version.mark !== null && differingFields(version.mark, mark).length === 0) continue;
      writes.push({ newest: version, mark, what: `mark of ${email} for ${task}` });
    }
  }
  return {
    noun: 'marks',
    changes: [
      ...writes.map(({ newest, mark, what }) => changeOf(what, newest.mark, mark)),
      ...recordWrites.map(({ before, given, what }) => changeOf(what, before, given)),
    ],
    unchanged: records.length - writes.length - recordWrites.length,
    async write(writer) {
      await recordSeveral(writer, recordWrites, {
        by: { actorId: null, at: now },
        named: ({ what }, failure) => failedItem(what, failure),
      });
      await recordMarks(writer, writes, {
        by: () => ({ actorId: null, at: now }),
        named: ({ what }, failure) => failedItem(what, failure),
      });
    },
  };
}
