import { expect, test } from 'vitest';
import { buildBatch, buildComment, buildMentor, buildQuestion, buildStudent } from '#support/factories';
import { makeTestApp } from '#support/test-app';

const discussions = '/api/discussion/discussion';
const reason = 'It names somebody’s sister.';

type Wish = { act: string; comment?: string; reason?: string };

async function makeClass() {
  const portal = await makeTestApp();
  const { context } = portal;
  const batch = await buildBatch(context, { name: 'OURS' });
  const [author, classmate] = [
    await buildStudent(context, { batch_id: batch.id, name: 'Asha Author' }),
    await buildStudent(context, { batch_id: batch.id, name: 'Rina Reader' }),
  ];
  const mentor = await buildMentor(context, [batch.id], { name: 'Meera Mentor' });
  const stranger = await buildMentor(context, [(await buildBatch(context, { name: 'THEIRS' })).id]);
  const question = await buildQuestion(context, {
    batch_id: batch.id,
    author_id: author.id,
    text: 'Who is it?',
  });
  const comment = await buildComment(context, {
    question_id: question.id,
    author_id: classmate.id,
    text: 'It is her.',
  });
  const as = async (person: { id: number; email: string }, named = person.email) => {
    const client = await portal.as(person);
    const forum = `${discussions}/${named}`;
    const url = `${forum}/question/${question.id}`;
    return {
      client,
      forum,
      url,
      moderate: (wish: Wish, headers = {}) =>
        client.post(`${url}/moderation`, { reason, ...wish }, { prefer: 'return=minimal', ...headers }),
      hidden: async (query = '') => (await client.get(`${forum}/hidden${query}`)).body,
      read: async () => (await client.get(forum)).body.questions,
      notices: async () =>
        (await client.get('/api/notices')).body.notices
          .filter(({ kind }: { kind: string }) => kind === 'post-moderated')
          .map(({ text, href }: Record<string, string>) => ({ text, href })),
    };
  };
  const lines = () =>
    context.database.reader
      .selectFrom('audit_log')
      .orderBy('id')
      .select(['act', 'actor_id as actor', 'about_id as about', 'before', 'after'])
      .execute();
  return { portal, context, batch, author, classmate, mentor, stranger, question, comment, as, lines };
}

test('a question is hidden with a reason: nobody sees it, its author learns why, a mentor shows it again', async () => {
  const { as, author, classmate, mentor, question, lines } = await makeClass();
  const desk = await as(mentor, 'OURS');
  const [asker, reader] = [await as(author), await as(classmate)];
  const done = await desk.moderate({ act: 'hide' });
  expect(done).toMatchObject({ status: 200, body: { questions: [] } });
  for (const someone of [desk, asker, reader]) expect(await someone.read()).toEqual([]);
  const post = {
    id: expect.any(String),
    question: String(question.id),
    comment: null,
    text: 'Who is it?',
    author: 'Asha Author',
    reason,
    hidden_at: expect.any(String),
  };
  expect(await desk.hidden()).toEqual({ posts: [{ ...post, hidden_by: 'Meera Mentor' }] });
  expect(await asker.hidden(), 'the own, without who has hidden it').toEqual({
    posts: [{ ...post, hidden_by: null }],
  });
  expect(await reader.hidden(), 'of somebody else').toEqual({ posts: [] });
  expect(await asker.notices()).toEqual([
    {
      text: 'A mentor has hidden your question “Who is it?”',
      href: `/discussion/OURS/${question.id}?hidden=question`,
    },
  ]);
  expect(await reader.notices()).toEqual([]);

  expect(await desk.moderate({ act: 'show', reason: 'She agrees.' })).toMatchObject({
    status: 200,
    body: { questions: [{ _id: String(question.id) }] },
  });
  expect(await reader.read()).toMatchObject([{ question: 'Who is it?', comments: [{ text: 'It is her.' }] }]);
  expect(await desk.hidden()).toEqual({ posts: [] });
  expect(await asker.notices()).toEqual([
    { text: 'A mentor has shown again your question “Who is it?”', href: `/discussion/OURS/${question.id}` },
  ]);
  const found = await lines();
  expect(found).toMatchObject([
    { act: 'hide-post', actor: mentor.id, about: author.id },
    { act: 'show-post', actor: mentor.id, about: author.id },
  ]);
  expect(found.map(({ after }) => JSON.parse(after ?? '{}').reason)).toEqual([reason, 'She agrees.']);
});

