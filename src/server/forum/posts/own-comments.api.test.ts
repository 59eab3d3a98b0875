import { expect, test } from 'vitest';
import { limits } from '#contract/limits';
import { buildBatch, buildComment, buildMentor, buildStudent } from '#support/factories';
import { makeTestApp } from '#support/test-app';
import { liftLimits } from '../../accounts/lift-limits.ts';
import { insertPermissions, placesOf } from './own-comments.ts';

const discussions = '/api/discussion/discussion';
const own = { edit: true, delete: true };
type Person = { id: number; email: string };

/** A batch with a question of one student's that another has commented on. */
async function makeClass(given: Parameters<typeof makeTestApp>[0] = {}) {
  const portal = await makeTestApp(given);
  const { context } = portal;
  const batch = await buildBatch(context, { name: 'OURS' });
  const [asker, helper, onlooker] = [
    await buildStudent(context, { batch_id: batch.id, name: 'Asha' }),
    await buildStudent(context, { batch_id: batch.id, name: 'Hari' }),
    await buildStudent(context, { batch_id: batch.id }),
  ];
  const mentor = await buildMentor(context, [batch.id]);
  const as = async (person: Person, named = person.email) => {
    const client = await portal.as(person);
    const forum = `${discussions}/${named}`;
    return {
      client,
      forum,
      ask: async (question: string) =>
        (await client.post(`${forum}/question`, { question })).body.questions.at(-1)._id as string,
      answer: async (id: string, answer: string) =>
        (await client.post(`${forum}/question/${id}/answer`, { answer })).body.questions
          .at(-1)
          .comments.at(-1).id as string,
      read: async () => (await client.get(forum)).body.questions.at(-1),
      notices: async () =>
        (await client.get('/api/notices')).body.notices.map(({ kind }: { kind: string }) => kind),
    };
  };
  const [asking, helping, looking, desk] = [
    await as(asker),
    await as(helper),
    await as(onlooker),
    await as(mentor, 'OURS'),
  ];
  const question = await asking.ask('Docker fails. Why?');
  const comment = await helping.answer(question, 'So.');
  const path = `question/${question}/answer/${comment}`;
  return { ...portal, asking, helping, looking, desk, asker, helper, batch, question, comment, path };
}

const linesOf = ({ context }: Awaited<ReturnType<typeof makeClass>>) =>
  context.database.reader
    .selectFrom('audit_log')
    .where('act', 'in', ['edit-comment', 'delete-comment', 'restore-comment', 'restore-question'])
    .orderBy('id')
    .select(['act', 'about_id', 'before', 'after'])
    .execute();

test('an author edits a comment: everybody reads the new text, and that it was edited', async () => {
  const { helping, looking, path, clock } = await makeClass();
  clock.advance(60_000);
  const answer = await helping.client.put(`${helping.forum}/${path}`, { answer: ' So it is. ' });
  expect(answer.status).toBe(200);
  const editedAt = new Date(clock.now()).toISOString();
  expect(answer.body.questions.at(-1).comments).toMatchObject([{ text: 'So it is.', editedAt, can: own }]);
  const seen = await looking.read();
  expect(seen).toMatchObject({ answers: ['So it is.'], comments: [{ editedAt }], editedAt: null });
  expect(seen.comments[0]).not.toHaveProperty('can');
});

test('what may be done with a comment is told to its author and the mentors alone, marked or not', async () => {
  const { asking, helping, looking, desk, question, comment } = await makeClass();
  await asking.answer(question, 'Mine "can":{"edit":true}');
  await asking.client.put(`${asking.forum}/question/${question}/solution`, { comment });
  const cans = async ({ read, client, forum }: typeof asking) => {
    const { comments, solution } = await read();
    const page = (await client.get(`${forum}/question/${question}/answers`)).body.comments;
    expect(page).toEqual(comments);
    return [...comments, solution].map(({ can }: { can?: object }) => can);
  };
  expect(await cans(helping)).toEqual([own, undefined, own]);
  expect(await cans(asking)).toEqual([undefined, own, undefined]);
  expect(await cans(looking)).toEqual([undefined, undefined, undefined]);
  expect(await cans(desk)).toEqual([own, own, own]);
});

