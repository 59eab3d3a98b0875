import BetterSqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import type { StudentProgress } from '#contract/progress/calls';
import { progressFilters, progressSorts, statusFilters, taskFilter } from '#contract/progress/batch-view';
import { tasks } from '#contract/dates';
import { dayMs } from '#contract/durations';
import { engineName } from '#support/empty-database';
import {
  buildAdministrator,
  buildBatch,
  buildMark,
  buildMentor,
  buildProject,
  buildRecord,
  buildSelection,
  buildStudent,
  buildSubmission,
} from '#support/factories';
import { makeTestApp, type Answer } from '#support/test-app';
import { noteSilentStudents } from './staff-notes.ts';
import { progressPage } from './progress-queries.ts';

const never = new AbortController().signal;

/** A batch of six at mixed stages, its mentor, and the list as the mentor reads it. */
async function makeClass() {
  const app = await makeTestApp();
  const { context, clock } = app;
  const now = clock.now();
  const ago = (days: number) => now - days * dayMs;
  const batch = await buildBatch(context, { name: 'OURS', name_key: 'ours' });
  const project = await buildProject(context, { course_id: batch.course_id, name: 'Boats' });
  const other = await buildProject(context, { course_id: batch.course_id, name: 'Loans' });
  const student = async (
    name: string,
    { started, seen, typed }: { started?: number; seen?: number; typed?: string } = {},
    project_id = project.id,
  ) => {
    const { id, email } = await buildStudent(context, {
      batch_id: batch.id,
      name,
      email: `${name.toLowerCase().replaceAll(' ', '.')}@example.test`,
      created_at: ago(60),
      seen_at: seen === undefined ? null : ago(seen),
      typed_batch: typed ?? null,
    });
    if (started !== undefined)
      await buildSelection(context, { account_id: id, project_id, started_at: ago(started) });
    return { id, email };
  };
  const asha = await student('Asha Kumari', { started: 23, seen: 6 });
  const bina = await student('Bina Das', { started: 9, seen: 0 }, other.id);
  const chitra = await student('chitra 100%', { started: 40, seen: 1 });
  const dev = await student('Dev Nair', { seen: 9 });
  const eva = await student('Eva Paul', { typed: 'MERN Nov' });
  const hand = (account_id: number, task: 'week-1' | 'viva', late: 0 | 1 = 0) =>
    buildSubmission(context, { account_id, task, late });
  const held = await hand(asha.id, 'week-1');
  await buildMark(context, { submission_id: held.id, marks: 64, released: 0 });
  const released = await hand(chitra.id, 'week-1');
  await buildMark(context, { submission_id: released.id, marks: 71 });
  await hand(chitra.id, 'viva', 1);
  await noteSilentStudents(context, never);
  const mentor = await buildMentor(context, [batch.id]);
  const client = await app.as(mentor);
  // A session of staff is over after a night.
  const read = async (query = ''): Promise<Answer> =>
    (await app.as(mentor)).get(`/api/staff/batches/ours/progress${query}`);
  const names = async (query = '') =>
    (await read(query)).body.students.map(({ student: { s_name } }: StudentProgress) => s_name.split(' ')[0]);
  return { ...app, batch, project, other, people: { asha, bina, chitra, dev, eva }, client, read, names };
}

