import BetterSqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { progressSorts } from '#contract/progress/batch-view';
import { engineName } from '#support/empty-database';
import { batchesWithCountsOf } from '#server/marking/queries';
import {
  buildAdministrator,
  buildBatch,
  buildMark,
  buildMentor,
  buildSelection,
  buildStudent,
  buildSubmission,
} from '#support/factories';
import { comments, file, makeStudentFixture, week, type StudentFixture } from '#support/student-fixture';
import type { Client } from '#support/test-app';
import { recordQueries } from '#support/record-queries';

/** Every call of submissions and of staff, each made so that it succeeds. */
async function makeCalls(fixture: StudentFixture) {
  const { context, student } = fixture;
  const mentor = await fixture.as(await buildMentor(context, [student.batch_id as number]));
  const administrator = await fixture.as(await buildAdministrator(context));
  const submit = (headers = {}) =>
    fixture.client.form(fixture.url('uploadWeek'), [week('1'), comments('x'), file('bytes')], headers);
  const { receipt } = (await submit()).body;
  const { name } = await context.database.reader
    .selectFrom('batches')
    .where('id', '=', student.batch_id as number)
    .select('name')
    .executeTakeFirstOrThrow();
  const queue = `/api/staff/batches/${name}/submissions`;
  const get = (client: Client, url: string) => () => client.get(url);
  return {
    submit: () => submit(),
    submitWithKey: () => submit({ 'idempotency-key': String(performance.now()) }),
    timeline: get(fixture.client, fixture.url('timeline')),
    weeklyStatus: get(fixture.client, fixture.url('weeklyStatus')),
    submissions: get(fixture.client, fixture.url('submissions')),
    olderSubmissions: get(fixture.client, `${fixture.url('submissions')}?before=${receipt.number}`),
    file: get(fixture.client, `/api/files/${receipt.file.id}`),
    mentorTimeline: get(mentor, fixture.url('timeline')),
    mentorBatches: get(mentor, '/api/staff/batches'),
    everyBatch: get(administrator, '/api/staff/batches'),
    queue: get(mentor, queue),
    queueOfTask: get(mentor, `${queue}?task=week-1`),
    queueOfState: get(mentor, `${queue}?state=submitted`),
    queueOfTaskAndState: get(mentor, `${queue}?task=week-1&state=submitted`),
    olderQueue: get(mentor, `${queue}?before=${receipt.number}`),
    waitingQueue: get(mentor, `${queue}?order=waiting`),
    fairQueueOfTask: get(mentor, `${queue}?order=fair&task=week-1`),
    fairQueueOfTaskAndState: get(mentor, `${queue}?order=fair&task=week-1&state=submitted`),
    openSubmission: get(mentor, `/api/staff/submissions/${receipt.number}`),
    heldBack: get(mentor, `${queue}?state=held-back`),
    unreleasedOfTask: get(mentor, `${queue}?state=held-back&task=week-1`),
    reviews: get(mentor, `${queue}?state=second-look`),
    reviewsOfTask: get(mentor, `${queue}?state=second-look&task=week-1`),
    history: get(mentor, `/api/staff/submissions/${receipt.number}/history`),
    openers: get(mentor, `/api/staff/submissions/${receipt.number}/open`),
    open: () => mentor.put(`/api/staff/submissions/${receipt.number}/open`),
    release: () =>
      mentor.post(`/api/staff/batches/${name}/releases`, {
        task: 'week-1',
        marks: [{ number: receipt.number, marks: 1 }],
      }),
    ...Object.fromEntries(
      progressSorts.map((sort) => [
        `students by ${sort}`,
        get(mentor, `/api/staff/batches/${name}/progress?sort=${sort}&q=person`),
      ]),
    ),
    student: get(mentor, `/api/staff/students/${fixture.student.email}`),
    markedVersions: get(mentor, `/api/staff/students/${fixture.student.email}/submissions`),
    posts: get(mentor, `/api/staff/students/${fixture.student.email}/posts`),
    notes: get(mentor, `/api/staff/students/${fixture.student.email}/notes`),
    distribution: get(mentor, `/api/staff/batches/${name}/marks/distribution`),
    unsubmitted: get(mentor, `/api/staff/batches/${name}/unsubmitted?task=week-2`),
    recorded: get(mentor, `/api/staff/students/${fixture.student.email}/tasks/week-2/recorded`),
    mark: () => mentor.put(`/api/staff/submissions/${receipt.number}/mark`, { marks: Math.random() * 100 }),
  };
}
type Calls = Awaited<ReturnType<typeof makeCalls>>;

