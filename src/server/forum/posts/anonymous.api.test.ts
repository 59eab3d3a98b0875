import { expect, test } from 'vitest';
import { endpoints, type EndpointName } from '#contract/wire/endpoints';
import { makeFixture, send, table } from '#support/access-table';
import { buildBatch, buildComment, buildMentor, buildStudent } from '#support/factories';
import { makeTestApp } from '#support/test-app';

const discussions = '/api/discussion/discussion';
const nobody = { name: 'Anonymous', online: false, role: 'student' };

/** A batch with a question that was asked without a name, below which its author, a classmate and the mentor have commented. */
async function makeForum() {
  const portal = await makeTestApp();
  const { context } = portal;
  const batch = await buildBatch(context, { name: 'OURS' });
  const asker = await buildStudent(context, { batch_id: batch.id, name: 'Zebulon Quirk' });
  const classmate = await buildStudent(context, { batch_id: batch.id });
  const mentor = await buildMentor(context, [batch.id]);
  const mine = await portal.as(asker);
  const theirs = await portal.as(classmate);
  const desk = await portal.as(mentor);
  const forum = `${discussions}/${asker.email}`;
  const asked = await mine.post(`${forum}/question`, { question: 'What is a promise?', anonymous: true });
  const id = asked.body.questions[0]._id as string;
  const answer = `question/${id}/answer`;
  await theirs.post(`${discussions}/${classmate.email}/${answer}`, { answer: 'A receipt.' });
  await mine.post(`${forum}/${answer}`, { answer: 'Thank you!' });
  await desk.post(`${discussions}/OURS/${answer}`, { answer: 'Just so.' });
  return { portal, context, batch, asker, classmate, mentor, mine, theirs, desk, forum, id, asked };
}

/** Who stands at each place of a discussion's first question: its author, those of its comments, and of its solution. */
const authorsIn = ({ questions: [question] }: { questions: any[] }) => ({
  question: question.author.name,
  comments: question.comments.map(({ author }: { author: { name: string } }) => author.name),
});

test('classmates are not told who asked; whoever did, and the mentors, are', async () => {
  const { classmate, mentor, asker, mine, theirs, desk, forum, asked } = await makeForum();
  expect(asked.body.questions[0]).toMatchObject({ author: { name: asker.name }, anonymous: true });
  const read = {
    mine: () => mine.get(forum),
    theirs: () => theirs.get(`${discussions}/${classmate.email}`),
    desk: () => desk.get(`${discussions}/OURS`),
  };
  const named = { question: asker.name, comments: [classmate.name, asker.name, mentor.name] };
  // In turn: the second reader is served from the cache.
  for (let round = 0; round < 2; round++) {
    const { body } = await read.theirs();
    expect(authorsIn(body)).toEqual({
      question: 'Anonymous',
      comments: [classmate.name, 'Anonymous', mentor.name],
    });
    expect(body.questions[0]).toMatchObject({
      author: nobody,
      anonymous: true,
      comments: [{}, { author: nobody, anonymous: true }, {}],
    });
    expect(body.questions[0].comments[0]).not.toHaveProperty('anonymous');
    expect(authorsIn((await read.desk()).body)).toEqual(named);
    expect(authorsIn((await read.mine()).body)).toEqual(named);
  }
});

test('what finds a question, and pages of its comments, say as little', async () => {
  const { classmate, asker, mine, theirs, desk, forum, id } = await makeForum();
  const own = `${discussions}/${classmate.email}`;
  for (const query of ['questions?q=promise', 'questions?sort=oldest', 'similar?text=What+is+a+promise']) {
    const found = async (client: typeof mine, base: string) =>
      (await client.get(`${base}/${query}`)).body.questions;
    expect(await found(theirs, own), query).toMatchObject([{ _id: id, author: nobody, anonymous: true }]);
    expect(await found(mine, forum), query).toMatchObject([{ _id: id, author: { name: asker.name } }]);
    expect(await found(desk, `${discussions}/OURS`), query).toMatchObject([{ author: { name: asker.name } }]);
  }
  const page = async (client: typeof mine, base: string) =>
    (await client.get(`${base}/question/${id}/answers`)).body.comments[1];
  expect(await page(theirs, own)).toMatchObject({ author: nobody, anonymous: true });
  expect(await page(mine, forum)).toMatchObject({ author: { name: asker.name } });
});

