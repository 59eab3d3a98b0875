import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { hourMs } from '#contract/durations';
import { lockAccount } from '#server/accounts/queries';
import { suspendAccount } from '#server/accounts/suspend-account';
import { giveUpUnused } from '#server/forum/attachments/remove-attachments';
import { grantExtension } from '#server/submissions/grant-extension';
import { vivaHours } from '#server/viva-requests/viva-hours';
import { attach } from '#support/attachments';
import { makePortalFixture } from '#support/portal-fixture';
import { readAuditLog } from '#support/read-audit-log';

const none = { 'week-1': null, 'week-2': null, 'week-3': null, 'week-4': null, final: null };
const reason = 'My laptop is in repair.';
const until = '2026-12-05';
const untilInstant = '2026-12-05T18:29:59.999Z';

/** Weeks 1 and 2 were due weeks ago; the final project has no due date. */
async function makeDue() {
  const portal = await makePortalFixture({ classmate: {} });
  const { app, clients, people } = portal;
  const due = { ...none, 'week-1': { days: 1 }, 'week-2': { days: 1 } };
  const dates = { start: '2026-11-02', viva_deadline: null, due };
  const setDates = (more: object = {}) =>
    clients.mentor.put('/api/staff/batches/OURS/dates', { ...dates, ...more });
  await setDates();
  const s_id = people.student.email;
  const answerUrl = (id: string) => `/api/staff/students/${s_id}/extension-requests/${id}`;
  const noticesOf = (account: { id: number }) =>
    app.context.database.reader
      .selectFrom('notices')
      .where('account_id', '=', account.id)
      .where('kind', '!=', 'dates-changed')
      .select(['kind', 'text', 'href'])
      .orderBy('id')
      .execute();
  return {
    ...portal,
    s_id,
    setDates,
    ask: (body: object = {}, headers = {}) =>
      clients.student.post(
        `/api/students/extensionRequest/${s_id}`,
        { task: 'week-1', until, reason: ` ${reason} `, ...body },
        headers,
      ),
    answer: (id: string, body: object, headers = {}, by = clients.mentor) =>
      by.put(answerUrl(id), body, headers),
    list: async () => (await clients.mentor.get('/api/staff/batches/OURS/extension-requests')).body,
    taskOf: async (name: string) => {
      const { body } = await clients.student.get(`/api/students/timeline/${s_id}`);
      return body.tasks.find(({ task }: { task: string }) => task === name);
    },
    noticesOf,
  };
}

