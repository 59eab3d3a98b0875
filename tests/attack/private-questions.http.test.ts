import { expect, onTestFinished, test } from 'vitest';
import { dayMs } from '#contract/durations';
import { endpoints, type EndpointName } from '#contract/wire/endpoints';
import { dueMailQueue } from '#server/notices/mails/due-mail-queue';
import { sendDailyMails } from '#server/progress/daily-mails/daily-mails';
import { makeFixture, send, table, type Fixture } from '#support/access-table';
import { attach } from '#support/attachments';
import { eventually } from '#support/eventually';
import { readZip } from '#support/read-zip';
import { runDue } from '#support/run-due';
import type { Answer } from '#support/test-app';

/** What would be gained: what somebody asked the mentors alone, and that somebody asked. */

const others = ['classmate', 'outsider', 'foreignMentor'] as const;
const reads = (Object.keys(table) as EndpointName[]).filter((name) => endpoints[name].method === 'GET');
const canary = /canary-7d2b/;

/** What an answer says, with its validators and sizes; who is online depends on the time. */
function traceOf({ status, headers, body }: Answer): string {
  const { etag, 'content-length': length, 'last-modified': modified } = headers;
  const { request_id: _, ...rest } = (body ?? {}) as { request_id?: string };
  const said = JSON.stringify([status, etag, typeof body === 'object' ? rest : [body, length], modified]);
  return said.replaceAll(/"online":(?:true|false)/g, '');
}

/** By role and call. */
async function readAll(fixture: Fixture): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const role of others)
    for (const name of reads) found.set(`${name} as ${role}`, traceOf(await send(fixture, name, role)));
  return found;
}

/** A question with a picture and an answer, and an open one. */
async function plant({
  clients,
  emails,
  batch,
}: Fixture): Promise<{ id: string; post: string; file: string }> {
  const url = `/api/discussion/private/${emails.student}`;
  const sent = { name: 'canary-7d2b.log', bytes: 'canary-7d2b' };
  const { body: file } = await attach(clients.student, emails.student, sent);
  const text = `canary-7d2b: I am afraid of the viva ${file.mark}`;
  const asked = await clients.student.post(url, { text, format: 'markdown' });
  expect(asked.status).toBe(201);
  const [{ _id: question, posts }] = asked.body.questions;
  const answer = { text: 'canary-7d2b: come to me', question };
  expect((await clients.mentor.post(`/api/discussion/private/${batch}`, answer)).status).toBe(201);
  expect((await clients.student.post(url, { text: 'canary-7d2b: and alone?' })).status).toBe(201);
  return { id: question, post: posts[0].id, file: file.id };
}

