import { expect, test } from 'vitest';
import { dayMs, hourMs } from '#contract/durations';
import { limits } from '#contract/limits';
import type { PrivateQuestion } from '#contract/private-questions/calls';
import { attach } from '#support/attachments';
import { engineName } from '#support/empty-database';
import { buildMentor } from '#support/factories';
import { makePortalFixture } from '#support/portal-fixture';
import { readAuditLog } from '#support/read-audit-log';
import type { Client } from '#support/test-app';
import { untilBlocked } from '#support/until-blocked';
import { suspendAccount } from '../accounts/suspend-account.ts';
import { removeUnusedAttachmentsJob } from '../forum/attachments/remove-attachments.ts';
import { insertPastPrivateQuestion } from './insert-history.ts';
import { announceChange } from './lock-question.ts';
import { anonymisePerson } from '../privacy/anonymisation/anonymise-person.ts';

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
  expect(taken.body.questions[0].taken_by).toMatchObject({ name: colleague.name, is_you: true });
  expect(await noticesOf(people.mentor)).toEqual([told]);
  await answer(mentor, first, 'Yes, at noon.');
  expect((await list())[1]?.taken_by).toMatchObject({ name: colleague.name, is_you: false });
  const one = await student.get(`${url(s_id)}?question=${first}`);
  expect(one.body.questions[0].posts.map(({ text }: { text: string }) => text)).toEqual([
    'May I **leave** early?',
    'Yes.',
    'Thank you. At noon?',
    'Yes, at noon.',
  ]);
  const events = (await readAuditLog(app)).map(({ act }) => act);
  expect(events.filter((act) => act.includes('private'))).toEqual([
    'answer-private-question',
    'take-private-question',
    'answer-private-question',
  ]);
  expect(JSON.stringify(await readAuditLog(app)), 'no words').not.toMatch(/noon|leave/);
});

test('a follow-up reaches the other mentors once the one who took the question is suspended', async () => {
  const { app, clients, people, s_id, send, ask, answer, noticesOf, colleague } = await makePrivate();
  const { _id: question } = await ask('May I leave early?');
  await answer(clients.mentor, question);
  const { id, email } = people.mentor;
  const change = { account: { id, email }, actorId: null, reason: 'Left.', now: app.clock.now() };
  await app.context.database.transaction((writer) => suspendAccount(writer, app.context, change));
  expect(await noticesOf(colleague)).toEqual([]);
  const before = await noticesOf(people.mentor);
  expect((await send(clients.student, s_id, { text: 'At noon?', question })).status).toBe(201);
  expect(await noticesOf(colleague)).toEqual([`${people.student.name} wrote in a private question`]);
  expect(await noticesOf(people.mentor), 'nothing for the suspended one').toEqual(before);
});

test('follow-ups reach whoever of the office took the question, and the office where no mentor is active', async () => {
  const { app, clients, people, s_id, send, ask, answer, noticesOf, colleague } = await makePrivate();
  const { _id: question } = await ask('May I leave early?');
  await answer(clients.administrator, question);
  const told = await noticesOf(people.mentor);
  await send(clients.student, s_id, { text: 'At noon?', question });
  const wrote = `${people.student.name} wrote in a private question`;
  expect(await noticesOf(people.administrator)).toEqual([wrote]);
  expect(await noticesOf(people.mentor)).toEqual(told);

  for (const { id, email } of [people.mentor, colleague]) {
    const change = { account: { id, email }, actorId: null, reason: 'Left.', now: app.clock.now() };
    await app.context.database.transaction((writer) => suspendAccount(writer, app.context, change));
  }
  const { _id: second } = await ask('And tomorrow?');
  expect(await noticesOf(people.administrator)).toEqual([
    wrote,
    `${people.student.name} asks the mentors privately`,
  ]);
  await answer(clients.administrator, second);
  expect(await noticesOf(people.administrator), 'answered').toEqual([wrote]);
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
    [{ act: 'read', post: '900000000000000' }, 404],
    [{ act: 'drop' }, 400],
  ] as const)
    expect((await change(student, s_id, id, body)).status, JSON.stringify(body)).toBe(status);
  expect((await change(student, s_id, '99', edit)).status).toBe(404);

  const { _id: other, posts: others } = await ask('And tomorrow?');
  const foreign = { act: 'read', post: others[0]?.id };
  expect((await change(mentor, 'OURS', id, foreign)).status, 'a post of another question').toBe(404);
  await change(student, s_id, other, { act: 'delete', post: others[0]?.id });
  const edited = await change(student, s_id, id, edit);
  expect(edited.body.questions[0].posts[0]).toMatchObject({ text: 'May I leave?' });
  expect(edited.body.questions[0].posts[0].editedAt).toBeDefined();
  const answered = await answer(administrator, id);
  const [, reply] = answered.body.questions[0].posts;
  const gone = await change(administrator, 'OURS', id, { act: 'delete', post: reply.id });
  const readLate = await change(student, s_id, id, { act: 'read', post: reply.id });
  expect(readLate.status, 'deleted meanwhile').toBe(200);
  expect(gone.body.questions[0]).toMatchObject({ posts_count: 1 });
  expect(gone.body.questions[0].waiting_since, 'it waits again').not.toBeNull();
  expect(await noticesOf(people.student)).toEqual([]);
  expect(await noticesOf(people.mentor), 'the answer took it off the list').toEqual([]);

  expect((await change(student, s_id, id, { act: 'delete', post })).body.questions).toEqual([]);
  expect(await list()).toEqual([]);
  expect(await list(mentor, 'OURS')).toEqual([]);
  expect((await answer(mentor, id)).status).toBe(404);
});