test('a request is open once per task, listed for the mentors, and granted as an extension', async () => {
  const { ask, answer, list, taskOf, noticesOf, people, app, clients, s_id, receipt } = await makeDue();
  const key = { 'idempotency-key': 'k1' };
  const asked = await ask({}, key);
  const open = { until: untilInstant, reason, answer: null, granted_until: null, words: null };
  expect(asked).toMatchObject({ status: 201, body: { extension_request: open } });
  expect((await ask({}, key)).body, 'repeated').toEqual(asked.body);
  expect((await ask({ reason: 'Other' }, key)).status, 'another under the key').toBe(409);
  expect(await ask()).toMatchObject({
    status: 409,
    body: { message: 'You have already requested an extension for this task.' },
  });
  expect((await taskOf('week-1')).extension_request).toEqual(asked.body.extension_request);
  expect(await taskOf('week-2')).not.toHaveProperty('extension_request');
  expect(await list()).toMatchObject([
    { ...open, task: 'week-1', student: { s_id }, due_at: '2026-10-31T18:29:59.999Z' },
  ]);
  expect(await noticesOf(people.mentor)).toEqual([
    {
      kind: 'extension-request',
      text: `${people.student.name} requests an extension for Week 1`,
      href: '/staff/batches/OURS#extension-requests',
    },
  ]);

  app.clock.advance(hourMs);
  const { id } = asked.body.extension_request;
  const given = { answer: 'granted', until: '2026-12-06', words: 'One day more.' };
  const granted = await answer(id, given, key);
  const answered = {
    answer: 'granted',
    granted_until: '2026-12-06T18:29:59.999Z',
    words: 'One day more.',
    answered_by: people.mentor.name,
  };
  expect(granted).toMatchObject({
    status: 200,
    body: { ...answered, due_at: '2026-12-06T18:29:59.999Z', task: 'week-1' },
  });
  expect((await answer(id, given, key)).body, 'repeated').toEqual(granted.body);
  expect((await answer(id, given, {}, clients.administrator)).status, 'the same').toBe(200);
  expect(await answer(id, { answer: 'declined', words: 'No.' }, {}, clients.administrator)).toMatchObject({
    status: 409,
    body: { code: 'conflict', current: answered },
  });
  expect(await list()).toEqual([]);
  expect(await noticesOf(people.mentor), 'nothing is left to answer').toEqual([]);
  expect(await taskOf('week-1')).toMatchObject({
    due_at: '2026-12-06T18:29:59.999Z',
    extended_at: expect.any(String),
    extension_request: answered,
  });
  expect((await clients.student.get(`/api/receipts/${receipt.number}`)).body).not.toHaveProperty('extended');
  expect((await noticesOf(people.student)).map(({ kind }) => kind)).toEqual(['grant']);
  expect((await readAuditLog(app)).filter(({ act }) => act === 'extend-due-date')).toMatchObject([
    { actor_id: people.mentor.id, after: { task: 'week-1', due_at: '2026-12-06T18:29:59.999Z', reason } },
  ]);
  expect((await clients.mentor.get(`/api/staff/students/${s_id}/time`)).body.acts).toMatchObject([
    { kind: 'extension', reason },
  ]);
  expect((await ask({ until: '2026-12-20' })).status, 'after the answer').toBe(201);
});

test('where no mentor is active, the office is told of requests', async () => {
  const { app, ask, people, noticesOf } = await makeDue();
  const { id, email } = people.mentor;
  const change = { account: { id, email }, actorId: null, reason: 'Left.', now: app.clock.now() };
  await app.context.database.transaction((writer) => suspendAccount(writer, app.context, change));
  await ask();
  const told = [{ kind: 'extension-request' }];
  expect(await noticesOf(people.administrator)).toMatchObject(told);
  expect(await noticesOf(people.mentor)).toEqual([]);
});

test('a request is declined with words, which the student reads on the task alone', async () => {
  const { ask, answer, list, taskOf, noticesOf, people, app } = await makeDue();
  const { id } = (await ask()).body.extension_request;
  expect(await answer(id, { answer: 'declined', words: ' ' })).toMatchObject({
    status: 400,
    body: { fields: [{ name: 'words', message: 'Say why the request is declined' }] },
  });
  expect(await answer(id, { answer: 'granted' })).toMatchObject({
    status: 400,
    body: { fields: [{ name: 'until' }] },
  });
  expect((await answer(id, { answer: 'granted', until: '2026-01-01' })).status, 'before the due date').toBe(
    400,
  );
  expect((await answer(id, { answer: 'maybe' })).status).toBe(400);
  expect((await answer('999', { answer: 'declined', words: 'No.' })).status).toBe(404);
  expect((await answer('x', { answer: 'declined', words: 'No.' })).status).toBe(404);
  const words = 'You had two weeks already.';
  expect((await answer(id, { answer: 'declined', words })).body).toMatchObject({
    answer: 'declined',
    granted_until: null,
    words,
  });
  expect(await list()).toEqual([]);
  expect(await taskOf('week-1')).toMatchObject({ extended_at: null, extension_request: { words } });
  expect(await noticesOf(people.student)).toEqual([
    {
      kind: 'extension-declined',
      text: 'Your extension request for Week 1 was declined',
      href: '/WeeklySubmission?week=1',
    },
  ]);
  expect((await readAuditLog(app)).filter(({ act }) => act === 'decline-extension')).toMatchObject([
    { subject: people.student.email, before: { until: untilInstant }, after: { task: 'week-1', words } },
  ]);
  expect((await ask()).status, 'once more').toBe(201);
});

