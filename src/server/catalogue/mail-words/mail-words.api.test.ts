import { expect, test } from 'vitest';
import { mailNames, mailWords, ourMailText, type MailName } from '#contract/mail-words';
import { notify } from '#server/notices/notify';
import { dueMailQueue } from '#server/notices/mails/due-mail-queue';
import type { Settings } from '#server/platform/settings/settings';
import {
  buildAdministrator,
  buildBatch,
  buildMentor,
  buildStudent,
  buildSubmission,
} from '#support/factories';
import { runDue } from '#support/run-due';
import { makeTestApp, type TestApp } from '#support/test-app';
import { applyMailWords } from './stored-words.ts';

const publicUrl = new URL('https://portal.example.test');
const smtpUrl = 'smtp://127.0.0.1:9';

async function makeOffice(settings: Partial<Settings> = {}) {
  const app = await makeTestApp({ settings: { publicUrl, smtpUrl, ...settings } });
  const latha = await buildAdministrator(app.context, { name: 'Latha Nair' });
  return { app, latha, office: await app.as(latha) };
}
type Office = Awaited<ReturnType<typeof makeOffice>>;

const at = (mail: MailName) => `/api/staff/mail-words/${mail}`;
const words = { subject: 'Your mark, {name}', body: 'Dear {name} of {batch},\n\n**{news}**' };

const outbox = ({ context }: TestApp) =>
  context.database.reader
    .selectFrom('outbox')
    .orderBy('id')
    .select(['event', 'recipient', 'subject', 'text', 'html'])
    .execute();

async function notifyOfMark({ context, clock }: TestApp, accountId: number, event = 'week-2:1') {
  await context.database.transaction((writer) =>
    notify(writer, {
      kind: 'mark-released',
      event,
      accounts: [accountId],
      about: 'task:week-2',
      text: 'Your mark for Week 2 is available',
      href: '/ProjectDashboard1',
      now: clock.now(),
    }),
  );
  await runDue(dueMailQueue(context));
}

test('without words of its own the academy sends ours', async () => {
  const { office, app } = await makeOffice();
  const { status, body } = await office.get('/api/staff/mail-words');
  expect(status).toBe(200);
  expect(body.mails).toEqual(mailNames.map((mail) => ({ mail, ...ourMailText(mail), changed: null })));
  const asha = await buildStudent(app.context, { name: 'Asha' });
  await notifyOfMark(app, asha.id);
  expect(await outbox(app)).toMatchObject([
    {
      subject: 'You have a new mark',
      text: expect.stringMatching(/^Hello Asha,\n\nYour mark for Week 2 is available\.\n\nOpen/),
    },
  ]);
});

test('saved words are sent from then on, with the link and the last lines; what waits keeps its words', async () => {
  const { office, app } = await makeOffice();
  const batch = await buildBatch(app.context, { name: 'MERN-1' });
  const asha = await buildStudent(app.context, {
    name: '**Asha** {code} [x](evil)',
    batch_id: batch.id,
  });
  await notifyOfMark(app, asha.id, 'week-2:1');
  const saved = await office.put(at('mark'), words);
  expect(saved).toMatchObject({
    status: 200,
    body: { mail: 'mark', ...words, changed: { by: 'Latha Nair', at: expect.any(String) } },
  });
  await notifyOfMark(app, asha.id, 'week-2:2');
  const [before, after] = await outbox(app);
  expect(before?.subject).toBe('You have a new mark');
  expect(after?.subject).toBe('Your mark, **Asha** {code} [x](evil)');
  expect(after?.text).toContain(
    'Dear **Asha** {code} [x](evil) of MERN-1,\n\nYour mark for Week 2 is available.\n\nOpen in the portal: https://portal.example.test/ProjectDashboard1\nUnsubscribe',
  );
  expect(after?.html).toContain('<strong>Your mark for Week 2 is available.</strong>');
  expect(after?.html).not.toContain('<strong>Asha');
});

test('one click brings our words back', async () => {
  const { office, app } = await makeOffice();
  await office.put(at('mark'), words);
  const back = await office.delete(at('mark'), {}, { began: words });
  expect(back).toMatchObject({ status: 200, body: { ...ourMailText('mark'), changed: null } });
  const asha = await buildStudent(app.context);
  await notifyOfMark(app, asha.id);
  expect((await outbox(app))[0]?.subject).toBe('You have a new mark');
  expect(app.context.settings.mailWords).toEqual({});
});

test('our own words, typed, are no words of the academy', async () => {
  const { office, app } = await makeOffice();
  await office.put(at('reset'), { ...ourMailText('reset'), subject: 'Link' });
  const { body } = await office.put(at('reset'), {
    subject: ourMailText('reset').subject,
    body: ourMailText('reset').body.replaceAll('\n', '\r\n'),
  });
  expect(body.changed).toBeNull();
  expect(await app.context.database.reader.selectFrom('mail_words').selectAll().execute()).toEqual([]);
});

