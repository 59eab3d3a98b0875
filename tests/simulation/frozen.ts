import { recordForm, markForm } from './acts/marking.ts';
import { recordKey } from './ledger.ts';
import type { World } from './world.ts';

/** What a student's result is made of, as rows: their marks, records and name. */
export async function partsOfResult({ portal }: World, accountId: number): Promise<string> {
  const { reader } = portal.context.database;
  const marks = await reader
    .selectFrom('marks')
    .innerJoin('submissions', 'submissions.id', 'marks.submission_id')
    .where('submissions.account_id', '=', accountId)
    .orderBy('marks.submission_id')
    .select(['marks.submission_id', 'marks.marks', 'marks.released', 'marks.marked_by'])
    .execute();
  const records = await reader
    .selectFrom('recorded_marks')
    .where('account_id', '=', accountId)
    .orderBy('id')
    .select(['id', 'status', 'marks', 'released'])
    .execute();
  return JSON.stringify({ marks, records });
}

/** Whose result is frozen, by the portal's rows. */
export async function frozenIds({ portal }: World): Promise<number[]> {
  const rows = await portal.context.database.reader
    .selectFrom('frozen_students')
    .where('opened_at', 'is', null)
    .select('account_id')
    .execute();
  return rows.map(({ account_id }) => account_id);
}

/** A freeze releases what its results are made of: the ledger follows, by nothing but the release. */
async function noteReleases(world: World, accountId: number): Promise<void> {
  const { ledger, portal } = world;
  const { reader } = portal.context.database;
  for (const receipt of ledger.receipts.filter((one) => one.student.id === accountId)) {
    const mark = ledger.marks.get(receipt.number);
    if (mark === undefined || mark.released) continue;
    const row = await reader
      .selectFrom('marks')
      .innerJoin('submissions', 'submissions.id', 'marks.submission_id')
      .where('submissions.number', '=', receipt.number)
      .select('marks.released')
      .executeTakeFirst();
    if (row?.released !== 1) continue;
    ledger.marks.set(receipt.number, { ...mark, released: true });
    const { marks, comments } = mark;
    ledger.record(markForm(receipt.number), { marks, comments, released: true });
  }
  for (const [key, record] of ledger.records) {
    if (record.student.id !== accountId || record.released) continue;
    const { student, task, choice, status, marks, comments } = record;
    const row = await reader
      .selectFrom('recorded_marks')
      .where('account_id', '=', accountId)
      .where('task', '=', task)
      .where('choice', '=', choice)
      .select('released')
      .executeTakeFirst();
    if (row?.released !== 1 || key !== recordKey(student, task, choice)) continue;
    ledger.records.set(key, { ...record, released: true });
    ledger.record(recordForm(student, task, choice), { status, marks, comments, released: true });
  }
}

/** After a freeze: notes what must not move from now on. */
export async function noteFrozen(world: World): Promise<void> {
  const { ledger } = world;
  for (const id of await frozenIds(world)) {
    if (ledger.frozen.has(id)) continue;
    await noteReleases(world, id);
    ledger.frozen.set(id, await partsOfResult(world, id));
  }
}