test('no call, count, ETag, notice, mail or record of another shows a private question', async () => {
  const fixture = await makeFixture();
  const { app, clients, emails, batch } = fixture;
  // Who gets mail.
  const confirmed_at = app.clock.now();
  await app.context.database.transaction((writer) =>
    writer.updateTable('accounts').set({ confirmed_at }).where('confirmed_at', 'is', null).execute(),
  );
  const { reader } = app.context.database;
  const versions = () => reader.selectFrom('discussion_versions').selectAll().execute();
  const first = await readAll(fixture);
  const second = await readAll(fixture);
  const before = await versions();
  const planted = await plant(fixture);
  expect(await versions(), 'versions of the batch').toEqual(before);
  const third = await readAll(fixture);
  const steady = [...first].filter(([what, trace]) => second.get(what) === trace);
  expect(steady.length, 'calls that answer the same twice').toBeGreaterThan(first.size * 0.9);
  for (const [what, trace] of steady) expect(third.get(what), what).toBe(trace);
  for (const [what, trace] of third) expect(trace, what).not.toMatch(canary);

  const own = await clients.student.get(`/api/discussion/private/${emails.student}`);
  expect(JSON.stringify(own.body), 'planted').toMatch(canary);
  const asked = await clients.mentor.get(`/api/discussion/private/${batch}`);
  expect(JSON.stringify(asked.body), 'planted').toMatch(canary);

  // By its words, its address and its file, in the forum's calls and in its own.
  const { id, post, file } = planted;
  for (const role of others) {
    const named = role === 'foreignMentor' ? batch : emails[role];
    for (const [url, statuses] of [
      [`discussion/${named}/questions?q=canary-7d2b+afraid`, [200, 403]],
      [`discussion/${named}/similar?text=canary-7d2b+I+am+afraid+of+the+viva`, [200, 403]],
      [`discussion/${named}?question=${id}`, [200, 403]],
      [`private/${named}`, [200, 403]],
      [`private/${named}?question=${id}`, [200, 403]],
      [`private/${emails.student}`, [403]],
      [`private/${emails.student}?question=${id}`, [403]],
      [`private/${emails.student}/events`, [403]],
      [`attachments/${file}`, [403, 404]],
    ] as const) {
      const answer = await clients[role].get(`/api/discussion/${url}`);
      expect(statuses, `${url} as ${role}`).toContain(answer.status);
      expect(JSON.stringify(answer.body), `${url} as ${role}`).not.toMatch(canary);
    }
    const changes = [
      { act: 'edit', post, text: 'Mine' },
      { act: 'delete', post },
      { act: 'read', post },
      { act: 'take' },
      { act: 'ask-to-open' },
      { act: 'open' },
    ];
    for (const body of changes) {
      const answer = await clients[role].put(`/api/discussion/private/${named}/${id}`, body);
      expect([403, 404], `${body.act} as ${role}`).toContain(answer.status);
    }
    const text = { text: 'Me too', question: id };
    expect([403, 404]).toContain((await clients[role].post(`/api/discussion/private/${named}`, text)).status);
  }
  const unchanged = await clients.student.get(`/api/discussion/private/${emails.student}`);
  expect(unchanged.body.questions).toEqual(own.body.questions);

  const accounts = await reader.selectFrom('accounts').select(['id', 'email']).execute();
  const idOf = (email: string) => accounts.find((one) => one.email === email) as { id: number };
  for (const role of ['student', 'classmate'] as const) {
    const packed = await app.app.inject({
      url: `/api/students/record/${emails[role]}`,
      headers: { cookie: await app.cookieOf(idOf(emails[role])) },
    });
    const text = [...readZip(packed.rawPayload).values()].join();
    if (role === 'classmate') expect(text).not.toMatch(canary);
    else expect(text, 'their own record, with the answer').toMatch(/canary-7d2b: come to me/);
  }

  app.clock.advance(dayMs);
  await runDue(dueMailQueue(app.context));
  await sendDailyMails(app.context, new AbortController().signal);
  const mails = await reader.selectFrom('outbox').select(['recipient', 'subject', 'text', 'html']).execute();
  expect(JSON.stringify(mails), 'mentors are told').toMatch(/asks the mentors privately/);
  for (const mail of mails) {
    expect(JSON.stringify(mail), 'words are in no mail').not.toMatch(canary);
    if (mail.recipient !== emails.mentor && mail.recipient !== emails.student)
      expect(JSON.stringify(mail), mail.recipient).not.toMatch(/privately|private question/);
  }
  const notices = await reader
    .selectFrom('notices')
    .where('kind', 'in', ['private-question', 'private-answer'])
    .select(['account_id', 'text'])
    .execute();
  expect(JSON.stringify(notices)).not.toMatch(canary);
  const told = new Set(notices.map(({ account_id }) => account_id));
  expect(told).toEqual(new Set([idOf(emails.student).id, idOf(emails.mentor).id]));
});

test('private questions have no event in the stream of a batch, and none in the stream of another', async () => {
  const fixture = await makeFixture();
  const { app, clients, emails, batch, question } = fixture;
  const accounts = await app.context.database.reader.selectFrom('accounts').select(['id', 'email']).execute();
  const listen = async (role: 'student' | 'classmate' | 'mentor', url: string) => {
    const account = accounts.find(({ email }) => email === emails[role]) as { id: number };
    const named = role === 'mentor' ? batch : emails[role];
    const response = await app.app.inject({
      url: `/api/discussion/${url}/${named}/events?after=0`,
      headers: { cookie: await app.cookieOf(account) },
      payloadAsStream: true,
    });
    const heard = { text: '' };
    const stream = response.stream().setEncoding('utf8');
    onTestFinished(() => void stream.destroy());
    stream.on('data', (text: string) => (heard.text += text));
    return heard;
  };
  const ofBatch = await listen('classmate', 'discussion');
  const ofOther = await listen('classmate', 'private');
  const own = await listen('student', 'private');
  const mentors = await listen('mentor', 'private');
  const refreshes = ({ text }: { text: string }) => text.match(/^event: refresh$/gm)?.length ?? 0;
  await plant(fixture);
  for (const heard of [own, mentors]) await eventually(() => expect(refreshes(heard)).toBeGreaterThan(0));
  const url = `/api/discussion/discussion/${emails.classmate}/question/${question}/answer`;
  await clients.classmate.post(url, { answer: 'The next event.' });
  await eventually(() => expect(ofBatch.text.match(/^event: question$/gm)?.length).toBeGreaterThanOrEqual(2));
  expect(refreshes(ofOther)).toBe(0);
  expect(ofBatch.text + ofOther.text).not.toMatch(/refresh|private/);
});