test('a comment is hidden, is the answer no more, and is it again once it is shown', async () => {
  const { as, author, classmate, mentor, comment } = await makeClass();
  const desk = await as(mentor, 'OURS');
  const [asker, commenter] = [await as(author), await as(classmate)];
  const id = String(comment.id);
  expect((await asker.client.put(`${asker.url}/solution`, { comment: id })).status).toBe(200);
  expect((await desk.moderate({ act: 'hide', comment: id })).status).toBe(200);
  expect(await asker.read()).toMatchObject([{ answers: [], answers_count: 0 }]);
  expect((await asker.read())[0].solution).toBeUndefined();
  expect(await commenter.hidden()).toMatchObject({ posts: [{ comment: id, text: 'It is her.', reason }] });
  expect(await asker.hidden(), 'of somebody else').toEqual({ posts: [] });
  expect(await commenter.notices()).toMatchObject([
    { href: expect.stringContaining(`?hidden=${id}`), text: expect.stringContaining('your comment') },
  ]);
  expect((await desk.moderate({ act: 'show', comment: id })).status).toBe(200);
  expect(await asker.read()).toMatchObject([{ answers: ['It is her.'], solution: { id } }]);
});

test('what is hidden is neither changed nor brought back by its author, nor hidden again', async () => {
  const { as, author, mentor } = await makeClass();
  const desk = await as(mentor, 'OURS');
  const asker = await as(author);
  await desk.moderate({ act: 'hide' });
  expect((await desk.moderate({ act: 'hide' })).status).toBe(404);
  expect((await asker.client.put(`${asker.url}/restored`)).status).toBe(403);
  expect((await asker.client.put(asker.url, { questionText: 'Now?' })).status).toBe(404);
  expect((await asker.client.delete(asker.url)).status).toBe(404);
  expect(await asker.read()).toEqual([]);
});

test('what its author has deleted is the author’s: no mentor lists it or shows it again', async () => {
  const { as, author, classmate, mentor, comment } = await makeClass();
  const desk = await as(mentor, 'OURS');
  const [asker, commenter] = [await as(author), await as(classmate)];
  const id = String(comment.id);
  expect((await commenter.client.delete(`${commenter.url}/answer/${id}`)).status).toBe(200);
  expect(await desk.moderate({ act: 'show', comment: id })).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('The author has deleted this') },
  });
  expect((await asker.client.delete(asker.url)).status).toBe(200);
  expect((await desk.moderate({ act: 'show' })).status).toBe(409);
  expect(await desk.hidden()).toEqual({ posts: [] });
  expect(await desk.read()).toEqual([]);
});

test('what a mentor deletes without a reason is on the list, leaves it with the undoing, and is no news to its author', async () => {
  const { as, author, mentor, comment } = await makeClass();
  const desk = await as(mentor, 'OURS');
  const answer = `${desk.url}/answer/${comment.id}`;
  expect((await desk.client.delete(answer)).status).toBe(200);
  expect((await desk.client.delete(desk.url)).status).toBe(200);
  expect(await desk.hidden()).toMatchObject({
    posts: [
      { comment: null, reason: null },
      { comment: String(comment.id), reason: null },
    ],
  });
  expect(await (await as(author)).notices()).toEqual([]);
  expect((await desk.client.put(`${desk.url}/restored`)).status).toBe(200);
  expect(await desk.hidden()).toMatchObject({ posts: [{ comment: String(comment.id) }] });
  expect((await desk.client.put(`${answer}/restored`)).status).toBe(200);
  expect(await desk.hidden()).toEqual({ posts: [] });
});

test('the list goes on before an id, what was hidden last first', async () => {
  const { as, mentor, question, comment } = await makeClass();
  const desk = await as(mentor, 'OURS');
  await desk.moderate({ act: 'hide', comment: String(comment.id) });
  await desk.moderate({ act: 'hide' });
  const first = await desk.hidden('?limit=1');
  expect(first).toMatchObject({ posts: [{ question: String(question.id), comment: null }], more: true });
  const rest = await desk.hidden(`?before=${first.posts[0].id}`);
  expect(rest).toMatchObject({ posts: [{ comment: String(comment.id) }] });
  expect(rest.more).toBeUndefined();
  expect((await desk.client.get(`${desk.forum}/hidden?before=x`)).status).toBe(400);
});