async function expectSuccess(calls: Calls, name: keyof Calls): Promise<void> {
  expect([name, Math.floor((await calls[name]()).status / 100)]).toEqual([name, 2]);
}

async function grow({ context, student, clock }: StudentFixture): Promise<void> {
  for (let count = 0; count < 10; count++) {
    const other = await buildStudent(context, {
      batch_id: count % 2 === 0 ? (student.batch_id as number) : null,
    });
    await buildSelection(context, {
      account_id: other.id,
      project_id: await projectOf(context, student.id),
      started_at: clock.now(),
    });
    for (const task of ['week-1', 'week-2'] as const) {
      const { id } = await buildSubmission(context, { account_id: other.id, task });
      await buildMark(context, { submission_id: id });
    }
    const { id } = await buildSubmission(context, {
      account_id: student.id,
      task: 'week-2',
      version: count + 1,
    });
    await buildMark(context, { submission_id: id });
  }
  // What is submitted after a mark is told to mentors, in a large portal as in a small one.
  const newest = await context.database.reader
    .selectFrom('submissions')
    .where('account_id', '=', student.id)
    .where('task', '=', 'week-1')
    .orderBy('id', 'desc')
    .select('id')
    .executeTakeFirstOrThrow();
  await buildMark(context, { submission_id: newest.id, released: 0 });
}

async function projectOf(context: StudentFixture['context'], account_id: number): Promise<string> {
  const row = await context.database.reader
    .selectFrom('selections')
    .where('account_id', '=', account_id)
    .select('project_id')
    .executeTakeFirstOrThrow();
  return row.project_id;
}

test('each call makes as many queries over much data as over little', async () => {
  const fixture = await makeStudentFixture(15);
  const calls = await makeCalls(fixture);
  const recorded = await recordQueries(fixture.context.database);
  const count = async (): Promise<Record<string, number>> => {
    const counts: Record<string, number> = {};
    for (const name of Object.keys(calls) as (keyof Calls)[]) {
      recorded.clear();
      await expectSuccess(calls, name);
      counts[name] = recorded.queries().length;
    }
    return counts;
  };
  // A first mark is written otherwise than a changed one.
  await expectSuccess(calls, 'mark');
  const little = await count();
  await grow(fixture);
  expect(await count()).toEqual(little);
  // The session's query, the access rule's where it needs one, one for the data, and for the desk whose students they are.
  expect(little).toMatchObject({
    timeline: 2,
    weeklyStatus: 2,
    submissions: 2,
    file: 2,
    mentorBatches: 4,
    queue: 4,
  });
});

test.runIf(engineName === 'sqlite')(
  'no query reads a table without an index, or by a flag alone',
  async () => {
    const fixture = await makeStudentFixture(15);
    const recorded = await recordQueries(fixture.context.database);
    const calls = await makeCalls(fixture);
    await grow(fixture);
    for (const name of Object.keys(calls) as (keyof Calls)[]) await expectSuccess(calls, name);
    await calls.submitWithKey();
    // What an insert's plan names beside its keys are checks that run only when a foreign key is broken already.
    const texts = [...new Set(recorded.queries().map(({ sql: text }) => text))].filter((text) =>
      /^(select|update|delete)/i.test(text),
    );
    expect(texts.length).toBeGreaterThan(5);
    const database = new BetterSqlite(fixture.databaseLocation, { readonly: true });
    const scans = texts.flatMap((text) => {
      const plan = database
        .prepare(`explain query plan ${text}`)
        .all(...Array.from({ length: text.split('?').length - 1 }, () => 0)) as { detail: string }[];
      return plan
        .map(({ detail }) => detail)
        .filter((detail) => /^SCAN|\((released|is_\w+)=\?\)/.test(detail));
    });
    database.close();
    // An administrator sees every batch of every course; the rest of that query is searched. A page is found first. What is counted within a day is
    // searched too, and then at most as many rows as the quota has.
    expect(
      scans.filter(
        (detail) =>
          !/^SCAN (batches|courses|operator_texts|receipt_keys|newest|today|page|CONSTANT ROW)/.test(detail),
      ),
    ).toEqual([]);
  },
);

