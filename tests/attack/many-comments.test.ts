import { expect, test } from 'vitest';
import { commentPage, discussion, type CommentPage, type Question } from '#contract/forum/calls';
import { limits } from '#contract/limits';
import { newestCommentsBetween } from '#server/forum/queries';
import { buildComments, buildQuestion, buildStudent } from '#support/factories';
import { readToTheEnd } from '#support/read-to-the-end';
import { makeTestApp } from '#support/test-app';

/** Whoever comments without end gains no forum that is long or slow for the others. */

const discussions = '/api/discussion/discussion';
const long = 'x'.repeat(limits.answer);

async function makeForum(settings: Parameters<typeof makeTestApp>[0] = {}) {
  const app = await makeTestApp(settings);
  const { context } = app;
  const loud = await buildStudent(context);
  const batch_id = loud.batch_id as number;
  const classmate = await buildStudent(context, { batch_id });
  const ask = (text?: string) =>
    buildQuestion(context, { batch_id, author_id: loud.id, ...(text !== undefined && { text }) });
  const comment = async (question_id: number, count: number, text?: string) => {
    const values = { question_id, author_id: loud.id, ...(text !== undefined && { text }) };
    return (await buildComments(context, count, values)).map(String);
  };
  const clients = { loud: await app.as(loud), classmate: await app.as(classmate) };
  const url = `${discussions}/${classmate.email}`;
  return { ...app, loud, classmate, batch_id, ask, comment, clients, url };
}

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
const idOf = ({ _id }: Question) => _id;

test('a forum of megabytes for every classmate', async () => {
  const { ask, comment, clients, url } = await makeForum();
  const question = await ask();
  await comment(question.id, 526, long);
  const { body } = await clients.classmate.get(url);
  expect(discussion.strict().parse(body)).toEqual(body);
  const [{ answers, comments, answers_count }] = body.questions;
  expect(answers_count).toBe(526);
  expect(comments).toHaveLength(6);
  expect(bytesOf(comments)).toBeLessThanOrEqual(limits.newestCommentBytes);
  expect(answers).toEqual(comments.map(({ text }: { text: string }) => text));
  expect(bytesOf(body)).toBeLessThan(70_000);
});

test('short comments without number: the newest fifty come, in their order', async () => {
  const { ask, comment, clients, url } = await makeForum();
  const question = await ask();
  const ids = await comment(question.id, 60);
  await comment((await ask()).id, 1);
  const { body } = await clients.classmate.get(url);
  const [many, one] = body.questions;
  expect(many.comments.map(({ id }: { id: string }) => id)).toEqual(ids.slice(-50));
  expect([many.answers.length, many.answers_count]).toEqual([50, 60]);
  expect([one.answers.length, one.answers_count]).toEqual([1, 1]);
});

test('a comment of the longest text in letters of six bytes, which leaves no room for any', async () => {
  const { ask, comment, clients, url } = await makeForum();
  const question = await ask();
  await comment(question.id, 2, '\u0001'.repeat(limits.answer));
  const { body } = await clients.classmate.get(url);
  expect(body.questions[0].comments).toHaveLength(1);
  expect(bytesOf(body.questions[0].comments)).toBeLessThanOrEqual(limits.newestCommentBytes);
});

test('more read from the database than the forum shows', async () => {
  const { ask, comment, batch_id, context } = await makeForum();
  const first = await ask();
  const last = await ask();
  await comment(first.id, 120);
  await comment(last.id, 30, long);
  const range = { batchId: batch_id, oldest: first.id, newest: last.id };
  const rows = await newestCommentsBetween(context.database.reader, range);
  const of = (id: number) => rows.filter(({ questionId }) => questionId === id);
  expect(of(first.id)).toHaveLength(50);
  // As many as the bytes hold.
  expect(of(last.id)).toHaveLength(6);
});

test('a page that ends early and looks like the end, so that older questions are not seen', async () => {
  const { ask, comment, clients, url } = await makeForum();
  const ids: string[] = [];
  for (let n = 0; n < 14; n++) {
    const { id } = await ask('\u0001'.repeat(limits.question));
    ids.push(String(id));
    if (n % 2 === 0) await comment(id, 1, long);
  }
  for (const query of ['?limit=14', '?limit=100']) {
    const list = ({ questions }: { questions: Question[] }) => questions;
    const read = await readToTheEnd<Question>(clients.classmate, url + query, idOf, list);
    expect(read.ids).toEqual(ids);
    expect(read.pages.length).toBeGreaterThan(1);
    for (const { bytes } of read.pages) expect(bytes).toBeLessThanOrEqual(limits.pageBytes);
    expect(read.pages.map(({ body }) => body.more === true)).toEqual(
      read.pages.map((_, index) => index < read.pages.length - 1),
    );
  }
  // As it is cached, too: fewer than fit are no early end.
  expect((await clients.classmate.get(url)).body.more).toBe(true);
  expect((await clients.classmate.get(`${url}?limit=2`)).body.more).toBeUndefined();
});

