import { shownName } from '#contract/accounts/person-name';
import type { Task } from '#contract/dates';
import * as calls from '#contract/marking/release-calls';
import type { Released, SkipReason } from '#contract/marking/release-calls';
import { ownBatchOf } from '../../accounts/policy.ts';
import { accountsAs, lockAccounts } from '../../accounts/queries.ts';
import { recordAuditEvents } from '../../audit/record-audit-event.ts';
import { act } from '../../accounts/sessions/act.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { HttpError } from '../../platform/http/http-errors.ts';
import { taskLabel } from '../../submissions/open-task.ts';
import type { Flag } from '../../platform/database/schema.ts';
import { releasedSince, replacedMark, takeBackUntil, type VersionMark } from '../mark-rules.ts';
import { cameAfter } from '../recorded/counted.ts';
import { recordsOfTask } from '../recorded/queries.ts';
import { ofVersion, recordedMark } from '../refuse-lower.ts';
import { lockMarks, presentMark, releasedForGoodMessage } from '../record-mark.ts';
import { notifyReleased, withdrawReleased } from '../mark-notices.ts';

/** As a mentor saw it in the list. */
export type ListedMark = { number: string; marks: number; confirm_lower: boolean };

export type Listed = { batchId: number; task: Task; released: boolean; marks: readonly ListedMark[] };

type Skip = { reason: SkipReason; message: string };

const changed: Skip = {
  reason: 'changed',
  message: 'This mark has changed since you saw the list.',
};

const replaced: Skip = {
  reason: 'changed',
  message: 'A newer version came in. Open it and mark it, or release this mark from its own page.',
};

/** The mark that a release would replace: of another version, or recorded without a file. */
function seenInstead({
  id,
  version,
  shownId,
  shownVersion,
  shownMarks,
  record,
}: ListedRow): VersionMark | null {
  if (record !== null && !cameAfter(id, record)) return null;
  if (record !== null && !cameAfter(shownId, record)) return recordedMark(record);
  const shown =
    shownVersion === null || shownMarks === null ? null : { version: shownVersion, marks: shownMarks };
  return replacedMark(version, null, shown);
}

function whyNotReleased(listed: ListedMark, row: ListedRow): Skip | null {
  if (row.marks !== listed.marks) return changed;
  if (row.released === 1) return null;
  if (row.newestId !== row.id) return replaced;
  const seen = seenInstead(row);
  if (seen === null || row.marks >= seen.marks || listed.confirm_lower) return null;
  return {
    reason: 'lower',
    message: `The student sees ${seen.marks} out of 100${ofVersion(seen)}; ${row.marks} is lower.`,
  };
}

/** Null: can be set, or is. */
function whySkipped(
  listed: ListedMark,
  row: ListedRow | undefined,
  { released, now }: { released: boolean; now: number },
): Skip | null {
  if (row === undefined) return changed;
  if (released) return whyNotReleased(listed, row);
  if (row.released === 0 || now <= takeBackUntil(row)) return null;
  return { reason: 'released_for_good', message: releasedForGoodMessage };
}

/** Only of the batch and task. `newestId`: the task's; `shown…`: to the student. */
async function listedRows(reader: Reader | Writer, { batchId, task, marks }: Listed) {
  const numbers = marks.map(({ number }) => number);
  const rows = await reader
    .selectFrom('submissions')
    .innerJoin('task_progress as progress', (on) =>
      on
        .onRef('progress.account_id', '=', 'submissions.account_id')
        .onRef('progress.task', '=', 'submissions.task'),
    )
    .innerJoin('marks', 'marks.submission_id', 'submissions.id')
    .innerJoin(accountsAs('student'), 'student.id', 'submissions.account_id')
    .leftJoin('submissions as shown', 'shown.id', 'progress.released_id')
    .leftJoin('marks as shown_marks', 'shown_marks.submission_id', 'progress.released_id')
    .where('submissions.number', 'in', numbers)
    .where('submissions.task', '=', task)
    .where('progress.batch_id', '=', batchId)
    .select(['submissions.id', 'submissions.number', 'submissions.version'])
    .select(['submissions.account_id as accountId', 'student.name'])
    .select(['progress.submission_id as newestId', 'marks.marks', 'marks.comments', 'marks.released'])
    .select(['marks.released_at', 'marks.marked_at', 'marks.rubric', 'marks.overrule_reason'])
    .select(['shown.id as shownId', 'shown.version as shownVersion', 'shown_marks.marks as shownMarks'])
    .execute();
  const ids = rows.map(({ accountId }) => accountId);
  const records = (await recordsOfTask(reader, ids, task)).filter(({ released }) => released === 1);
  return rows.map((row) => ({
    ...row,
    record: records.find(({ accountId }) => accountId === row.accountId) ?? null,
  }));
}
export type ListedRow = Awaited<ReturnType<typeof listedRows>>[number];

async function readListed(reader: Reader | Writer, listed: Listed): Promise<Map<string, ListedRow>> {
  const rows = await listedRows(reader, listed);
  return new Map(rows.map((row) => [row.number, row]));
}

