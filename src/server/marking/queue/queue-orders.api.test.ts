import { sql } from 'kysely';
import { expect, test } from 'vitest';
import {
  buildBatch,
  buildMark,
  buildMentor,
  buildSelection,
  buildStudent,
  buildSubmission,
} from '#support/factories';
import { makeTestApp, type Client } from '#support/test-app';

const students = 150;

/** A batch of which everybody has submitted week 1, and every tenth week 2; every third of week 1 has a mark. */
async function makeLargeBatch() {
  const app = await makeTestApp();
  const { context } = app;
  const batch = await buildBatch(context, { name: 'LARGE' });
  const numbers = (from: number, to: number) =>
    `with recursive n(i) as (select ${from} union all select i + 1 from n where i < ${to})`;
  const first = (await buildStudent(context, { batch_id: null })).id + 1;
  await context.database.transaction(async (writer) => {
    const run = (text: string) => sql.raw(text).execute(writer);
    await run(`${numbers(1, students)} insert into accounts (email, name, role, batch_id, confirmed_at, created_at)
      select 'n' || i || '@example.test', 'Student ' || i, 'student', ${batch.id}, 1, 1 from n`);
    for (const [task, step] of [
      ['week-1', 1],
      ['week-2', 10],
    ] as const) {
      await run(`${numbers(0, students / step - 1)} insert into submissions
        (account_id, task, version, number, submitted_at, late, links, comments)
        select ${first} + ${step} * i, '${task}', 1, '${task}-' || i, i, 0, 'https://x.test', '' from n`);
    }
    await run(`insert into marks (submission_id, marks, comments, released, marked_at)
      select id, 70, '', 1, 1 from submissions where task = 'week-1' and (account_id - ${first}) % 3 = 0`);
  });
  return {
    mentor: await app.as(await buildMentor(context, [batch.id])),
    colleague: await app.as(await buildMentor(context, [batch.id])),
  };
}

async function page(client: Client, query: string): Promise<string[]> {
  const { status, body } = await client.get(`/api/staff/batches/LARGE/submissions?${query}`);
  expect([query, status]).toEqual([query, 200]);
  return (body as { number: string }[]).map(({ number }) => number);
}

/** Every page of a list, one after the other. */
async function read(client: Client, query: string, limit = 40): Promise<string[]> {
  const found: string[] = [];
  for (;;) {
    const last = found.at(-1);
    const next = await page(client, `${query}&limit=${limit}${last === undefined ? '' : `&before=${last}`}`);
    found.push(...next);
    if (next.length < limit) return found;
  }
}
const inOrder = (task: string, count = students) => Array.from({ length: count }, (_, i) => `${task}-${i}`);

test('longest waiting first, page by page; the newest first is the order without a wish', async () => {
  const { mentor } = await makeLargeBatch();
  const week2 = inOrder('week-2', 15);
  expect(await read(mentor, 'order=waiting&task=week-2', 6)).toEqual(week2);
  expect(await read(mentor, 'order=newest&task=week-2', 6)).toEqual(week2.toReversed());
  expect(await read(mentor, 'task=week-2', 6)).toEqual(week2.toReversed());
  expect(await page(mentor, 'order=waiting&limit=2')).toEqual(['week-1-0', 'week-1-1']);
  expect(await page(mentor, 'order=waiting&state=submitted&limit=3')).toEqual([
    'week-1-1',
    'week-1-2',
    'week-1-4',
  ]);
  const { status, body } = await mentor.get('/api/staff/batches/LARGE/submissions?order=name');
  expect([status, body.message]).toEqual([400, 'order must be one of newest, waiting, fair']);
});

test('a fair order has everybody once, however it is paged, and stays; among those of a state it is the same', async () => {
  const { mentor } = await makeLargeBatch();
  const whole = await read(mentor, 'order=fair&task=week-1', 100);
  expect(whole.toSorted()).toEqual(inOrder('week-1').toSorted());
  expect(await read(mentor, 'order=fair&task=week-1', 7)).toEqual(whole);
  expect(await read(mentor, 'order=fair&task=week-1', 50)).toEqual(whole);

  // Marking moves nobody.
  const isMarked = (number: string) => Number(number.slice('week-1-'.length)) % 3 === 0;
  expect(await read(mentor, 'order=fair&task=week-1&state=marked', 9)).toEqual(whole.filter(isMarked));
  expect(await read(mentor, 'order=fair&task=week-1&state=submitted', 9)).toEqual(
    whole.filter((number) => !isMarked(number)),
  );
});

test('a fair order is another one for a colleague and in another task; of all tasks it goes task by task', async () => {
  const { mentor, colleague } = await makeLargeBatch();
  const mine = await read(mentor, 'order=fair&task=week-1');
  const theirs = await read(colleague, 'order=fair&task=week-1');
  expect(theirs.toSorted()).toEqual(mine.toSorted());
  expect(theirs).not.toEqual(mine);
  const week2 = await read(mentor, 'order=fair&task=week-2');
  const week1OfThese = mine.flatMap((number) => {
    const i = Number(number.slice('week-1-'.length));
    return i % 10 === 0 ? `week-2-${i / 10}` : [];
  });
  expect(week2.toSorted()).toEqual(week1OfThese.toSorted());
  expect(week2).not.toEqual(week1OfThese);
  expect(await read(mentor, 'order=fair', 60)).toEqual([...mine, ...week2]);
  expect(await page(mentor, 'order=fair&task=viva')).toEqual([]);
});

test('one submission comes with its project and the marks of other tasks, not released or not', async () => {
  const app = await makeTestApp();
  const batch = await buildBatch(app.context, { name: 'SMALL' });
  const student = await buildStudent(app.context, { batch_id: batch.id, name: 'Asha' });
  const selection = await buildSelection(app.context, { account_id: student.id });
  const build = (task: 'week-1' | 'week-2' | 'final', version: number) =>
    buildSubmission(app.context, { account_id: student.id, task, version, comments: `${task} ${version}` });
  const last = await build('final', 1);
  const old = await build('week-1', 1);
  const other = await build('week-2', 1);
  const newest = await build('week-1', 2);
  await buildMark(app.context, { submission_id: old.id, marks: 60, comments: 'Thin.' });
  await buildMark(app.context, { submission_id: last.id, marks: 90, comments: '' });
  await buildMark(app.context, { submission_id: other.id, marks: 71, comments: 'Better.', released: 0 });
  const own = await app.as(await buildMentor(app.context, [batch.id]));
  const { body } = await own.get(`/api/staff/submissions/${newest.number}`);
  expect(body).toMatchObject({
    number: newest.number,
    version: 2,
    comments: 'week-1 2',
    state: 'submitted',
    project: { id: selection.project_id },
    newest: newest.number,
    shown: { version: 1, marks: 60, comments: 'Thin.' },
    other_marks: [
      { task: 'week-2', version: 1, marks: 71, comments: 'Better.', released: false },
      { task: 'final', version: 1, marks: 90, comments: '', released: true },
    ],
  });
  const earlier = (await own.get(`/api/staff/submissions/${old.number}`)).body;
  expect(earlier).toMatchObject({ number: old.number, version: 1, marks: 60, newest: newest.number });
});