test('of two mentors who answer at once one is told what the other answered', async () => {
  const { ask, answer, clients, taskOf } = await makeDue();
  const { id } = (await ask()).body.extension_request;
  const answers = await Promise.all([
    answer(id, { answer: 'granted', until, words: '' }),
    answer(id, { answer: 'declined', words: 'No.' }, {}, clients.administrator),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const { extension_request, extended_at } = await taskOf('week-1');
  expect(answers.find(({ status }) => status === 409)?.body.current.answer).toBe(extension_request.answer);
  expect(extended_at !== null).toBe(extension_request.answer === 'granted');
});

test('an extension that a mentor gives without the list answers the open request', async () => {
  const { ask, list, taskOf, clients, s_id, people } = await makeDue();
  await ask();
  await ask({ task: 'week-2' });
  const extension = { task: 'week-1', until: '2026-12-30', reason: 'Was ill.' };
  expect((await clients.mentor.post(`/api/staff/students/${s_id}/extensions`, extension)).status).toBe(201);
  expect((await list()).map(({ task }: { task: string }) => task)).toEqual(['week-2']);
  expect((await taskOf('week-1')).extension_request).toMatchObject({
    answer: 'granted',
    granted_until: '2026-12-30T18:29:59.999Z',
    answered_by: people.mentor.name,
  });
});

test('only who has an open task with a due date may ask, with a reason and a later day', async () => {
  const { ask, clients, people } = await makeDue();
  for (const wrong of [
    { reason: '  ' },
    { reason: 'x'.repeat(1_001) },
    { task: 'week-5' },
    { until: 'soon' },
    { until: '2026-12-05T12:00' },
    { until: '2026-10-01' },
    { until: '2026-11-18' },
  ])
    expect((await ask(wrong)).status, JSON.stringify(wrong).slice(0, 40)).toBe(400);
  expect(await ask({ task: 'final' })).toMatchObject({
    status: 409,
    body: { message: 'Final project has no due date.' },
  });
  const url = (s_id: string) => `/api/students/extensionRequest/${s_id}`;
  const body = { task: 'week-1', until, reason };
  expect((await clients.classmate.post(url(people.student.email), body)).status).toBe(403);
  expect((await clients.classmate.post(url(people.classmate.email), body)).status, 'no project').toBe(409);
  const start = '2026-11-18T09:00';
  const corrected = { start, reason: 'Chose late.' };
  await clients.mentor.post(`/api/staff/students/${people.student.email}/start`, corrected);
  expect(await ask(), 'before its opening').toMatchObject({ status: 403, body: { code: 'not_open' } });
});

test('the timeline says why no extension can be requested, as the request would be refused', async () => {
  const { ask, answer, taskOf, clients, s_id } = await makeDue();
  const why = async (task: string) => (await taskOf(task)).no_extension;
  expect(await why('week-2')).toBeUndefined();
  expect(await why('week-3')).toBe('This task has no due date.');
  expect((await ask({ task: 'week-3' })).status).toBe(409);
  const asked = await ask({ task: 'week-2' });
  const refused = await ask({ task: 'week-2' });
  expect([refused.status, refused.body.message]).toEqual([409, await why('week-2')]);
  await answer(asked.body.extension_request.id, { answer: 'declined', words: 'Too late.' });
  expect(await why('week-2')).toBeUndefined();
  // Advice only: the request may have been made before.
  expect(await why('week-1')).toBe('You submitted in time, so you do not need an extension.');
  expect((await ask({ task: 'week-1' })).status).toBe(201);
  const start = { start: '2026-11-20T09:00', reason: 'Came late.' };
  expect((await clients.mentor.post(`/api/staff/students/${s_id}/start`, start)).status).toBe(201);
  expect(await why('week-2')).toBe('You can request an extension once the task opens.');
  expect((await ask({ task: 'week-2' })).status).toBe(403);
});

test('where the batch says so, the first request up to so many days is granted at once', async () => {
  const { ask, list, taskOf, noticesOf, setDates, people, app, clients, s_id } = await makeDue();
  const daysShown = async () =>
    (await clients.student.get(`/api/students/timeline/${s_id}`)).body.extension_days;
  expect(await daysShown()).toBeUndefined();
  // Week 1 was due on 31 October, and week 2 seven days later; it is 21 November.
  expect((await setDates({ extension_days: 31 })).status).toBe(400);
  expect((await setDates({ extension_days: 20 })).body).toMatchObject({ extension_days: 20 });
  expect((await setDates()).body, 'absent: unchanged').toMatchObject({ extension_days: 20 });
  expect(await daysShown()).toBe(20);
  const open = { extension_request: { answer: null } };
  expect((await ask({ until: '2026-11-21' })).body, 'a day too many').toMatchObject(open);
  expect(await daysShown(), 'not used').toBe(20);

  const key = { 'idempotency-key': 'k1' };
  const asked = await ask({ task: 'week-2', until: '2026-11-27' }, key);
  const due = '2026-11-27T18:29:59.999Z';
  const granted = { answer: 'granted', granted_until: due, words: null, answered_by: null };
  expect(asked).toMatchObject({ status: 201, body: { extension_request: granted } });
  expect((await ask({ task: 'week-2', until: '2026-11-27' }, key)).body, 'repeated').toEqual(asked.body);
  expect(await taskOf('week-2')).toMatchObject({ due_at: due, extension_request: granted });
  expect((await list()).map(({ task }: { task: string }) => task)).toEqual(['week-1']);
  expect(await noticesOf(people.student)).toMatchObject([
    { kind: 'grant', text: expect.stringContaining('Week 2 is now due') },
  ]);
  expect((await noticesOf(people.mentor)).map(({ text }) => text)).toEqual([
    `${people.student.name} requests an extension for Week 1`,
  ]);
  expect((await clients.mentor.get(`/api/staff/students/${s_id}/time`)).body.acts).toMatchObject([
    { kind: 'extension', by: 'Automatic', reason, due_at: due },
  ]);
  expect((await readAuditLog(app)).filter(({ act }) => act === 'take-extension')).toMatchObject([
    { actor_id: people.student.id, subject: s_id, after: { task: 'week-2', due_at: due, reason } },
  ]);
  const form = [
    ['selectedWeek', '2'],
    ['comments', 'Done.'],
  ] as [string, string][];
  const work = await clients.student.form(`/api/students/uploadWeek/${s_id}`, form);
  expect(work.body.receipt, 'by the due date in force').toMatchObject({ late: false });

  expect(await daysShown(), 'once').toBeUndefined();
  expect((await setDates({ extension_days: null })).body).toMatchObject({ extension_days: null });
});

test('a request that the batch grants at once does not shorten what a mentor has given meanwhile', async () => {
  const { app, ask, setDates, people, s_id } = await makeDue();
  const { database, settings, clock } = app.context;
  await setDates({ extension_days: 30 });
  const asked = Promise.withResolvers<{ status: number }>();
  await database.transaction(async (writer) => {
    await lockAccount(writer, people.student.id);
    void ask({ until: '2026-11-27' }).then(asked.resolve, asked.reject);
    await sleep(300);
    const student = { accountId: people.student.id, email: s_id, actorId: people.mentor.id };
    const given = { task: 'week-1', until, reason, words: null } as const;
    await grantExtension(writer, { settings, hours: vivaHours }, student, given, clock.now());
  });
  expect((await asked.promise).status).toBe(400);
});

test('a request has one file of the student, which the batch’s present mentors read', async () => {
  const { ask, list, taskOf, people, app, clients, foreign, s_id } = await makeDue();
  const send = async (client = clients.student, named = s_id) =>
    (await attach(client, named, { name: 'letter.txt', bytes: 'Ill.' })).body;
  const { mark: _, ...file } = await send();
  const theirs = await send(clients.classmate, people.classmate.email);
  const posted = await send();
  const question = { question: posted.mark, format: 'markdown' };
  await clients.student.post(`/api/discussion/discussion/${s_id}/question`, question);
  for (const id of ['unknown', theirs.id, posted.id])
    expect(await ask({ file: id }), id).toMatchObject({ status: 400, body: { fields: [{ name: 'file' }] } });
  expect(await list()).toEqual([]);

  const key = { 'idempotency-key': 'k1' };
  const asked = await ask({ file: file.id }, key);
  expect(asked).toMatchObject({ status: 201, body: { extension_request: { file } } });
  expect((await ask({ file: file.id }, key)).body, 'repeated').toEqual(asked.body);
  expect((await ask({}, key)).status, 'without it').toBe(409);
  expect((await taskOf('week-1')).extension_request).toMatchObject({ file });
  expect(await list()).toMatchObject([{ file }]);
  const statuses = async () => {
    const url = `/api/discussion/attachments/${file.id}`;
    const { student, classmate, mentor, foreignMentor, administrator } = clients;
    const all = [student, classmate, mentor, foreignMentor, administrator];
    return Promise.all(all.map(async (client) => (await client.get(url)).status));
  };
  expect(await statuses()).toEqual([200, 403, 200, 403, 200]);
  const to = { batch_id: foreign.id };
  await app.context.database.transaction((writer) =>
    writer.updateTable('accounts').set(to).where('id', '=', people.student.id).execute(),
  );
  expect(await statuses(), 'in another batch').toEqual([200, 403, 403, 200, 200]);
});

test('a file that was not used within a day is gone; one of a request stays', async () => {
  const { ask, app, clients, s_id } = await makeDue();
  const ids: string[] = [];
  for (const name of ['used.txt', 'unused.txt'])
    ids.push((await attach(clients.student, s_id, { name, bytes: name })).body.id);
  await ask({ file: ids[0] });
  app.clock.advance(25 * hourMs);
  await giveUpUnused(app.context);
  const read = (id: string) => clients.student.get(`/api/discussion/attachments/${id}`);
  expect(await Promise.all(ids.map(async (id) => (await read(id)).status))).toEqual([200, 404]);
});

test('of two requests at once one is granted at once', async () => {
  const { ask, setDates } = await makeDue();
  await setDates({ extension_days: 30 });
  const answers = await Promise.all([
    ask({ until: '2026-11-27' }),
    ask({ task: 'week-2', until: '2026-11-27' }),
  ]);
  expect(answers.map(({ body }) => String(body.extension_request.answer)).toSorted()).toEqual([
    'granted',
    'null',
  ]);
});

test('open requests end with the project that they were for', async () => {
  const { ask, list, clients, people, s_id, project, noticesOf, app } = await makeDue();
  for (const task of ['week-1', 'week-2']) expect((await ask({ task })).status, task).toBe(201);
  expect(await list()).toHaveLength(2);
  const undone = await clients.administrator.post(`/api/staff/students/${s_id}/undo-selection`, {
    reason: 'Wrong project.',
    p_id: project.id,
  });
  expect(undone.status).toBe(201);
  expect(await list()).toEqual([]);
  const kinds = (await noticesOf(people.mentor)).map(({ kind }) => kind);
  expect(kinds).not.toContain('extension-request');
  const rows = await app.context.database.reader
    .selectFrom('extension_requests')
    .select(['answered_by', 'granted_until', 'words'])
    .execute();
  const answer = {
    answered_by: people.administrator.id,
    granted_until: null,
    words: 'Your project choice was reset.',
  };
  expect(rows).toEqual([answer, answer]);
});