const choices = [
  ['all', '', 'task_progress_of_batch (batch_id=? AND submission_id#?)'],
  ['of one task', '&task=week-1', 'task_progress_of_task (batch_id=? AND task=? AND submission_id#?)'],
  ['marked', '&state=marked', 'task_progress_of_state (batch_id=? AND is_marked=? AND submission_id#?)'],
  [
    'of one task, without a mark',
    '&task=week-1&state=submitted',
    'task_progress_of_task_and_state (batch_id=? AND task=? AND is_marked=? AND submission_id#?)',
  ],
  ['held back', '&state=held-back', 'task_progress_held_back (batch_id=? AND submission_id#?)'],
  [
    'of one task, held back',
    '&task=week-1&state=held-back',
    'task_progress_held_back_of_task (batch_id=? AND task=? AND submission_id#?)',
  ],
  ['with a second look', '&state=second-look', 'task_progress_open_look (batch_id=? AND submission_id#?)'],
  [
    'of one task, with a second look',
    '&task=week-1&state=second-look',
    'task_progress_open_look_of_task (batch_id=? AND task=? AND submission_id#?)',
  ],
] as const;

/** How SQLite runs a statement, without what reads nothing: a parameter in a query of its own. */
function planOf(location: string, statement: string, values: readonly unknown[]): string[] {
  const database = new BetterSqlite(location, { readonly: true });
  const plan = database.prepare(`explain query plan ${statement}`).all(...values) as { detail: string }[];
  database.close();
  return plan
    .map(({ detail }) => detail)
    .filter((detail) => !/^(SCALAR SUBQUERY|SCAN CONSTANT ROW)/.test(detail));
}

/** The plans of the statements about a batch's newest versions that something makes SQLite run. */
async function plansOf(
  fixture: StudentFixture,
  run: () => Promise<unknown>,
  table = 'task_progress',
): Promise<string[][]> {
  const location = fixture.databaseLocation;
  const recorded = await recordQueries(fixture.context.database);
  recorded.clear();
  await run();
  const texts = recorded.queries().flatMap(({ sql: text }) => (text.includes(table) ? [text] : []));
  return texts.map((text) =>
    planOf(
      location,
      text,
      Array.from({ length: text.split('?').length - 1 }, () => 0),
    ),
  );
}

test('each choice of a batch’s submissions is read in each order', async () => {
  const fixture = await makeStudentFixture(15);
  const mentor = await fixture.as(await buildMentor(fixture.context, [fixture.student.batch_id as number]));
  const [batch] = (await mentor.get('/api/staff/batches')).body as { name: string }[];
  await fixture.client.form(fixture.url('uploadWeek'), [week('1'), comments('Done.')]);
  for (const task of ['', '&task=week-1'])
    for (const state of ['', '&state=submitted', '&state=marked', '&state=held-back', '&state=second-look'])
      // A fair order is one of a task.
      for (const order of task === '' ? ['newest', 'waiting'] : ['newest', 'waiting', 'fair'])
        for (const limit of ['', '&limit=2']) {
          const query = `order=${order}${task}${state}${limit}`;
          const answer = await mentor.get(`/api/staff/batches/${batch?.name}/submissions?${query}`);
          expect(answer.status, query).toBe(200);
        }
});

