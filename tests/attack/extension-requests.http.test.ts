import { expect, test } from 'vitest';
import { makeFixture, type Fixture } from '#support/access-table';
import { attach } from '#support/attachments';
import { eventually } from '#support/eventually';
import { listen, mailAsOthers, others, walkAsOthers } from './walk-as-others.ts';

/** What would be gained: why somebody needs more time, the proof of it, and that somebody asked. */

const canary = /canary-4c1e/;

/** One answered, one open, which has a file. @returns the file's id */
async function plantRequests({ clients, emails }: Fixture): Promise<string> {
  const until = '2027-02-15';
  const ask = (reason: string, until: string, more: object = {}) =>
    clients.student.post(`/api/students/extensionRequest/${emails.student}`, {
      task: 'viva',
      until,
      reason,
      ...more,
    });
  const asked = await ask('canary-4c1e: my mother is ill', until);
  expect(asked.status).toBe(201);
  const { id } = asked.body.extension_request;
  const url = `/api/staff/students/${emails.student}/extension-requests/${id}`;
  const words = 'canary-4c1e: get well';
  expect((await clients.mentor.put(url, { answer: 'granted', until, words })).status).toBe(200);
  const letter = { name: 'canary-4c1e.txt', bytes: 'canary-4c1e: from the hospital' };
  const { body: file } = await attach(clients.student, emails.student, letter);
  const again = await ask('canary-4c1e: she is no better', '2027-03-15', { file: file.id });
  expect(again.body.extension_request.file).toMatchObject({ id: file.id, name: letter.name });
  return file.id;
}

test('no call, count, ETag, notice, mail or record of another shows that somebody asked, or a file', async () => {
  const fixture = await makeFixture();
  const { clients, emails, batch, question } = fixture;
  const file = await walkAsOthers(fixture, {
    canary,
    plant: plantRequests,
    readers: [
      ['student', `/api/students/timeline/${emails.student}`],
      ['mentor', `/api/staff/batches/${batch}/extension-requests`],
    ],
  });
  const url = `/api/discussion/attachments/${file}`;
  for (const role of ['student', 'mentor', 'administrator'] as const)
    expect((await clients[role].get(url)).status, role).toBe(200);
  for (const role of others) {
    const { status, body } = await clients[role].get(url);
    expect([status, JSON.stringify(body)], role).toEqual([403, expect.not.stringMatching(canary)]);
  }

  // Posts that name it show nothing, and nobody else's request takes it.
  const mark = `![x](attachment:${file})`;
  const forum = `/api/discussion/discussion/${emails.student}/question`;
  await clients.student.post(forum, { question: mark, format: 'markdown' });
  await clients.student.post(`/api/discussion/private/${emails.student}`, { text: mark, format: 'markdown' });
  await clients.classmate.post(`/api/discussion/discussion/${emails.classmate}/question/${question}/answer`, {
    answer: mark,
  });
  for (const role of others) expect((await clients[role].get(url)).status, role).toBe(403);
  const seen = await clients.classmate.get(`/api/discussion/discussion/${emails.classmate}`);
  expect(JSON.stringify(seen.body)).not.toMatch(canary);

  const told = /requests an extension|requested an extension|You have an extension/;
  await mailAsOthers(fixture, { canary, told });
});

test('no event follows a request in the stream of a batch', async () => {
  const fixture = await makeFixture();
  const { question, clients, emails } = fixture;
  const heard = [
    await listen(fixture, 'classmate', 'discussion'),
    await listen(fixture, 'mentor', 'discussion'),
  ];
  await plantRequests(fixture);
  const url = `/api/discussion/discussion/${emails.classmate}/question/${question}/answer`;
  await clients.classmate.post(url, { answer: 'The next event.' });
  await eventually(() => {
    for (const { text } of heard) expect(text).toMatch(/^event: question$/m);
  });
  for (const { text } of heard) expect(text).not.toMatch(/canary-4c1e|extension/);
});
