import { expect, test } from 'vitest';
import type { MarkingShares } from '#contract/marking/share-calls';
import {
  buildAdministrator,
  buildBatch,
  buildMark,
  buildMentor,
  buildStudent,
  buildSubmission,
} from '#support/factories';
import { readAuditLog } from '#support/read-audit-log';
import { queueOrders } from '#contract/marking/staff-view';
import { makeTestApp, type Client } from '#support/test-app';

const path = '/api/staff/batches/OURS/shares';

/** A batch with so many students, each with week 1 to mark, and two mentors of it. */
async function makeBatch(count: number) {
  const app = await makeTestApp();
  const { context } = app;
  const batch = await buildBatch(context, { name: 'OURS' });
  const students: { id: number; email: string; number: string }[] = [];
  const join = async (name: string) => {
    const { id, email } = await buildStudent(context, { batch_id: batch.id, name });
    const { number } = await buildSubmission(context, { account_id: id });
    students.push({ id, email, number });
    return email;
  };
  for (let n = 1; n <= count; n += 1) await join(`Student ${n}`);
  const mentor = (name: string) => buildMentor(context, [batch.id], { name });
  const [bina, ravi] = [await mentor('Bina'), await mentor('Ravi')];
  const [asBina, asRavi] = [await app.as(bina), await app.as(ravi)];
  const read = async (client: Client = asBina): Promise<MarkingShares> => (await client.get(path)).body;
  const idOf = async (name: string) =>
    (await read()).mentors.find((one) => one.name === name)?.id ?? 'nobody';
  /** How many students, and unmarked submissions, each mentor and nobody has. */
  const counts = async () => {
    const { mentors, unassigned } = await read();
    const all = [...mentors, { name: '-', ...unassigned }];
    return Object.fromEntries(all.map(({ name, students: of, unmarked }) => [name, [of, unmarked]]));
  };
  return { ...app, batch, students, bina, ravi, asBina, asRavi, join, read, idOf, counts };
}

const queue = async (client: Client, assigned_to: string, order = 'waiting'): Promise<string[]> => {
  const query = `assigned_to=${assigned_to}&order=${order}&state=submitted`;
  const { status, body } = await client.get(`/api/staff/batches/OURS/submissions?${query}`);
  expect([assigned_to, status]).toEqual([assigned_to, 200]);
  return (body as { number: string }[]).map(({ number }) => number).toSorted();
};

const mark = (client: Client, number: string, marks = 60) =>
  client.put(`/api/staff/submissions/${number}/mark`, { marks, original: null });

test('divided evenly between two mentors; one is ill and is taken over: everything is marked, nothing twice', async () => {
  const { asBina, asRavi, students, idOf, counts } = await makeBatch(7);
  const to = [await idOf('Ravi'), await idOf('Bina')];
  expect((await asBina.put(path, { of: 'all', to })).status).toBe(200);
  expect(await counts()).toEqual({ Bina: [4, 4], Ravi: [3, 3], '-': [0, 0] });
  const [binas, ravis] = [await queue(asBina, 'me'), await queue(asRavi, 'me')];
  expect([...binas, ...ravis].toSorted()).toEqual(students.map(({ number }) => number).toSorted());
  expect(await queue(asBina, 'me', 'fair')).toEqual(binas);
  expect(await queue(asBina, 'me', 'newest')).toEqual(binas);
  expect(await queue(asBina, await idOf('Ravi'))).toEqual(ravis);
  for (const number of binas) expect((await mark(asBina, number)).status).toBe(200);
  expect((await mark(asRavi, ravis[0]!)).status).toBe(200);
  expect(await counts()).toEqual({ Bina: [4, 0], Ravi: [3, 2], '-': [0, 0] });
  // Ravi is ill.
  const taken = await asBina.put(path, {
    of: 'mentor',
    mentor: await idOf('Ravi'),
    to: [await idOf('Bina')],
  });
  expect(taken.status).toBe(200);
  expect(await queue(asRavi, 'me')).toEqual([]);
  const left = await queue(asBina, 'me');
  expect(left).toEqual(ravis.slice(1).toSorted());
  for (const number of left) expect((await mark(asBina, number)).status).toBe(200);
  expect(await counts()).toEqual({ Bina: [7, 0], Ravi: [0, 0], '-': [0, 0] });
  expect((await mark(asRavi, left[0]!, 70)).status, 'the rule against marking twice stays').toBe(409);
});

