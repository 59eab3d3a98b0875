import { expect, test } from 'vitest';
import type { BatchFreezes, Sheet } from '#contract/results/freeze-calls';
import { tasks, type Task } from '#contract/dates';
import type { TimelineTask } from '#contract/submissions/calls';
import { defaultRule } from '#contract/results/rule';
import {
  buildAdministrator,
  buildBatch,
  buildMark,
  buildMentor,
  buildRecord,
  buildResultRule,
  buildSelection,
  buildStudent,
  buildSubmission,
} from '#support/factories';
import type { AppContext } from '#server/platform/context';
import { makeTestApp } from '#support/test-app';
import { anonymisePerson } from '../../privacy/anonymisation/anonymise-person.ts';

const path = '/api/staff/batches/OURS/freezes';

/** Null: not marked; a negative mark is not released. */
type Marks = Partial<Record<Task, number | null>>;
const six = (marks: number): Marks => Object.fromEntries(tasks.map((task) => [task, marks]));

async function makeOffice() {
  const app = await makeTestApp();
  const { context } = app;
  const batch = await buildBatch(context, { name: 'OURS' });
  const mentor = await buildMentor(context, [batch.id], { name: 'Anjali Menon' });
  const officer = await buildAdministrator(context, { name: 'Latha Menon' });
  const work = async (account_id: number, marks: Marks, version = 1) => {
    const made = {} as Record<Task, string>;
    for (const [task, mark] of Object.entries(marks) as [Task, number | null][]) {
      const { id, number } = await buildSubmission(context, { account_id, task, version });
      made[task] = number;
      if (mark === null) continue;
      const of = { submission_id: id, marked_by: mentor.id };
      await buildMark(context, { ...of, marks: Math.abs(mark), released: mark < 0 ? 0 : 1 });
    }
    return made;
  };
  const student = async (name: string, marks: Marks) => {
    const account = await buildStudent(context, { batch_id: batch.id, name });
    const selection = await buildSelection(context, { account_id: account.id });
    return { ...account, selection, numbers: await work(account.id, marks) };
  };
  const office = await app.as(officer);
  const next = async () => ((await office.get(path)).body as BatchFreezes).next;
  const freeze = async (body: Record<string, unknown> = {}) =>
    office.post(path, { digest: (await next()).digest, ...body });
  const sheet = async (number: number) => (await office.get(`${path}/${number}`)).body as Sheet;
  return { ...app, batch, mentor, office, student, work, next, freeze, sheet };
}

async function newestOf(
  { database }: Pick<AppContext, 'database'>,
  accountId: number,
  task: Task,
): Promise<number> {
  const { id } = await database.reader
    .selectFrom('submissions')
    .where('account_id', '=', accountId)
    .where('task', '=', task)
    .select('id')
    .executeTakeFirstOrThrow();
  return id;
}

test('what a freeze has and releases is shown first, then it is on the sheet and students see it', async () => {
  const { office, student, work, next, freeze, sheet, batch, as, context } = await makeOffice();
  await buildResultRule(context, {
    batch_id: batch.id,
    rule: { pass_mark: 50, grades: [{ from: 75, word: 'Distinction' }] },
  });
  const asha = await student('Asha Nair', { ...six(80), viva: -86 });
  const binu = await student('Binu Das', { 'week-1': 60, 'week-2': -70, 'week-3': null });
  await work(binu.id, { 'week-1': null }, 2);
  const shown = await next();
  expect(shown).toMatchObject({
    number: 1,
    rule: { version: 1 },
    students: [
      {
        student: { s_name: 'Asha Nair' },
        state: 'complete',
        result: 81,
        passed: true,
        grade: 'Distinction',
        standing: 'new',
      },
      {
        student: { s_name: 'Binu Das' },
        state: 'incomplete',
        so_far: 65,
        newer_version: ['week-1'],
        open: ['week-3', 'week-4', 'final', 'viva'],
      },
    ],
    releases: [
      { student: { s_name: 'Asha Nair' }, task: 'viva', marks: 86, seen: null, marked_by: 'Anjali Menon' },
      { student: { s_name: 'Binu Das' }, task: 'week-2', marks: 70, seen: null, marked_by: 'Anjali Menon' },
    ],
    left_out: [],
  });
  const frozen = await freeze();
  expect(frozen).toMatchObject({
    status: 200,
    body: {
      freezes: [{ number: 1, students: 1, rule_version: 1, by: 'Latha Menon', reason: null }],
      next: { number: 2, students: [{ standing: 'frozen', result: 81 }, { standing: 'new' }] },
    },
  });
  const [line, ...others] = (await sheet(1)).results;
  expect(others).toEqual([]);
  expect(line).toMatchObject({
    student: { s_id: asha.email, s_name: 'Asha Nair' },
    result: 81,
    grade: 'Distinction',
    batch: 'OURS',
    since: { number: 1, by: 'Latha Menon' },
  });
  expect(line?.lines.find(({ task }) => task === 'viva')).toMatchObject({
    marks: 86,
    marked_by: 'Anjali Menon',
  });
  const own = await (await as(asha)).get(`/api/students/result/${asha.email}`);
  expect(own.body).toMatchObject({ state: 'complete', result: 81, frozen: { batch: 'OURS', number: 1 } });
  const notices = (await (await as(asha)).get('/api/notices')).body.notices as { text: string }[];
  expect(notices.map(({ text }) => text)).toEqual(['Your result is final']);
  const audit = await context.database.reader
    .selectFrom('audit_log')
    .where('act', 'in', ['freeze-results', 'mark-submission'])
    .orderBy('id')
    .select(['act', 'subject'])
    .execute();
  expect(audit).toEqual([
    { act: 'mark-submission', subject: asha.numbers.viva },
    { act: 'freeze-results', subject: 'OURS' },
  ]);
  expect((await office.get(`${path}/2`)).status).toBe(404);
});

