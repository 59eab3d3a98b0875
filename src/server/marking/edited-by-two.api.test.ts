import { expect, test } from 'vitest';
import { buildMentor, buildRubricLine } from '#support/factories';
import { makePortalFixture } from '#support/portal-fixture';

/** Asha and Biju are mentors of one batch, with one form open on each side. */
async function makeTwo() {
  const portal = await makePortalFixture({ classmate: {} });
  const { app, receipt, project, people } = portal;
  const { context, as } = app;
  const { reader } = context.database;
  const asha = await buildMentor(context, [portal.batch.id], { name: 'Asha' });
  const biju = await buildMentor(context, [portal.batch.id], { name: 'Biju' });
  const lines = [
    await buildRubricLine(context, { project_id: project.id, text: 'It opens', points: 40 }),
    await buildRubricLine(context, { project_id: project.id, text: 'Tested', points: 30 }),
  ];
  const markPath = `/api/staff/submissions/${receipt.number}/mark`;
  return {
    context,
    clock: app.clock,
    number: receipt.number,
    student: people.student,
    asAsha: await as(asha),
    asBiju: await as(biju),
    ids: lines.map(({ id }) => String(id)),
    markPath,
    rubricPath: `/api/staff/projects/${project.id}/rubric/week-1`,
    logged: async (act: string) =>
      (
        await reader
          .selectFrom('audit_log')
          .where('act', '=', act)
          .select(['before', 'after'])
          .orderBy('id')
          .execute()
      ).map(({ before, after }) => ({
        before: JSON.parse(before ?? 'null'),
        after: JSON.parse(after ?? 'null'),
      })),
    noticesOf: async () =>
      reader
        .selectFrom('notices')
        .where('account_id', 'in', [asha.id, biju.id])
        .select(['account_id as accountId', 'kind', 'text'])
        .orderBy('id')
        .execute(),
    asha,
    biju,
  };
}

const noMark = { marks: null, comments: '', released: false, rubric: null };
const first = { marks: 70, comments: 'Good.', released: false, rubric: null };

test('two mentors change different parts of a mark: both hold, and the log shows each', async () => {
  const { asAsha, asBiju, markPath, logged } = await makeTwo();
  await asAsha.put(markPath, { ...first, original: null, began: noMark });
  const marks = await asAsha.put(markPath, { ...first, marks: 75, original: first, began: { marks: 70 } });
  expect(marks).toMatchObject({ status: 200, body: { marks: 75, mark_comments: 'Good.' } });
  const comments = await asBiju.put(markPath, {
    ...first,
    comments: 'Better.',
    original: first,
    began: { comments: 'Good.' },
  });
  expect(comments).toMatchObject({ status: 200, body: { marks: 75, mark_comments: 'Better.' } });
  expect((await logged('mark-submission')).slice(1)).toEqual([
    {
      before: { marks: 70, comments: 'Good.', released: false },
      after: { marks: 75, comments: 'Good.', released: false },
    },
    {
      before: { marks: 75, comments: 'Good.', released: false },
      after: { marks: 75, comments: 'Better.', released: false },
    },
  ]);
});

test.each([
  ['marks', { marks: 60 }, { marks: 80 }],
  ['a comment', { comments: 'Asha’s' }, { comments: 'Biju’s' }],
  ['both', { marks: 60, comments: 'Asha’s' }, { marks: 80, comments: 'Biju’s' }],
])(
  '%s that both changed is refused with what is there now, and nothing is written',
  async (_, mine, theirs) => {
    const { asAsha, asBiju, markPath, logged } = await makeTwo();
    await asAsha.put(markPath, { ...first, original: null, began: noMark });
    const began = Object.fromEntries(Object.keys(mine).map((name) => [name, first[name as 'marks']]));
    await asAsha.put(markPath, { ...first, ...mine, original: first, began });
    const refused = await asBiju.put(markPath, { ...first, ...theirs, original: first, began });
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: 'conflict',
        current: { marks: 70, comments: 'Good.', ...mine, released: false, marked_by: 'Asha' },
      },
    });
    expect(await logged('mark-submission')).toHaveLength(2);
  },
);

test('the first mark of a submission is refused to the second mentor, unless it is the same', async () => {
  const { asAsha, asBiju, markPath, logged } = await makeTwo();
  await asAsha.put(markPath, { ...first, original: null, began: noMark });
  expect(await asBiju.put(markPath, { ...first, marks: 55, original: null, began: noMark })).toMatchObject({
    status: 409,
    body: { current: { marks: 70, marked_by: 'Asha' } },
  });
  expect((await asBiju.put(markPath, { ...first, original: null, began: noMark })).status).toBe(200);
  expect(await logged('mark-submission')).toHaveLength(1);
});