test('a division is by count and the same each time; who stays keeps theirs, and new students are shown', async () => {
  const { asBina, students, idOf, counts, join, read } = await makeBatch(5);
  const [bina, ravi] = [await idOf('Bina'), await idOf('Ravi')];
  const own = students.slice(0, 3).map(({ email }) => email);
  await asBina.put(path, {
    of: 'students',
    students: own.map((email) => ` ${email.toUpperCase()} `),
    to: [ravi],
  });
  expect(await counts()).toEqual({ Bina: [0, 0], Ravi: [3, 3], '-': [2, 2] });
  // The unassigned ones go to whoever has fewer.
  await asBina.put(path, { of: 'unassigned', to: [bina, ravi] });
  expect(await counts()).toEqual({ Bina: [2, 2], Ravi: [3, 3], '-': [0, 0] });
  await join('New');
  await join('Newer');
  await join('Newest');
  expect(await counts()).toEqual({ Bina: [2, 2], Ravi: [3, 3], '-': [3, 3] });
  expect(await queue(asBina, 'nobody')).toHaveLength(3);
  await asBina.put(path, { of: 'unassigned', to: [bina, ravi] });
  expect(await counts()).toEqual({ Bina: [4, 4], Ravi: [4, 4], '-': [0, 0] });
  await asBina.put(path, { of: 'all', to: [bina, ravi] });
  const { state } = await read();
  await asBina.put(path, { of: 'all', to: [ravi, bina] });
  expect((await read()).state).toBe(state);
  await asBina.put(path, { of: 'students', students: [own[0]], to: [] });
  expect(await counts()).toMatchObject({ '-': [1, 1] });
});

