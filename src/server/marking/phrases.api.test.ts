import { expect, test } from 'vitest';
import { limits } from '#contract/limits';
import { buildMentor } from '#support/factories';
import { makeTestApp } from '#support/test-app';

const path = '/api/staff/phrases';
const tests = { name: 'tests', text: 'Please write a test for it.' };

async function makeMentor() {
  const app = await makeTestApp();
  const account = await buildMentor(app.context);
  return { app, mentor: await app.as(account), id: account.id };
}

test('phrases are kept, changed and deleted, by name, each for its owner alone', async () => {
  const { app, mentor } = await makeMentor();
  const added = await mentor.post(path, { ...tests, name: ' Tests ' });
  expect(added).toMatchObject({ status: 201, body: tests });
  const { id } = added.body;
  await mentor.post(path, { name: 'demo', text: 'Show it.' });
  const names = async () => (await mentor.get(path)).body.map(({ name }: { name: string }) => name);
  expect(await names()).toEqual(['demo', 'tests']);
  const colleague = await app.as(await buildMentor(app.context));
  expect((await colleague.get(path)).body).toEqual([]);
  expect((await colleague.put(`${path}/${id}`, tests)).status).toBe(404);
  expect((await colleague.delete(`${path}/${id}`)).status).toBe(404);
  expect((await colleague.post(path, tests)).status, 'the same name of somebody else').toBe(201);
  const changed = await mentor.put(`${path}/${id}`, { name: 'a-test', text: 'Test it.' });
  expect(changed).toMatchObject({ status: 200, body: { id, name: 'a-test', text: 'Test it.' } });
  expect((await mentor.delete(`${path}/${id}`)).status).toBe(204);
  expect((await mentor.delete(`${path}/${id}`)).status).toBe(404);
  expect(await names()).toEqual(['demo']);
});

test('a name stands for one phrase, also where two come at once or again', async () => {
  const { mentor } = await makeMentor();
  const key = { 'idempotency-key': 'k' };
  const [first, again] = [await mentor.post(path, tests, key), await mentor.post(path, tests, key)];
  expect([first.status, again.status, again.body.id]).toEqual([201, 201, first.body.id]);
  expect(await mentor.post(path, tests)).toMatchObject({
    status: 409,
    body: { message: 'You already have a phrase ";tests".' },
  });
  const demo = { name: 'demo', text: 'Show it.' };
  const many = await Promise.all(Array.from({ length: 4 }, () => mentor.post(path, demo)));
  expect(many.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
  expect((await mentor.put(`${path}/${first.body.id}`, demo)).status).toBe(409);
  expect((await mentor.put(`${path}/${first.body.id}`, tests)).status, 'its own name').toBe(200);
});

test('there are at most as many as the limit, also where many come at once', async () => {
  const { app, mentor, id } = await makeMentor();
  const values = Array.from({ length: limits.phrases - 3 }, (_, n) => ({
    account_id: id,
    name: `p${n}`,
    text: 'x',
  }));
  await app.context.database.transaction((writer) =>
    writer.insertInto('staff_phrases').values(values).execute(),
  );
  const burst = await Promise.all(
    Array.from({ length: 12 }, (_, n) => mentor.post(path, { name: `q${n}`, text: 'x' })),
  );
  expect(burst.filter(({ status }) => status === 201)).toHaveLength(3);
  expect(await mentor.post(path, tests)).toMatchObject({
    status: 409,
    body: { message: 'You already have 50 phrases. Delete one first.' },
  });
});

test.each([
  [{ ...tests, name: 'two words' }, 'name must be 1 to 20 lower-case letters, digits or hyphens'],
  [{ ...tests, name: '' }, 'name must be 1 to 20 lower-case letters, digits or hyphens'],
  [{ ...tests, name: 'x'.repeat(21) }, 'name must be 1 to 20 lower-case letters, digits or hyphens'],
  [{ ...tests, text: ' ' }, 'text must have 1 to 2,000 characters'],
  [{ ...tests, text: 'x'.repeat(2_001) }, 'text must have 1 to 2,000 characters'],
])('%j is no phrase', async (typed, message) => {
  const { mentor } = await makeMentor();
  expect(await mentor.post(path, typed)).toMatchObject({ status: 400, body: { message } });
});

test('of two devices that change a phrase the later is told, and different fields both hold', async () => {
  const app = await makeTestApp();
  const client = await app.as(await buildMentor(app.context, []));
  const { id } = (await client.post('/api/staff/phrases', { name: 'tests', text: 'Test it.' })).body;
  const put = (body: object) => client.put(`/api/staff/phrases/${id}`, body);
  const shown = { name: 'tests', text: 'Test it.' };
  expect((await put({ ...shown, text: 'Please test it.', began: { text: shown.text } })).status).toBe(200);
  const renamed = await put({ ...shown, name: 'testing', began: { name: 'tests' } });
  expect(renamed.body).toEqual({ id, name: 'testing', text: 'Please test it.' });
  expect(await put({ ...shown, text: 'Mine.', began: { text: shown.text } })).toMatchObject({
    status: 409,
    body: { current: { id, name: 'testing', text: 'Please test it.' } },
  });
  expect((await put({ name: 'testing', text: 'Please test it. ', began: { text: 'x' } })).status).toBe(200);
  // Without a beginning the last one wins.
  expect((await put(shown)).body).toEqual({ id, ...shown });
});