test('each student stands there with six stones, the state of each, and a plain reason', async () => {
  const { read, project } = await makeClass();
  const { status, body } = await read();
  expect(status).toBe(200);
  const [, , , asha] = body.students;
  expect(asha).toEqual({
    student: { s_id: 'asha.kumari@example.test', s_name: 'Asha Kumari' },
    project: { id: project.id, name: 'Boats' },
    seen_at: expect.any(String),
    reason: 'Week 2 open for 9 days; last seen 6 days ago',
    result: {
      released: { state: 'incomplete', result: null, so_far: null, passed: null, grade: null },
      with_unreleased: { state: 'incomplete', result: null, so_far: 64, passed: null, grade: null },
    },
    stones: [
      { task: 'week-1', state: 'held-back', late: false, marks: 64, number: expect.any(String) },
      { task: 'week-2', state: 'open', late: false, marks: null },
      { task: 'week-3', state: 'open', late: false, marks: null },
      ...['week-4', 'final', 'viva'].map((task) => ({ task, state: 'locked', late: false, marks: null })),
    ],
  });
  const chitra = body.students.find(
    ({ project: its }: StudentProgress) => its !== null && its.name === 'Boats',
  );
  expect(chitra).toMatchObject({ student: { s_name: 'chitra 100%' } });
  expect(chitra.stones[0]).toMatchObject({ state: 'released', marks: 71 });
  expect(chitra.stones[5]).toMatchObject({ state: 'submitted', late: true });
  expect(body.batch).toMatchObject({ students: 5, withProject: 3, submissions: 3, unmarked: 1, heldBack: 1 });
  expect(body.projects.map(({ name }: { name: string }) => name).toSorted()).toEqual(['Boats', 'Loans']);
  expect(body.next).toBeNull();
});

test('sorts, filters and searches; what they are asked wrongly is refused with what is allowed', async () => {
  const { names, read, project, other } = await makeClass();
  expect(await names()).toEqual(['Dev', 'Eva', 'chitra', 'Asha', 'Bina']);
  expect(await names('?sort=name')).toEqual(['Asha', 'Bina', 'chitra', 'Dev', 'Eva']);
  expect(await names('?sort=seen')).toEqual(['Eva', 'Dev', 'Asha', 'chitra', 'Bina']);
  for (const sort of ['behind', 'name', 'seen']) {
    const of = (query: string) => names(`?sort=${sort}&${query}`).then((found) => found.toSorted());
    expect(await of('filter=unsubmitted')).toEqual(['Bina', 'Dev', 'Eva']);
    expect(await of('filter=silent')).toEqual(['Dev', 'Eva']);
    expect(await of('filter=late')).toEqual(['chitra']);
    expect(await of('filter=waiting')).toEqual(['Eva']);
    expect(await of(`project=${project.id}`)).toEqual(['Asha', 'chitra']);
    expect(await of(`project=${other.id}`)).toEqual(['Bina']);
    expect(await of('filter=unsubmitted&q=DAS')).toEqual(['Bina']);
  }
  expect(await names('?q=kumari@ex')).toEqual(['Asha']);
  expect(await names('?q=100%25'), 'a sign of patterns is a character').toEqual(['chitra']);
  expect(await names('?q=_')).toEqual([]);
  for (const [query, message] of [
    ['?sort=worst', 'sort must be one of behind, name, seen'],
    ['?filter=bad', `filter must be one of ${progressFilters.join(', ')}`],
    [`?filter=late&project=P1`, 'filter and project cannot be used together'],
    ['?after=nothing', 'after is not valid for this list'],
    [`?sort=name&after=${Buffer.from('[1,1]').toString('base64url')}`, 'after is not valid for this list'],
    ['?limit=0', 'limit must be a whole number from 1 to 100'],
  ]) {
    expect(await read(query)).toMatchObject({ status: 400, body: { message } });
  }
});

test.each([
  ['week-1', ['Bina']],
  ['week-2', ['Asha', 'chitra']],
  ['week-3', ['Asha', 'chitra']],
  ['week-4', ['chitra']],
  ['final', ['chitra']],
  ['viva', []],
] as const)('who could submit %s and has not is found, in each order', async (task, expected) => {
  const { names, clock } = await makeClass();
  for (const sort of progressSorts)
    expect((await names(`?sort=${sort}&filter=${taskFilter(task)}`)).toSorted()).toEqual(expected);
  expect(await names(`?filter=${taskFilter(task)}&q=nobody`)).toEqual([]);
  clock.advance(30 * dayMs);
  const later = (await names(`?filter=${taskFilter(task)}`)).toSorted();
  expect(later).toEqual(
    ['Asha', 'Bina', 'chitra'].filter((name) => {
      if (name === 'chitra') return task !== 'week-1' && task !== 'viva';
      return name === 'Bina' || task !== 'week-1';
    }),
  );
});

