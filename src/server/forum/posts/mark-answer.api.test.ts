import { expect, test } from 'vitest';
import { limits } from '#contract/limits';
import {
  buildBatch,
  buildComment,
  buildComments,
  buildMentor,
  buildQuestion,
  buildStudent,
} from '#support/factories';
import { makeTestApp, type TestApp } from '#support/test-app';

const discussions = '/api/discussion/discussion';
type Person = { id: number; email: string };

/** A batch with a question of one student's that another has commented on. */
async function makeClass() {
  const portal = await makeTestApp();
  const { context } = portal;
  const batch = await buildBatch(context, { name: 'OURS' });
  const [asker, helper, onlooker] = [
    await buildStudent(context, { batch_id: batch.id }),
    await buildStudent(context, { batch_id: batch.id }),
    await buildStudent(context, { batch_id: batch.id }),
  ];
  const mentor = await buildMentor(context, [batch.id]);
  const asked = { question: 'Docker fails. Why?' };
  const answer = await (await portal.as(asker)).post(`${discussions}/${asker.email}/question`, asked);
  const question = { id: Number(answer.body.questions[0]._id) };
  const comment = await buildComment(context, {
    question_id: question.id,
    author_id: helper.id,
    text: 'So.',
  });
  const as = async (person: Person, named = person.email) => {
    const client = await portal.as(person);
    const forum = `${discussions}/${named}`;
    const solution = `${forum}/question/${question.id}/solution`;
    return {
      client,
      forum,
      solution,
      mark: (id: number | string = comment.id) => client.put(solution, { comment: String(id) }),
      unmark: () => client.delete(solution),
      read: async () => (await client.get(forum)).body.questions[0],
      found: async (query: string) =>
        (await client.get(`${forum}/questions?${query}`)).body.questions.map(
          ({ _id, isSolved }: { _id: string; isSolved: boolean }) => [_id, isSolved],
        ),
      notices: async () =>
        (await client.get('/api/notices')).body.notices.map(
          ({ kind, text, href }: Record<string, string>) => ({ kind, text, href }),
        ),
    };
  };
  return { portal, context, batch, asker, helper, onlooker, mentor, question, comment, as };
}

const linesOf = ({ context }: TestApp) =>
  context.database.reader
    .selectFrom('audit_log')
    .where('act', 'in', ['mark-answer', 'unmark-answer'])
    .orderBy('id')
    .select(['act', 'actor_id', 'about_id', 'before', 'after'])
    .execute();

test('whoever asked marks the answer, and takes it back; everybody sees it', async () => {
  const { asker, onlooker, comment, question, as } = await makeClass();
  const [mine, theirs] = [await as(asker), await as(onlooker)];
  expect(await theirs.read()).not.toHaveProperty('solution');
  const answer = await mine.mark();
  expect(answer.status).toBe(200);
  const solution = { id: String(comment.id), text: 'So.', author: { role: 'student' } };
  expect(answer.body.questions).toMatchObject([{ _id: String(question.id), solution }]);
  expect(await theirs.read()).toMatchObject({ solution, answers: ['So.'], can: { edit: false } });
  expect(await theirs.found('filter=solved')).toEqual([[String(question.id), true]]);
  await theirs.client.post(`${theirs.forum}/question`, { question: 'Docker fails for me too' });
  expect(await theirs.found('q=docker&filter=solved')).toEqual([[String(question.id), true]]);
  expect((await mine.unmark()).status).toBe(200);
  expect(await theirs.read()).not.toHaveProperty('solution');
  expect(await theirs.found('filter=solved')).toEqual([]);
  expect(await theirs.found('q=docker')).toContainEqual([String(question.id), false]);
});

test('a mentor marks it too, which stands in the audit log; nobody else may', async () => {
  const { portal, asker, helper, mentor, comment, as } = await makeClass();
  const helping = await as(helper);
  expect((await helping.mark()).status).toBe(403);
  expect((await helping.unmark()).status).toBe(403);
  const desk = await as(mentor, 'OURS');
  expect((await desk.mark()).status).toBe(200);
  expect((await desk.mark()).status).toBe(200);
  expect((await desk.unmark()).status).toBe(200);
  const line = { actor_id: mentor.id, about_id: asker.id };
  const marked = JSON.stringify({ comment: comment.id });
  expect(await linesOf(portal)).toEqual([
    { ...line, act: 'mark-answer', before: null, after: marked },
    { ...line, act: 'unmark-answer', before: marked, after: null },
  ]);
});

