import { expect, test } from 'vitest';
import { makeFixture, type Fixture } from '#support/access-table';
import { attach } from '#support/attachments';
import { eventually } from '#support/eventually';
import { accountOf, listen, mailAsOthers, others, walkAsOthers } from './walk-as-others.ts';

/** What would be gained: what somebody asked the mentors alone, and that somebody asked. */

const canary = /canary-7d2b/;

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
  const planted = await walkAsOthers(fixture, {
    canary,
    plant,
    readers: [
      ['student', `/api/discussion/private/${emails.student}`],
      ['mentor', `/api/discussion/private/${batch}`],
    ],
  });
  const own = await clients.student.get(`/api/discussion/private/${emails.student}`);

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

  await mailAsOthers(fixture, { canary, told: /privately|private question/ });
  const told = await app.context.database.reader
    .selectFrom('notices')
    .where('kind', 'in', ['private-question', 'private-answer'])
    .select('account_id')
    .execute();
  const readers = [await accountOf(fixture, 'student'), await accountOf(fixture, 'mentor')];
  expect(new Set(told.map(({ account_id }) => account_id))).toEqual(new Set(readers.map(({ id }) => id)));
});

test('private questions have no event in the stream of a batch, and none in the stream of another', async () => {
  const fixture = await makeFixture();
  const { clients, emails, question } = fixture;
  const ofBatch = await listen(fixture, 'classmate', 'discussion');
  const ofOther = await listen(fixture, 'classmate', 'private');
  const own = await listen(fixture, 'student', 'private');
  const mentors = await listen(fixture, 'mentor', 'private');
  const refreshes = ({ text }: { text: string }) => text.match(/^event: refresh$/gm)?.length ?? 0;
  await plant(fixture);
  for (const heard of [own, mentors]) await eventually(() => expect(refreshes(heard)).toBeGreaterThan(0));
  const url = `/api/discussion/discussion/${emails.classmate}/question/${question}/answer`;
  await clients.classmate.post(url, { answer: 'The next event.' });
  await eventually(() => expect(ofBatch.text.match(/^event: question$/gm)?.length).toBeGreaterThanOrEqual(2));
  expect(refreshes(ofOther)).toBe(0);
  expect(ofBatch.text + ofOther.text).not.toMatch(/refresh|private/);
});