test('each change stands in the audit log with the words before and after', async () => {
  const { office, app, latha } = await makeOffice();
  await office.put(at('mark'), words);
  await office.put(at('mark'), words);
  await office.delete(at('mark'), {}, { began: words });
  await office.delete(at('mark'), {}, {});
  const lines = await app.context.database.reader
    .selectFrom('audit_log')
    .where('act', 'like', '%mail-words')
    .orderBy('id')
    .select(['act', 'actor_id as actor', 'subject', 'before', 'after'])
    .execute();
  const { label } = mailWords.mark;
  expect(
    lines.map(({ before, after, ...line }) => ({
      ...line,
      before: JSON.parse(before ?? ''),
      after: JSON.parse(after ?? ''),
    })),
  ).toEqual([
    { act: 'change-mail-words', actor: latha.id, subject: label, before: ourMailText('mark'), after: words },
    { act: 'remove-mail-words', actor: latha.id, subject: label, before: words, after: ourMailText('mark') },
  ]);
});

test('of two who change an email the later is told, and nothing unseen is put back', async () => {
  const { office } = await makeOffice();
  const ours = ourMailText('mark');
  await office.put(at('mark'), { ...words, began: ours });
  const later = await office.put(at('mark'), {
    subject: 'Mine',
    body: ours.body,
    began: { subject: ours.subject },
  });
  expect(later).toMatchObject({ status: 409, body: { code: 'conflict', current: words } });
  expect(await office.delete(at('mark'), {}, { began: ours })).toMatchObject({
    status: 409,
    body: { current: words },
  });
  // Another field is no conflict.
  const other = { ...words, subject: 'Theirs' };
  expect((await office.put(at('mark'), { ...other, began: { subject: words.subject } })).body).toMatchObject(
    other,
  );
  expect((await office.delete(at('mark'), {}, { began: other })).status).toBe(200);
});

test.each([
  [{ subject: 'Hi {nmae}', body: 'x' }, 'subject', /^There is no field \{nmae\}\. This email has: \{name\}/],
  [{ subject: 'Hi', body: 'Due {due}' }, 'body', /^There is no field \{due\}/],
  [{ subject: 'Hi', body: '{code}' }, 'body', /^There is no field \{code\}/],
  [{ subject: 'Hi', body: '{{name}} {Name}' }, 'body', /^There is no field \{Name\}/],
  [{ subject: 'Hi', body: '[x](javascript:alert(1))' }, 'body', /^This link cannot be used: javascript:/],
  [{ subject: 'Hi', body: '[x](/account)' }, 'body', /^This link cannot be used: \/account/],
  [{ subject: 'Hi', body: '[x](https://a.test/{name})' }, 'body', /has no field in it\.$/],
  [{ subject: 'Hi\nBcc: all@x.test', body: 'x' }, 'subject', /^The subject must be one line/],
  [{ subject: 'Hi\u2028you', body: 'x' }, 'subject', /^The subject must be one line/],
  [{ subject: 'Hi\u202eyou', body: 'x' }, 'subject', /^The subject must be one line/],
  [{ subject: ' ', body: 'x' }, 'subject', /^The subject is empty$/],
  [{ subject: 'Hi', body: '\u200b \n' }, 'body', /^The text is empty$/],
  [{ subject: 'x'.repeat(121), body: 'x' }, 'subject', /at most 120 characters$/],
  [{ subject: 'Hi', body: 'x'.repeat(3_001) }, 'body', /at most 3,000 characters$/],
])('%j is refused with its field and reason, saved, previewed or sent', async (text, name, message) => {
  const { office, app } = await makeOffice();
  const bad = { status: 400, body: { fields: [{ name, message: expect.stringMatching(message) }] } };
  expect(await office.put(at('mark'), text)).toMatchObject(bad);
  expect(await office.post(`${at('mark')}/preview`, text)).toMatchObject(bad);
  expect(await office.post(`${at('mark')}/test`, text)).toMatchObject(bad);
  expect(await outbox(app)).toEqual([]);
});

test('an unknown email is refused, and only the office may read or write', async () => {
  const { office, app } = await makeOffice();
  expect((await office.put('/api/staff/mail-words/other', words)).status).toBe(400);
  const mentor = await app.as(await buildMentor(app.context));
  expect((await mentor.get('/api/staff/mail-words')).status).toBe(403);
  expect((await mentor.put(at('mark'), words)).status).toBe(403);
  expect((await mentor.post(`${at('mark')}/test`, words)).status).toBe(403);
});

const preview = ({ office }: Office, mail: MailName, text: object, student = '') =>
  office.post(`${at(mail)}/preview`, { ...text, student });