test('a decided task is no missing one, and one of an undone choice is', async () => {
  const { names, context, people, batch } = await makeClass();
  const missing = async () => (await names('?filter=unsubmitted-week-2')).toSorted();
  const record = { task: 'week-2', status: 'absent', released: 0 } as const;
  await buildRecord(context, { account_id: people.asha.id, ...record });
  expect(await missing()).toEqual(['chitra']);
  await buildRecord(context, { account_id: people.chitra.id, ...record, choice: 1 });
  expect(await missing(), 'of an earlier choice').toEqual(['chitra']);
  await buildStudent(context, { batch_id: batch.id, name: 'Farah' });
  expect(await missing(), 'without a project nothing is open').toEqual(['chitra']);
});

test('the counts of states are those of the lines, whatever is submitted, marked, released and recorded', async () => {
  const { client, read, context, people, batch, project } = await makeClass();
  const counts = async () => (await client.get('/api/staff/batches/OURS/task-states')).body;
  const words = {
    locked: 'locked',
    open: 'unsubmitted',
    submitted: 'unmarked',
    'held-back': 'unreleased',
    released: 'released',
  } as const;
  const ofLines = async () => {
    const { students } = (await read()).body as { students: StudentProgress[] };
    return {
      students: students.length,
      tasks: tasks.map((task) => {
        const counted = { task, locked: 0, unsubmitted: 0, unmarked: 0, unreleased: 0, released: 0 };
        for (const { stones } of students) {
          const stone = stones.find((one) => one.task === task);
          if (stone !== undefined) counted[words[stone.state]] += 1;
        }
        return counted;
      }),
    };
  };
  expect(await counts()).toEqual(await ofLines());
  expect((await counts()).tasks[0]).toEqual({
    task: 'week-1',
    locked: 2,
    unsubmitted: 1,
    unmarked: 0,
    unreleased: 1,
    released: 1,
  });
  // A newer version waits; a record stands for nothing submitted; a version after a record counts again.
  await buildSubmission(context, { account_id: people.chitra.id, task: 'week-1', version: 2 });
  await buildRecord(context, { account_id: people.bina.id, task: 'week-1', marks: 0 });
  await buildRecord(context, { account_id: people.asha.id, task: 'week-2', released: 0 });
  await buildSubmission(context, { account_id: people.asha.id, task: 'week-2' });
  const { id } = await buildStudent(context, { batch_id: batch.id, name: 'Farah' });
  await buildSelection(context, {
    account_id: id,
    project_id: project.id,
    started_at: context.clock.now() - 40 * dayMs,
  });
  expect(await counts()).toEqual(await ofLines());
  expect((await counts()).tasks[0]).toMatchObject({
    unsubmitted: 1,
    unmarked: 1,
    unreleased: 1,
    released: 1,
  });
});

test('pages follow each other without a gap or a repetition, in each order', async () => {
  const { read, context, batch } = await makeClass();
  // Equal keys, which their ids put in order.
  for (let n = 0; n < 4; n++)
    await buildStudent(context, { batch_id: batch.id, name: 'Same', created_at: 5 });
  for (const sort of ['behind', 'name', 'seen']) {
    const all = (await read(`?sort=${sort}`)).body.students;
    expect(all).toHaveLength(9);
    const paged: StudentProgress[] = [];
    let after = '';
    for (let page = 0; page < 5; page++) {
      const { body } = await read(`?sort=${sort}&limit=2${after}`);
      paged.push(...body.students);
      after = `&after=${body.next}`;
      expect(body.next === null).toBe(page === 4);
    }
    expect(paged).toEqual(all);
  }
});

test('whoever is seen again is not silent any more, and whoever submits stands elsewhere at once', async () => {
  const { context, clock, names, as, people } = await makeClass();
  const dev = await as(people.dev);
  expect(await names('?filter=silent')).toEqual(['Eva']);
  clock.advance(8 * dayMs);
  await noteSilentStudents(context, never);
  expect((await names('?filter=silent')).toSorted()).toEqual(['Asha', 'Bina', 'Dev', 'Eva', 'chitra']);
  expect((await dev.get('/api/auth/session')).status).toBe(200);
  await buildSubmission(context, { account_id: people.bina.id, task: 'week-1' });
  expect((await names('?filter=unsubmitted')).toSorted()).toEqual(['Dev', 'Eva']);
});

