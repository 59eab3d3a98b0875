import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { tasks } from '#contract/dates';
import type { Reader, Writer } from '#server/platform/database/database';
import { batchesWithCountsOf } from '#server/marking/queries';
import { engineName } from '#support/empty-database';
import {
  buildBatch,
  buildCourse,
  buildMark,
  buildMentor,
  buildProject,
  buildSelection,
  buildStudent,
  buildSubmission,
} from '#support/factories';
import { keptProgress, recountProgress } from '#support/recount-progress';
import { makeTestApp } from '#support/test-app';

/** The counts of batches that triggers keep, beside what the rows themselves say. */

type Counts = {
  name: string;
  students: number;
  withProject: number;
  submissions: number;
  unmarked: number;
  heldBack: number;
};

async function recount(database: Reader): Promise<Counts[]> {
  const { rows } = await sql<Counts>`select b.name,
      (select count(*) from accounts a where a.batch_id = b.id and a.role = 'student') as students,
      (select count(*) from selections s join accounts a on a.id = s.account_id where a.batch_id = b.id) as "withProject",
      (select count(*) from (select distinct s.account_id, s.task from submissions s) s
        join accounts a on a.id = s.account_id where a.batch_id = b.id) as submissions,
      (select count(*) from submissions s join accounts a on a.id = s.account_id where a.batch_id = b.id
        and not exists (select 1 from submissions n where n.account_id = s.account_id and n.task = s.task and n.version > s.version)
        and not exists (select 1 from marks m where m.submission_id = s.id)) as unmarked,
      (select count(*) from submissions s join accounts a on a.id = s.account_id
        join marks m on m.submission_id = s.id and m.released = 0 where a.batch_id = b.id
        and not exists (select 1 from submissions n where n.account_id = s.account_id and n.task = s.task and n.version > s.version)) as "heldBack"
    from batches b order by b.name`.execute(database);
  return rows.map((row) => ({ ...row }));
}