test('who wrote a comment stays in memory: JSON for a stranger is the shared string itself', () => {
  const json = '[{"a":1},{"b":2}]';
  const places = placesOf(['{"a":1}', '{"b":2}'], [7, 8]);
  expect(insertPermissions(json, places, () => false)).toBe(json);
  expect(JSON.parse(insertPermissions(json, places, (id) => id === 8))).toEqual([
    { a: 1 },
    { b: 2, can: own },
  ]);
  expect(JSON.parse(insertPermissions(json, places, () => true))).toEqual([
    { a: 1, can: own },
    { b: 2, can: own },
  ]);
});

test('nobody else may edit, delete or restore it', async () => {
  const { asking, helping, looking, path } = await makeClass();
  for (const { client, forum } of [asking, looking]) {
    expect((await client.put(`${forum}/${path}`, { answer: 'Mine' })).status).toBe(403);
    expect((await client.delete(`${forum}/${path}`)).status).toBe(403);
  }
  expect((await helping.client.delete(`${helping.forum}/${path}`)).status).toBe(200);
  expect((await asking.client.put(`${asking.forum}/${path}/restored`)).status).toBe(403);
  expect((await helping.client.put(`${helping.forum}/${path}/restored`)).status).toBe(200);
});

test('bad texts and unknown comments are refused by name', async () => {
  const { helping, asking, path, question, comment } = await makeClass();
  const url = `${helping.forum}/${path}`;
  expect((await helping.client.put(url, { answer: '  ' })).body.message).toContain('The comment is empty');
  const long = 'x'.repeat(limits.answer + 1);
  expect((await helping.client.put(url, { answer: long })).status).toBe(400);
  const other = await asking.ask('Another?');
  for (const address of [
    `question/${other}/answer/${comment}`,
    `question/${question}/answer/0`,
    `question/${question}/answer/x`,
  ]) {
    expect((await helping.client.put(`${helping.forum}/${address}`, { answer: 'So' })).status).toBe(404);
    expect((await helping.client.delete(`${helping.forum}/${address}`)).status).toBe(404);
    expect((await helping.client.put(`${helping.forum}/${address}/restored`)).status).toBe(404);
  }
});

test('an edit begun from another text is a conflict that shows what stands there; the same text is no edit', async () => {
  const { helping, desk, path, context } = await makeClass();
  expect((await desk.client.put(`${desk.forum}/${path}`, { answer: 'So, too.' })).status).toBe(200);
  const url = `${helping.forum}/${path}`;
  const refused = await helping.client.put(url, { answer: 'Mine', originalText: 'So.' });
  expect(refused).toMatchObject({
    status: 409,
    body: { code: 'conflict', current: { text: 'So, too.', author: 'Hari', format: 'plain' } },
  });
  expect((await helping.client.put(url, { answer: 'So, too.', originalText: 'So.' })).status).toBe(200);
  const former = await context.database.reader.selectFrom('former_texts').selectAll().execute();
  expect(former).toHaveLength(1);
});

test('an edit that changes nothing leaves no text, no line and no version, of a question as of a comment', async () => {
  const fixture = await makeClass();
  const { desk, asking, path, question, context } = fixture;
  // As one that was written before texts were trimmed.
  const untrimmed = await buildComment(context, {
    question_id: Number(question),
    author_id: fixture.helper.id,
    text: 'So. ',
  });
  const before = (await asking.client.get(asking.forum)).body;
  for (const [address, body] of [
    [path, { answer: ' So. ' }],
    [`question/${question}/answer/${untrimmed.id}`, { answer: 'So.' }],
    [`question/${question}`, { questionText: 'Docker fails. Why?\n' }],
  ] as const)
    expect((await desk.client.put(`${desk.forum}/${address}`, body)).status).toBe(200);
  expect((await asking.client.get(asking.forum)).body).toEqual(before);
  const lines = context.database.reader.selectFrom('audit_log').where('act', 'like', 'edit-%');
  expect(await lines.selectAll().execute()).toEqual([]);
  expect(await context.database.reader.selectFrom('former_texts').selectAll().execute()).toEqual([]);
});