/** Until the transaction ends, in one order. */
async function lockListed(writer: Writer, lists: readonly Listed[]): Promise<void> {
  const found: ListedRow[] = [];
  for (const listed of lists) found.push(...(await listedRows(writer, listed)));
  if (found.length === 0) return;
  await lockAccounts(
    writer,
    found.map(({ accountId }) => accountId),
  );
  await lockMarks(
    writer,
    found.map(({ id }) => id),
  );
}

/** Only marks still as seen, which are locked; audits and notifies. Call last in the transaction. */
async function releaseListed(
  writer: Writer,
  listed: Listed,
  { actorId, at }: { actorId: number; at: number },
): Promise<void> {
  const rows = await readListed(writer, listed);
  const flag: Flag = listed.released ? 1 : 0;
  const once = new Map(listed.marks.map((mark) => [mark.number, mark])).values();
  const due = [...once].flatMap((mark) => {
    const row = rows.get(mark.number);
    if (row === undefined || row.released === flag) return [];
    return whySkipped(mark, row, { released: listed.released, now: at }) === null ? [row] : [];
  });
  if (due.length === 0) return;
  const ids = due.map(({ id }) => id);
  await writer
    .updateTable('marks')
    .set({ released: flag, released_at: listed.released ? at : null })
    .where('submission_id', 'in', ids)
    .execute();
  await recordAuditEvents(
    writer,
    due.map((row) => ({
      at,
      actorId,
      act: 'mark-submission',
      subject: row.number,
      aboutId: row.accountId,
      before: presentMark(row),
      after: { ...presentMark(row), released: listed.released },
    })),
  );
  const { task } = listed;
  if (listed.released)
    await notifyReleased(writer, { task, accounts: due.map(({ accountId }) => accountId), at });
  else
    for (const [releasedAt, rows] of Map.groupBy(due, releasedSince))
      await withdrawReleased(writer, {
        task,
        accounts: rows.map(({ accountId }) => accountId),
        at,
        releasedAt,
      });
}

async function outcomeOf(reader: Reader, listed: Listed, now: number): Promise<Released> {
  const rows = await readListed(reader, listed);
  const done: string[] = [];
  const skipped: Released['skipped'] = [];
  for (const mark of listed.marks) {
    const skip = whySkipped(mark, rows.get(mark.number), { released: listed.released, now });
    if (skip === null) done.push(mark.number);
    else skipped.push({ number: mark.number, ...skip });
  }
  return { released: listed.released, done, skipped };
}

/** @throws 409 that names the first mark that a single task's release would skip */
async function refuseSkipped(writer: Writer, lists: readonly Listed[], now: number): Promise<void> {
  const refused = [];
  for (const listed of lists) {
    const rows = await readListed(writer, listed);
    const { skipped } = await outcomeOf(writer, listed, now);
    for (const skip of skipped) {
      const name = rows.get(skip.number)?.name;
      refused.push({ skip, of: name === undefined ? skip.number : shownName(name), task: listed.task });
    }
  }
  const [first] = refused;
  if (first === undefined) return;
  const more = refused.length === 1 ? '' : ` (and ${refused.length - 1} more)`;
  const nothing = lists[0]?.released === true ? 'Nothing was released.' : 'Nothing was withdrawn.';
  const message = `${first.of}, ${taskLabel(first.task)}${more}: ${first.skip.message} ${nothing}`;
  throw new HttpError(409, 'conflict', message, undefined, { skipped: refused.map(({ skip }) => skip) });
}

export const releaseCalls = [
  act(calls.releaseMarks, {
    who: ownBatchOf,
    key: {
      kind: 'release',
      content: ({ resource: { batch }, body: { task, released, marks } }) => [
        batch.id,
        task,
        released,
        marks.map(({ number, marks: value, confirm_lower }) => [number, value, confirm_lower]),
      ],
    },
    async run(writer, { resource: { batch, viewer }, body, now }) {
      const listed = { batchId: batch.id, ...body };
      await lockListed(writer, [listed]);
      await releaseListed(writer, listed, { actorId: viewer.accountId, at: now });
      return { id: viewer.accountId };
    },
    answer: (reader, { resource: { batch }, body, now }) =>
      outcomeOf(reader, { batchId: batch.id, ...body }, now),
  }),

  act(calls.releaseTasks, {
    who: ownBatchOf,
    async run(writer, { resource: { batch, viewer }, body: { released, tasks }, now }) {
      const lists = tasks.map((listed) => ({ batchId: batch.id, released, ...listed }));
      await lockListed(writer, lists);
      await refuseSkipped(writer, lists, now);
      for (const listed of lists) await releaseListed(writer, listed, { actorId: viewer.accountId, at: now });
      return { id: viewer.accountId };
    },
    answer: async (_, { body: { released, tasks } }) => ({
      released,
      done: tasks.flatMap(({ marks }) => marks.map(({ number }) => number)),
    }),
  }),
];