test('an incomplete student is left out with unreleased marks, or is frozen as incomplete', async () => {
  const { student, freeze, sheet, as, next, office } = await makeOffice();
  const binu = await student('Binu Das', { 'week-1': 60, 'week-2': -70 });
  expect(await freeze()).toMatchObject({ status: 409, body: { message: 'There is no result to freeze.' } });
  const asBinu = await as(binu);
  const before = await asBinu.get(`/api/students/result/${binu.email}`);
  expect(before.body).toMatchObject({ state: 'incomplete', so_far: 60 });
  expect((await freeze({ incomplete: 'freeze' })).status).toBe(200);
  expect((await sheet(1)).results).toMatchObject([{ state: 'incomplete', result: null, so_far: 65 }]);
  expect((await asBinu.get('/api/notices')).body.notices).toMatchObject([
    { text: 'Your result is closed and incomplete' },
  ]);
  expect((await next()).releases).toEqual([]);
  // Nothing can be reached any more, and nothing is offered that the freeze refuses.
  const { frozen, reach } = (await asBinu.get(`/api/students/result/${binu.email}`)).body;
  expect({ frozen, reach }).toMatchObject({
    frozen: { number: 1 },
    reach: { least: null, most: null, sentence: null },
  });
  const tasksOf = async () =>
    (await asBinu.get(`/api/students/timeline/${binu.email}`)).body.tasks as TimelineTask[];
  const closed = 'Your result is closed, so its due dates no longer change. Please ask the office.';
  for (const task of await tasksOf()) expect(task).toMatchObject({ frozen: true, no_extension: closed });
  const request = { task: 'viva', until: '2099-01-01', reason: 'I had a fever.' };
  const asked = await asBinu.post(`/api/students/extensionRequest/${binu.email}`, request);
  expect(asked).toMatchObject({ status: 409, body: { code: 'frozen', message: closed } });
  await office.post(`/api/staff/students/${binu.email}/results/open`, { reason: 'He was in hospital.' });
  for (const task of await tasksOf()) expect(task.frozen).toBeUndefined();
  expect((await asBinu.get(`/api/students/result/${binu.email}`)).body.reach.most).not.toBeNull();
});

test.each<
  [
    string,
    (
      made: Awaited<ReturnType<typeof makeOffice>>,
      of: { email: string; id: number; numbers: Record<Task, string> },
    ) => Promise<unknown>,
  ]
>([
  [
    'another mark',
    async ({ as, mentor }, { numbers }) =>
      (await as(mentor)).put(`/api/staff/submissions/${numbers.viva}/mark`, {
        marks: 85,
        comments: '',
        released: false,
      }),
  ],
  [
    'another rule',
    ({ office }) =>
      office.put('/api/staff/batches/OURS/result-rule', { ...defaultRule, pass_mark: 40, reason: 'So.' }),
  ],
  ['another student', ({ student }) => student('Zoya', six(10))],
  ['a newer version', ({ work }, { id }) => work(id, { viva: null }, 2)],
  [
    'another name',
    async ({ context }, { id }) => {
      return context.database.transaction((w) =>
        w.updateTable('accounts').set({ name: 'Asha K' }).where('id', '=', id).execute(),
      );
    },
  ],
])(
  '%s since the list was seen is 409 with the list as it is now, and nothing is released',
  async (_, change) => {
    const made = await makeOffice();
    const { student, next, office, as } = made;
    const asha = await student('Asha Nair', { ...six(80), viva: -86 });
    const { digest } = await next();
    await change(made, asha);
    const answer = await office.post(path, { digest });
    expect(answer).toMatchObject({ status: 409, body: { current: { next: { number: 1 } } } });
    expect(answer.body.current.next.digest).not.toBe(digest);
    expect(answer.body.current.freezes).toEqual([]);
    const own = await (await as(asha)).get(`/api/students/result/${asha.email}`);
    expect(own.body.state).toBe('incomplete');
  },
);