test.each([
  [
    'of another question',
    async ({ context, batch, asker, helper }: Awaited<ReturnType<typeof makeClass>>) => {
      const other = await buildQuestion(context, { batch_id: batch.id, author_id: asker.id });
      return (await buildComment(context, { question_id: other.id, author_id: helper.id })).id;
    },
  ],
  ['that is not there', async () => 987_654],
  ['that is no id', async () => 'all'],
])('a comment %s is no answer', async (_, find) => {
  const room = await makeClass();
  const mine = await room.as(room.asker);
  const refused = await mine.mark(await find(room));
  expect([refused.status, refused.body.message]).toEqual([
    404,
    'This comment does not exist or was removed.',
  ]);
  expect(await mine.read()).not.toHaveProperty('solution');
});

test('those who took part are told once, and no more of what was taken back', async () => {
  const { context, asker, helper, onlooker, mentor, question, comment, as } = await makeClass();
  await buildComment(context, { question_id: question.id, author_id: onlooker.id });
  const [mine, helping, looking] = [await as(asker), await as(helper), await as(onlooker)];
  const href = `/discussion/OURS/${question.id}`;
  const solved = {
    kind: 'question-solved',
    text: 'A comment was marked as the answer to “Docker fails. Why?”',
    href,
  };
  const marked = {
    kind: 'answer-marked',
    text: 'Your comment was marked as the answer to “Docker fails. Why?”',
    href,
  };
  await mine.mark();
  await mine.mark();
  expect(await mine.notices()).toEqual([]);
  expect(await helping.notices()).toEqual([marked]);
  expect(await looking.notices()).toEqual([solved]);
  await mine.unmark();
  expect([await helping.notices(), await looking.notices()]).toEqual([[], []]);
  const desk = await as(mentor, 'OURS');
  await desk.mark();
  expect(await mine.notices()).toEqual([solved]);
  const own = await buildComment(context, { question_id: question.id, author_id: mentor.id });
  await desk.mark(own.id);
  expect(await helping.notices()).toEqual([solved]);
  expect(comment.id).not.toBe(own.id);
  await desk.client.delete(`${desk.forum}/question/${question.id}`);
  expect([await mine.notices(), await helping.notices()]).toEqual([[], []]);
});

test('an answer from before the newest comments is sent with its question', async () => {
  const { context, asker, helper, onlooker, question, comment, as } = await makeClass();
  await buildComments(context, limits.newestComments, { question_id: question.id, author_id: helper.id });
  const mine = await as(asker);
  await mine.mark();
  const shown = await (await as(onlooker)).read();
  expect(shown.comments.map(({ id }: { id: string }) => id)).not.toContain(String(comment.id));
  expect(shown.solution).toMatchObject({ id: String(comment.id), text: 'So.' });
});

test('a repeated key changes nothing, also when another answer was marked since', async () => {
  const { context, asker, helper, question, comment, as } = await makeClass();
  const other = await buildComment(context, { question_id: question.id, author_id: helper.id });
  const mine = await as(asker);
  const headers = { 'idempotency-key': 'a-press-of-mine' };
  const press = () => mine.client.put(mine.solution, { comment: String(comment.id) }, headers);
  expect((await press()).status).toBe(200);
  await mine.mark(other.id);
  expect((await press()).status).toBe(200);
  expect((await mine.read()).solution.id).toBe(String(other.id));
  const wish = { comment: String(other.id) };
  expect((await mine.client.put(mine.solution, wish, headers)).status).toBe(409);
});

test('a hundred marks at once leave one answer', async () => {
  const { context, asker, as } = await makeClass();
  const mine = await as(asker);
  const answers = await Promise.all(Array.from({ length: 100 }, () => mine.mark()));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await context.database.reader.selectFrom('question_solutions').selectAll().execute()).toHaveLength(
    1,
  );
});

test('each change of the answer is a change of the discussion, which whoever follows is told', async () => {
  const { context, asker, question, as } = await makeClass();
  const mine = await as(asker);
  const version = async (): Promise<number> => (await mine.client.get(mine.forum)).body.version;
  const before = await version();
  await mine.mark();
  await mine.mark();
  expect(await version()).toBe(before + 1);
  await mine.unmark();
  expect(await version()).toBe(before + 2);
  const changed = await context.database.reader
    .selectFrom('question_changes')
    .where('question_id', '=', question.id)
    .select('version')
    .executeTakeFirst();
  expect(changed?.version).toBe(before + 2);
});
