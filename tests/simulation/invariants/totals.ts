import { tasks, type Task } from '#contract/dates';
import { keptProgress, recountProgress } from '#support/recount-progress';
import type { World } from '../world.ts';
import { batchNames } from '../world.ts';
import { recordKey, type Person, type Receipt } from '../ledger.ts';
import { readNewestAtRecord } from './marks.ts';
import { readerOf, type Invariant } from './invariant.ts';

/** The newest version of each task for the present project of each student of a batch. */
function newestOf({ ledger }: World, batch: string): Receipt[] {
  return ledger.people
    .filter((one) => one.role === 'student' && one.batch === batch)
    .flatMap((student) =>
      tasks.flatMap((task) => {
        const last = ledger.versionsOf(student, task).at(-1);
        return last === undefined ? [] : [last];
      }),
    );
}

async function countsEqualTheirRows(world: World): Promise<string[]> {
  const { ledger } = world;
  if (ledger.people.some(({ state }) => state === 'anonymised')) return [];
  const [by] = ledger.of('administrator');
  if (by === undefined) return [];
  const { body } = await world.read(by, '/api/staff/batches');
  return batchNames.flatMap((name) => {
    const students = ledger.people.filter((one) => one.role === 'student' && one.batch === name);
    const newest = newestOf(world, name);
    const wanted = {
      students: students.length,
      withProject: students.filter(({ id }) => ledger.choices.has(id)).length,
      submissions: newest.length,
      unmarked: newest.filter(({ number }) => !ledger.marks.has(number)).length,
      heldBack: newest.filter(({ number }) => ledger.marks.get(number)?.released === false).length,
    };
    const shown = body.find((one: { name: string }) => one.name === name);
    return Object.entries(wanted).flatMap(([count, is]) =>
      shown[count] === is ? [] : [`${name} shows ${count} ${shown[count]}, and there are ${is}`],
    );
  });
}

type NewestAtRecord = Awaited<ReturnType<typeof readNewestAtRecord>>;

/** In which state a task of a student is for staff, by the ledger; null while there is neither work nor a record. */
function stateOf(world: World, student: Person, task: Task, newestAtRecord: NewestAtRecord): string | null {
  const { ledger } = world;
  const choice = ledger.choices.get(student.id)?.at;
  if (choice === undefined) return null;
  const newest = ledger.versionsOf(student, task).at(-1);
  const record = ledger.records.get(recordKey(student, task, choice));
  if (record !== undefined && (newest?.version ?? 0) <= newestAtRecord(student, task, choice))
    return record.released ? 'released' : 'unreleased';
  if (newest === undefined) return null;
  const mark = ledger.marks.get(newest.number);
  if (mark === undefined) return 'unmarked';
  return mark.released ? 'released' : 'unreleased';
}

async function taskStatesEqualTheirRows(world: World): Promise<string[]> {
  const { ledger } = world;
  const [by] = ledger.of('administrator');
  if (by === undefined) return [];
  const newestAtRecord = await readNewestAtRecord(world);
  const wrong: string[] = [];
  for (const batch of batchNames) {
    const { body } = await world.read(by, `/api/staff/batches/${batch}/task-states`);
    const students = ledger.people.filter(
      (one) => one.role === 'student' && one.state !== 'anonymised' && one.batch === batch,
    );
    for (const shown of body.tasks) {
      const states = students.map((student) => stateOf(world, student, shown.task, newestAtRecord));
      for (const state of ['unmarked', 'unreleased', 'released']) {
        const wanted = states.filter((one) => one === state).length;
        if (shown[state] !== wanted)
          wrong.push(`${batch} shows ${shown[state]} ${state} for ${shown.task}, and there are ${wanted}`);
      }
    }
  }
  return wrong;
}