test('a release shows the student all of it: it is refused for what its mentor has not seen', async () => {
  const { asAsha, asBiju, markPath } = await makeTwo();
  await asAsha.put(markPath, { ...first, original: null, began: noMark });
  await asAsha.put(markPath, { ...first, marks: 40, original: first, began: { marks: 70 } });
  const release = { ...first, released: true, original: first, began: { released: false } };
  expect(await asBiju.put(markPath, release)).toMatchObject({
    status: 409,
    body: { current: { marks: 40 } },
  });
  const seen = { ...first, marks: 40 };
  const again = { ...seen, released: true, original: seen, began: { released: false } };
  expect(await asBiju.put(markPath, again)).toMatchObject({
    status: 200,
    body: { marks: 40, released: true },
  });
  // An older page that still shows it unreleased does not withdraw it.
  const comment = { ...seen, comments: 'More.', original: seen, began: { comments: 'Good.' } };
  expect(await asAsha.put(markPath, comment)).toMatchObject({
    status: 200,
    body: { mark_comments: 'More.', released: true },
  });
});

test('ticked lines are one field, in any order', async () => {
  const { asAsha, asBiju, markPath, ids } = await makeTwo();
  const [opens = '', tested = ''] = ids;
  const ticked = (lines: string[]) => ({ lines, reason: null });
  const one = { ...first, marks: 40, rubric: ticked([opens]) };
  await asAsha.put(markPath, { ...one, original: null, began: noMark });
  const both = { ...one, marks: 70, rubric: ticked([opens, tested]), original: one };
  const began = { marks: 40, rubric: ticked([opens]) };
  expect((await asAsha.put(markPath, { ...both, began })).status).toBe(200);
  const same = { ...both, rubric: ticked([tested, opens]), began };
  expect((await asBiju.put(markPath, same)).status, 'the same lines').toBe(200);
  const other = { ...one, marks: 30, rubric: ticked([tested]), original: one, began };
  expect(await asBiju.put(markPath, other), 'other lines').toMatchObject({
    status: 409,
    body: { current: { marks: 70, rubric: { lines: [{ id: opens }, { id: tested }] } } },
  });
  const comment = { ...one, comments: 'Biju’s', original: one, began: { comments: 'Good.' } };
  expect(await asBiju.put(markPath, comment), 'only the comment').toMatchObject({
    status: 200,
    body: { marks: 70, mark_comments: 'Biju’s', rubric: { lines: [{ id: opens }, { id: tested }] } },
  });
});

test('without a beginning `original` decides, and without that the last one', async () => {
  const { asAsha, asBiju, markPath } = await makeTwo();
  await asAsha.put(markPath, { ...first, original: null });
  await asAsha.put(markPath, { ...first, marks: 75, original: first });
  expect((await asBiju.put(markPath, { ...first, comments: 'B', original: first })).status).toBe(409);
  expect(await asBiju.put(markPath, { ...first, comments: 'B' })).toMatchObject({
    status: 200,
    body: { marks: 70, mark_comments: 'B' },
  });
});

test('a mentor whose mark somebody else changes is told, by a release or by themselves not', async () => {
  const { asAsha, asBiju, markPath, noticesOf, asha, biju, student, clock } = await makeTwo();
  await asAsha.put(markPath, { ...first, original: null, began: noMark });
  await asAsha.put(markPath, { ...first, marks: 71, original: first, began: { marks: 70 } });
  const now = { ...first, marks: 71 };
  await asBiju.put(markPath, { ...now, released: true, original: now, began: { released: false } });
  expect(await noticesOf()).toEqual([]);
  clock.advance(1);
  const shown = { ...now, released: true };
  await asAsha.put(markPath, { ...shown, marks: 80, original: shown, began: { marks: 71 } });
  const text = (by: string) => `${by} changed your mark for Week 1 of ${student.name}`;
  expect(await noticesOf()).toEqual([{ accountId: biju.id, kind: 'new-version', text: text('Asha') }]);
  clock.advance(1);
  await asBiju.put(markPath, { ...shown, marks: 80, comments: 'Mine.' });
  expect((await noticesOf()).at(-1)).toEqual({ accountId: asha.id, kind: 'new-version', text: text('Biju') });
});

type Line = { id?: string; text: string; points: number; optional?: boolean };
const line = (text: string, points: number, id?: string): Line => ({
  ...(id !== undefined && { id }),
  text,
  points,
  optional: false,
});

