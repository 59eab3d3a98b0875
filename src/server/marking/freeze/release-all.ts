import type { Task } from '#contract/dates';
import { recordAuditEvents } from '../../audit/record-audit-event.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { partsOf } from '../../platform/database/rows-at-once.ts';
import { presentMark } from '../record-mark.ts';
import {
  nameOrNull,
  newestMarksOf,
  unreleasedMark,
  type NewestMarkRow,
  type Unreleased,
} from './unreleased-marks.ts';

/** What staff have decided about students, as a freeze needs it. */
export type Decided = {
  unreleased: Unreleased[];
  /** Tasks whose newest version has no mark yet, by account. */
  unmarked: Map<number, Task[]>;
  /** Who decided what counts once all is released, by account. */
  deciders: Map<number, Partial<Record<Task, string | null>>>;
};

export async function readDecided(reader: Reader, accountIds: readonly number[]): Promise<Decided> {
  const unreleased: Unreleased[] = [];
  const unmarked = new Map<number, Task[]>();
  const deciders: Decided['deciders'] = new Map();
  for (const row of await newestMarksOf(reader, accountIds)) {
    const { accountId, task, marks } = row;
    const mark = unreleasedMark(row);
    if (mark !== null) unreleased.push(mark);
    if (marks === null) unmarked.set(accountId, [...(unmarked.get(accountId) ?? []), task]);
    const by = nameOrNull(marks === null ? row.shownMarker : row.marker);
    deciders.set(accountId, { ...deciders.get(accountId), [task]: by });
  }
  return { unreleased, unmarked, deciders };
}

const released = (row: NewestMarkRow) => {
  const { marks, comments, rubric, overrule_reason } = row;
  if (marks === null || comments === null) throw new Error(`${row.number} has no mark`);
  return presentMark({ marks, comments, rubric, overrule_reason, released: 1 });
};

/** Under the accounts' locks. Audits; the freeze tells the students. */
export async function releaseAll(
  writer: Writer,
  unreleased: readonly Unreleased[],
  { actorId, at }: { actorId: number; at: number },
): Promise<void> {
  const ids = unreleased.flatMap(({ row }) => (row.of === 'marks' ? [row.id] : []));
  const accounts = [...new Set(unreleased.map(({ accountId }) => accountId))];
  const rows = (await newestMarksOf(writer, accounts)).filter(({ newestId }) => ids.includes(newestId));
  for (const some of partsOf(ids))
    await writer
      .updateTable('marks')
      .set({ released: 1, released_at: at })
      .where('submission_id', 'in', some)
      .execute();
  await recordAuditEvents(
    writer,
    rows.map((row) => ({
      at,
      actorId,
      act: 'mark-submission' as const,
      subject: row.number,
      aboutId: row.accountId,
      before: { ...released(row), released: false },
      after: released(row),
    })),
  );
}
