import { expect, test } from 'vitest';
import { byTask, type AiUse, type Declaration } from '#contract/submissions/declaration';
import type { Task } from '#contract/dates';
import { buildAdministrator, buildMentor, buildStudent } from '#support/factories';
import {
  comments,
  file,
  links,
  makeStudentFixture,
  week,
  type StudentFixture,
} from '#support/student-fixture';
import { uploadWhole } from '#support/tus';
import { isSignedBy } from './receipts/receipt-signature.ts';

const statement = 'This is my own work.\nWhat I took from others is named.';
const own = (ai_use: Partial<Record<Task, AiUse>> = {}, words = statement): Declaration => ({
  statement: words,
  ai_use: byTask(ai_use),
});

type Asking = StudentFixture & {
  /** As the office sets it; null: none. @returns its id */
  ask(declaration: Declaration | null, newName?: string): Promise<string>;
};

async function makeAsking(declaration: Declaration | null = own()): Promise<Asking> {
  const fixture = await makeStudentFixture(29);
  const office = await fixture.as(await buildAdministrator(fixture.context));
  const { name } = await fixture.context.database.reader
    .selectFrom('batches')
    .where('id', '=', fixture.student.batch_id)
    .select('name')
    .executeTakeFirstOrThrow();
  const ask = async (asked: Declaration | null, newName = name) => {
    const url = `/api/staff/catalogue/batches/${name}`;
    const { used: _, accounts: __, ...entry } = (await office.get(url)).body;
    const { status, body } = await office.put(url, { ...entry, name: newName, declaration: asked });
    expect([status, body.declaration]).toEqual([200, asked]);
    const timeline = await fixture.client.get(fixture.url('timeline'));
    return timeline.body.declaration?.id ?? '';
  };
  const asking = { ...fixture, ask };
  if (declaration !== null) await ask(declaration);
  return asking;
}

const idOf = async ({ client, url }: StudentFixture): Promise<string> =>
  (await client.get(url('timeline'))).body.declaration?.id;

const declares = (id: string, ai_use: string, ai_text?: string) =>
  [
    ['declaration', id],
    ['declared', 'yes'],
    ['ai_use', ai_use],
    ...(ai_text === undefined ? [] : [['ai_text', ai_text] as const]),
  ] as const;

const submit = ({ client, url }: StudentFixture, parts: readonly (readonly [string, any])[], key?: string) =>
  client.form(
    url('uploadWeek'),
    [week('1'), comments('Done'), ...parts],
    key === undefined ? {} : { 'idempotency-key': key },
  );

test('what a student declares is in the answer, the lists, the receipt and the export', async () => {
  const fixture = await makeAsking();
  const { client, context, student } = fixture;
  const id = await idOf(fixture);
  const { status, body } = await submit(fixture, declares(id, 'parts', ' The tests.\r\nAll of them. '));
  const declaration = { statement, ai_use: 'parts', ai_text: 'The tests.\nAll of them.' };
  expect([status, body.receipt.declaration]).toEqual([201, declaration]);
  const { number } = body.receipt;
  const signed = (await client.get(`/api/receipts/${number}`)).body;
  expect(signed.declaration).toEqual(declaration);
  const listed = (await client.get(fixture.url('submissions'))).body;
  expect(listed[0]).toMatchObject({ declaration });
  expect(listed[0]).not.toHaveProperty('undeclared');
  const mentor = await fixture.as(await buildMentor(context, [student.batch_id as number]));
  const desk = await mentor.get(`/api/staff/submissions/${number}`);
  expect(desk.body).toMatchObject({ declaration });
  const versions = await mentor.get(`/api/staff/students/${student.email}/submissions`);
  expect(versions.body[0]).toMatchObject({ declaration });
  const office = await fixture.as(await buildAdministrator(context));
  const csv = (await office.get('/api/staff/exports/submissions')).body as string;
  expect(csv.split('\r\n', 1)[0]).toMatch(/,declaration,ai_use,ai_text,earlier_project$/);
  expect(csv).toMatch(/parts,"The tests\.\nAll of them\."/);
});

test('a batch gets another name and a declaration in one save', async () => {
  const { ask, client } = await makeAsking(null);
  expect(await ask(own(), 'EVENING 2026')).not.toBe('');
  expect((await client.get('/api/auth/session')).body.student.batch).toBe('EVENING 2026');
});

