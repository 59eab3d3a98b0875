import { expect, test } from 'vitest';
import {
  buildAdministrator,
  buildBatch,
  buildComment,
  buildMentor,
  buildQuestion,
  buildStudent,
} from '#support/factories';
import { makeTestApp } from '#support/test-app';

const discussions = '/api/discussion/discussion';

async function makeDiscussion() {
  const app = await makeTestApp();
  const batch = await buildBatch(app.context, { name: 'MERN-2026-11' });
  const student = await buildStudent(app.context, { batch_id: batch.id, name: 'Asha' });
  const client = await app.as(student);
  const ask = (text: string, overrides: { author_id?: number; deleted_at?: number } = {}) =>
    buildQuestion(app.context, { batch_id: batch.id, author_id: student.id, text, ...overrides });
  return { ...app, batch, student, client, ask, url: `${discussions}/${student.email}` };
}

const texts = (answer: { body: { questions: { question: string }[] } }) =>
  answer.body.questions.map(({ question }) => question);

test('a question comes with its comments, its author and what the reader may do', async () => {
  const { context, clock, batch, student, client, url, ask } = await makeDiscussion();
  const mentor = await buildMentor(context, [batch.id], { name: 'Meera' });
  const question = await ask('How do I begin?');
  const first = await buildComment(context, {
    question_id: question.id,
    author_id: mentor.id,
    text: 'Read.',
  });
  const second = await buildComment(context, {
    question_id: question.id,
    author_id: student.id,
    text: 'Thanks!',
  });
  const answer = await client.get(url);
  const createdAt = new Date(clock.now()).toISOString();
  const asha = { name: 'Asha', online: false, role: 'student' };
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({
    batch: 'MERN-2026-11',
    version: 3,
    questions: [
      {
        _id: String(question.id),
        question: 'How do I begin?',
        answers: ['Read.', 'Thanks!'],
        answers_count: 2,
        comments: [
          {
            id: String(first.id),
            text: 'Read.',
            author: { name: 'Meera', online: false, role: 'mentor' },
            createdAt,
            format: 'plain',
          },
          {
            id: String(second.id),
            text: 'Thanks!',
            author: asha,
            createdAt,
            format: 'plain',
            can: { edit: true, delete: true },
          },
        ],
        author: asha,
        createdAt,
        editedAt: null,
        views: 0,
        isFavorite: false,
        can: { edit: true, delete: true },
        unread: 1,
        isMuted: false,
        format: 'plain',
      },
    ],
  });
});

test('without parameters the newest fifty come, oldest of them first; before goes on from there', async () => {
  const { client, url, ask } = await makeDiscussion();
  const ids: string[] = [];
  for (let n = 1; n <= 53; n += 1) ids.push(String((await ask(`Q${n}`)).id));
  const newest = await client.get(url);
  expect(texts(newest)).toEqual(Array.from({ length: 50 }, (_, n) => `Q${n + 4}`));
  const older = await client.get(`${url}?before=${newest.body.questions[0]._id}`);
  expect(texts(older)).toEqual(['Q1', 'Q2', 'Q3']);
  expect(texts(await client.get(`${url}?limit=2&before=${ids[2]}`))).toEqual(['Q1', 'Q2']);
  expect(texts(await client.get(`${url}?limit=1`))).toEqual(['Q53']);
  expect((await client.get(`${url}?before=${ids[0]}`)).body).toEqual({
    batch: 'MERN-2026-11',
    questions: [],
    version: 0,
  });
});

test('a cursor that is not the batch’s, and a limit out of bounds, are refused', async () => {
  const { context, client, url, ask } = await makeDiscussion();
  const stranger = await buildStudent(context);
  const foreign = await buildQuestion(context, {
    batch_id: stranger.batch_id as number,
    author_id: stranger.id,
  });
  // Nothing of ours is older than the foreign one, and something is older than the later one.
  const own = await ask('Ours');
  const later = await buildQuestion(context, {
    batch_id: stranger.batch_id as number,
    author_id: stranger.id,
  });
  await ask('Newest');
  for (const before of [
    foreign.id,
    later.id,
    own.id + 1000,
    'abc',
    '0',
    '-1',
    '1e3',
    '9'.repeat(90),
    '1;drop',
  ]) {
    expect((await client.get(`${url}?before=${before}`)).status, String(before)).toBe(400);
  }
  for (const limit of ['0', '101', '1.5', 'x', '', '-1', '1&limit=2']) {
    expect((await client.get(`${url}?limit=${limit}`)).status, limit).toBe(400);
  }
});