test('students without a batch are the office’s: an administrator finds them among those who wait', async () => {
  const { as, context, names } = await makeClass();
  const created_at = context.clock.now() - dayMs;
  await buildStudent(context, { batch_id: null, name: 'Farah', typed_batch: 'Nowhere', created_at });
  const office = await as(await buildAdministrator(context));
  for (const sort of ['behind', 'name', 'seen']) {
    const { body } = await office.get(`/api/staff/batches/OURS/progress?filter=waiting&sort=${sort}`);
    expect(body.students.map(({ student }: StudentProgress) => student.s_name)).toEqual([
      'Eva Paul',
      'Farah',
    ]);
    expect(body.students[1].reason).toBe('Waits for a batch: entered “Nowhere” at signup');
  }
  expect(await names('?filter=waiting')).toEqual(['Eva']);
  expect(await names('?q=farah')).toEqual([]);
});

test('the CSV has exactly the rows of the list, all of them, and nothing that a spreadsheet would run', async () => {
  const { client, context, batch, read } = await makeClass();
  await buildStudent(context, { batch_id: batch.id, name: '=SUM(A1)', created_at: 1, seen_at: 1 });
  const csv = await client.get('/api/staff/batches/OURS/progress.csv?sort=name&filter=unsubmitted');
  expect(csv.status).toBe(200);
  expect(csv.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename=OURS.csv',
    'cache-control': 'private, no-store',
  });
  const [head, ...lines] = csv.body.replace(/\r\n$/, '').split('\r\n');
  expect(head).toBe(
    '\uFEFFname,email,project,project_name,week-1,week-1 marks,week-2,week-2 marks,week-3,week-3 marks,week-4,week-4 marks,final,final marks,viva,viva marks,result,result so far,passed,result grade,result NOT RELEASED,result so far NOT RELEASED,last_seen (Asia/Kolkata),reason',
  );
  const listed = (await read('?sort=name&filter=unsubmitted')).body.students as StudentProgress[];
  expect(lines.map((line: string) => line.split(',')[1])).toEqual(listed.map(({ student }) => student.s_id));
  expect(lines[0]).toMatch(/^'=SUM\(A1\),/);
  const all = (await client.get('/api/staff/batches/OURS/progress.csv?q=asha')).body.trim().split('\r\n')[1];
  expect(all).toContain(
    ',Boats,not released,64,open,,open,,locked,,locked,,locked,,,,,,,64,2026-11-15 14:30:00,"Week 2 open for 9 days; last seen 6 days ago"',
  );
  expect((await client.get('/api/staff/batches/OURS/progress.csv?filter=x')).status).toBe(400);
});

test.runIf(engineName === 'sqlite')(
  'each order of each choice is read in its order from an index of its own, and nothing else is sorted',
  async () => {
    const { context, databaseLocation, batch } = await makeClass();
    const database = new BetterSqlite(databaseLocation, { readonly: true });
    const used = new Set<string>();
    for (const sort of progressSorts) {
      for (const filter of [null, ...statusFilters, 'project'] as const) {
        const { sql, parameters } = progressPage(context.database.reader, {
          batchId: batch.id,
          seesUnplaced: false,
          sort,
          filter: filter === 'project' ? null : filter,
          now: context.clock.now(),
          project: filter === 'project' ? 'P1' : null,
          q: '',
          after: null,
          limit: 51,
        }).compile();
        const plan = database.prepare(`explain query plan ${sql}`).all(...parameters) as { detail: string }[];
        const [index = ''] = plan.flatMap(
          ({ detail }) => /SEARCH student_progress USING \w+ ?INDEX (\w+)/.exec(detail)?.[1] ?? [],
        );
        const choice = filter === null ? '' : filter === 'project' ? '_of_project' : `_${filter}`;
        expect(index).toBe(`student_progress${choice}_by_${sort}`);
        used.add(index);
      }
    }
    database.close();
    expect(used.size).toBe(18);
  },
);
