import { expect, test } from 'vitest';
import { buildBatch, buildComment, buildMentor, buildQuestion, buildStudent } from '#support/factories';
import { makeTestApp } from '#support/test-app';

async function makeForum() {
  const app = await makeTestApp();
  const batch = await buildBatch(app.context);
  const asha = await buildStudent(app.context, { batch_id: batch.id, name: 'Asha' });
  const ravi = await buildStudent(app.context, { batch_id: batch.id, name: 'Ravi' });
  const mentor = await buildMentor(app.context, [batch.id], { name: 'Meera' });
  const ask = (
    text: string,
    overrides: { author_id?: number; batch_id?: number; deleted_at?: number } = {},
  ) => buildQuestion(app.context, { batch_id: batch.id, author_id: asha.id, text, ...overrides });
  const say = (question: { id: number }, author: { id: number }, text: string) =>
    buildComment(app.context, { question_id: question.id, author_id: author.id, text });
  const client = await app.as(asha);
  const url = `/api/discussion/answers/${asha.email}`;
  const read = async () => {
    const { status, body } = await client.get(url);
    expect(status).toBe(200);
    return body as { question: { _id: string; beginning: string }; comment: { beginning: string } }[];
  };
  const said = async () =>
    (await read()).map(({ question, comment }) => `${question.beginning} ${comment.beginning}`);
  return { ...app, batch, asha, ravi, mentor, ask, say, read, said };
}

test('an answer comes with its question, its author and its time', async () => {
  const { clock, ask, say, mentor, read } = await makeForum();
  const question = await ask('How do I begin?');
  const { id } = await say(question, mentor, 'Read.');
  expect(await read()).toEqual([
    {
      question: { _id: String(question.id), beginning: 'How do I begin?' },
      comment: {
        id: String(id),
        beginning: 'Read.',
        author: { name: 'Meera', online: false, role: 'mentor' },
        createdAt: new Date(clock.now()).toISOString(),
      },
    },
  ]);
});

test('one a question, the newest first, and three at most', async () => {
  const { ask, say, ravi, mentor, said } = await makeForum();
  const questions = [await ask('1?'), await ask('2?'), await ask('3?'), await ask('4?')] as const;
  for (const question of questions) await say(question, ravi, 'I wonder too.');
  await say(questions[0], mentor, 'So.');
  expect(await said()).toEqual(['1? So.', '4? I wonder too.', '3? I wonder too.']);
});

test('what one said oneself is no answer, and hides none', async () => {
  const { ask, say, asha, ravi, said } = await makeForum();
  const alone = await ask('Anybody?');
  await say(alone, asha, 'Nobody.');
  const answered = await ask('Which port?');
  await say(answered, ravi, '3000.');
  await say(answered, asha, 'Thank you.');
  expect(await said()).toEqual(['Which port? 3000.']);
});

test('nothing of deleted questions, of other people, or of a batch that was left', async () => {
  const { context, clock, ask, say, ravi, mentor, said } = await makeForum();
  await say(await ask('Deleted?', { deleted_at: clock.now() }), mentor, 'Yes.');
  await say(await ask('Of Ravi?', { author_id: ravi.id }), mentor, 'Yes.');
  const before = await buildBatch(context);
  await say(await ask('Before?', { batch_id: before.id }), mentor, 'Yes.');
  expect(await said()).toEqual([]);
});

test('long texts are cut to their beginning', async () => {
  const { ask, say, mentor, read } = await makeForum();
  await say(await ask('why '.repeat(1_000)), mentor, 'because '.repeat(600));
  const [answer] = await read();
  expect(answer?.question.beginning.length).toBeLessThanOrEqual(171);
  expect(answer?.comment.beginning.length).toBeLessThanOrEqual(171);
});

test('whoever waits for placement has no answers', async () => {
  const app = await makeTestApp();
  const student = await buildStudent(app.context, { batch_id: null });
  const { status, body } = await (await app.as(student)).get(`/api/discussion/answers/${student.email}`);
  expect([status, body]).toEqual([200, []]);
});