test('a receipt with a declaration verifies without the portal, and with no letter changed', async () => {
  const fixture = await makeAsking();
  const { body } = await submit(fixture, declares(await idOf(fixture), 'understanding'));
  expect(body.receipt.declaration).toEqual({ statement, ai_use: 'understanding' });
  const signed = (await fixture.client.get(`/api/receipts/${body.receipt.number}`)).body;
  const verdictOf = async (candidate: object) =>
    (await fixture.nobody.post('/api/receipts/verify', candidate)).body.verdict;
  expect([isSignedBy(signed, signed.key), await verdictOf(signed)]).toEqual([true, 'genuine']);
  for (const declaration of [
    { ...signed.declaration, statement: statement.replace('own', 'owm') },
    { ...signed.declaration, ai_use: 'none' },
    { ...signed.declaration, ai_text: 'x' },
    undefined,
  ]) {
    const changed = { ...signed, declaration };
    if (declaration === undefined) delete changed.declaration;
    expect([isSignedBy(changed, signed.key), await verdictOf(changed)]).toEqual([false, 'altered']);
  }
});

test('a client that sends none is taken: its receipt is as before, and its version is marked', async () => {
  const fixture = await makeAsking(null);
  const before = await submit(fixture, []);
  await fixture.ask(own());
  const { status, body } = await submit(fixture, []);
  expect(status).toBe(201);
  expect(Object.keys(body.receipt)).toEqual(Object.keys(before.body.receipt));
  const listed = (await fixture.client.get(fixture.url('submissions'))).body;
  expect(listed.map(({ undeclared }: { undeclared?: true }) => undeclared)).toEqual([true, undefined]);
  const signed = (await fixture.client.get(`/api/receipts/${body.receipt.number}`)).body;
  expect(signed).not.toHaveProperty('declaration');
  expect(signed).not.toHaveProperty('undeclared');
  expect((await fixture.nobody.post('/api/receipts/verify', signed)).body.verdict).toBe('genuine');
});

test('the same key with another declaration is a conflict, and with the same one the same receipt', async () => {
  const fixture = await makeAsking();
  const id = await idOf(fixture);
  const first = await submit(fixture, declares(id, 'parts', 'The tests'), 'k');
  const again = await submit(fixture, declares(id, 'parts', 'The tests'), 'k');
  expect(again).toMatchObject({ status: 201, body: first.body });
  const other = await fixture.ask(own({}, 'Other words'));
  for (const parts of [
    [],
    declares(id, 'none'),
    declares(id, 'parts', 'The report'),
    declares(other, 'parts', 'The tests'),
  ])
    expect(await submit(fixture, parts, 'k')).toMatchObject({ status: 409, body: { code: 'conflict' } });
  expect(await fixture.rows()).toHaveLength(1);
  // Without one first, too.
  expect((await submit(fixture, [], 'l')).status).toBe(201);
  expect((await submit(fixture, [], 'l')).status).toBe(201);
  expect((await submit(fixture, declares(other, 'none'), 'l')).status).toBe(409);
});

test.each([
  ['nothing confirmed', { declared: '' }, 'declaration', /^Tick the declaration/],
  ['no answer', { ai_use: '' }, 'ai_use', /Week 1 allows: none, understanding\.$/],
  ['an answer that the task does not allow', { ai_use: 'parts' }, 'ai_use', /allows: none, understanding\.$/],
  ['another word', { ai_use: 'some' }, 'ai_use', /allows: none, understanding\.$/],
  ['a long text', { ai_text: 'x'.repeat(501) }, 'ai_text', /at most 500/],
  ['another declaration', { declaration: 'other' }, 'declaration', /with ai_use none or understanding\./],
  ['no declaration', { declaration: '' }, 'declaration', /with ai_use none or understanding\./],
])('%s is refused at its field, and nothing is kept', async (_, change, field, message) => {
  const fixture = await makeAsking(own({ 'week-1': 'understanding' }));
  const sent = { declaration: await idOf(fixture), declared: 'yes', ai_use: 'understanding', ...change };
  const answer = await submit(fixture, [...Object.entries(sent), file('bytes')], 'k');
  expect(answer).toMatchObject({ status: 400, body: { message: expect.stringMatching(message) } });
  expect(answer.body.fields).toMatchObject([{ name: field, message: answer.body.message }]);
  expect([await fixture.rows(), fixture.staged(), fixture.kept()]).toEqual([[], [], []]);
  // The key is free.
  expect((await submit(fixture, declares(await idOf(fixture), 'none'), 'k')).status).toBe(201);
});

