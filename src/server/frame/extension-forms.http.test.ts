import { expect, test } from 'vitest';
import type { FormParts } from '#support/encode-form';
import { hiddenOf, keysOf, postForm, typedIn } from '#support/posted-forms';
import { makePortalFixture } from '#support/portal-fixture';
import { webBuild } from '#support/web-build';

test('an extension is requested and answered without scripts, once, and a wrong day comes back', async () => {
  const { clients, people } = await makePortalFixture({}, { app: { pages: webBuild() } });
  const { student, mentor } = clients;
  const url = '/extension?task=viva';
  const page = (await student.get(url)).body as string;
  const [key] = keysOf(page);
  const given = { task: hiddenOf(page, 'task') ?? '', reason: 'My mother is ill.' };
  const past = await postForm(student, url, { ...given, until: '2026-11-01', 'Idempotency-Key': 'past' });
  expect([past.status, past.body]).toEqual([400, expect.stringContaining('Choose a day after')]);
  expect(typedIn(past.body, 'reason').trim()).toBe(given.reason);

  const request = { ...given, until: '2027-02-15', 'Idempotency-Key': String(key) };
  for (const press of ['the first', 'the second']) {
    const { status, headers } = await postForm(student, url, request);
    expect([status, headers['location']], press).toEqual([303, '/viva?notice=extension-requested']);
  }
  expect((await student.get('/viva')).body).toContain('extension requested until');

  const batch = '/staff/batches/OURS/requests';
  const list = (await mentor.get(batch)).body as string;
  expect(list).toContain(given.reason);
  const of = {
    act: 'answer-extension',
    request: hiddenOf(list, 'request') ?? '',
    s_id: hiddenOf(list, 's_id') ?? '',
  };
  const silent = await postForm(mentor, batch, { ...of, answer: 'declined', until: '2027-02-15', words: '' });
  expect([silent.status, silent.body]).toEqual([400, expect.stringContaining('Say why the request')]);
  const declined = { ...of, answer: 'declined', until: '2027-02-15', words: 'Two weeks are enough.' };
  const answered = await postForm(mentor, batch, declined);
  expect([answered.status, answered.headers['location']]).toEqual([
    303,
    `${batch}?notice=extension-declined`,
  ]);
  expect((await mentor.get(batch)).body).not.toContain(given.reason);
  expect((await student.get('/viva')).body).toContain('Two weeks are enough.');
  expect(people.student.email).toBe(of.s_id);
});

test('a file comes along without scripts, once; a refused one brings back what was typed', async () => {
  const { clients, people } = await makePortalFixture({}, { app: { pages: webBuild() } });
  const { student, mentor } = clients;
  const url = '/extension?task=viva';
  const page = (await student.get(url)).body as string;
  expect(page).toContain('encType="multipart/form-data"');
  const form = (name: string, bytes: string): FormParts => [
    ['Idempotency-Key', String(keysOf(page)[0])],
    ['task', 'viva'],
    ['until', '2027-02-15'],
    ['reason', 'My mother\r\nis ill.'],
    ['files', { name, bytes }],
  ];
  const refused = await student.form(url, form('letter.pdf', '%PDF-1.7 \0\u0001'));
  expect([refused.status, typedIn(refused.body, 'reason').trim()]).toEqual([
    415,
    expect.stringContaining('My mother\nis ill.'),
  ]);
  for (const press of ['the first', 'the second']) {
    const { status, headers } = await student.form(url, form('letter.txt', 'Ill.'));
    expect([status, headers['location']], press).toEqual([303, '/viva?notice=extension-requested']);
  }
  const asked = (await mentor.get('/api/staff/batches/OURS/extension-requests')).body;
  expect(asked).toMatchObject([{ reason: 'My mother\nis ill.', file: { name: 'letter.txt' } }]);
  const list = (await mentor.get('/staff/batches/OURS/requests')).body as string;
  expect(list).toContain(`href="/api/discussion/attachments/${asked[0].file.id}"`);
  expect((await student.get(url)).body).toContain('Your file: ');
  expect(asked[0].student.s_id).toBe(people.student.email);
});

test('without a file the same form asks as before', async () => {
  const { clients } = await makePortalFixture({}, { app: { pages: webBuild() } });
  const parts: FormParts = [
    ['task', 'viva'],
    ['until', '2027-02-15'],
    ['reason', 'Ill.'],
    ['files', { name: '', bytes: '' }],
  ];
  expect((await clients.student.form('/extension?task=viva', parts)).status).toBe(303);
  const asked = (await clients.mentor.get('/api/staff/batches/OURS/extension-requests')).body;
  expect([asked.length, asked[0].file]).toEqual([1, undefined]);
});
