import { expect, test } from 'vitest';
import { buildMentor, buildStudent } from '#support/factories';
import { startMailServer } from '#support/mail-server';
import { runDue } from '#support/run-due';
import { makeTestApp, type TestApp } from '#support/test-app';
import { notify } from '../notify.ts';
import { mailQueue } from '../../platform/mail/mail-queue.ts';
import { makeSmtpSender } from '../../platform/mail/smtp-sender.ts';
import { dueMailQueue } from './due-mail-queue.ts';

const publicUrl = new URL('https://portal.example.test');

const tell = ({ context, clock }: TestApp, accounts: number[], event = '1') =>
  context.database.transaction((writer) =>
    notify(writer, {
      kind: 'answer',
      event,
      accounts,
      about: 'question:1',
      text: 'A mentor answered your question “Why?”',
      href: '/discussion/OURS/1',
      now: clock.now(),
    }),
  );

const outbox = ({ context }: TestApp) =>
  context.database.reader
    .selectFrom('outbox')
    .orderBy('id')
    .select(['event', 'recipient', 'subject', 'text', 'turn_off_url as turnOffUrl'])
    .execute();

test('an event is mailed once to each reader, however many processes look', async () => {
  const app = await makeTestApp({ settings: { publicUrl } });
  const [asha, ravi] = [await buildStudent(app.context), await buildStudent(app.context)];
  await tell(app, [asha.id, ravi.id]);
  await Promise.all([1, 2, 3].map(() => runDue(dueMailQueue(app.context))));
  await tell(app, [asha.id, ravi.id]);
  await runDue(dueMailQueue(app.context));
  const mails = await outbox(app);
  expect(mails.map(({ recipient }) => recipient).toSorted()).toEqual([asha.email, ravi.email].toSorted());
  expect(mails[0]).toMatchObject({
    event: `notice:answer:1:${asha.id}`,
    subject: 'Your question has been answered',
    text: expect.stringContaining('A mentor answered your question “Why?”.\n'),
  });
  expect(mails[0]?.text).toContain('https://portal.example.test/discussion/OURS/1');
});

test('nobody is mailed whose address is not confirmed when the mail is due', async () => {
  const app = await makeTestApp();
  const student = await buildStudent(app.context, { confirmed_at: null });
  await tell(app, [student.id]);
  await runDue(dueMailQueue(app.context));
  expect(await outbox(app)).toEqual([]);
  expect(await runDue(dueMailQueue(app.context)), 'it is not looked at again').toBe(0);
});

test('a kind that is turned off stays on the list and is not mailed', async () => {
  const app = await makeTestApp();
  const student = await buildStudent(app.context);
  const client = await app.as(student);
  const choose = (mail: string, is_on: boolean, key?: string) =>
    client.put('/api/account/mails', { mail, is_on }, key === undefined ? {} : { 'idempotency-key': key });
  expect(await choose('answers', false, 'k')).toMatchObject({ status: 200, body: { is_on: false } });
  await tell(app, [student.id]);
  await runDue(dueMailQueue(app.context));
  expect(await outbox(app)).toEqual([]);
  expect((await client.get('/api/notices')).body.unread).toBe(1);
  expect((await client.get('/api/account')).body.mails).toContainEqual({ mail: 'answers', is_on: false });

  await choose('answers', true);
  expect((await choose('answers', false, 'k')).status, 'a repetition').toBe(200);
  expect(await choose('answers', true, 'k')).toMatchObject({ status: 409 });
  await tell(app, [student.id], '2');
  await runDue(dueMailQueue(app.context));
  expect(await outbox(app)).toHaveLength(1);
  expect(await choose('desk', false)).toMatchObject({ status: 400 });
});

test('each reader is shown the kinds of mail that they get', async () => {
  const app = await makeTestApp();
  const mailsOf = async (account: { id: number }) =>
    (await (await app.as(account)).get('/api/account')).body.mails.map(({ mail }: { mail: string }) => mail);
  expect(await mailsOf(await buildStudent(app.context))).not.toContain('desk');
  expect(await mailsOf(await buildMentor(app.context))).toEqual(['answers', 'desk']);
});

test('one press in the mail turns its kind off, without a login; looking at the address changes nothing', async () => {
  const app = await makeTestApp({ settings: { publicUrl } });
  const [asha, ravi] = [await buildStudent(app.context), await buildStudent(app.context)];
  await tell(app, [asha.id, ravi.id]);
  await runDue(dueMailQueue(app.context));
  const server = await startMailServer();
  await runDue(mailQueue(app.context, makeSmtpSender(app.context.settings, server.url)));
  const ofAsha = server.received.find(({ to }) => to.includes(asha.email));
  const headers = ofAsha?.raw.replaceAll(/\r?\n[ \t]+/g, ' ') ?? '';
  const address = /^List-Unsubscribe: <(https:\/\/portal\.example\.test\/unsubscribe\?token=[^>\s]+)>/m.exec(
    headers,
  )?.[1];
  expect(headers).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m);
  const token = new URL(address as string).searchParams.get('token') as string;

  const look = () => app.nobody.get(`/api/notices/mail?token=${encodeURIComponent(token)}`);
  expect((await look()).body).toEqual({ mails: ['answers'], is_on: true });
  expect((await look()).body, 'a scanner of links was there').toEqual({ mails: ['answers'], is_on: true });
  const press = (body: object, key?: string) =>
    app.nobody.post('/api/notices/mail', body, key === undefined ? {} : { 'idempotency-key': key });
  expect((await press({ token, is_on: false }, 'k')).body).toEqual({ mails: ['answers'], is_on: false });
  expect((await look()).body).toEqual({ mails: ['answers'], is_on: false });

  await tell(app, [asha.id, ravi.id], '2');
  await runDue(dueMailQueue(app.context));
  const second = (await outbox(app)).filter(({ event }) => event.startsWith('notice:answer:2:'));
  expect(
    second.map(({ recipient }) => recipient),
    "the other reader's stay",
  ).toEqual([ravi.email]);

  await press({ token, is_on: true });
  expect((await press({ token, is_on: false }, 'k')).status, 'a repetition').toBe(200);
  expect((await press({ token, is_on: true }, 'k')).status, 'another choice').toBe(409);
  expect((await look()).body).toEqual({ mails: ['answers'], is_on: true });
  const [id, , signature] = token.split('.');
  for (const forged of [`${ravi.id}.answers.${signature}`, `${id}.marks.${signature}`, `${id}.answers.`, 'x'])
    expect((await press({ token: forged, is_on: false })).status, forged).toBe(404);
});