test('so many edits an hour, of questions and comments together; others than the posts', async () => {
  const { asking, helping, question, path, clock, context, asker } = await makeClass({
    settings: { forumPostsPerHour: 2 },
  });
  const mine = await asking.answer(question, 'Mine.');
  const address = `${asking.forum}/question/${question}`;
  const edit = (answer: string, key?: string) =>
    asking.client.put(`${address}/answer/${mine}`, { answer }, key ? { 'idempotency-key': key } : {});
  expect((await edit('One', 'first')).status).toBe(200);
  clock.advance(60_000);
  expect((await asking.client.put(address, { questionText: 'Two?' })).status).toBe(200);
  for (const refused of [await edit('Three'), await asking.client.put(address, { questionText: 'Three?' })]) {
    expect(refused).toMatchObject({
      status: 429,
      body: { message: expect.stringContaining('You have edited too many posts') },
    });
    expect(Number(refused.headers['retry-after'])).toBe(59 * 60);
  }
  expect((await asking.read()).comments.at(-1).text).toBe('One');
  expect((await edit('One', 'first')).status, 'a repetition').toBe(200);
  expect((await edit('One')).status, 'nothing is changed').toBe(200);
  expect((await helping.client.put(`${helping.forum}/${path}`, { answer: 'I may.' })).status).toBe(200);
  clock.advance(59 * 60_000);
  expect((await edit('Three')).status).toBe(200);
  expect((await edit('Four')).status).toBe(429);
  await liftLimits(context, { address: asker.email, days: 1, actorId: null });
  expect((await edit('Four')).status).toBe(200);
});

test('a repeated key edits once, and belongs to one text', async () => {
  const { helping, path } = await makeClass();
  const url = `${helping.forum}/${path}`;
  const key = { 'idempotency-key': 'k1' };
  expect((await helping.client.put(url, { answer: 'One' }, key)).status).toBe(200);
  await helping.client.put(url, { answer: 'Two' });
  expect((await helping.client.put(url, { answer: 'One' }, key)).status).toBe(200);
  expect((await helping.read()).answers).toEqual(['Two']);
  expect((await helping.client.put(url, { answer: 'Three' }, key)).status).toBe(409);
});

test('a deleted comment is nowhere any more, and its row stays', async () => {
  const { asking, helping, looking, path, comment, question, context, helper } = await makeClass();
  await asking.answer(question, 'Thanks');
  const before = (await asking.client.get(asking.forum)).body.version;
  const answer = await helping.client.delete(`${helping.forum}/${path}`, { prefer: 'return=minimal' });
  expect(answer).toMatchObject({
    status: 200,
    body: { questions: [{ _id: question, answers: ['Thanks'] }] },
  });
  expect(await looking.read()).toMatchObject({ answers: ['Thanks'], answers_count: 1 });
  expect((await asking.client.get(asking.forum)).body.version).toBeGreaterThan(before);
  const page = await looking.client.get(`${looking.forum}/question/${question}/answers`);
  expect(page.body).toMatchObject({ answers: ['Thanks'], answers_count: 1 });
  const newest = await asking.client.get(`/api/discussion/answers/${asking.forum.split('/').at(-1)}`);
  expect(newest.body).toEqual([]);
  expect(await asking.notices()).not.toContain('answer');
  expect((await helping.client.put(`${helping.forum}/${path}`, { answer: 'Again' })).status).toBe(404);
  const row = await context.database.reader
    .selectFrom('comments')
    .where('id', '=', Number(comment))
    .select(['text', 'deleted_by'])
    .executeTakeFirst();
  expect(row).toEqual({ text: 'So.', deleted_by: helper.id });
});