test('below a locked question students write nothing more and change nothing; they read why, and mentors write on', async () => {
  const { as, author, classmate, mentor, question, comment } = await makeClass();
  const desk = await as(mentor, 'OURS');
  const [asker, commenter] = [await as(author), await as(classmate)];
  expect((await desk.moderate({ act: 'lock', reason: 'It goes in circles.' })).status).toBe(200);
  const refused = {
    status: 409,
    body: { message: 'A mentor has locked this question: It goes in circles.' },
  };
  expect(await commenter.client.post(`${commenter.url}/answer`, { answer: 'But' })).toMatchObject(refused);
  expect(await asker.client.put(asker.url, { questionText: 'But?' })).toMatchObject(refused);
  const own = `${commenter.url}/answer/${comment.id}`;
  expect(await commenter.client.put(own, { answer: 'But' })).toMatchObject(refused);
  expect((await desk.client.post(`${desk.url}/answer`, { answer: 'Enough.' })).status).toBe(201);
  expect(await commenter.read()).toMatchObject([
    { question: 'Who is it?', locked: { reason: 'It goes in circles.' }, answers: ['It is her.', 'Enough.'] },
  ]);
  const found = await commenter.client.get(`${commenter.forum}/questions`);
  expect(found.body.questions).toMatchObject([{ locked: { reason: 'It goes in circles.' } }]);
  expect(await asker.notices()).toEqual([
    { text: 'A mentor has locked your question “Who is it?”', href: `/discussion/OURS/${question.id}` },
  ]);
  // One's own goes whenever one likes.
  expect((await commenter.client.delete(own)).status).toBe(200);

  expect((await desk.moderate({ act: 'unlock' })).status).toBe(200);
  expect(await asker.notices()).toEqual([]);
  expect((await asker.read())[0].locked).toBeUndefined();
  expect((await commenter.client.post(`${commenter.url}/answer`, { answer: 'Thanks' })).status).toBe(201);
});

test('pinned questions are found by themselves, with the reason; at most five are', async () => {
  const { as, context, batch, author, classmate, mentor, question } = await makeClass();
  const desk = await as(mentor, 'OURS');
  const reader = await as(classmate);
  expect((await desk.moderate({ act: 'pin', reason: 'The dates of the viva' })).status).toBe(200);
  const pinned = async (q = '') =>
    (await reader.client.get(`${reader.forum}/questions?filter=pinned${q}`)).body.questions;
  expect(await pinned()).toMatchObject([
    { _id: String(question.id), pinned: { reason: 'The dates of the viva' } },
  ]);
  expect(await reader.read()).toMatchObject([{ pinned: { reason: 'The dates of the viva' } }]);
  const others = [];
  for (let i = 0; i < 5; i += 1)
    others.push(
      await buildQuestion(context, { batch_id: batch.id, author_id: author.id, text: `Who ${i}?` }),
    );
  const pin = (id: number, act = 'pin') =>
    desk.client.post(`${desk.forum}/question/${id}/moderation`, { act, reason });
  for (const { id } of others.slice(0, 4)) expect((await pin(id)).status).toBe(200);
  const last = others[4] as { id: number };
  expect(await pin(last.id)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('5 questions are pinned already') },
  });
  expect((await pin(question.id)).status, 'what is pinned stays so').toBe(200);
  expect(await pinned()).toHaveLength(5);
  expect(
    (await pinned(`&after=${(others[0] as { id: number }).id}`)).map(({ _id }: { _id: string }) => _id),
  ).toEqual([String(question.id)]);
  // A hidden one makes room, and is on no list.
  expect((await pin((others[0] as { id: number }).id, 'hide')).status).toBe(200);
  expect((await pin(last.id)).status).toBe(200);
  expect(await pinned()).toHaveLength(5);
  expect((await pin(question.id, 'unpin')).status).toBe(200);
  expect((await pinned()).map(({ _id }: { _id: string }) => _id)).not.toContain(String(question.id));
});

