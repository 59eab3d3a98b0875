import { tasks, type Task } from '#contract/dates';
import type { Person } from '../ledger.ts';
import type { World } from '../world.ts';
import { readerOf, type Invariant } from './invariant.ts';

async function acknowledgedMarksAreStored(world: World): Promise<string[]> {
  const rows = await readerOf(world)
    .selectFrom('marks')
    .innerJoin('submissions', 'submissions.id', 'marks.submission_id')
    .innerJoin('accounts', 'accounts.id', 'submissions.account_id')
    .where('accounts.anonymised_at', 'is', null)
    .select(['submissions.number', 'marks.marks', 'marks.comments', 'marks.released'])
    .execute();
  const wrong: string[] = [];
  for (const { number, marks, comments, released } of rows) {
    const mark = world.ledger.marks.get(number);
    const is = JSON.stringify([marks, comments, released === 1]);
    const wanted = mark === undefined ? 'none' : JSON.stringify([mark.marks, mark.comments, mark.released]);
    if (is !== wanted) wrong.push(`the mark of ${number} is ${is}, and ${wanted} was acknowledged`);
  }
  const stored = new Set(rows.map(({ number }) => number));
  for (const { number, student } of world.ledger.receipts)
    if (student.state !== 'anonymised' && world.ledger.marks.has(number) && !stored.has(number))
      wrong.push(`the acknowledged mark of ${number} is gone`);
  return wrong;
}

async function acknowledgedRecordsAreStored(world: World): Promise<string[]> {
  const rows = await readerOf(world).selectFrom('recorded_marks').selectAll().execute();
  return [...world.ledger.records.values()].flatMap(({ student, task, choice, ...record }) => {
    if (student.state === 'anonymised') return [];
    const row = rows.find(
      (one) => one.account_id === student.id && one.task === task && one.choice === choice,
    );
    const is = row && JSON.stringify([row.status, row.marks, row.comments, row.released === 1]);
    const { status, marks, comments, released } = record;
    const wanted = JSON.stringify([status, marks, comments, released]);
    return is === wanted
      ? []
      : [`the record of ${task} of ${student.email} is ${is ?? 'gone'}, and ${wanted} was acknowledged`];
  });
}

export type Expected = {
  status: 'open' | 'marked' | 'excused';
  marks: number | null;
  comments: string | null;
};

/** What counts for a task of the present choice, and is released: by the ledger alone. */
export function expectedOf(
  { ledger }: World,
  student: Person,
  task: Task,
  newestAtRecord: (student: Person, task: Task, choice: number) => number,
): Expected {
  const choice = ledger.choices.get(student.id)?.at;
  const open: Expected = { status: 'open', marks: null, comments: null };
  if (choice === undefined) return open;
  const versions = ledger.versionsOf(student, task);
  const marked = versions.findLast(({ number }) => ledger.marks.get(number)?.released === true);
  const mark = marked && ledger.marks.get(marked.number);
  const record = [...ledger.records.values()].find(
    (one) => one.student === student && one.task === task && one.choice === choice,
  );
  const hasRecord =
    record?.released === true && (marked?.version ?? 0) <= newestAtRecord(student, task, choice);
  if (hasRecord && record.status === 'excused') return { ...open, status: 'excused' };
  const shown = hasRecord ? record : mark;
  return shown === undefined ? open : { status: 'marked', marks: shown.marks, comments: shown.comments };
}

/** The newest version that was there when a mark without a file was recorded; 0 for none. */
export async function readNewestAtRecord(world: World) {
  const rows = await readerOf(world)
    .selectFrom('recorded_marks')
    .leftJoin('submissions', 'submissions.id', 'recorded_marks.submission_id')
    .select([
      'recorded_marks.account_id',
      'recorded_marks.task',
      'recorded_marks.choice',
      'submissions.version',
    ])
    .execute();
  return (student: Person, task: Task, choice: number): number =>
    rows.find((row) => row.account_id === student.id && row.task === task && row.choice === choice)
      ?.version ?? 0;
}

async function releasedMarksAreSeen(world: World): Promise<string[]> {
  const newestAtRecord = await readNewestAtRecord(world);
  const wrong: string[] = [];
  for (const student of world.ledger.of('student')) {
    const { status, body } = await world.read(student, `/api/students/timeline/${student.email}`);
    if (status !== 200) return [`${student.email} cannot read the timeline: ${status}`];
    for (const task of tasks) {
      const wanted = expectedOf(world, student, task, newestAtRecord);
      const shown = body.tasks.find((one: { task: Task }) => one.task === task);
      if (shown.marks !== wanted.marks || (shown.comments ?? null) !== wanted.comments)
        wrong.push(
          `${student.email} sees ${shown.marks} (${shown.comments}) for ${task} instead of ${wanted.marks} (${wanted.comments})`,
        );
    }
  }
  return wrong;
}

export const markInvariants: Invariant[] = [
  { name: 'an acknowledged mark is stored', check: acknowledgedMarksAreStored },
  { name: 'an acknowledged mark without a file is stored', check: acknowledgedRecordsAreStored },
  { name: 'a released mark is seen, an unreleased one is not', isCostly: true, check: releasedMarksAreSeen },
];