test('the answer that whoever asked found alone is nobody’s either', async () => {
  const { context, asker, classmate, mine, theirs, forum, id } = await makeForum();
  const { body } = await mine.post(`${forum}/question/${id}/answer`, { answer: 'I have it: a receipt.' });
  const own = body.questions[0].comments.at(-1);
  await mine.put(`${forum}/question/${id}/solution`, { comment: own.id });
  // Far from the newest comments, it is read by itself.
  const author = { question_id: Number(id), author_id: classmate.id };
  for (let count = 0; count < 51; count++) await buildComment(context, author);
  const seen = (await theirs.get(`${discussions}/${classmate.email}`)).body.questions[0];
  expect(seen.solution).toMatchObject({ id: own.id, author: nobody, anonymous: true });
  expect((await mine.get(forum)).body.questions[0].solution.author).toMatchObject({ name: asker.name });
});

test('no call, notice, mail or event that reaches a classmate says who asked', async () => {
  const fixture = await makeFixture();
  const { context } = fixture.app;
  const { student: email, classmate } = fixture.emails;
  const { id } = await context.database.reader
    .selectFrom('accounts')
    .where('email', '=', email)
    .select('id')
    .executeTakeFirstOrThrow();
  await context.database.transaction(async (writer) => {
    await writer.updateTable('accounts').set({ name: 'Zebulon Quirk' }).where('id', '=', id).execute();
  });
  const asked = await fixture.clients.student.post(`${discussions}/${email}/question`, {
    question: 'Why is a promise?',
    anonymous: true,
  });
  const question = asked.body.questions.at(-1)._id as string;
  const own = await fixture.clients.student.post(`${discussions}/${email}/question/${question}/answer`, {
    answer: 'Found it.',
  });
  const forum = `${discussions}/${classmate}`;
  await fixture.clients.classmate.post(`${forum}/question/${question}/answer`, { answer: 'So did I.' });
  await fixture.clients.classmate.put(`${forum}/question/${question}/favorite`);
  const comment = own.body.questions.at(-1).comments[0].id as string;
  const asker = fixture.clients.student;
  const at = `${discussions}/${email}/question/${question}`;
  const edited = [
    await asker.delete(at),
    await asker.put(`${at}/restored`),
    await asker.put(`${at}/solution`, { comment }),
    await asker.put(at, { questionText: 'Why is there a promise?' }),
    await asker.put(`${at}/answer/${comment}`, { answer: 'I found it.' }),
    await asker.delete(`${at}/answer/${comment}`),
    await asker.put(`${at}/answer/${comment}/restored`),
  ];
  expect(edited.map(({ status }) => status)).toEqual(edited.map(() => 200));
  // The question that stands in the fixture was asked with a name, which is no secret.
  await fixture.clients.student.delete(`${discussions}/${email}/question/${fixture.question}`);
  const signs = ['Zebulon', 'Quirk', email];
  const reads = (Object.keys(endpoints) as EndpointName[]).filter((name) => endpoints[name].method === 'GET');
  const answered: string[] = [];
  for (const name of reads) {
    if (table[name].expected.classmate >= 300) continue;
    const { status, body } = await send({ ...fixture, question }, name, 'classmate');
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    for (const sign of signs) expect.soft(text, `${name} (${status})`).not.toContain(sign);
    answered.push(name);
  }
  expect(answered).toEqual(
    expect.arrayContaining([
      'readDiscussion',
      'findQuestions',
      'findSimilarQuestions',
      'followDiscussion',
      'readComments',
      'readHistory',
      'listNotices',
    ]),
  );
  const told = await context.database.reader
    .selectFrom('notices')
    .where('account_id', '!=', id)
    .selectAll()
    .execute();
  expect(told.length).toBeGreaterThan(0);
  const mailed = await context.database.reader
    .selectFrom('outbox')
    .where('recipient', '!=', email)
    .selectAll()
    .execute();
  for (const sign of signs) expect(JSON.stringify([told, mailed])).not.toContain(sign);
});