test('a reader who follows is told of a lock and a pin, and a page that is kept is not shown any more', async () => {
  const { as, classmate, mentor } = await makeClass();
  const desk = await as(mentor, 'OURS');
  const reader = await as(classmate);
  const version = async () => (await reader.client.get(reader.forum)).body.version;
  const before = await version();
  await desk.moderate({ act: 'lock' });
  const locked = await version();
  expect(locked).toBeGreaterThan(before);
  await desk.moderate({ act: 'unlock' });
  expect(await version()).toBeGreaterThan(locked);
});

test('hiding settles the reports of a post; when its author deletes it they leave the mentors’ notices until it is back', async () => {
  const { as, author, classmate, mentor, comment } = await makeClass();
  const desk = await as(mentor, 'OURS');
  const [asker, commenter] = [await as(author), await as(classmate)];
  const told = async () =>
    (await desk.client.get('/api/notices')).body.notices.map(({ kind }: { kind: string }) => kind);
  const id = String(comment.id);
  expect((await asker.client.post(`${asker.url}/report`, { comment: id })).status).toBe(201);
  expect(await told()).toEqual(['post-reported']);
  const own = `${commenter.url}/answer/${id}`;
  expect((await commenter.client.delete(own)).status).toBe(200);
  expect(await told()).toEqual([]);
  expect((await commenter.client.put(`${own}/restored`)).status).toBe(200);
  expect(await told()).toEqual(['post-reported']);
  await desk.moderate({ act: 'hide', comment: id });
  expect(await told()).toEqual([]);
  await desk.moderate({ act: 'show', comment: id });
  expect(await told(), 'a mentor has seen them').toEqual([]);
  expect((await desk.client.get(`${desk.forum}/reports`)).body).toEqual({ posts: [] });
  // The same of a question.
  expect((await commenter.client.post(`${commenter.url}/report`, {})).status).toBe(201);
  expect((await asker.client.delete(asker.url)).status).toBe(200);
  expect(await told()).toEqual([]);
  expect((await asker.client.put(`${asker.url}/restored`)).status).toBe(200);
  expect(await told()).toEqual(['post-reported']);
});

test('mentors of the batch alone moderate, with a reason; a comment is neither locked nor pinned', async () => {
  const { as, author, classmate, mentor, stranger, comment, lines } = await makeClass();
  for (const [person, named] of [
    [author, author.email],
    [classmate, classmate.email],
    [stranger, 'OURS'],
  ] as const)
    for (const act of ['hide', 'show', 'lock', 'unlock', 'pin', 'unpin'])
      expect((await (await as(person, named)).moderate({ act })).status).toBe(403);
  const desk = await as(mentor, 'OURS');
  for (const [wish, says] of [
    [{ act: 'hide', reason: '  ' }, 'The reason is empty'],
    [{ act: 'hide', reason: 'x'.repeat(501) }, 'at most 500'],
    [{ act: 'close' }, 'act must be one of hide, show, lock, unlock, pin, unpin'],
    [{ act: 'lock', comment: String(comment.id) }, 'act must be hide or show'],
  ] as const)
    expect(await desk.moderate(wish)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining(says) },
    });
  const without = await desk.client.post(`${desk.url}/moderation`, { act: 'hide' });
  expect(without).toMatchObject({ status: 400, body: { message: expect.stringContaining('reason') } });
  expect((await desk.moderate({ act: 'hide', comment: '999' })).status).toBe(404);
  expect((await desk.moderate({ act: 'show', comment: 'x' })).status).toBe(404);
  const theirs = await desk.client.post(`${desk.forum}/question/999/moderation`, { act: 'show', reason });
  expect(theirs.status).toBe(404);
  expect(await lines()).toEqual([]);
  expect((await desk.read())[0]).toMatchObject({ question: 'Who is it?', answers: ['It is her.'] });
});

test('a repetition under a key changes nothing, also when it was taken back since', async () => {
  const { as, mentor, lines } = await makeClass();
  const desk = await as(mentor, 'OURS');
  const key = { 'idempotency-key': 'k' };
  expect((await desk.moderate({ act: 'pin' }, key)).status).toBe(200);
  expect((await desk.moderate({ act: 'unpin' })).status).toBe(200);
  expect((await desk.moderate({ act: 'pin' }, key)).status).toBe(200);
  expect((await desk.read())[0].pinned).toBeUndefined();
  expect((await desk.moderate({ act: 'lock' }, key)).status).toBe(409);
  expect((await lines()).map(({ act }) => act)).toEqual(['pin-question', 'unpin-question']);
});

