import { tasks, type Task } from '#contract/dates';
import { recordAuditEvents } from '../../audit/record-audit-event.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { partsOf } from '../../platform/database/rows-at-once.ts';
import { presentMark } from '../record-mark.ts';
import { recordsOf } from '../recorded/queries.ts';
import { loggedRecord, readRecord } from '../recorded/write-record.ts';
import {
  deciderOf,
  newestMarksOf,
  unreleasedOf,
  type NewestMarkRow,
  type Unreleased,
} from './unreleased-marks.ts';

/** What staff have decided about students, as a freeze needs it. */
export type Decided = {
  unreleased: Unreleased[];
  /** Tasks whose newest version has no mark yet, where something else counts; by account. */
  unmarked: Map<number, Task[]>;
  /** Who decided what counts once all is released, by account. */
  deciders: Map<number, Partial<Record<Task, string | null>>>;
};

export async function readDecided(reader: Reader, accountIds: readonly number[]): Promise<Decided> {
  const decided: Decided = { unreleased: [], unmarked: new Map(), deciders: new Map() };
  const marks = Map.groupBy(await newestMarksOf(reader, accountIds), ({ accountId }) => accountId);
  const records = Map.groupBy(await recordsOf(reader, accountIds), ({ accountId }) => accountId);
  for (const accountId of accountIds) {
    const deciders: Partial<Record<Task, string | null>> = {};
    const unmarked: Task[] = [];
    for (const task of tasks) {
      const mark = marks.get(accountId)?.find((row) => row.task === task) ?? null;
      const record = records.get(accountId)?.find((row) => row.task === task) ?? null;
      const unreleased = unreleasedOf({ mark, record });
      if (unreleased !== null) decided.unreleased.push(unreleased);
      const isCounted = record !== null || (mark !== null && mark.shownMarks !== null);
      if (isCounted && mark !== null && mark.marks === null) unmarked.push(task);
      deciders[task] = deciderOf({ mark, record });
    }
    decided.unmarked.set(accountId, unmarked);
    decided.deciders.set(accountId, deciders);
  }
  return decided;
}

const released = (row: NewestMarkRow) => {
  const { marks, comments, rubric, overrule_reason } = row;
  if (marks === null || comments === null) throw new Error(`${row.number} has no mark`);
  return presentMark({ marks, comments, rubric, overrule_reason, released: 1 });
};

type By = { actorId: number; at: number };

const idsOf = (unreleased: readonly Unreleased[], of: Unreleased['row']['of']): number[] =>
  unreleased.flatMap(({ row }) => (row.of === of ? [row.id] : []));

async function releaseMarks(writer: Writer, unreleased: readonly Unreleased[], { actorId, at }: By) {
  const ids = idsOf(unreleased, 'marks');
  const accounts = [...new Set(unreleased.map(({ accountId }) => accountId))];
  const rows = (await newestMarksOf(writer, accounts)).filter(({ newestId }) => ids.includes(newestId));
  for (const some of partsOf(ids))
    await writer
      .updateTable('marks')
      .set({ released: 1, released_at: at })
      .where('submission_id', 'in', some)
      .execute();
  return rows.map((row) => ({
    at,
    actorId,
    act: 'mark-submission' as const,
    subject: row.number,
    aboutId: row.accountId,
    before: { ...released(row), released: false },
    after: released(row),
  }));
}

async function releaseRecords(
  writer: Writer,
  unreleased: readonly Unreleased[],
  emails: ReadonlyMap<number, string>,
  { actorId, at }: By,
) {
  const ids = idsOf(unreleased, 'recorded_marks');
  const accounts = [...new Set(unreleased.map(({ accountId }) => accountId))];
  const rows = (await recordsOf(writer, accounts)).filter(({ id }) => ids.includes(id));
  for (const some of partsOf(ids))
    await writer
      .updateTable('recorded_marks')
      .set({ released: 1, released_at: at })
      .where('id', 'in', some)
      .execute();
  return rows.map((row) => {
    const before = loggedRecord(readRecord(row), row.task);
    return {
      at,
      actorId,
      act: 'record-mark' as const,
      subject: emails.get(row.accountId) ?? String(row.accountId),
      aboutId: row.accountId,
      before,
      after: { ...before, released: true },
    };
  });
}

/** Under the accounts' locks. Audits; the freeze tells the students. @param emails by account */
export async function releaseAll(
  writer: Writer,
  unreleased: readonly Unreleased[],
  emails: ReadonlyMap<number, string>,
  by: By,
): Promise<void> {
  const marks = await releaseMarks(writer, unreleased, by);
  const records = await releaseRecords(writer, unreleased, emails, by);
  await recordAuditEvents(writer, [...marks, ...records]);
}
