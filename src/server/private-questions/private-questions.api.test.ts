import { expect, test } from 'vitest';
import { hourMs } from '#contract/durations';
import type { PrivateQuestion } from '#contract/private-questions/calls';
import { attach } from '#support/attachments';
import { buildMentor } from '#support/factories';
import { makePortalFixture } from '#support/portal-fixture';
import { readAuditLog } from '#support/read-audit-log';
import type { Client } from '#support/test-app';

async function makePrivate(settings: object = {}) {
  const portal = await makePortalFixture({ classmate: {} }, { settings } as never);
  const { app, clients, people, batch } = portal;
  const colleague = await buildMentor(app.context, [batch.id]);
  const s_id = people.student.email;
  const url = (named: string, id = '') => `/api/discussion/private/${named}${id && `/${id}`}`;
  const send = (client: Client, named: string, body: object, headers = {}) =>
    client.post(url(named), body, headers);
  const ask = async (text: string) => {
    const { body } = await send(clients.student, s_id, { text });
    return body.questions[0] as PrivateQuestion;
  };
  const reader = app.context.database.reader;
  return {
    ...portal,
    colleague,
    asColleague: await app.as(colleague),
    s_id,
    send,
    ask,
    url,
    list: async (client = clients.student, named = s_id): Promise<PrivateQuestion[]> =>
      (await client.get(url(named))).body.questions,
    answer: (client: Client, question: string, text = 'Yes.') =>
      send(client, 'OURS', { text, question, format: 'markdown' }),
    change: (client: Client, named: string, id: string, body: object, headers = {}) =>
      client.put(url(named, id), body, headers),
    noticesOf: async ({ id }: { id: number }) => {
      const rows = await reader
        .selectFrom('notices')
        .where('account_id', '=', id)
        .where('kind', 'in', ['private-question', 'private-answer'])
        .orderBy('id')
        .select('text')
        .execute();
      return rows.map(({ text }) => text);
    },
  };
}

test('a student asks the mentors, and the first who answers takes the question', async () => {
  const fixture = await makePrivate();
  const { clients, people, s_id, send, ask, list, answer, change, noticesOf, colleague, app } = fixture;
  const { asColleague, url } = fixture;
  const { student, mentor } = clients;
  const key = { 'idempotency-key': 'k1' };
  const asked = await send(student, s_id, { text: ' May I **leave** early? ', format: 'markdown' }, key);
  const own = { text: 'May I **leave** early?', can: { edit: true, delete: true } };
  expect(asked).toMatchObject({
    status: 201,
    body: { batch: 'OURS', questions: [{ posts: [own], posts_count: 1, taken_by: null, unread: 0 }] },
  });
  expect(asked.body.questions[0].posts[0].html).toContain('<strong>leave</strong>');
  const again = await send(student, s_id, { text: 'May I **leave** early?', format: 'markdown' }, key);
  expect(again.body, 'repeated').toEqual(asked.body);
  expect((await send(student, s_id, { text: 'Other' }, key)).status, 'another under the key').toBe(409);
  const { _id: first, waiting_since: waiting } = asked.body.questions[0] as PrivateQuestion;
  expect(waiting).not.toBeNull();
  app.clock.advance(1_000);
  const { _id: second } = await ask('And tomorrow?');
  expect((await list()).map(({ _id }) => _id)).toEqual([second, first]);

  // Longest waiting first; both are unread, and one's own.
  const waits = await list(mentor, 'OURS');
  expect(waits.map(({ _id, unread }) => [_id, unread])).toEqual([
    [first, 1],
    [second, 1],
  ]);
  expect(waits[0]?.posts[0]).not.toHaveProperty('can');
  const told = `${people.student.name} asks the mentors privately`;
  expect(await noticesOf(people.mentor)).toEqual([told, told]);
  expect(await noticesOf(colleague)).toEqual([told, told]);

  const answered = await answer(mentor, first);
  expect(answered).toMatchObject({
    status: 201,
    body: { questions: [{ waiting_since: null, taken_by: { name: people.mentor.name, is_you: true } }] },
  });
  expect(await noticesOf(people.student)).toEqual(['A mentor answered your private question']);
  expect(await noticesOf(colleague), 'what is answered waits for nobody').toEqual([told]);
  expect((await list(mentor, 'OURS')).map(({ _id }) => _id)).toEqual([second, first]);
  expect((await list())[1]).toMatchObject({ unread: 1, posts_count: 2 });
  const read = { act: 'read', post: answered.body.questions[0].posts[1].id };
  expect((await change(student, s_id, first, read)).body.questions[0].unread).toBe(0);

  // A follow-up is the taker's alone, until a colleague takes over.
  await send(student, s_id, { text: 'Thank you. At noon?', question: first });
  const wrote = `${people.student.name} wrote in a private question`;
  expect(await noticesOf(people.mentor)).toEqual([told, wrote]);
  expect(await noticesOf(colleague)).toEqual([told]);
  const taken = await change(asColleague, 'OURS', first, { act: 'take' });
  expect(taken.body.questions[0].taken_by).toEqual({ name: colleague.name, is_you: true });
  expect(await noticesOf(people.mentor)).toEqual([told]);
  await answer(mentor, first, 'Yes, at noon.');
  expect((await list())[1]?.taken_by).toEqual({ name: colleague.name, is_you: false });
  const one = await student.get(`${url(s_id)}?question=${first}`);
  expect(one.body.questions[0].posts.map(({ text }: { text: string }) => text)).toEqual([
    'May I **leave** early?',
    'Yes.',
    'Thank you. At noon?',
    'Yes, at noon.',
  ]);
  const acts = (await readAuditLog(app)).map(({ act }) => act);
  expect(acts.filter((act) => act.includes('private'))).toEqual([
    'answer-private-question',
    'take-private-question',
    'answer-private-question',
  ]);
  expect(JSON.stringify(await readAuditLog(app)), 'no words').not.toMatch(/noon|leave/);
});