test('each email is previewed without any data, and opens nothing', async () => {
  const made = await makeOffice();
  for (const mail of mailNames) {
    const { status, body } = await preview(made, mail, ourMailText(mail));
    expect(status, mail).toBe(200);
    expect(body, mail).toMatchObject({ student: null, is_example: true });
    expect(body.subject, mail).not.toMatch(/[{}]/);
    expect(body.text, mail).toContain('https://portal.example.test/');
    expect(body.html, mail).toContain('https://portal.example.test/');
  }
  expect(made.app.context.settings.mailWords).toEqual({});
});

test('a preview shows the newest student, or the one who is chosen, with what happened to them', async () => {
  const made = await makeOffice();
  const { app } = made;
  const batch = await buildBatch(app.context, { name: 'MERN-1' });
  const asha = await buildStudent(app.context, { name: 'Asha', batch_id: batch.id });
  const ravi = await buildStudent(app.context, { name: 'Ravi' });
  await notifyOfMark(app, asha.id);
  const { number } = await buildSubmission(app.context, { account_id: asha.id, task: 'week-3' });
  const text = { subject: '{name}', body: '{batch}: {task}' };
  const of = async (mail: MailName, student?: string) => (await preview(made, mail, text, student)).body;
  expect(await of('mark')).toMatchObject({
    subject: 'Asha',
    student: `Asha (${asha.email})`,
    is_example: false,
  });
  expect((await of('mark')).text).toMatch(/^MERN-1: Week 2\n/);
  expect(await of('mark', ravi.email)).toMatchObject({ subject: 'Ravi', is_example: true });
  const receipt = await of('receipt', ` ${asha.email.toUpperCase()} `);
  expect(receipt).toMatchObject({ subject: 'Asha', is_example: false });
  expect(receipt.text).toContain(`Receipt number: ${number}`);
  const daily = (await preview(made, 'daily', ourMailText('daily'), asha.email)).body;
  expect(daily).toMatchObject({ subject: 'Your mark for Week 2 is available', is_example: false });
  const reset = (await preview(made, 'reset', ourMailText('reset'))).body;
  expect(reset).toMatchObject({ student: `Ravi (${ravi.email})`, is_example: false });
  expect(reset.text).toContain('token=example');
  for (const student of ['nobody@example.test', made.latha.email])
    expect((await preview(made, 'reset', ourMailText('reset'), student)).status).toBe(404);
});

test('a test goes to the own email alone, is marked, and is not sent without end', async () => {
  const { office, app, latha } = await makeOffice();
  const asha = await buildStudent(app.context, { name: 'Asha' });
  const test = (key?: string) =>
    office.post(
      `${at('reset')}/test`,
      { subject: 'Link for {name}', body: 'Hi {name}', student: asha.email },
      key === undefined ? {} : { 'idempotency-key': key },
    );
  expect(await test('k')).toMatchObject({
    status: 200,
    body: { message: expect.stringContaining(latha.email) },
  });
  expect((await test('k')).status, 'a repetition').toBe(200);
  expect(await outbox(app)).toMatchObject([
    {
      recipient: latha.email,
      subject: 'Test: Link for Asha',
      text: expect.stringMatching(/^This is a test email.*\n\nHi Asha\n\nThe link below works once/),
    },
  ]);
  for (let n = 1; n < 10; n++) expect((await test()).status).toBe(200);
  expect(await test()).toMatchObject({ status: 429 });
  expect(await outbox(app)).toHaveLength(10);
});

test('without a mail server no test is promised', async () => {
  const { office, app } = await makeOffice({ smtpUrl: null });
  expect(await office.post(`${at('reset')}/test`, ourMailText('reset'))).toMatchObject({ status: 409 });
  expect(await outbox(app)).toEqual([]);
});

test('a row of a later version is left alone: an unknown email, and a field that is not known yet', async () => {
  const { app, latha } = await makeOffice();
  await app.context.database.transaction((writer) =>
    writer
      .insertInto('mail_words')
      .values(
        [
          ['later', 'x', 'x'],
          ['mark', 'New {grade}', 'Dear {name} {grade},'],
        ].map(([mail, subject, body]) => ({
          mail: mail as MailName,
          subject: subject as string,
          body: body as string,
          changed_by: latha.id,
          changed_at: 1,
        })),
      )
      .execute(),
  );
  await applyMailWords(app.context.settings, app.context.database.reader);
  expect(Object.keys(app.context.settings.mailWords)).toEqual(['mark']);
  const asha = await buildStudent(app.context, { name: 'Asha' });
  await notifyOfMark(app, asha.id);
  expect(await outbox(app)).toMatchObject([{ subject: 'New', text: expect.stringMatching(/^Dear Asha,\n/) }]);
});