test('a question whose only comment is deleted is unanswered again, also when it was deleted and came back', async () => {
  const { asking, helping, looking, path, question } = await makeClass();
  const unanswered = async () =>
    (await looking.client.get(`${looking.forum}/questions?filter=unanswered`)).body.questions.map(
      ({ _id }: { _id: string }) => _id,
    );
  expect(await unanswered()).toEqual([]);
  await helping.client.delete(`${helping.forum}/${path}`);
  expect(await unanswered()).toEqual([question]);
  await asking.client.delete(`${asking.forum}/question/${question}`);
  await asking.client.put(`${asking.forum}/question/${question}/restored`);
  expect(await unanswered()).toEqual([question]);
  await helping.client.put(`${helping.forum}/${path}/restored`);
  expect(await unanswered()).toEqual([]);
});

test('the answer that is deleted is none any more, and is it again when that is undone', async () => {
  const { asking, helping, path, question, comment } = await makeClass();
  await asking.client.put(`${asking.forum}/question/${question}/solution`, { comment });
  expect(await helping.notices()).toEqual(['answer-marked']);
  await helping.client.delete(`${helping.forum}/${path}`);
  expect(await asking.read()).not.toHaveProperty('solution');
  expect(await helping.notices()).toEqual([]);
  expect((await helping.client.put(`${helping.forum}/${path}/restored`)).status).toBe(200);
  expect(await asking.read()).toMatchObject({ answers_count: 1, solution: { id: comment, text: 'So.' } });
  expect(await asking.notices()).toContain('answer');
  // Another that was marked meanwhile stays.
  const other = await asking.answer(question, 'Or so.');
  await helping.client.delete(`${helping.forum}/${path}`);
  await asking.client.put(`${asking.forum}/question/${question}/solution`, { comment: other });
  await helping.client.put(`${helping.forum}/${path}/restored`);
  expect((await asking.read()).solution.id).toBe(other);
});

test('a deletion is undone within a minute, and not later', async () => {
  const { asking, helping, path, question, clock } = await makeClass();
  const back = `${asking.forum}/question/${question}/restored`;
  await asking.client.delete(`${asking.forum}/question/${question}`);
  clock.advance(60_000);
  const answer = await asking.client.put(back, undefined, { prefer: 'return=minimal' });
  expect(answer).toMatchObject({ status: 200, body: { questions: [{ _id: question }] } });
  expect((await asking.client.put(back)).status, 'it is there').toBe(200);
  await asking.client.delete(`${asking.forum}/question/${question}`);
  clock.advance(60_001);
  const late = await asking.client.put(back);
  expect(late).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('more than a minute') },
  });
  expect((await helping.client.put(`${helping.forum}/${path}/restored`)).status).toBe(404);
});

test('a mentor edits, deletes and restores: each has its line', async () => {
  const fixture = await makeClass();
  const { desk, path, helper, comment, asker, question } = fixture;
  const url = `${desk.forum}/${path}`;
  expect((await desk.client.put(url, { answer: 'Kindly.' })).status).toBe(200);
  expect((await desk.client.delete(url)).status).toBe(200);
  expect((await desk.client.put(`${url}/restored`)).status).toBe(200);
  await desk.client.delete(`${desk.forum}/question/${question}`);
  expect((await desk.client.put(`${desk.forum}/question/${question}/restored`)).status).toBe(200);
  const of = { comment: Number(comment) };
  const lines = (await linesOf(fixture)).map(({ before, after, ...line }) => ({
    ...line,
    before: JSON.parse(before ?? 'null'),
    after: JSON.parse(after ?? 'null'),
  }));
  expect(lines).toMatchObject([
    {
      act: 'edit-comment',
      about_id: helper.id,
      before: { ...of, text: 'So.' },
      after: { ...of, text: 'Kindly.' },
    },
    { act: 'delete-comment', about_id: helper.id, after: { ...of, text: 'Kindly.' } },
    { act: 'restore-comment', about_id: helper.id, after: { ...of, deletedAt: null } },
    { act: 'restore-question', about_id: asker.id, after: { deletedAt: null } },
  ]);
});