test('posts are edited and deleted by those who wrote them alone', async () => {
  const { clients, s_id, ask, answer, list, change, noticesOf, people, send } = await makePrivate();
  const { student, mentor, administrator } = clients;
  const { _id: id, posts } = await ask('May I?');
  const post = posts[0]?.id as string;
  const edit = { act: 'edit', post, text: 'May I leave?' };
  expect((await change(mentor, 'OURS', id, edit)).status).toBe(403);
  expect((await change(mentor, 'OURS', id, { act: 'delete', post })).status).toBe(403);
  for (const act of ['take', 'ask-to-open'])
    expect((await change(student, s_id, id, { act })).status, act).toBe(403);
  expect((await change(mentor, 'OURS', id, { act: 'open' })).status).toBe(403);
  expect((await send(mentor, 'OURS', { text: 'Mentors?' })).status, 'mentors ask no mentors').toBe(400);
  for (const [body, status] of [
    [{ act: 'edit', text: 'x' }, 400],
    [{ act: 'edit', post }, 400],
    [{ act: 'edit', post: '99', text: 'x' }, 404],
    [{ act: 'read', post: 'x' }, 400],
    [{ act: 'drop' }, 400],
  ] as const)
    expect((await change(student, s_id, id, body)).status, JSON.stringify(body)).toBe(status);
  expect((await change(student, s_id, '99', edit)).status).toBe(404);

  const edited = await change(student, s_id, id, edit);
  expect(edited.body.questions[0].posts[0]).toMatchObject({ text: 'May I leave?' });
  expect(edited.body.questions[0].posts[0].editedAt).toBeDefined();
  const answered = await answer(administrator, id);
  const [, reply] = answered.body.questions[0].posts;
  const gone = await change(administrator, 'OURS', id, { act: 'delete', post: reply.id });
  expect(gone.body.questions[0]).toMatchObject({ posts_count: 1 });
  expect(gone.body.questions[0].waiting_since, 'it waits again').not.toBeNull();
  expect(await noticesOf(people.student)).toEqual([]);
  expect(await noticesOf(people.mentor), 'the answer took it off the list').toEqual([]);

  expect((await change(student, s_id, id, { act: 'delete', post })).body.questions).toEqual([]);
  expect(await list()).toEqual([]);
  expect(await list(mentor, 'OURS')).toEqual([]);
  expect((await answer(mentor, id)).status).toBe(404);
});