test('comments that nobody can reach any more', async () => {
  const { ask, comment, clients, url } = await makeForum();
  const question = await ask();
  const ids = [...(await comment(question.id, 100)), ...(await comment(question.id, 70, long))];
  const answersUrl = `${url}/question/${question.id}/answers`;
  type Comment = CommentPage['comments'][number];
  const list = ({ comments }: CommentPage) => comments;
  const idOfComment = ({ id }: Comment) => id;
  for (const query of ['', '?limit=100', '?limit=7']) {
    const read = await readToTheEnd<Comment>(clients.classmate, answersUrl + query, idOfComment, list);
    expect(read.ids).toEqual(ids);
    for (const { body, bytes } of read.pages) {
      expect(commentPage.strict().parse(body)).toEqual(body);
      expect(bytes).toBeLessThanOrEqual(limits.pageBytes);
      expect(body).toMatchObject({ _id: String(question.id), answers_count: 170 });
      expect(body.answers).toEqual(body.comments.map(({ text }: Comment) => text));
    }
  }
  const shown = (await clients.classmate.get(url)).body.questions[0].comments;
  const { body } = await clients.classmate.get(`${answersUrl}?before=${shown[0].id}&limit=2`);
  const next = ids.indexOf(shown[0].id);
  expect(body.comments.map(idOfComment)).toEqual(ids.slice(next - 2, next));
});

test('comments of a question that is not theirs to read, by its id or by a cursor', async () => {
  const { ask, comment, clients, url, context, clock } = await makeForum();
  const question = await ask();
  const other = await ask();
  const [elsewhere] = await comment(other.id, 1);
  await comment(question.id, 1);
  const get = async (id: number | string, query = '') =>
    (await clients.classmate.get(`${url}/question/${id}/answers${query}`)).status;
  const foreign = await buildStudent(context);
  const hidden = await buildQuestion(context, {
    batch_id: foreign.batch_id as number,
    author_id: foreign.id,
  });
  await context.database.transaction((writer) =>
    writer.updateTable('questions').set({ deleted_at: clock.now() }).where('id', '=', other.id).execute(),
  );
  expect(await get(question.id)).toBe(200);
  for (const id of [hidden.id, other.id, 'x', '1e3', question.id + 1_000]) expect(await get(id)).toBe(404);
  for (const before of [elsewhere, 'x', '0', question.id + 1_000, '1;drop'])
    expect(await get(question.id, `?before=${before}`), String(before)).toBe(400);
});

test('answers of 130 KB for a comment of ten letters', async () => {
  const { ask, comment, clients, loud } = await makeForum();
  const questions = [await ask(), await ask(), await ask()];
  await comment(questions[1]?.id as number, 60);
  const url = `${discussions}/${loud.email}/question`;
  const minimal = { prefer: 'return=minimal' };
  const ids = ({ body }: { body: { questions: Question[] } }) => body.questions.map(({ _id }) => Number(_id));
  const at = (index: number) => questions[index]?.id as number;
  const commented = await clients.loud.post(`${url}/${at(1)}/answer`, { answer: 'Ten letter' }, minimal);
  expect(commented.status).toBe(201);
  expect(discussion.strict().parse(commented.body)).toEqual(commented.body);
  expect(ids(commented)).toEqual([at(1)]);
  expect(commented.body.questions[0]).toMatchObject({ answers_count: 61, can: { edit: true } });
  expect(commented.body.questions[0].answers.at(-1)).toBe('Ten letter');
  const edited = await clients.loud.put(
    `${url}/${at(0)}`,
    { questionText: 'So?' },
    { prefer: 'wait=5, Return="minimal"' },
  );
  expect([ids(edited), edited.body.questions[0].question]).toEqual([[at(0)], 'So?']);
  expect(
    ids(await clients.loud.send({ method: 'DELETE', url: `${url}/${at(2)}`, headers: minimal })),
  ).toEqual([]);
  const asked = await clients.loud.post(url, { question: 'New?' }, minimal);
  expect(asked.body.questions).toMatchObject([{ question: 'New?' }]);
  // Whoever does not ask for it gets the whole newest page, as ever.
  for (const prefer of [undefined, 'return=representation', 'noreturn=minimal', 'handling=lenient']) {
    const headers = prefer === undefined ? {} : { prefer };
    const whole = await clients.loud.post(`${url}/${at(0)}/answer`, { answer: 'Yes' }, headers);
    expect(ids(whole)).toEqual([at(0), at(1), ...ids(asked)]);
  }
});

test('posts without number of one account', async () => {
  const { ask, clients, loud, classmate, clock } = await makeForum({ settings: { forumPostsPerHour: 3 } });
  clock.advance(2 * 3_600_000);
  const question = (await ask()).id;
  const url = `${discussions}/${loud.email}/question`;
  const post = (key?: string) =>
    clients.loud.post(
      `${url}/${question}/answer`,
      { answer: 'Again' },
      key === undefined ? {} : { 'idempotency-key': key },
    );
  // The question counts as well as what is said to it.
  expect([(await post('one')).status, (await post('two')).status]).toEqual([201, 201]);
  clock.advance(60_000);
  const refused = await post('three');
  expect(refused.status).toBe(429);
  expect(refused.body).toMatchObject({
    code: 'too_many',
    message: 'You have posted too many times. Try again in 59 minutes.',
  });
  expect(refused.headers['retry-after']).toBe(String(59 * 60));
  expect((await clients.loud.post(url, { question: 'Another?' })).status).toBe(429);
  for (let n = 0; n < 5; n++) expect((await post('two')).status, 'a repetition is no post').toBe(201);
  const others = `${discussions}/${classmate.email}/question/${question}/answer`;
  expect((await clients.classmate.post(others, { answer: 'I may' })).status).toBe(201);
  clock.advance(59 * 60_000);
  expect((await post('three')).status, 'under the key that was refused').toBe(201);
  expect(
    (await clients.classmate.get(`${discussions}/${classmate.email}`)).body.questions[0].answers_count,
  ).toBe(4);
});
