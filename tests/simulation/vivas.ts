import { markForm, recordForm } from './acts/marking.ts';
import { recordKey, type Person } from './ledger.ts';
import type { World } from './world.ts';

/** Who sits in the viva of whom, as the plan is now. */
export type Panel = { student: Person; batch: string; choice: number; members: Person[] };

export async function panels({ ledger, portal }: World): Promise<Panel[]> {
  const rows = await portal.context.database.reader
    .selectFrom('viva_slots as slot')
    .innerJoin('viva_panels as panel', 'panel.slot_id', 'slot.id')
    .innerJoin('batches', 'batches.id', 'slot.batch_id')
    .where('slot.purpose', '=', 'viva')
    .orderBy('slot.id')
    .orderBy('panel.account_id')
    .select(['slot.account_id as studentId', 'panel.account_id as memberId', 'batches.name as batch'])
    .execute();
  const byId = new Map(ledger.people.map((person) => [person.id, person]));
  const found = new Map<number, Panel>();
  for (const { studentId, memberId, batch } of rows) {
    const [student, member] = [byId.get(studentId), byId.get(memberId)];
    const choice = ledger.choices.get(studentId)?.at;
    if (student === undefined || member === undefined || choice === undefined) continue;
    const panel = found.get(studentId) ?? { student, batch, choice, members: [] };
    panel.members.push(member);
    found.set(studentId, panel);
  }
  return [...found.values()];
}

/** A confirmed outcome is the unreleased mark of the newest version, or one without a file: the ledger follows. */
export async function noteOutcome(
  { ledger, portal }: World,
  { student, choice }: Panel,
  outcome: { marks: number; comments: string },
): Promise<void> {
  const key = `${student.id} ${choice}`;
  if (ledger.outcomes.has(key)) return;
  ledger.outcomes.set(key, outcome);
  const { reader } = portal.context.database;
  const { marks, comments } = outcome;
  const form = { marks, comments, released: false };
  const mark = await reader
    .selectFrom('marks')
    .innerJoin('submissions', 'submissions.id', 'marks.submission_id')
    .where('submissions.account_id', '=', student.id)
    .where('marks.comments', '=', comments)
    .select('submissions.number')
    .executeTakeFirst();
  if (mark !== undefined) {
    ledger.marks.set(mark.number, { ...form, releasedAt: null });
    ledger.record(markForm(mark.number), form);
  }
  const record = await reader
    .selectFrom('recorded_marks')
    .where('account_id', '=', student.id)
    .where('comments', '=', comments)
    .select('id')
    .executeTakeFirst();
  // Neither: somebody has changed it at the same moment.
  if (record === undefined) return;
  const of = { student, task: 'viva' as const, choice };
  ledger.records.set(recordKey(student, 'viva', choice), { ...of, status: 'marked', ...form });
  ledger.record(recordForm(student, 'viva', choice), { status: 'marked', ...form });
}