test('an opened result changes again, and the next sheet has it beside the others as they were', async () => {
  const { office, student, freeze, next, sheet, as, mentor } = await makeOffice();
  const asha = await student('Asha Nair', six(80));
  const binu = await student('Binu Das', six(70));
  await freeze();
  // Another rule concerns no frozen result.
  await office.put('/api/staff/batches/OURS/result-rule', {
    ...defaultRule,
    pass_mark: 90,
    reason: 'From next year on.',
  });
  const mark = { marks: 92, comments: 'Kept on a phone.', released: true };
  const url = `/api/staff/submissions/${asha.numbers.viva}/mark`;
  const asMentor = await as(mentor);
  expect(await asMentor.put(url, mark)).toMatchObject({ status: 409, body: { code: 'frozen' } });
  expect(
    (await asMentor.post(`/api/staff/students/${asha.email}/results/open`, { reason: 'So.' })).status,
  ).toBe(403);
  const open = (s_id: string, reason = 'Week 6 was added wrongly.') =>
    office.post(`/api/staff/students/${s_id}/results/open`, { reason });
  expect(await open(asha.email)).toMatchObject({
    status: 200,
    body: {
      frozen: {
        batch: 'OURS',
        number: 1,
        opened: { by: 'Latha Menon', reason: 'Week 6 was added wrongly.' },
      },
    },
  });
  expect((await open(asha.email)).status).toBe(409);
  expect((await asMentor.put(url, mark)).status).toBe(200);
  expect(await freeze()).toMatchObject({
    status: 400,
    body: { message: 'Give a reason for the next sheet.' },
  });
  expect((await freeze({ reason: 'A mark was corrected.' })).status).toBe(200);
  expect((await sheet(2)).results).toMatchObject([
    { student: { s_name: 'Asha Nair' }, result: 82, passed: false, rule_version: 1, since: { number: 2 } },
    { student: { s_name: 'Binu Das' }, result: 70, passed: null, rule_version: 0, since: { number: 1 } },
  ]);
  expect((await sheet(1)).results[0]).toMatchObject({ result: 80, passed: null });
  // A page from before: whose result was frozen again stays closed, and the sheets between do not matter to the others.
  const openSeen = (s_id: string, since: number) =>
    office.post(`/api/staff/students/${s_id}/results/open`, { reason: 'Late.', began: { since } });
  expect(await openSeen(asha.email, 1)).toMatchObject({
    status: 409,
    body: { current: { frozen: { number: 2, opened: null } } },
  });
  expect((await next()).students.map(({ since }) => since)).toEqual([2, 1]);
  expect((await openSeen(binu.email, 1)).status).toBe(200);
  const texts = (await (await as(asha)).get('/api/notices')).body.notices as { text: string }[];
  expect(texts.map(({ text }) => text)).toContain('The office has opened your result to correct it');
  // Told once, since nothing of theirs has changed.
  expect(
    (await (await as(binu)).get('/api/notices')).body.notices.filter(
      ({ text }: { text: string }) => text === 'Your result is final',
    ),
  ).toHaveLength(1);
});

test('a student who moves keeps the frozen result, and the new batch leaves them out until they are opened', async () => {
  const { office, student, freeze, next, sheet, context } = await makeOffice();
  const asha = await student('Asha Nair', six(80));
  await freeze();
  const other = await buildBatch(context, { name: 'THEIRS' });
  await context.database.transaction((w) =>
    w.updateTable('accounts').set({ batch_id: other.id }).where('id', '=', asha.id).execute(),
  );
  const theirs = () => office.get('/api/staff/batches/THEIRS/freezes');
  expect((await theirs()).body.next).toMatchObject({ students: [], left_out: [{ why: 'other_batch' }] });
  expect((await next()).students).toMatchObject([{ standing: 'frozen', result: 80 }]);
  await student('Binu Das', six(70));
  await freeze({ reason: 'Binu was late.' });
  expect((await sheet(2)).results).toHaveLength(2);
  await office.post(`/api/staff/students/${asha.email}/results/open`, { reason: 'Moved.' });
  expect((await theirs()).body.next.students).toMatchObject([{ standing: 'opened' }]);
  expect((await next()).students).toMatchObject([{ student: { s_name: 'Binu Das' } }]);
});