test('former texts are read by all, newest first, and in pages; who edited is told of mentors alone', async () => {
  const { asking, helping, looking, desk, path, question, comment, clock } = await makeClass();
  const url = `${looking.forum}/question/${question}/history`;
  const read = async (query = '') => (await looking.client.get(`${url}${query}`)).body;
  expect(await read()).toEqual({ texts: [] });
  const askedAt = new Date(clock.now()).toISOString();
  clock.advance(60_000);
  await asking.client.put(`${asking.forum}/question/${question}`, { questionText: 'Docker fails. How so?' });
  const editedAt = new Date(clock.now()).toISOString();
  clock.advance(60_000);
  await desk.client.put(`${desk.forum}/question/${question}`, { questionText: 'Docker fails. Reason?' });
  await helping.client.put(`${helping.forum}/${path}`, { answer: 'So it is.' });
  const { texts } = await read();
  expect(texts).toMatchObject([
    { comment, text: 'So.', writtenAt: askedAt, replacedBy: null, format: 'plain' },
    { comment: null, text: 'Docker fails. How so?', writtenAt: editedAt, replacedBy: expect.any(String) },
    { comment: null, text: 'Docker fails. Why?', writtenAt: askedAt, replacedAt: editedAt, replacedBy: null },
  ]);
  expect((await read('?limit=1')).texts).toEqual(texts.slice(0, 1));
  expect((await read(`?before=${texts[0].id}`)).texts).toEqual(texts.slice(1));
  expect((await looking.client.get(`${url}?before=999`)).status).toBe(400);
  const another = await asking.ask('Another?');
  const elsewhere = `${looking.forum}/question/${another}/history?before=${texts[0].id}`;
  expect((await looking.client.get(elsewhere)).status, 'a text of another question').toBe(400);
  await helping.client.delete(`${helping.forum}/${path}`);
  expect((await read()).texts).toEqual(texts.slice(1));
  await asking.client.delete(`${asking.forum}/question/${question}`);
  expect((await looking.client.get(url)).status).toBe(404);
});

test('a page of former texts holds 512 KB', async () => {
  const { helping, looking, path, question } = await makeClass();
  const text = (n: number) => `${n} ${'ж'.repeat(limits.answer - 10)}`;
  for (let n = 0; n < 60; n += 1) await helping.client.put(`${helping.forum}/${path}`, { answer: text(n) });
  const answer = await looking.client.get(`${looking.forum}/question/${question}/history?limit=100`);
  expect(answer.body.more).toBe(true);
  expect(Buffer.byteLength(JSON.stringify(answer.body))).toBeLessThanOrEqual(limits.pageBytes);
  const { id } = answer.body.texts.at(-1);
  const rest = await looking.client.get(
    `${looking.forum}/question/${question}/history?limit=100&before=${id}`,
  );
  expect(answer.body.texts.length + rest.body.texts.length).toBe(60);
});

test('comments beyond the newest fifty move up when one of them is deleted', async () => {
  const { helping, asking, context, question, helper } = await makeClass();
  for (let n = 0; n < limits.newestComments; n += 1)
    await buildComment(context, { question_id: Number(question), author_id: helper.id, text: `${n}` });
  expect((await asking.read()).answers[0]).toBe('0');
  const { id } = (await asking.read()).comments.at(-1);
  await helping.client.delete(`${helping.forum}/question/${question}/answer/${id}`);
  const { answers, answers_count } = await asking.read();
  expect([answers.length, answers[0], answers_count]).toEqual([50, 'So.', 50]);
});
