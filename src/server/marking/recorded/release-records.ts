import type { Task } from '#contract/dates';
import { limits, normalizeEmail } from '#contract/limits';
import { shownName } from '#contract/accounts/person-name';
import * as calls from '#contract/marking/recorded-release-calls';
import type { ReleasedRecords, UnreleasedRecord } from '#contract/marking/recorded-release-calls';
import { lockAccounts } from '../../accounts/queries.ts';
import { ownBatchOf } from '../../accounts/policy.ts';
import { act, read } from '../../accounts/sessions/act.ts';
import type { Writer } from '../../platform/database/database.ts';
import { HttpError } from '../../platform/http/http-errors.ts';
import { schedulesByEmail, type ScheduledStudent } from '../../submissions/extensions.ts';
import { presentListedRecord } from './present-record.ts';
import { presentStaffName } from '../presenter.ts';
import { recordsOf, unreleasedRecordsOf, type RecordRow } from './queries.ts';
import { lockStanding, readRecord, writeRecord } from './write-record.ts';

type Listed = { s_id: string; task: Task; status: string; marks: number | null; confirm_lower: boolean };
type Outcome = Pick<ReleasedRecords, 'done' | 'skipped'>;

const changed = 'has changed since you opened the list.';

async function releaseOne(
  writer: Writer,
  { accountId, email }: ScheduledStudent,
  listed: Listed,
  { released, ...by }: { released: boolean; actorId: number; at: number },
): Promise<string | null> {
  const of = { accountId, email, task: listed.task };
  const standing = await lockStanding(writer, of);
  const record = standing.record === null ? null : readRecord(standing.record);
  const isSeen = record !== null && record.status === listed.status && record.marks === listed.marks;
  if (!isSeen) return changed;
  try {
    await writeRecord(
      writer,
      of,
      standing,
      { ...record, released },
      { ...by, confirmLower: listed.confirm_lower },
    );
    return null;
  } catch (error) {
    // It refuses before it writes.
    if (error instanceof HttpError && error.status === 409) return error.message;
    throw error;
  }
}

async function releaseAll(
  writer: Writer,
  batchId: number,
  list: readonly Listed[],
  how: { released: boolean; actorId: number; at: number },
): Promise<Outcome> {
  const emails = list.map(({ s_id }) => normalizeEmail(s_id));
  const students = await schedulesByEmail(writer, batchId, [...new Set(emails)]);
  await lockAccounts(
    writer,
    students.map(({ accountId }) => accountId),
  );
  const outcome: Outcome = { done: [], skipped: [] };
  for (const [at, listed] of list.entries()) {
    const student = students.find(({ email }) => email === emails[at]);
    const name = student === undefined ? listed.s_id : shownName(student.name);
    const of = { s_id: student?.email ?? listed.s_id, s_name: name, task: listed.task };
    const message = student === undefined ? changed : await releaseOne(writer, student, listed, how);
    if (message === null) outcome.done.push(of);
    else outcome.skipped.push({ ...of, message });
  }
  return outcome;
}

export const recordReleaseCalls = [
  read(calls.listUnreleasedRecords, {
    who: ownBatchOf,
    async run({ context, resource: { batch, viewer }, query: { task } }): Promise<UnreleasedRecord[]> {
      const rows = await unreleasedRecordsOf(context.database.reader, {
        batchId: batch.id,
        task: task ?? null,
        limit: limits.releasedAtOnce,
      });
      const markerOf = ({ recordedBy, recorder }: RecordRow) =>
        presentStaffName(recordedBy, recorder, viewer.accountId);
      return rows.map(({ email, studentName, shownVersion, shownMarks, ...record }) => ({
        student: { s_id: email, s_name: shownName(studentName) },
        task: record.task,
        record: presentListedRecord(record),
        seen:
          shownVersion === null || shownMarks === null ? null : { version: shownVersion, marks: shownMarks },
        marker: markerOf(record),
      }));
    },
  }),

  act(calls.releaseRecords, {
    who: ownBatchOf,
    async run(writer, { resource: { batch, viewer }, body: { released, records }, now }) {
      const how = { released, actorId: viewer.accountId, at: now };
      return { id: viewer.accountId, shown: await releaseAll(writer, batch.id, records, how) };
    },
    // A repetition finds what the first one released.
    async answer(reader, { resource: { batch }, body: { released, records }, shown }) {
      if (shown !== undefined) return { released, ...shown };
      const emails = records.map(({ s_id }) => normalizeEmail(s_id));
      const students = await schedulesByEmail(reader, batch.id, [...new Set(emails)]);
      const found = await recordsOf(
        reader,
        students.map(({ accountId }) => accountId),
      );
      const outcome: Outcome = { done: [], skipped: [] };
      for (const [at, { s_id, task }] of records.entries()) {
        const student = students.find(({ email }) => email === emails[at]);
        const of = { s_id, s_name: student === undefined ? s_id : shownName(student.name), task };
        const isDone = found.some(
          (one) =>
            one.accountId === student?.accountId && one.task === task && (one.released === 1) === released,
        );
        if (isDone) outcome.done.push(of);
        else outcome.skipped.push({ ...of, message: changed });
      }
      return { released, ...outcome };
    },
  }),
];