test('a student without a project is left out, and a repeated request makes one sheet', async () => {
  const { office, student, next, batch, context } = await makeOffice();
  await student('Asha Nair', six(80));
  await buildStudent(context, { batch_id: batch.id, name: 'Chitra' });
  const { digest, left_out } = await next();
  expect(left_out).toMatchObject([{ s_name: 'Chitra', why: 'no_project' }]);
  const post = () => office.post(path, { digest }, { 'idempotency-key': 'k' });
  const [first, again] = [await post(), await post()];
  expect([first.status, again.status]).toEqual([200, 200]);
  expect(again.body.freezes).toHaveLength(1);
});

test('of a mark and a freeze at once, the sheet has the mark or the mark is refused', async () => {
  const { office, student, next, sheet, as, mentor } = await makeOffice();
  const asha = await student('Asha Nair', { ...six(80), viva: -86 });
  const asMentor = await as(mentor);
  const { digest } = await next();
  const [frozen, marked] = await Promise.all([
    office.post(path, { digest }),
    asMentor.put(`/api/staff/submissions/${asha.numbers.viva}/mark`, {
      marks: 50,
      comments: '',
      released: false,
    }),
  ]);
  expect([
    [200, 409],
    [409, 200],
  ]).toContainEqual([frozen.status, marked.status]);
  if (frozen.status !== 200) return;
  expect((await sheet(1)).results[0]?.lines.find(({ task }) => task === 'viva')?.marks).toBe(86);
  expect(marked.body.code).toBe('frozen');
});

test('two freezes at once make one sheet', async () => {
  const { office, student, next } = await makeOffice();
  await student('Asha Nair', six(80));
  const { digest } = await next();
  const answers = await Promise.all([office.post(path, { digest }), office.post(path, { digest })]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

test('a frozen student can be anonymised: the sheet keeps the result without the name', async () => {
  const { office, student, freeze, sheet, context } = await makeOffice();
  const asha = await student('Asha Nair', six(80));
  await freeze();
  await anonymisePerson(context, { accountId: asha.id, reason: 'Asked for it.' });
  const [line] = (await sheet(1)).results;
  expect(line).toMatchObject({
    student: { s_name: 'Anonymised person' },
    result: 80,
    project: expect.anything(),
  });
  const stored = await context.database.reader.selectFrom('frozen_results').selectAll().execute();
  expect(JSON.stringify(stored)).not.toMatch(/asha|nair/i);
  await student('Binu Das', six(70));
  expect((await freeze({ reason: 'Binu was late.' })).status).toBe(200);
  expect((await sheet(2)).results.map(({ result }) => result)).toEqual([80, 70]);
  expect((await office.get(path)).status).toBe(200);
});

test('records without a file are on the sheet as they count, and are released with it', async () => {
  const { student, next, freeze, sheet, work, as, context } = await makeOffice();
  const asha = await student('Asha Nair', { 'week-1': 80, 'week-2': 50, final: 70, viva: -90 });
  const record = (task: Task, of: object) => buildRecord(context, { account_id: asha.id, task, ...of });
  await record('week-2', {
    status: 'absent',
    released: 0,
    submission_id: await newestOf(context, asha.id, 'week-2'),
  });
  await record('week-3', { status: 'excused', marks: null, released: 0 });
  await record('week-4', { status: 'not_submitted' });
  await record('final', { status: 'absent', submission_id: await newestOf(context, asha.id, 'final') });
  // Came after the record of the final project, which it replaces.
  await work(asha.id, { final: -60 }, 2);
  const shown = await next();
  // (80 + 0 + 0 + 60 + 90) / 5
  expect(shown.students).toMatchObject([{ state: 'complete', result: 46 }]);
  expect(shown.releases.map(({ task, status, marks, seen }) => [task, status, marks, seen])).toEqual([
    ['week-2', 'absent', 0, 50],
    ['week-3', 'excused', null, null],
    ['final', 'marked', 60, 0],
    ['viva', 'marked', 90, null],
  ]);
  const own = async () => (await (await as(asha)).get(`/api/students/result/${asha.email}`)).body;
  expect(await own()).toMatchObject({ state: 'incomplete', so_far: 32.5 });
  expect((await freeze()).status).toBe(200);
  const [line] = (await sheet(1)).results;
  expect(line?.lines.map(({ task, status, counted }) => [task, status, counted])).toEqual([
    ['week-1', 'marked', 80],
    ['week-2', 'absent', 0],
    ['week-3', 'excused', null],
    ['week-4', 'not_submitted', 0],
    ['final', 'marked', 60],
    ['viva', 'marked', 90],
  ]);
  expect(line?.result).toBe(46);
  expect(await own()).toMatchObject({ state: 'complete', result: 46 });
});