test('who asked without a name is told by the own account alone; the mentors’ list has the name', async () => {
  const { as, author, classmate, mentor } = await makeClass();
  const desk = await as(mentor, 'OURS');
  const asker = await as(author);
  const { body } = await asker.client.post(`${asker.forum}/question`, { question: 'Psst?', anonymous: true });
  const id = body.questions.at(-1)._id;
  await desk.client.post(`${desk.forum}/question/${id}/moderation`, { act: 'pin', reason });
  const reader = await as(classmate);
  const list = await reader.client.get(`${reader.forum}/questions?filter=pinned`);
  expect(list.body.questions).toMatchObject([{ author: { name: 'Anonymous' } }]);
  expect(JSON.stringify(list.body)).not.toContain('Asha');
  await desk.client.post(`${desk.forum}/question/${id}/moderation`, { act: 'hide', reason });
  expect(JSON.stringify(await reader.hidden())).toBe('{"posts":[]}');
  expect(await desk.hidden()).toMatchObject({ posts: [{ author: 'Asha Author' }] });
});

test('a mentor’s own post: deleted it is nobody’s to show again, hidden it is, and nobody is told', async () => {
  const { as, mentor } = await makeClass();
  const desk = await as(mentor, 'OURS');
  const written = async (answer: string) => {
    const { body } = await desk.client.post(`${desk.url}/answer`, { answer });
    return String(body.questions[0].comments.at(-1).id);
  };
  const [deleted, hidden] = [await written('One'), await written('Two')];
  expect((await desk.client.delete(`${desk.url}/answer/${deleted}`)).status).toBe(200);
  expect((await desk.moderate({ act: 'hide', comment: hidden })).status).toBe(200);
  expect(await desk.hidden()).toMatchObject({ posts: [{ comment: hidden }] });
  expect(await desk.notices()).toEqual([]);
});

test('what is moderated in one batch is nothing to another', async () => {
  const { as, context, author, mentor, stranger } = await makeClass();
  const [ours, theirs, asker] = [await as(mentor, 'OURS'), await as(stranger, 'THEIRS'), await as(author)];
  const { body } = await asker.client.post(`${asker.forum}/question`, { question: 'Does the cluster fail?' });
  const own = `${ours.forum}/question/${body.questions.at(-1)._id}/moderation`;
  const moderate = async (act: string) => (await ours.client.post(own, { act, reason })).status;
  const batch = await context.database.reader
    .selectFrom('batches')
    .where('name', '=', 'THEIRS')
    .select('id')
    .executeTakeFirstOrThrow();
  // More than a list has, as of many batches.
  for (let i = 0; i < 25; i += 1) {
    const { id } = await buildQuestion(context, {
      batch_id: batch.id,
      author_id: stranger.id,
      text: `Q ${i}`,
    });
    const of = { batch_id: batch.id, question_id: id, comment_id: null, post: `question:${id}` };
    const by = { author_id: stranger.id, actor_id: stranger.id, reason, made_at: 0 };
    await context.database.transaction((writer) =>
      writer
        .insertInto('post_interventions')
        .values({ ...of, ...by, kind: 'pinned' })
        .execute(),
    );
    if (i === 0)
      expect(
        (await theirs.client.post(`${theirs.forum}/question/${id}/moderation`, { act: 'hide', reason }))
          .status,
      ).toBe(200);
  }
  expect(await ours.hidden()).toEqual({ posts: [] });
  const find = async (query: string) =>
    (await ours.client.get(`${ours.forum}/questions?${query}`)).body.questions;
  expect(await find('filter=pinned')).toEqual([]);
  expect(await moderate('lock')).toBe(200);
  expect(await find('filter=pinned'), 'locked is not pinned').toEqual([]);
  expect(await find('filter=pinned&q=cluster')).toEqual([]);
  expect(await moderate('pin'), 'theirs do not count').toBe(200);
  expect(await find('filter=pinned')).toHaveLength(1);
  expect(await find('filter=pinned&q=cluster')).toHaveLength(1);
});