test('two people who each add a line to a rubric both succeed', async () => {
  const { asAsha, asBiju, rubricPath, ids } = await makeTwo();
  const was = [line('It opens', 40, ids[0]), line('Tested', 30, ids[1])];
  const add = (text: string) => ({ lines: [...was, line(text, 10)], original: ids, began: { lines: was } });
  expect((await asAsha.put(rubricPath, add('Documented'))).status).toBe(200);
  const both = await asBiju.put(rubricPath, add('Deployed'));
  const texts = (lines: Line[]) => lines.map(({ text }) => text);
  expect(both.status).toBe(200);
  expect(texts(both.body.lines)).toEqual(['It opens', 'Tested', 'Documented', 'Deployed']);
  // The same line of both is one.
  const twice = await asBiju.put(rubricPath, add('Documented'));
  expect(texts(twice.body.lines)).toEqual(['It opens', 'Tested', 'Documented', 'Deployed']);
});

test('lines of a rubric are compared one by one, also those that have a new version', async () => {
  const { asAsha, asBiju, rubricPath, ids, logged } = await makeTwo();
  const [opens = '', tested = ''] = ids;
  const was = [line('It opens', 40, opens), line('Tested', 30, tested)];
  const change = (lines: Line[]) => ({ lines, original: ids, began: { lines: was } });
  const points = (body: { lines: Line[] }) => body.lines.map((one) => `${one.text} ${one.points}`);
  await asAsha.put(rubricPath, change([line('It opens on a phone', 40, opens), line('Tested', 30, tested)]));
  const other = await asBiju.put(
    rubricPath,
    change([line('It opens', 40, opens), line('Tested', 35, tested)]),
  );
  expect(points(other.body), 'two lines').toEqual(['It opens on a phone 40', 'Tested 35']);
  const same = change([line('It opens', 45, opens), line('Tested', 30, tested)]);
  const refused = await asBiju.put(rubricPath, same);
  expect(refused.status, 'one line').toBe(409);
  expect(points(refused.body.current)).toEqual(['It opens on a phone 40', 'Tested 35']);
  const removed = await asBiju.put(rubricPath, change([line('Tested', 30, tested)]));
  expect(removed.status, 'removed, and changed by a colleague').toBe(409);
  expect((await logged('change-rubric')).at(-1)).toEqual({
    before: [
      { text: 'It opens on a phone', points: 40 },
      { text: 'Tested', points: 30 },
    ],
    after: [
      { text: 'It opens on a phone', points: 40 },
      { text: 'Tested', points: 35 },
    ],
  });
});

test('lines that were added meanwhile count towards the most that a rubric can have', async () => {
  const { asAsha, asBiju, rubricPath, ids } = await makeTwo();
  const was = [line('It opens', 40, ids[0]), line('Tested', 30, ids[1])];
  const add = (name: string) => ({
    lines: [...was, ...Array.from({ length: 8 }, (_, nth) => line(`${name} ${nth}`, 1))],
    original: ids,
    began: { lines: was },
  });
  expect((await asAsha.put(rubricPath, add('A'))).status).toBe(200);
  let answer = await asBiju.put(rubricPath, add('B'));
  for (let nth = 0; answer.status === 200 && nth < 10; nth++)
    answer = await asBiju.put(rubricPath, add(`C${nth}`));
  expect(answer).toMatchObject({ status: 409, body: { message: expect.stringMatching(/can have at most/) } });
});

test('without a beginning a rubric is changed by its ids alone', async () => {
  const { asAsha, asBiju, rubricPath, ids } = await makeTwo();
  const was = [line('It opens', 40, ids[0]), line('Tested', 30, ids[1])];
  await asAsha.put(rubricPath, { lines: [...was, line('Documented', 10)], original: ids });
  expect(
    (await asBiju.put(rubricPath, { lines: [...was, line('Deployed', 10)], original: ids })).status,
  ).toBe(409);
});

test('the comment before the mark is switched by either mentor', async () => {
  const { asAsha, asBiju, logged } = await makeTwo();
  const path = '/api/staff/batches/OURS/comment-first';
  const on = { comment_first: true, began: { comment_first: false } };
  expect(await asAsha.put(path, on)).toMatchObject({ status: 200, body: { commentFirst: true } });
  expect((await asBiju.put(path, on)).status, 'an older page with the same choice').toBe(200);
  expect(await asBiju.put(path, { comment_first: false })).toMatchObject({ body: { commentFirst: false } });
  expect(await logged('set-comment-first')).toEqual([
    { before: { comment_first: false }, after: { comment_first: true } },
    { before: { comment_first: true }, after: { comment_first: false } },
  ]);
});
