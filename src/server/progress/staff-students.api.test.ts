import { expect, test } from 'vitest';
import { dayMs } from '#contract/durations';
import { buildComment, buildMentor, buildQuestion, buildSubmission } from '#support/factories';
import { makePortalFixture } from '#support/portal-fixture';
import { readAuditLog } from '#support/read-audit-log';

async function makeStudent() {
  const portal = await makePortalFixture({ classmate: {} });
  const url = (name = '') => `/api/staff/students/${portal.people.student.email}${name}`;
  return { ...portal, url, mentor: portal.clients.mentor };
}

test('the page has project, dates and tasks, with marks that are not released', async () => {
  const { mentor, url, app, people, project, receipt } = await makeStudent();
  await mentor.put(`/api/staff/submissions/${receipt.number}/mark`, { marks: 55, comments: 'Not yet' });
  const { status, body } = await mentor.get(url());
  expect(status).toBe(200);
  expect(body).toMatchObject({
    student: { s_id: people.student.email, s_name: people.student.name },
    batch: 'OURS',
    project: { id: project.id },
    start_date: new Date(app.clock.now() - 29 * dayMs).toISOString(),
    viva_deadline: new Date(app.clock.now() + 6 * dayMs).toISOString(),
    reason: 'Week 2 open for 15 days; last seen today',
  });
  expect(body.tasks.map(({ state }: { state: string }) => state).join(' ')).toBe(
    'held-back open open open open open',
  );
  expect(body.tasks[0]).toMatchObject({ marks: 55, version: 1, shown: null });
});

test('all versions stand there with their marks, and each mark with how it came about', async () => {
  const { mentor, clients, url, app, people, receipt } = await makeStudent();
  const put = (body: object) => mentor.put(`/api/staff/submissions/${receipt.number}/mark`, body);
  await put({ marks: 55, comments: 'Not yet' });
  app.clock.advance(60_000);
  await clients.administrator.put(`/api/staff/submissions/${receipt.number}/mark`, {
    marks: 60,
    comments: 'Better',
    released: true,
  });
  await buildSubmission(app.context, { account_id: people.student.id, task: 'week-1', version: 2 });
  const { body } = await mentor.get(url('/submissions'));
  expect(body.map(({ version }: { version: number }) => version)).toEqual([2, 1]);
  expect(body[0]).toMatchObject({ mark: null, history: [] });
  const first = { marks: 55, comments: 'Not yet', released: false };
  const second = { marks: 60, comments: 'Better', released: true };
  expect(body[1].mark).toMatchObject({ ...second, by: people.administrator.name });
  expect(body[1].history).toEqual([
    { at: expect.any(String), by: people.administrator.name, before: first, after: second },
    { at: expect.any(String), by: people.mentor.name, before: null, after: first },
  ]);
  expect((await mentor.get(url(`/submissions?limit=1&before=${body[0].number}`))).body).toHaveLength(1);
  const numbersOf = async (query: string) =>
    ((await mentor.get(url(`/submissions?${query}`))).body as { number: string }[]).map(
      ({ number }) => number,
    );
  expect(await numbersOf(`task=${body[0].task}`)).toEqual(
    body
      .filter(({ task }: { task: string }) => task === body[0].task)
      .map(({ number }: { number: string }) => number),
  );
  expect(await numbersOf(`task=${body[0].task}&before=${body[0].number}`)).toEqual(
    (await numbersOf(`task=${body[0].task}`)).slice(1),
  );
  expect(await numbersOf('task=final')).toEqual([]);
  expect((await mentor.get(url('/submissions?task=week-9'))).status).toBe(400);
  expect((await mentor.get(url('/submissions?before=CAP-0'))).status).toBe(400);
});

test('posts are those of the batch’s forum, newest first, and not of deleted questions', async () => {
  const { mentor, url, app, people, batch, foreign } = await makeStudent();
  const { context } = app;
  const by = { author_id: people.student.id, batch_id: batch.id };
  const asked = await buildQuestion(context, { ...by, text: 'How long?', created_at: 10 });
  await buildQuestion(context, { ...by, text: 'Gone', deleted_at: 5 });
  await buildQuestion(context, { ...by, batch_id: foreign.id, text: 'Elsewhere' });
  await buildComment(context, {
    author_id: by.author_id,
    question_id: asked.id,
    text: 'So long.',
    created_at: 20,
  });
  const posts = (await mentor.get(url('/posts'))).body;
  expect(posts).toEqual([
    { kind: 'comment', question: String(asked.id), text: 'So long.', createdAt: new Date(20).toISOString() },
    {
      kind: 'question',
      question: String(asked.id),
      text: 'How long?',
      createdAt: new Date(10).toISOString(),
    },
  ]);
});

test('notes are written once for each key, read newest first, and deleted by who wrote them', async () => {
  const { mentor, clients, url, app, people, batch } = await makeStudent();
  const add = (text: string, key: string) => mentor.post(url('/notes'), { text }, { 'idempotency-key': key });
  const first = await add(' Was ill. ', 'a');
  expect(first).toMatchObject({ status: 201, body: { text: 'Was ill.', isOwn: true } });
  expect((await add(' Was ill. ', 'a')).body).toEqual(first.body);
  const second = await add('Is back.', 'b');
  const colleague = await app.as(await buildMentor(app.context, [batch.id], { name: 'Bina' }));
  const { body } = await colleague.get(url('/notes'));
  expect(body).toMatchObject([
    { text: 'Is back.', author: { name: people.mentor.name, role: 'mentor' }, isOwn: false },
    { text: 'Was ill.', isOwn: false },
  ]);
  expect((await colleague.get(url(`/notes?limit=1&before=${body[0].id}`))).body).toMatchObject([
    { text: 'Was ill.' },
  ]);
  const at = url(`/notes/${second.body.id}`);
  expect((await colleague.delete(at)).status, 'another’s').toBe(403);
  expect((await clients.administrator.delete(at)).status).toBe(403);
  expect(
    (await mentor.delete(`/api/staff/students/${people.classmate.email}/notes/${second.body.id}`)).status,
  ).toBe(404);
  expect((await mentor.delete(at, { 'idempotency-key': 'c' })).status).toBe(204);
  expect((await mentor.delete(at, { 'idempotency-key': 'c' })).status, 'repeated').toBe(204);
  expect((await mentor.delete(at)).status).toBe(404);
  expect((await add('Is back.', 'b')).status, 'its key, once it is deleted').toBe(404);
  for (const [text, message] of [
    ['  ', 'The note is empty'],
    ['x'.repeat(5_001), 'The note can have at most 5,000 characters'],
  ]) {
    expect(await mentor.post(url('/notes'), { text })).toMatchObject({ status: 400, body: { message } });
  }
  const events = (await readAuditLog(app)).filter(({ act }) => act.endsWith('-note'));
  expect(events.map(({ act, subject }) => [act, subject])).toEqual([
    ['add-note', people.student.email],
    ['add-note', people.student.email],
    ['delete-note', people.student.email],
  ]);
  expect(JSON.stringify(events), 'what is deleted is gone').not.toContain('Is back');
});
