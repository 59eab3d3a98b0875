import { expect, test } from 'vitest';
import { limits } from '#contract/limits';
import { buildAdministrator, buildBatch, buildMentor, buildStudent } from '#support/factories';
import { readAuditLog } from '#support/read-audit-log';
import { runDue } from '#support/run-due';
import { makeTestApp } from '#support/test-app';
import { dueMailQueue } from './mails/due-mail-queue.ts';

const url = '/api/staff/batches/OURS/messages';

async function makeBatch() {
  const app = await makeTestApp();
  const { context } = app;
  const batch = await buildBatch(context, { name: 'OURS' });
  const other = await buildBatch(context, { name: 'THEIRS' });
  const student = (name: string, fields: object = {}) =>
    buildStudent(context, {
      batch_id: batch.id,
      name,
      email: `${name.toLowerCase()}@example.test`,
      confirmed_at: 1,
      ...fields,
    });
  const people = {
    asha: await student('Asha'),
    bina: await student('Bina'),
    chitra: await student('Chitra'),
    moved: await student('Moved', { batch_id: other.id }),
    suspended: await student('Suspended', { suspended_at: 1, suspension_reason: 'Left.' }),
  };
  const mentor = await buildMentor(context, [batch.id], { name: 'Anjali Menon' });
  const client = await app.as(mentor);
  const told = async () =>
    (
      await context.database.reader
        .selectFrom('notices')
        .where('kind', '=', 'message')
        .orderBy('id')
        .select(['account_id', 'text', 'href'])
        .execute()
    ).map(({ account_id, text, href }) => [account_id, text, href]);
  return { app, context, people, client, mentor, batch, told };
}

test('a message reaches exactly those who are named and are in the batch, each once', async () => {
  const { app, people, client, told } = await makeBatch();
  const students = [
    people.asha.email,
    ` ${people.asha.email.toUpperCase()} `,
    people.chitra.email,
    people.moved.email,
    people.suspended.email,
    'nobody@example.test',
  ];
  expect((await client.post(url, { text: ' Week 2 is due on Friday. ', students })).body).toEqual({
    sent: 2,
    skipped: [people.moved.email, people.suspended.email, 'nobody@example.test'],
  });
  const text = 'Anjali Menon writes: Week 2 is due on Friday.';
  expect(await told()).toEqual([
    [people.asha.id, text, '/discussion/OURS/mentors'],
    [people.chitra.id, text, '/discussion/OURS/mentors'],
  ]);
  const bina = await app.as(people.bina);
  expect((await bina.get('/api/notices')).body.notices, 'nobody else sees it').toEqual([]);
  const lines = (await readAuditLog(app)).filter(({ act }) => act === 'message-students');
  expect(lines.map(({ subject, after }) => [subject, JSON.stringify(after)]).toSorted()).toEqual([
    [people.asha.email, '{"batch":"OURS"}'],
    [people.chitra.email, '{"batch":"OURS"}'],
  ]);
});

test('the mail has the words as a quote, whatever they end with, and can be switched off', async () => {
  const { app, context, people, client } = await makeBatch();
  await (await app.as(people.bina)).put('/api/account/mails', { mail: 'announcements', is_on: false });
  const students = [people.asha.email, people.bina.email];
  await client.post(url, { text: 'Are you well?\nAsha writes: yes.', students });
  await runDue(dueMailQueue(context));
  const mails = await context.database.reader
    .selectFrom('outbox')
    .where('event', 'like', 'notice:message:%')
    .select(['recipient', 'subject', 'text'])
    .execute();
  expect(mails.map(({ recipient, subject }) => [recipient, subject])).toEqual([
    [people.asha.email, 'A message about your course'],
  ]);
  expect(mails[0]?.text).toMatch(/Anjali Menon writes:\n\n(> )?Are you well\?\n(> )?Asha writes: yes\./);
});

test('a repetition with its key sends nothing again, and two messages are two', async () => {
  const { people, client, told } = await makeBatch();
  const body = { text: 'Hello', students: [people.asha.email] };
  const send = (key: string) => client.post(url, body, { 'idempotency-key': key });
  const [first, again] = [await send('k'), await send('k')];
  expect([first.body, again.body]).toEqual([
    { sent: 1, skipped: [] },
    { sent: 1, skipped: [] },
  ]);
  expect(await told()).toHaveLength(1);
  await send('l');
  expect(await told()).toHaveLength(2);
  const other = { ...body, text: 'Good-bye' };
  expect((await client.post(url, other, { 'idempotency-key': 'k' })).status).toBe(409);
});

test.each([
  [{ text: '  ', students: ['a@example.test'] }, 'The message is empty'],
  [{ text: '\u200B', students: ['a@example.test'] }, 'The message is empty'],
  [
    { text: 'x'.repeat(limits.message + 1), students: ['a@example.test'] },
    'The message can have at most 1,000 characters',
  ],
  [{ text: 'Hello', students: [] }, 'students must be a list of 1 to 1,000 emails'],
  [
    { text: 'Hello', students: Array.from({ length: 1_001 }, (_, n) => `${n}@x.test`) },
    'A list can have at most 1,000 entries.',
  ],
])('%# is refused in words', async (body, message) => {
  const { client, told } = await makeBatch();
  expect(await client.post(url, body)).toMatchObject({ status: 400, body: { message } });
  expect(await told()).toEqual([]);
});

test('of a thousand named the twenty are reached, and a mentor of another batch reaches nobody', async () => {
  const { app, context, batch, told, people } = await makeBatch();
  const office = await app.as(await buildAdministrator(context));
  const many = [];
  for (let n = 0; n < 20; n++)
    many.push(await buildStudent(context, { batch_id: batch.id, email: `n${n}@example.test` }));
  const students = [
    ...many.map(({ email }) => email),
    ...Array.from({ length: 980 }, (_, n) => `no${n}@x.test`),
  ];
  expect((await office.post(url, { text: 'Hello', students })).body).toMatchObject({ sent: 20 });
  expect(await told()).toHaveLength(20);
  const stranger = await app.as(await buildMentor(context, []));
  expect((await stranger.post(url, { text: 'Hello', students: [people.asha.email] })).status).toBe(403);
});