test('files are read by the author and the mentors, and go with their post', async () => {
  const { clients, s_id, send, change, people } = await makePrivate();
  const { student, mentor, classmate, administrator } = clients;
  const { body: file } = await attach(student, s_id);
  const path = `/api/discussion/attachments/${file.id}`;
  const { body } = await send(student, s_id, { text: `See ${file.mark}`, format: 'markdown' });
  const [{ _id: id, posts }] = body.questions;
  expect(posts[0]).toMatchObject({ attachments: [{ id: file.id, name: 'server.log' }] });
  expect(posts[0].html).toContain(path);
  for (const client of [student, mentor, administrator]) expect((await client.get(path)).status).toBe(200);
  expect((await classmate.get(path)).status).toBe(404);
  expect((await clients.foreignMentor.get(path)).status).toBe(403);

  // Named in the forum, by anybody, it shows nothing.
  const question = { question: `See ${file.mark}`, format: 'markdown' };
  for (const [client, named] of [
    [student, s_id],
    [classmate, people.classmate.email],
  ] as const) {
    const asked = await client.post(`/api/discussion/discussion/${named}/question`, question);
    expect(asked.body.questions.at(-1).attachments).toBeUndefined();
    expect(asked.body.questions.at(-1).html).not.toContain(path);
  }
  expect((await classmate.get(path)).status).toBe(404);
  // Neither does somebody else's in a private question.
  const { body: others } = await attach(classmate, people.classmate.email);
  const named = await send(student, s_id, { text: `See ${others.mark}`, format: 'markdown' });
  expect(named.body.questions[0].posts[0].attachments).toBeUndefined();
  expect((await mentor.get(`/api/discussion/attachments/${others.id}`)).status).toBe(404);

  await change(student, s_id, id, { act: 'edit', post: posts[0].id, text: 'See nothing' });
  expect((await mentor.get(path)).status, 'no post shows it').toBe(404);
});

test('its author opens a question to the batch, with or without the name', async () => {
  const { clients, s_id, people, ask, answer, change, send, noticesOf, list, app } = await makePrivate();
  const { student, mentor, classmate } = clients;
  const forum = async () => {
    const { body } = await classmate.get(`/api/discussion/discussion/${people.classmate.email}`);
    return body.questions;
  };
  const { body: file } = await attach(student, s_id);
  const { _id: id } = await ask(`Is this right? ${file.mark}`);
  await answer(mentor, id, 'Yes.');
  expect((await change(mentor, 'OURS', id, { act: 'ask-to-open' })).body.questions[0]).toMatchObject({
    open_asked: people.mentor.name,
  });
  expect((await noticesOf(people.student)).at(-1)).toMatch(/asks you to share/);
  expect(await forum(), 'asked is not opened').toEqual([]);
  const opened = await change(student, s_id, id, { act: 'open', anonymous: true });
  const [question] = await forum();
  expect(opened.body.questions[0]).toMatchObject({ opened: question._id, open_asked: null });
  expect(question).toMatchObject({
    author: { name: 'Anonymous' },
    anonymous: true,
    comments: [{ text: 'Yes.', author: { name: people.mentor.name } }],
  });
  expect(JSON.stringify(question)).not.toContain(people.student.name);
  expect((await classmate.get(`/api/discussion/attachments/${file.id}`)).status).toBe(200);

  // From then on it is the forum's.
  expect((await send(student, s_id, { text: 'More', question: id })).status).toBe(409);
  expect((await change(student, s_id, id, { act: 'open' })).status).toBe(409);
  expect((await list(mentor, 'OURS'))[0]).toMatchObject({ _id: id, waiting_since: null });
  const other = await ask('And this?');
  await change(student, s_id, other._id, { act: 'open' });
  const [, named] = await forum();
  expect(named.author.name).toBe(people.student.name);
  const found = await classmate.get(`/api/discussion/discussion/${people.classmate.email}/questions?q=this`);
  expect(found.body.questions).toHaveLength(2);
  const acts = (await readAuditLog(app)).map(({ act }) => act);
  expect(acts.filter((act) => act === 'open-private-question')).toHaveLength(2);
});

test('as many are posted within the hour as in the forum, and waiting students have none', async () => {
  const { clients, s_id, ask, send, app, people } = await makePrivate({ forumPostsPerHour: 2 });
  await ask('One?');
  await ask('Two?');
  const refused = await send(clients.student, s_id, { text: 'Three?' });
  expect(refused.status).toBe(429);
  expect(refused.headers['retry-after']).toBe('3600');
  app.clock.advance(hourMs);
  expect((await send(clients.student, s_id, { text: 'Three?' })).status).toBe(201);
  await app.context.database.transaction((writer) =>
    writer.updateTable('accounts').set({ batch_id: null }).where('id', '=', people.student.id).execute(),
  );
  const read = await clients.student.get(`/api/discussion/private/${s_id}`);
  expect(read).toMatchObject({ status: 200, body: { batch: null, questions: [] } });
  expect((await send(clients.student, s_id, { text: 'Four?' })).status).toBe(409);
});
