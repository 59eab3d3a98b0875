import { expect, test, vi } from 'vitest';
import { buildBatch, buildComment, buildMentor, buildQuestion, buildStudent } from '#support/factories';
import { makeTestApp } from '#support/test-app';

const discussions = '/api/discussion/discussion';

async function makeDiscussion() {
  const app = await makeTestApp();
  const { context } = app;
  const batch = await buildBatch(context, { name: 'MERN-2026-11' });
  const student = await buildStudent(context, { batch_id: batch.id, name: 'Asha' });
  const classmate = await buildStudent(context, { batch_id: batch.id });
  const mentor = await buildMentor(context, [batch.id]);
  const question = (text = 'Why?') =>
    buildQuestion(context, { batch_id: batch.id, author_id: student.id, text });
  const clients = {
    student: await app.as(student),
    classmate: await app.as(classmate),
    mentor: await app.as(mentor),
  };
  const urls = {
    student: `${discussions}/${student.email}/question`,
    classmate: `${discussions}/${classmate.email}/question`,
    mentor: `${discussions}/MERN-2026-11/question`,
  };
  return { ...app, batch, student, classmate, mentor, question, clients, urls };
}

const last = (answer: { body: { questions: { question: string; _id: string; answers: string[] }[] } }) =>
  answer.body.questions.at(-1);

test('a new question is trimmed, stamped by the server and last in the answer', async () => {
  const { clients, urls, question, clock } = await makeDiscussion();
  await question('Earlier');
  const answer = await clients.student.post(urls.student, {
    question: '  How?\n ',
    _id: '1',
    author: 'Mallory',
    createdAt: '2020-01-01',
    views: 99,
  });
  expect(answer.status).toBe(201);
  expect(answer.body).toMatchObject({ batch: 'MERN-2026-11', questions: [{ question: 'Earlier' }, {}] });
  expect(last(answer)).toMatchObject({
    question: 'How?',
    answers: [],
    author: { name: 'Asha', role: 'student' },
    createdAt: new Date(clock.now()).toISOString(),
    editedAt: null,
    views: 0,
  });
});

test('questions asked at once come back each as the last one of its own answer', async () => {
  const { clients, urls } = await makeDiscussion();
  const asked = Array.from({ length: 20 }, (_, n) => `Question ${n}`);
  const answers = await Promise.all(
    asked.map((text) => clients.student.post(urls.student, { question: text })),
  );
  expect(answers.map((answer) => last(answer)?.question)).toEqual(asked);
  expect(new Set(answers.map((answer) => last(answer)?._id)).size).toBe(20);
});

test('what somebody else asks in the same moment does not take the last place', async () => {
  const { clients, urls, question, context } = await makeDiscussion();
  const { transaction } = context.database;
  vi.spyOn(context.database, 'transaction').mockImplementationOnce(async (change) => {
    const result = await transaction(change);
    await question('A moment later');
    return result;
  });
  const answer = await clients.student.post(urls.student, { question: 'Mine' });
  expect(last(answer)?.question).toBe('Mine');
});

test('staff ask and answer in a batch of theirs', async () => {
  const { clients, urls } = await makeDiscussion();
  const asked = await clients.mentor.post(urls.mentor, { question: 'Any news?' });
  expect(last(asked)).toMatchObject({ author: { role: 'mentor' } });
  const answered = await clients.mentor.post(`${urls.mentor}/${last(asked)?._id}/answer`, {
    answer: ' Yes. ',
  });
  expect(answered.status).toBe(201);
  expect(last(answered)).toMatchObject({ answers: ['Yes.'], comments: [{ author: { role: 'mentor' } }] });
});

test('what is empty after trimming, too long, or no text is refused', async () => {
  const { clients, urls, question } = await makeDiscussion();
  const { id } = await question();
  for (const text of [undefined, null, '', '  \n\t', 5, true, ['x'], { x: 1 }, 'x'.repeat(10_001)]) {
    const ways = [
      await clients.student.post(urls.student, { question: text }),
      await clients.student.post(`${urls.student}/${id}/answer`, { answer: text }),
      await clients.student.put(`${urls.student}/${id}`, { questionText: text }),
    ];
    expect(
      ways.map(({ status }) => status),
      String(text).slice(0, 20),
    ).toEqual([400, 400, 400]);
  }
  const { body } = await clients.student.get(urls.student.replace('/question', ''));
  expect(body.questions).toMatchObject([{ question: 'Why?', answers: [], editedAt: null }]);
});

test('who waits for placement cannot post', async () => {
  const { as, context, question } = await makeDiscussion();
  const { id } = await question();
  const waiting = await buildStudent(context, { batch_id: null });
  const client = await as(waiting);
  const url = `${discussions}/${waiting.email}/question`;
  const refusals = [
    await client.post(url, { question: 'Hello?' }),
    await client.post(`${url}/${id}/answer`, { answer: 'Me too' }),
  ];
  for (const { status, body } of refusals) {
    expect(status).toBe(409);
    expect(body.message).toContain('You have no batch yet.');
  }
  expect((await client.put(`${url}/${id}`, { questionText: 'Mine' })).status).toBe(404);
  expect((await client.post(`${url}/${id}/view`)).status).toBe(404);
});

test('the author edits: new words, the instant of the edit, nothing in the audit log', async () => {
  const { clients, urls, question, clock, context } = await makeDiscussion();
  const { id } = await question();
  clock.advance(1000);
  const answer = await clients.student.put(`${urls.student}/${id}`, { questionText: ' Why not? ' });
  expect(answer.status).toBe(200);
  expect(last(answer)).toMatchObject({ question: 'Why not?', editedAt: new Date(clock.now()).toISOString() });
  expect(await context.database.reader.selectFrom('audit_log').selectAll().execute()).toEqual([]);
});