async function distributionEqualsItsMarks(world: World): Promise<string[]> {
  const { ledger } = world;
  if (ledger.people.some(({ state }) => state === 'anonymised')) return [];
  const [by] = ledger.of('administrator');
  if (by === undefined) return [];
  const wrong: string[] = [];
  for (const batch of batchNames) {
    const { body } = await world.read(by, `/api/staff/batches/${batch}/marks/distribution`);
    const newest = newestOf(world, batch);
    const rows = await readerOf(world)
      .selectFrom('recorded_marks')
      .select(['account_id', 'task', 'choice', 'marks', 'submission_id'])
      .execute();
    const versions = await readerOf(world).selectFrom('submissions').select(['id', 'number']).execute();
    const idOf = new Map(versions.map(({ id, number }) => [number, id]));
    for (const task of tasks) {
      const own = newest.filter((one) => one.task === task);
      const standing = rows.filter((row) => {
        const student = ledger.people.find(({ id }) => id === row.account_id);
        if (row.task !== task || student?.batch !== batch) return false;
        if (ledger.choices.get(row.account_id)?.at !== row.choice) return false;
        const last = own.find((one) => one.student === student);
        return last === undefined || (idOf.get(last.number) ?? 0) <= (row.submission_id ?? 0);
      });
      const replaced = new Set(standing.map(({ account_id: id }) => id));
      const marked = own.filter(
        ({ number, student: { id } }) => ledger.marks.has(number) && !replaced.has(id),
      );
      const wanted = marked.length + standing.filter(({ marks }) => marks !== null).length;
      const shown = body.tasks.find((one: { task: string }) => one.task === task)?.count ?? 0;
      if (shown !== wanted)
        wrong.push(`the marks of ${task} in ${batch} are ${wanted}, and ${shown} are shown`);
    }
  }
  return wrong;
}

/** Rows that triggers keep. Marks without a file count there, too, and have no part in the recount. */
async function progressEqualsItsRows(world: World): Promise<string[]> {
  const reader = readerOf(world);
  const records = await reader.selectFrom('recorded_marks').select('account_id').execute();
  const left = new Set(records.map(({ account_id: id }) => id));
  const [kept, recounted] = [await keptProgress(reader), await recountProgress(reader)].map((rows) =>
    rows.filter(({ accountId }) => !left.has(accountId)),
  ) as [Awaited<ReturnType<typeof keptProgress>>, Awaited<ReturnType<typeof keptProgress>>];
  const anonymised = new Set(world.ledger.of('student', 'anonymised').map(({ id }) => id));
  return recounted.flatMap((counted) => {
    // When somebody who is anonymised was last seen is known to nobody.
    const row = anonymised.has(counted.accountId) ? { ...counted, seenAt: 0 } : counted;
    const is = kept.find(({ accountId }) => accountId === row.accountId);
    return JSON.stringify(is) === JSON.stringify(row)
      ? []
      : [
          `the progress of account ${row.accountId} is ${JSON.stringify(is)} instead of ${JSON.stringify(row)}`,
        ];
  });
}

async function unreadCountsEqualTheirNotices(world: World): Promise<string[]> {
  const reader = readerOf(world);
  const accounts = await reader
    .selectFrom('accounts')
    .select(['id', 'email', 'unread_notices as shown'])
    .execute();
  const notices = await reader
    .selectFrom('notices')
    .where('read_at', 'is', null)
    .select('account_id')
    .execute();
  return accounts.flatMap(({ id, email, shown }) => {
    const count = notices.filter(({ account_id }) => account_id === id).length;
    return count === shown ? [] : [`${email} has ${count} unread notices, and ${shown} are counted`];
  });
}

export const totalInvariants: Invariant[] = [
  { name: 'counts equal their rows', isCostly: true, check: countsEqualTheirRows },
  { name: 'the states of tasks equal their rows', isCostly: true, check: taskStatesEqualTheirRows },
  { name: 'a distribution equals its marks', isCostly: true, check: distributionEqualsItsMarks },
  { name: 'progress equals its rows', isCostly: true, check: progressEqualsItsRows },
  { name: 'unread counts equal their notices', check: unreadCountsEqualTheirNotices },
];