test.runIf(engineName === 'sqlite')(
  "a batch's submissions are read in each order from an index of their own",
  async () => {
    const fixture = await makeStudentFixture(15);
    const mentor = await fixture.as(await buildMentor(fixture.context, [fixture.student.batch_id as number]));
    const [batch] = (await mentor.get('/api/staff/batches')).body as { name: string }[];
    for (const [order, sign] of [
      ['newest', '<'],
      ['waiting', '>'],
    ] as const) {
      for (const [what, query, index] of choices) {
        const [details = []] = await plansOf(fixture, () =>
          mentor.get(`/api/staff/batches/${batch?.name}/submissions?order=${order}${query}`),
        );
        expect(details[0], `${order}, ${what}`).toBe(
          `SEARCH task_progress USING INDEX ${index.replace('#', sign)}`,
        );
        expect(
          details.filter((detail) => !/^(SEARCH \w+ USING|CORRELATED SCALAR SUBQUERY)/.test(detail)),
        ).toEqual([]);
      }
    }
    for (const [query, index] of [
      ['', 'COVERING INDEX task_progress_fair (batch_id=? AND task=?)'],
      [
        '&state=submitted',
        'COVERING INDEX task_progress_fair_of_state (batch_id=? AND task=? AND is_marked=?)',
      ],
      ['&state=held-back', 'INDEX task_progress_held_back_fair (batch_id=? AND task=?)'],
      ['&state=second-look', 'INDEX task_progress_open_look_fair (batch_id=? AND task=?)'],
    ] as const) {
      const [keys] = await plansOf(fixture, () =>
        mentor.get(`/api/staff/batches/${batch?.name}/submissions?order=fair&task=week-1${query}`),
      );
      expect(keys).toEqual([`SEARCH task_progress USING ${index}`, 'USE TEMP B-TREE FOR ORDER BY']);
    }
  },
);

test.runIf(engineName === 'sqlite')(
  'open extension requests of a batch are found among the open ones, not student by student',
  async () => {
    const fixture = await makeStudentFixture(15);
    const mentor = await fixture.as(await buildMentor(fixture.context, [fixture.student.batch_id as number]));
    const [batch] = (await mentor.get('/api/staff/batches')).body as { name: string }[];
    const [plan = []] = await plansOf(
      fixture,
      () => mentor.get(`/api/staff/batches/${batch?.name}/extension-requests`),
      'extension_requests',
    );
    expect(plan[0]).toBe('SCAN extension_requests USING INDEX extension_requests_unanswered');
    expect(plan.filter((detail) => !/^SEARCH \w+ USING/.test(detail)).slice(1)).toEqual([]);
  },
);

test.runIf(engineName === 'postgres')(
  "a mentor's batches are found without reading those of others",
  async () => {
    const { context } = await makeStudentFixture(15);
    const { reader, transaction } = context.database;
    const own = await buildBatch(context);
    const { id: accountId } = await buildMentor(context, [own.id]);
    const others = sql`insert into batches (name, name_key, course_id, starts_at, is_open, is_default)
    select 'B ' || i, 'b ' || i, ${own.course_id}::bigint, i, 0, 0 from generate_series(1, 300) i`;
    await transaction((writer) => others.execute(writer));
    await sql`analyze`.execute(reader);
    const { sql: text } = batchesWithCountsOf.compile(reader);
    const query = sql.raw(text.replace('$1', String(accountId)));
    const { rows } = await sql<Record<string, unknown>>`explain (analyze, format json) ${query}`.execute(
      reader,
    );
    const read = [...JSON.stringify(rows).matchAll(/"Actual Rows":([\d.]+)/g)].map(([, count]) =>
      Number(count),
    );
    expect(read.length).toBeGreaterThan(4);
    expect(Math.max(...read)).toBeLessThan(10);
  },
);

// Which plan a small table gets says nothing about a large one: `npm run bench:growth` measures that.
test.runIf(engineName === 'postgres')('PostgreSQL looks up row by row what a query joins', async () => {
  const { context } = await makeStudentFixture(15);
  const { rows } = await sql<{ name: string }>`
    select name from pg_settings
    where name in ('enable_hashjoin', 'enable_memoize', 'enable_mergejoin', 'jit') and setting = 'off' order by name
  `.execute(context.database.reader);
  expect(rows.map(({ name }) => name)).toEqual([
    'enable_hashjoin',
    'enable_memoize',
    'enable_mergejoin',
    'jit',
  ]);
});