test('parts of the work need words; with none they are dropped', async () => {
  const fixture = await makeAsking();
  const id = await idOf(fixture);
  expect(await submit(fixture, declares(id, 'parts', ' '))).toMatchObject({
    status: 400,
    body: { fields: [{ name: 'ai_text' }] },
  });
  const { body } = await submit(fixture, declares(id, 'none', 'left over'));
  expect(body.receipt.declaration).toEqual({ statement, ai_use: 'none' });
});

test('a batch that asks for none refuses one, and says so', async () => {
  const fixture = await makeAsking(null);
  expect(await submit(fixture, declares('any', 'none'))).toMatchObject({
    status: 400,
    body: { message: expect.stringMatching(/^Your batch asks for no declaration\./) },
  });
});

test('a submission that waited while the office changed the declaration keeps what was declared', async () => {
  const fixture = await makeAsking();
  const id = await idOf(fixture);
  await fixture.ask(own({ 'week-1': 'none' }, 'Stricter words'));
  const declaration = { statement, ai_use: 'parts', ai_text: 'The tests' };
  const stricter = await submit(fixture, declares(id, 'parts', 'The tests'));
  expect(stricter).toMatchObject({ status: 201, body: { receipt: { declaration } } });
  await fixture.ask(null);
  const none = await submit(fixture, declares(id, 'parts', 'The tests'));
  expect(none).toMatchObject({ status: 201, body: { receipt: { declaration } } });
});

test('an unchanged batch keeps its declaration, also for an office page that does not know it', async () => {
  const fixture = await makeAsking();
  const id = await idOf(fixture);
  expect(await fixture.ask(own())).toBe(id);
  const office = await fixture.as(await buildAdministrator(fixture.context));
  const { name } = await fixture.context.database.reader
    .selectFrom('batches')
    .where('id', '=', fixture.student.batch_id)
    .select('name')
    .executeTakeFirstOrThrow();
  const url = `/api/staff/catalogue/batches/${name}`;
  const { declaration: _, used: __, accounts: ___, version: ____, ...entry } = (await office.get(url)).body;
  const { body } = await office.put(url, { ...entry, comment_first: !entry.comment_first });
  expect(body.declaration).toEqual(own());
  expect(await idOf(fixture)).toBe(id);
  const events = await fixture.context.database.reader
    .selectFrom('audit_log')
    .where('act', '=', 'change-batch')
    .orderBy('id')
    .select('after')
    .execute();
  expect(JSON.parse(events[0]?.after as string)).toEqual({ declaration: own() });
  expect(await office.put(url, { ...entry, declaration: { ...own(), statement: ' ' } })).toMatchObject({
    status: 400,
    body: { fields: [{ name: 'declaration' }] },
  });
});

test('a finished upload is submitted with a declaration, for the final project and the viva too', async () => {
  const fixture = await makeAsking(own({ final: 'none' }));
  const { client, url } = fixture;
  const id = await idOf(fixture);
  const upload = await uploadWhole(client, 'the bytes', { task: 'final' });
  const final = await client.form(url('uploadProject'), [['upload', upload], ...declares(id, 'none')]);
  expect(final).toMatchObject({ status: 201, body: { receipt: { declaration: { ai_use: 'none' } } } });
  expect(final.body.receipt.file).not.toBeNull();
  const viva = [comments('Slides'), file('slides'), ...declares(id, 'understanding', 'Of questions')];
  expect(await client.form(url('uploadViva'), viva)).toMatchObject({
    status: 201,
    body: { receipt: { declaration: { ai_text: 'Of questions' } } },
  });
  expect((await client.form(url('uploadProject'), [links('a'), ...declares(id, 'parts', 'x')])).status).toBe(
    400,
  );
});

test('a classmate without a declaration of their own sees what is asked, and nothing that was declared', async () => {
  const fixture = await makeAsking();
  await submit(fixture, declares(await idOf(fixture), 'parts', 'canary'));
  const classmate = await buildStudent(fixture.context, { batch_id: fixture.student.batch_id });
  const client = await fixture.as(classmate);
  const { body } = await client.get(`/api/students/timeline/${classmate.email}`);
  expect(body.declaration).toEqual({ id: await idOf(fixture), ...own() });
  expect(JSON.stringify(body)).not.toMatch(/canary/);
});