test('another student may neither edit nor delete, and is told so by `can`', async () => {
  const { clients, urls, question } = await makeDiscussion();
  const { id } = await question();
  const url = `${urls.classmate}/${id}`;
  expect((await clients.classmate.put(url, { questionText: 'Mine' })).status).toBe(403);
  expect((await clients.classmate.delete(url)).status).toBe(403);
  const { body } = await clients.classmate.get(urls.classmate.replace('/question', ''));
  expect(body.questions).toMatchObject([{ question: 'Why?', can: { edit: false, delete: false } }]);
});

test('what a mentor changes of others is in the audit log, before and after', async () => {
  const { clients, urls, question, mentor, context, clock } = await makeDiscussion();
  const { id } = await question();
  expect((await clients.mentor.put(`${urls.mentor}/${id}`, { questionText: 'Reworded' })).status).toBe(200);
  expect((await clients.mentor.delete(`${urls.mentor}/${id}`)).status).toBe(200);
  const log = await context.database.reader.selectFrom('audit_log').orderBy('id').selectAll().execute();
  const act = { actor_id: mentor.id, subject: String(id), at: clock.now() };
  expect(log).toMatchObject([
    { ...act, act: 'edit-question' },
    { ...act, act: 'delete-question' },
  ]);
  const told = log.map(({ before, after }) => [JSON.parse(before ?? ''), JSON.parse(after ?? '')]);
  const deletedAt = new Date(clock.now()).toISOString();
  expect(told).toEqual([
    [{ text: 'Why?' }, { text: 'Reworded' }],
    [
      { text: 'Reworded', deletedAt: null },
      { text: 'Reworded', deletedAt },
    ],
  ]);
});

test('a deleted question is gone for everybody, while its row stays', async () => {
  const { clients, urls, question, context, clock } = await makeDiscussion();
  await question('Kept');
  const { id } = await question();
  const answer = await clients.student.delete(`${urls.student}/${id}`);
  expect(answer).toMatchObject({ status: 200, body: { questions: [{ question: 'Kept' }] } });
  for (const user of ['student', 'classmate', 'mentor'] as const) {
    const url = `${urls[user]}/${id}`;
    const client = clients[user];
    const statuses = [
      (await client.put(url, { questionText: 'Again' })).status,
      (await client.delete(url)).status,
      (await client.post(`${url}/answer`, { answer: 'Again' })).status,
      (await client.put(`${url}/favorite`)).status,
      (await client.delete(`${url}/favorite`)).status,
      (await client.post(`${url}/view`)).status,
    ];
    expect(statuses, user).toEqual([404, 404, 404, 404, 404, 404]);
  }
  const row = context.database.reader.selectFrom('questions').where('id', '=', id).selectAll();
  expect(await row.executeTakeFirst()).toMatchObject({ text: 'Why?', deleted_at: clock.now() });
});

test('a question of another batch is not there, whoever asks through the own discussion', async () => {
  const { context, as, clients, urls } = await makeDiscussion();
  const stranger = await buildStudent(context);
  const foreign = await buildQuestion(context, {
    batch_id: stranger.batch_id as number,
    author_id: stranger.id,
  });
  const moved = await buildQuestion(context, {
    batch_id: stranger.batch_id as number,
    author_id: (await buildStudent(context)).id,
  });
  const administrator = await as(
    await buildMentor(context, [], { role: 'administrator', email: 'admin@example.test' }),
  );
  const ways = [
    [clients.student, urls.student],
    [clients.mentor, urls.mentor],
    [administrator, urls.mentor],
  ] as const;
  for (const [client, url] of ways) {
    for (const id of [
      foreign.id,
      moved.id,
      999_999,
      0,
      -1,
      '1.5',
      'abc',
      '9'.repeat(30),
      '%00',
      '1%20or%201=1',
    ]) {
      const expected = id === '%00' ? 400 : 404;
      const statuses = [
        (await client.put(`${url}/${id}`, { questionText: 'Mine' })).status,
        (await client.delete(`${url}/${id}`)).status,
        (await client.post(`${url}/${id}/answer`, { answer: 'Mine' })).status,
        (await client.put(`${url}/${id}/favorite`)).status,
        (await client.delete(`${url}/${id}/favorite`)).status,
        (await client.post(`${url}/${id}/view`)).status,
      ];
      expect(statuses, String(id)).toEqual(Array(6).fill(expected));
    }
  }
});

test('a change of an old question answers with the newest fifty all the same', async () => {
  const { clients, urls, question } = await makeDiscussion();
  const old = await question('Old');
  for (let n = 1; n <= 50; n += 1) await question(`Q${n}`);
  const answers = [
    await clients.classmate.post(`${urls.classmate}/${old.id}/answer`, { answer: 'Late' }),
    await clients.student.put(`${urls.student}/${old.id}`, { questionText: 'Still old' }),
    await clients.student.delete(`${urls.student}/${old.id}`),
  ];
  for (const { body } of answers) {
    expect(body.questions.map(({ question: text }: { question: string }) => text)).toEqual(
      Array.from({ length: 50 }, (_, n) => `Q${n + 1}`),
    );
  }
});

test('comments stand in the order in which they came', async () => {
  const { clients, urls, question, context, classmate } = await makeDiscussion();
  const { id } = await question();
  await buildComment(context, { question_id: id, author_id: classmate.id, text: 'One' });
  await clients.student.post(`${urls.student}/${id}/answer`, { answer: 'Two' });
  const answer = await clients.mentor.post(`${urls.mentor}/${id}/answer`, { answer: 'Three' });
  expect(last(answer)?.answers).toEqual(['One', 'Two', 'Three']);
});