test('deleted questions are not shown, yet still serve as a cursor', async () => {
  const { clock, client, url, ask } = await makeDiscussion();
  await ask('Older');
  const deleted = await ask('Deleted', { deleted_at: clock.now() });
  await ask('Newer');
  expect(texts(await client.get(url))).toEqual(['Older', 'Newer']);
  expect(texts(await client.get(`${url}?before=${deleted.id}`))).toEqual(['Older']);
});

test('each batch has a discussion of its own, with its own comments', async () => {
  const { context, client, url, ask } = await makeDiscussion();
  const stranger = await buildStudent(context);
  await ask('First');
  const foreign = await buildQuestion(context, {
    batch_id: stranger.batch_id as number,
    author_id: stranger.id,
    text: 'Theirs',
  });
  await buildComment(context, { question_id: foreign.id, author_id: stranger.id, text: 'Secret' });
  await ask('Last');
  const answer = await client.get(url);
  expect(texts(answer)).toEqual(['First', 'Last']);
  expect(JSON.stringify(answer.body)).not.toContain('Secret');
});

test('staff name a batch in place of the address, without regard to case and spaces', async () => {
  const { as, context, batch, ask } = await makeDiscussion();
  await ask('Anybody?');
  await buildBatch(context, { name: 'OTHER' });
  const mentor = await as(await buildMentor(context, [batch.id]));
  const administrator = await as(await buildAdministrator(context));
  for (const client of [mentor, administrator]) {
    const answer = await client.get(`${discussions}/${encodeURIComponent('mern - 2026-11')}`);
    expect(answer).toMatchObject({ status: 200, body: { batch: 'MERN-2026-11' } });
    expect(answer.body.questions[0].can).toEqual({ edit: true, delete: true });
  }
  expect((await mentor.get(`${discussions}/OTHER`)).status).toBe(403);
  expect((await mentor.get(`${discussions}/UNKNOWN`)).status).toBe(403);
  expect((await administrator.get(`${discussions}/OTHER`)).status).toBe(200);
  expect((await administrator.get(`${discussions}/UNKNOWN`)).status).toBe(404);
});

test('a student has one way in: the own address, in any spelling', async () => {
  const { as, context, batch, student, client } = await makeDiscussion();
  const classmate = await buildStudent(context, { batch_id: batch.id });
  expect(
    (await client.get(`${discussions}/${encodeURIComponent(` ${student.email.toUpperCase()} `)}`)).status,
  ).toBe(200);
  expect((await client.get(`${discussions}/${classmate.email}`)).status).toBe(403);
  expect((await client.get(`${discussions}/MERN-2026-11`)).status).toBe(403);
  expect((await (await as(classmate)).get(`${discussions}/${student.email}`)).status).toBe(403);
});

test('a batch named like a staff member’s address opens for its own staff only', async () => {
  const { as, context } = await makeDiscussion();
  const batch = await buildBatch(context, { name: 'mentor@example.test' });
  const outside = await as(await buildMentor(context, [], { email: 'mentor@example.test' }));
  const inside = await as(await buildMentor(context, [batch.id]));
  expect((await outside.get(`${discussions}/mentor@example.test`)).status).toBe(403);
  expect((await inside.get(`${discussions}/mentor@example.test`)).status).toBe(200);
});

test('who waits for placement reads an empty discussion', async () => {
  const { as, context } = await makeDiscussion();
  const waiting = await buildStudent(context, { batch_id: null });
  const client = await as(waiting);
  expect((await client.get(`${discussions}/${waiting.email}`)).body).toEqual({ batch: null, questions: [] });
});