test('former texts, and what changes of comments answer a classmate, say as little', async () => {
  const { asker, classmate, mine, theirs, desk, forum, id, mentor } = await makeForum();
  const own = `${discussions}/${classmate.email}`;
  const [receipt, thanks] = (await mine.get(forum)).body.questions[0].comments;
  const ofAsker = `question/${id}/answer/${thanks.id}`;
  await mine.put(`${forum}/question/${id}`, { questionText: 'What is a promise for?' });
  await mine.put(`${forum}/${ofAsker}`, { answer: 'Thank you all!' });
  await desk.put(`${discussions}/OURS/${ofAsker}`, { answer: 'Thank you, all!' });
  const history = (await theirs.get(`${own}/question/${id}/history`)).body;
  expect(history.texts.map(({ text, replacedBy }: any) => [text, replacedBy])).toEqual([
    ['Thank you all!', mentor.name],
    ['Thank you!', null],
    ['What is a promise?', null],
  ]);
  const ofClassmate = `${own}/question/${id}/answer/${receipt.id}`;
  const minimal = { prefer: 'return=minimal' };
  const answers = [
    await theirs.put(ofClassmate, { answer: 'A receipt, so to say.' }),
    await theirs.delete(ofClassmate),
    await theirs.put(`${ofClassmate}/restored`),
    await theirs.put(ofClassmate, { answer: 'A receipt.' }, minimal),
    // Nothing of it is deleted.
    await theirs.put(`${own}/question/${id}/restored`),
    await theirs.put(`${own}/${ofAsker}/restored`),
  ];
  for (const { status, body } of answers) {
    expect(status).toBe(200);
    const comments = body.questions[0].comments;
    expect(body.questions[0].author).toEqual(nobody);
    expect(comments.find((one: any) => one.id === thanks.id)).toMatchObject({
      author: nobody,
      anonymous: true,
    });
    expect(comments.find((one: any) => one.id === thanks.id)).not.toHaveProperty('can');
  }
  // Not theirs to change: what is refused tells nothing either.
  const refused = [
    await theirs.put(`${own}/${ofAsker}`, { answer: 'Mine', originalText: 'Thank you!' }),
    await theirs.delete(`${own}/${ofAsker}`),
    await theirs.put(`${own}/question/${id}`, { questionText: 'Mine', originalText: 'Else' }),
  ];
  await mine.delete(`${forum}/${ofAsker}`);
  refused.push(await theirs.put(`${own}/${ofAsker}/restored`));
  await mine.put(`${forum}/${ofAsker}/restored`);
  await mine.delete(`${forum}/question/${id}`);
  refused.push(await theirs.put(`${own}/question/${id}/restored`));
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
  const heard = JSON.stringify([history, answers.map(({ body }) => body), refused.map(({ body }) => body)]);
  for (const sign of [asker.name, asker.email]) expect(heard).not.toContain(sign);
  // Brought back, it stands without a name as before.
  await mine.put(`${forum}/question/${id}/restored`);
  const { questions } = (await theirs.get(own)).body;
  expect(authorsIn({ questions })).toMatchObject({ question: 'Anonymous' });
  expect(questions[0].comments.find((one: any) => one.id === thanks.id).author).toEqual(nobody);
});

test('an edit keeps it so, and the record of whoever asked says it', async () => {
  const { classmate, asker, mine, theirs, desk, forum, id } = await makeForum();
  await mine.put(`${forum}/question/${id}`, { questionText: 'What is a promise for?' });
  const { questions } = (await theirs.get(`${discussions}/${classmate.email}`)).body;
  expect(questions).toMatchObject([{ question: 'What is a promise for?', author: nobody }]);
  const posts = (await desk.get(`/api/staff/students/${asker.email}/posts`)).body;
  expect(posts).toMatchObject([
    { kind: 'question', anonymous: true },
    { kind: 'comment', anonymous: true },
  ]);
  const ofClassmate = (await desk.get(`/api/staff/students/${classmate.email}/posts`)).body;
  expect(ofClassmate[0]).not.toHaveProperty('anonymous');
});

test('staff ask with their names, and one key is for one question with or without a name', async () => {
  const { mine, desk, forum } = await makeForum();
  const refused = await desk.post(`${discussions}/OURS/question`, { question: 'Who?', anonymous: true });
  expect([refused.status, refused.body.message]).toEqual([400, 'Only students can post anonymously.']);
  const key = { 'idempotency-key': 'a-question' };
  const ask = (anonymous: unknown) => mine.post(`${forum}/question`, { question: 'Again?', anonymous }, key);
  expect((await ask('yes')).status).toBe(400);
  expect((await ask(true)).status).toBe(201);
  expect((await ask(true)).body.questions.at(-1)).toMatchObject({ question: 'Again?', anonymous: true });
  expect((await ask(false)).status).toBe(409);
});