test('of two who divide at once the later is told, and nothing of theirs is written', async () => {
  const { asBina, asRavi, idOf, read, counts } = await makeBatch(4);
  const [bina, ravi] = [await idOf('Bina'), await idOf('Ravi')];
  const { state } = await read();
  const divide = (client: Client, to: string[]) => client.put(path, { of: 'all', to, began: { state } });
  const answers = await Promise.all([divide(asBina, [bina]), divide(asRavi, [ravi])]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const refused = answers.find(({ status }) => status === 409)!;
  const now = await read();
  expect(refused.body).toMatchObject({
    message: 'Somebody has divided this marking in the meantime. Nothing is changed yet.',
    current: { state: now.state, unassigned: { students: 0 } },
  });
  expect(Object.values(await counts()).filter(([of]) => of === 4)).toHaveLength(1);
  // With what is there now it succeeds.
  expect((await asRavi.put(path, { of: 'all', to: [ravi], began: { state: now.state } })).status).toBe(200);
  expect(await counts()).toEqual({ Bina: [0, 0], Ravi: [4, 4], '-': [0, 0] });
});

test('lists say whose a submission is, batches how much is mine, and anybody may still mark', async () => {
  const { asBina, asRavi, students, idOf } = await makeBatch(2);
  const [first, second] = students;
  await asBina.put(path, { of: 'students', students: [first!.email], to: [await idOf('Ravi')] });
  const of = async (client: Client) => {
    const { body } = await client.get('/api/staff/batches/OURS/submissions?order=waiting');
    return body.map(({ assigned }: { assigned?: object }) => assigned);
  };
  expect(await of(asBina)).toEqual([{ name: 'Ravi', is_you: false }, undefined]);
  expect(await of(asRavi)).toEqual([{ name: 'Ravi', is_you: true }, undefined]);
  expect((await asRavi.get('/api/staff/batches')).body[0].own).toEqual({ students: 1, unmarked: 1 });
  expect((await asBina.get('/api/staff/batches')).body[0]).not.toHaveProperty('own');
  const marked = await mark(asBina, first!.number);
  expect(marked).toMatchObject({
    status: 200,
    body: { assigned: { name: 'Ravi' }, marker: { name: 'Bina', is_you: true } },
  });
  const { body } = await asBina.get(`/api/staff/submissions/${second!.number}`);
  expect(body).not.toHaveProperty('assigned');
  const listed = (await asBina.get(`${path}/students`)).body;
  expect(listed.map(({ mentor }: { mentor: string | null }) => mentor)).toEqual([await idOf('Ravi'), null]);
});

test('one’s own list has each state, by each order', async () => {
  const { asBina, asRavi, students, idOf } = await makeBatch(3);
  const [first, second, third] = students;
  const to = [await idOf('Bina')];
  await asBina.put(path, { of: 'students', students: [first!.email, second!.email], to });
  await mark(asBina, first!.number);
  const own = async (state: string, order: string): Promise<string[]> => {
    const query = `assigned_to=me&order=${order}${state === '' ? '' : `&state=${state}`}`;
    const { status, body } = await asBina.get(`/api/staff/batches/OURS/submissions?${query}`);
    expect([state, order, status]).toEqual([state, order, 200]);
    return (body as { number: string }[]).map(({ number }) => number).toSorted();
  };
  const [one, both] = [[first!.number], [first!.number, second!.number].toSorted()];
  for (const order of queueOrders) {
    expect(await own('', order)).toEqual(both);
    expect(await own('submitted', order)).toEqual([second!.number]);
    expect(await own('marked', order)).toEqual(one);
    expect(await own('held-back', order)).toEqual(one);
    expect(await own('released', order)).toEqual([]);
    expect(await own('second-look', order)).toEqual([]);
  }
  expect(await queue(asRavi, 'me')).not.toContain(third!.number);
});

test('a student who leaves the batch, or whose mentor does, is nobody’s', async () => {
  const { context, as, asBina, asRavi, students, bina, ravi, idOf, counts } = await makeBatch(4);
  await asBina.put(path, { of: 'all', to: [await idOf('Bina'), await idOf('Ravi')] });
  const other = await buildBatch(context);
  await context.database.transaction((writer) =>
    writer.updateTable('accounts').set({ batch_id: other.id }).where('id', '=', students[0]!.id).execute(),
  );
  expect(await counts()).toEqual({ Bina: [1, 1], Ravi: [2, 2], '-': [0, 0] });
  const office = await as(await buildAdministrator(context));
  const open = async () => (await office.get(`/api/staff/members/${ravi.email}/batches`)).body[0];
  expect(await open()).toMatchObject({ batch: 'OURS', students: 2 });
  const takeOff = (seen: number) =>
    office.delete(`/api/staff/members/${ravi.email}/batches/OURS`, {}, { began: { students: seen } });
  expect((await takeOff(3)).status, 'more was seen').toBe(409);
  expect((await takeOff(2)).status).toBe(204);
  expect(await counts()).toEqual({ Bina: [1, 1], '-': [2, 2] });
  expect((await asRavi.get(path)).status).toBe(403);
  expect(await queue(asBina, 'nobody')).toHaveLength(2);
  expect(bina.id).not.toBe(ravi.id);
});

test('only students and active mentors of the batch are divided, and no more than the log says is changed', async () => {
  const { context, asBina, students, idOf, counts } = await makeBatch(3);
  const bina = await idOf('Bina');
  const theirs = await buildBatch(context);
  const stranger = await buildStudent(context, { batch_id: theirs.id });
  await buildMentor(context, [theirs.id], { name: 'Stranger' });
  const put = async (body: object) => {
    const answer = await asBina.put(path, body);
    return [answer.status, answer.body.message];
  };
  const foreign = await context.database.reader
    .selectFrom('batch_mentors')
    .where('batch_id', '=', theirs.id)
    .select('id')
    .executeTakeFirstOrThrow();
  const notOfBatch = [400, 'This mentor does not mentor this batch.'];
  for (const id of [String(foreign.id), '0', 'me', `${bina} `])
    expect(await put({ of: 'all', to: [id] })).toEqual(notOfBatch);
  expect(await put({ of: 'students', students: [students[0]!.email, stranger.email], to: [bina] })).toEqual([
    400,
    'A student in the list is not in this batch.',
  ]);
  expect((await put({ of: 'students', to: [bina] }))[0]).toBe(400);
  expect((await put({ of: 'mentor', to: [bina] }))[0]).toBe(400);
  expect((await put({ of: 'all', to: [bina, bina] }))[0]).toBe(400);
  const suspended = await buildMentor(context, [], { name: 'Suspended', suspended_at: 1 });
  await context.database.transaction((writer) =>
    writer
      .updateTable('batch_mentors')
      .set({ account_id: suspended.id, name: 'Suspended' })
      .where('name', '=', 'Ravi')
      .execute(),
  );
  expect((await put({ of: 'all', to: [await idOf('Suspended')] }))[0]).toBe(409);
  expect(await counts()).toMatchObject({ '-': [3, 3] });
  await asBina.put(path, { of: 'all', to: [bina] });
  await asBina.put(path, { of: 'all', to: [bina] });
  const log = (await readAuditLog({ context })).filter(({ act }) => act === 'divide-marking');
  expect(log).toHaveLength(1);
  expect(log[0]).toMatchObject({ subject: 'OURS', before: {}, after: { Bina: 3, moved: 3 } });
  expect((await asBina.get('/api/staff/batches/OURS/submissions?assigned_to=x')).status).toBe(400);
});

test('what is marked does not count as work to mark, whoever marked it', async () => {
  const { context, asBina, students, idOf, counts } = await makeBatch(3);
  await asBina.put(path, { of: 'all', to: [await idOf('Ravi')] });
  const submission = await context.database.reader
    .selectFrom('submissions')
    .where('number', '=', students[0]!.number)
    .select('id')
    .executeTakeFirstOrThrow();
  await buildMark(context, { submission_id: submission.id, marks: 50, released: 0 });
  await buildSubmission(context, { account_id: students[1]!.id, task: 'week-2' });
  expect(await counts()).toEqual({ Bina: [0, 0], Ravi: [3, 3], '-': [0, 0] });
});