const rowCount = async (database: Reader) =>
  Number(
    (
      await database
        .selectFrom('batch_counts')
        .select((of) => of.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
    ).count,
  );

async function makeBatches(count: number) {
  const app = await makeTestApp();
  const { context } = app;
  const course = await buildCourse(context);
  const project = await buildProject(context, { course_id: course.id });
  const batches = [];
  for (let n = 0; n < count; n++)
    batches.push(await buildBatch(context, { name: `BATCH-${n}`, course_id: course.id }));
  const mentor = await buildMentor(
    context,
    batches.map(({ id }) => id),
  );
  const { reader } = context.database;
  /** As the staff's list gives them. */
  const kept = async (): Promise<Counts[]> => {
    const rows = await batchesWithCountsOf(reader, { accountId: mentor.id });
    return rows
      .map(({ name, students, withProject, submissions, unmarked, heldBack: unreleased }) => ({
        name,
        students: students ?? 0,
        withProject: withProject ?? 0,
        submissions: submissions ?? 0,
        unmarked: unmarked ?? 0,
        heldBack: unreleased ?? 0,
      }))
      .toSorted((a, b) => a.name.localeCompare(b.name));
  };
  return { ...app, batches, project, kept };
}

/** Random numbers that are the same in each run, so that a failure comes again. */
function makeRandom(seed: number) {
  let state = seed;
  const next = (): number => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
  return {
    chance: (share: number) => next() < share,
    below: (count: number) => Math.floor(next() * count),
    of: <T>(values: readonly T[]): T => values[Math.floor(next() * values.length)] as T,
  };
}

const submission = { task: 'week-1', submitted_at: 1, late: 0, links: 'x', comments: '' } as const;
const mark = { marks: 1, comments: '', released: 1, marked_by: null, marked_at: 1 } as const;

test('whatever is written, in whatever order, the kept counts are those of a recount', async () => {
  const { context, batches, project, kept } = await makeBatches(3);
  const { database } = context;
  const random = makeRandom(20_261_122);
  const students = new Set<number>();
  let last = 0;

  const somebody = () => random.of([...students]);
  const somewhere = () => random.of([...batches.map(({ id }) => id), null]);
  const versionsOf = (writer: Writer, account_id: number) =>
    writer.selectFrom('submissions').where('account_id', '=', account_id).select(['id', 'task', 'version']);

  const changes: ((writer: Writer) => Promise<unknown>)[] = [
    async (writer) => {
      const email = `somebody${(last += 1)}@example.test`;
      const role = random.chance(0.9) ? ('student' as const) : ('mentor' as const);
      const { id } = await writer
        .insertInto('accounts')
        .values({ email, name: email, role, batch_id: somewhere(), created_at: 1 })
        .returning('id')
        .executeTakeFirstOrThrow();
      students.add(id);
    },
    (writer) =>
      writer.updateTable('accounts').set({ batch_id: somewhere() }).where('id', '=', somebody()).execute(),
    // Several at once, as an import moves them.
    (writer) =>
      writer
        .updateTable('accounts')
        .set({ batch_id: somewhere() })
        .where('id', 'in', [somebody(), somebody(), somebody()])
        .execute(),
    (writer) =>
      writer
        .updateTable('accounts')
        .set({ role: random.of(['student', 'mentor'] as const), batch_id: somewhere() })
        .where('id', '=', somebody())
        .execute(),
    (writer) => writer.updateTable('accounts').set({ seen_at: last }).where('id', '=', somebody()).execute(),
    (writer) =>
      writer
        .updateTable('accounts')
        .set({ name: `Name ${(last += 1)}`, typed_batch: random.of(['Batch - 0', 'batch-1', 'Other', null]) })
        .where('id', '=', somebody())
        .execute(),
    (writer) =>
      writer
        .insertInto('selections')
        .values({ account_id: somebody(), project_id: project.id, started_at: 1 })
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    ...[0, 1, 2].map(() => async (writer: Writer) => {
      const account_id = somebody();
      const task = random.of(tasks);
      // Versions come in order, but for a restore or an import.
      const version = 1 + random.below(6);
      await writer
        .insertInto('submissions')
        .values({
          ...submission,
          account_id,
          task,
          version,
          number: `N${(last += 1)}`,
          late: random.of([0, 1]),
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }),
    ...[0, 1].map(() => async (writer: Writer) => {
      const versions = await versionsOf(writer, somebody()).orderBy('id').execute();
      if (versions.length === 0) return;
      const values = { marks: random.below(101), released: random.of([0, 1] as const) };
      await writer
        .insertInto('marks')
        .values({ ...mark, ...values, submission_id: random.of(versions).id })
        .onConflict((conflict) => conflict.column('submission_id').doUpdateSet(values))
        .execute();
    }),
    async (writer) => {
      const id = somebody();
      const hasRows = await writer
        .selectFrom('accounts')
        .leftJoin('submissions', 'submissions.account_id', 'accounts.id')
        .leftJoin('selections', 'selections.account_id', 'accounts.id')
        .where('accounts.id', '=', id)
        .where((on) => on.or([on('submissions.id', 'is not', null), on('selections.id', 'is not', null)]))
        .select('accounts.id')
        .executeTakeFirst();
      if (hasRows !== undefined || students.size < 4) return;
      await writer.deleteFrom('accounts').where('id', '=', id).execute();
      students.delete(id);
    },
  ];

  for (let n = 0; n < 6; n++) students.add((await buildStudent(context, { batch_id: somewhere() })).id);
  const seen = new Set<string>();
  for (let n = 0; n < 60; n++) {
    const size = 1 + random.below(8);
    const isUndone = random.chance(0.15);
    const before = new Set(students);
    const change = database.transaction(async (writer) => {
      for (let k = 0; k < size; k++) await random.of(changes)(writer);
      if (isUndone) throw new Error('undone');
    });
    if (isUndone) {
      await expect(change).rejects.toThrow('undone');
      students.clear();
      before.forEach((id) => students.add(id));
    } else await change;
    const counted = await recount(database.reader);
    seen.add(JSON.stringify(counted));
    expect(await kept(), `after ${n + 1} changes`).toEqual(counted);
    expect(await keptProgress(database.reader), `after ${n + 1} changes`).toEqual(
      await recountProgress(database.reader),
    );
  }
  expect(seen.size, 'the counts did change').toBeGreaterThan(30);
});

test('a class that chooses, submits, moves and is marked all at once leaves the right counts, in few rows', async () => {
  const { context, batches, project, kept } = await makeBatches(2);
  const { database } = context;
  const [from, to] = batches.map(({ id }) => id) as [number, number];
  const students = [];
  for (let n = 0; n < 24; n++) students.push(await buildStudent(context, { batch_id: from }));
  const change = (work: (writer: Writer) => Promise<unknown>) => database.transaction(work);
  await Promise.all(
    students.flatMap(({ id }, n) => [
      ...[1, 2, 3].map((version) => buildSubmission(context, { account_id: id, version })),
      change((writer) =>
        writer
          .updateTable('accounts')
          .set({ batch_id: n % 2 === 0 ? to : from })
          .where('id', '=', id)
          .execute(),
      ),
      buildSelection(context, { account_id: id, project_id: project.id }),
      buildSubmission(context, { account_id: id, task: 'week-2' }).then((marked) =>
        buildMark(context, { submission_id: marked.id }),
      ),
    ]),
  );
  const counts = { students: 12, withProject: 12, submissions: 24, unmarked: 12, heldBack: 0 };
  expect(await kept()).toEqual([
    { name: 'BATCH-0', ...counts },
    { name: 'BATCH-1', ...counts },
  ]);
  expect(await recount(database.reader)).toEqual(await kept());
  expect(await keptProgress(database.reader)).toEqual(await recountProgress(database.reader));
  // Of 300 changes. A row that no change in a hundred has added up would be one chance in half a million.
  expect(await rowCount(database.reader)).toBeLessThanOrEqual(engineName === 'sqlite' ? 2 : 200);
});

test.runIf(engineName === 'postgres')(
  'nobody waits for another submission of the same batch that is not committed yet',
  async () => {
    const { context, batches, kept } = await makeBatches(1);
    const { database } = context;
    const batch_id = batches[0]?.id as number;
    const first = await buildStudent(context, { batch_id });
    const second = await buildStudent(context, { batch_id });
    /** Versions that are marked each: often enough that one of these changes adds the batch's rows up. */
    const submitAndMark = async (writer: Writer, account_id: number, versions: number) => {
      await sql`set local lock_timeout = '1s'`.execute(writer);
      for (let version = 1; version <= versions; version++) {
        const { id } = await writer
          .insertInto('submissions')
          .values({ ...submission, account_id, version, number: `${account_id}-${version}` })
          .returning('id')
          .executeTakeFirstOrThrow();
        await writer
          .insertInto('marks')
          .values({ ...mark, submission_id: id })
          .execute();
      }
    };
    await database.transaction(async (writer) => {
      await submitAndMark(writer, first.id, 30);
      await database.transaction((other) => submitAndMark(other, second.id, 30));
    });
    expect(await kept()).toEqual([
      { name: 'BATCH-0', students: 2, withProject: 0, submissions: 2, unmarked: 0, heldBack: 0 },
    ]);
  },
);