test('of two devices that edit a post the later is told, and what is there already is no conflict', async () => {
  const { clients, s_id, ask, change, list } = await makePrivate();
  const { _id, posts } = await ask('May I leave early?');
  const edit = (text: string, began?: string) =>
    change(clients.student, s_id, _id, {
      act: 'edit',
      post: posts[0]?.id,
      text,
      ...(began !== undefined && { began: { text: began } }),
    });
  const text = async () => (await list())[0]?.posts[0]?.text;
  expect((await edit('May I leave at four?', 'May I leave early?')).status).toBe(200);
  for (const mine of ['May I leave at five?', 'No.'])
    expect(await edit(mine, 'May I leave early?')).toMatchObject({
      status: 409,
      body: { code: 'conflict', current: { text: 'May I leave at four?', format: 'plain' } },
    });
  expect(await text()).toBe('May I leave at four?');
  expect((await edit('May I leave at four?', 'May I leave early?')).status).toBe(200);
  expect((await edit('May I leave at five?', ' May I leave at four?')).status).toBe(200);
  // A page of a version before says nothing of what it began from.
  expect((await edit('May I?')).status).toBe(200);
  expect(await text()).toBe('May I?');
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

/** A student's file in several private questions. */
async function makeShared() {
  const fixture = await makePrivate();
  const { app, clients, s_id, send } = fixture;
  const { body: file } = await attach(clients.student, s_id);
  const path = `/api/discussion/attachments/${file.id}`;
  return {
    ...fixture,
    file,
    path,
    askWithFile: async () => {
      const { body } = await send(clients.student, s_id, { text: `See ${file.mark}`, format: 'markdown' });
      const [{ _id: id, posts }] = body.questions as [PrivateQuestion];
      return { id, post: posts[0]?.id as string };
    },
    /** To a mentor after the sweep of two days later: in the question's last post, with its bytes. */
    isThere: async (id: string) => {
      const later = { ...app.context, clock: { now: () => app.clock.now() + 2 * dayMs } };
      await removeUnusedAttachmentsJob.run(later, null, new AbortController().signal);
      const { body } = await clients.mentor.get(`/api/discussion/private/OURS?question=${id}`);
      const { html, attachments = [] } = body.questions[0].posts.at(-1);
      const isNamed = html.includes(path) && attachments[0]?.id === file.id;
      return isNamed && (await clients.mentor.get(path)).status === 200;
    },
  };
}

test('a file stays as long as one of the student’s private questions shows it', async () => {
  const { clients, s_id, ask, answer, change, file, path, askWithFile, isThere } = await makeShared();
  const { student, mentor } = clients;
  const [edited, deleted, last] = [await askWithFile(), await askWithFile(), await askWithFile()];
  const { _id: answered } = await ask('And here?');
  const { body } = await answer(mentor, answered, `As in ${file.mark}`);
  await change(student, s_id, edited.id, { act: 'edit', post: edited.post, text: 'No file' });
  expect(await isThere(last.id), 'one was edited').toBe(true);
  await change(student, s_id, deleted.id, { act: 'delete', post: deleted.post });
  expect(await isThere(last.id), 'one was deleted').toBe(true);
  await change(student, s_id, last.id, { act: 'delete', post: last.post });
  expect(await isThere(answered), 'only a mentor’s answer names it').toBe(true);
  const { id: post } = body.questions[0].posts.at(-1);
  await change(mentor, 'OURS', answered, { act: 'delete', post });
  expect((await mentor.get(path)).status, 'no post names it').toBe(404);
});

test('a file stays in a question that is sent while another one with it is deleted', async () => {
  const { clients, s_id, change, isThere, askWithFile } = await makeShared();
  let earlier = await askWithFile();
  for (let n = 0; n < 8; n += 1) {
    const deleted = change(clients.student, s_id, earlier.id, { act: 'delete', post: earlier.post });
    [earlier] = await Promise.all([askWithFile(), deleted]);
    expect(await isThere(earlier.id)).toBe(true);
  }
});

test.runIf(engineName === 'postgres')(
  'a post that waits for another change holds no file that the change needs',
  async () => {
    const { app, batch, people, askWithFile } = await makeShared();
    const { database } = app.context;
    await askWithFile();
    let attempts = 0;
    let asking: ReturnType<typeof askWithFile> | undefined;
    await database.transaction(async (writer) => {
      if (++attempts > 1) return;
      await announceChange(writer, { batchId: batch.id, authorId: people.student.id });
      asking = askWithFile();
      await untilBlocked(database.reader);
      const files = writer.selectFrom('attachments').where('private_to', '=', people.student.id);
      await files.forUpdate().noWait().select('id').execute();
    });
    expect(attempts).toBe(1);
    expect((await asking)?.id).toBeTruthy();
  },
);

test('a file of a question that is shared with the batch stays in private ones', async () => {
  const { clients, s_id, change, file, path, askWithFile, isThere } = await makeShared();
  const { student, classmate } = clients;
  const [shared, other] = [await askWithFile(), await askWithFile()];
  await change(student, s_id, shared.id, { act: 'open' });
  expect(await isThere(shared.id), 'in the shared one').toBe(true);
  expect(await isThere(other.id), 'in the other one').toBe(true);
  expect((await classmate.get(path)).status, 'in the forum').toBe(200);

  const forum = `/api/discussion/discussion/${s_id}`;
  const question = `${forum}/question/${(await student.get(forum)).body.questions[0]._id}`;
  await student.put(question, { questionText: `Here: ${file.mark}` });
  expect((await classmate.get(path)).status, 'an edit keeps it').toBe(200);
  const again = await student.post(`${question}/answer`, { answer: file.mark, format: 'markdown' });
  expect(JSON.stringify(again.body), 'its author can name it again').toContain(path);
  await student.put(question, { questionText: 'No file' });
  expect((await classmate.get(path)).status, 'a comment shows it').toBe(200);
  const [{ comments }] = again.body.questions;
  await student.put(`${question}/answer/${comments.at(-1).id}`, { answer: 'No file' });
  expect((await classmate.get(path)).status, 'the forum shows it no more').toBe(404);
  expect(await isThere(other.id), 'the private one does').toBe(true);
});

test('a shared question’s file belongs to the forum alone once no private question shows it', async () => {
  const { clients, s_id, change, path, askWithFile } = await makeShared();
  const { student, classmate } = clients;
  const { id, post } = await askWithFile();
  await change(student, s_id, id, { act: 'open' });
  await change(student, s_id, id, { act: 'delete', post });
  expect((await classmate.get(path)).status).toBe(200);
  const forum = `/api/discussion/discussion/${s_id}`;
  const question = `${forum}/question/${(await student.get(forum)).body.questions[0]._id}`;
  await student.put(question, { questionText: 'No file' });
  expect((await classmate.get(path)).status).toBe(404);
});

test('anonymising a student also removes files that mentors attached to the private questions', async () => {
  const { app, clients, people, answer, ask } = await makePrivate();
  const { body: file } = await attach(clients.mentor, 'OURS');
  const { _id: id } = await ask('May I?');
  await answer(clients.mentor, id, `See ${file.mark}`);
  const path = `/api/discussion/attachments/${file.id}`;
  expect((await clients.student.get(path)).status).toBe(200);
  const asked = { accountId: people.student.id, reason: 'asked' };
  await anonymisePerson(app.context, asked);
  expect((await clients.mentor.get(path)).status).toBe(404);
  const names = await app.context.database.reader.selectFrom('attachments').select('name').execute();
  expect(names).toEqual([{ name: 'removed' }]);
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
  const events = (await readAuditLog(app)).map(({ act }) => act);
  expect(events.filter((act) => act === 'open-private-question')).toHaveLength(2);
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

test('mentors reach every question page by page, also beyond 50 that wait and in long pages', async () => {
  const { app, batch, people, clients, url, s_id } = await makePrivate();
  const now = app.clock.now();
  const insert = (text: string, waitsSince: number, isAnswered: boolean) =>
    app.context.database.transaction((writer) =>
      insertPastPrivateQuestion(writer, {
        batchId: batch.id,
        posts: [
          { authorId: people.student.id, text, createdAt: waitsSince },
          ...(isAnswered ? [{ authorId: people.mentor.id, text: 'Yes.', createdAt: waitsSince }] : []),
        ],
      }),
    );
  const waiting: string[] = [];
  const answered: string[] = [];
  // Three bytes a letter, so that a page has fewer questions than its limit.
  const long = 'ക'.repeat(limits.question - 1);
  for (let n = 0; n < 130; n += 1) {
    const isAnswered = n % 2 === 1;
    // Pairs of the same instant, longest waiting last.
    const { id } = await insert(n < 60 ? long : 'Why?', now - Math.floor(n / 4) * 1_000, isAnswered);
    (isAnswered ? answered : waiting).push(String(id));
  }
  const walk = async (client: Client, named: string) => {
    const found: string[] = [];
    for (let before = ''; ;) {
      const { body } = await client.get(`${url(named)}?${before}`);
      expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(limits.pageBytes + 1_000);
      const ids = body.questions.map(({ _id }: PrivateQuestion) => _id);
      found.push(...ids);
      if (body.more === undefined) return found;
      before = `before=${ids.at(-1)}`;
    }
  };
  const oldestFirst = waiting.toSorted(
    (a, b) => Math.floor(waiting.indexOf(b) / 2) - Math.floor(waiting.indexOf(a) / 2),
  );
  expect(await walk(clients.mentor, 'OURS')).toEqual([...oldestFirst, ...answered.toReversed()]);
  const newestFirst = [...waiting, ...answered].toSorted((a, b) => Number(b) - Number(a));
  expect(await walk(clients.student, s_id)).toEqual(newestFirst);
});

test('a question that a colleague has taken is taken over by name, never unseen', async () => {
  const { app, clients, people, asColleague, colleague, ask, answer, change, list } = await makePrivate();
  const { mentor } = clients;
  const { _id: question } = await ask('May I leave early?');
  const take = (client: Client, taken_by: unknown, key: string) =>
    change(client, 'OURS', question, { act: 'take', began: { taken_by } }, { 'idempotency-key': key });
  const now = async () => (await list(mentor, 'OURS'))[0]?.taken_by;
  const since = new Date(app.clock.now()).toISOString();
  expect((await take(asColleague, null, 'a')).body.questions[0].taken_by).toEqual({
    name: colleague.name,
    is_you: true,
    since,
  });
  app.clock.advance(60_000);
  const taken_by = { name: colleague.name, is_you: false, since };
  const late = await take(mentor, null, 'b');
  expect(late).toMatchObject({ status: 409, body: { code: 'conflict', current: { taken_by } } });
  expect(late.body.message).toContain(colleague.name);
  expect(await now()).toEqual(taken_by);
  expect((await take(mentor, taken_by, 'c')).status).toBe(200);
  expect(await now()).toMatchObject({ name: people.mentor.name, is_you: true });
  // Its first answer, although a colleague has it now; and an older page without a beginning.
  expect((await take(asColleague, null, 'a')).status).toBe(200);
  expect(await now()).toMatchObject({ name: people.mentor.name });
  expect((await change(asColleague, 'OURS', question, { act: 'take' })).status).toBe(200);
  expect((await take(asColleague, null, 'd')).status, 'one’s own').toBe(200);
  await answer(mentor, question, 'Yes.');
  expect(await now(), 'an answer takes nothing over').toMatchObject({ name: colleague.name });
});

test('an answer written beside another is refused until that was read', async () => {
  const { clients, s_id, asColleague, ask, send, list } = await makePrivate();
  const { mentor, student } = clients;
  const { _id: question, posts } = await ask('May I leave early?');
  const newest = posts[0]?.id;
  const reply = (client: Client, text: string, seen: string | undefined, headers = {}) =>
    send(client, 'OURS', { text, question, newest: seen, format: 'markdown' }, headers);
  const key = { 'idempotency-key': 'k' };
  expect((await reply(asColleague, 'Yes.', newest, key)).status).toBe(201);
  expect(await reply(mentor, 'No.', newest)).toMatchObject({ status: 409, body: { code: 'conflict' } });
  expect((await reply(asColleague, 'Yes.', newest, key)).status, 'repeated').toBe(201);
  expect((await reply(asColleague, 'At noon.', newest)).status, 'after one’s own').toBe(201);
  await send(student, s_id, { text: 'Not needed any more.', question });
  expect((await reply(asColleague, 'As you like.', newest)).status, 'after the student').toBe(409);
  const all = (await list(mentor, 'OURS'))[0]?.posts ?? [];
  expect(all.map(({ text }) => text)).toEqual([
    'May I leave early?',
    'Yes.',
    'At noon.',
    'Not needed any more.',
  ]);
  expect((await reply(mentor, 'No.', all.at(-1)?.id)).status).toBe(201);
  expect((await reply(asColleague, 'An older page', undefined)).status).toBe(201);
});
