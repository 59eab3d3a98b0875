import { expect, test } from 'vitest';
import { messages } from '#contract/messages';
import { ownAccountMessages } from '#contract/accounts/own-account-messages';
import { studentMessages } from '#contract/student-messages';
import { serverMessages } from '../../platform/http/server-messages.ts';
import { expectHttpError } from '#support/expect-http-error';
import {
  buildBatch,
  buildCourse,
  buildProject,
  buildQuestion,
  buildSelection,
  buildStudent,
} from '#support/factories';
import { importFiles } from '#support/import-folder';
import { readAuditLog } from '#support/read-audit-log';
import { makeTestApp, type Client, type TestApp } from '#support/test-app';
import { listMail, readMail } from '../../platform/mail/outbox-admin.ts';
import { readSettings } from '../../platform/settings/settings.ts';
import { assignBatch } from '../../people/assign-batch.ts';
import { confirmAccount } from '../../people/confirm-account.ts';
import { issuePasswordReset } from '../login/issue-password-reset.ts';

const smtpUrl = 'smtp://127.0.0.1:9';
const publicUrl = new URL('https://portal.example.test');
const email = 'asha@example.test';
const asha = { name: 'Asha Menon', email, password: 'secret1', phone: '9876543210', batch: 'ONE' };

/** A portal with a batch, a project and a question; `environment` are its settings of mail and confirmation. */
async function makePortal(environment: Record<string, string> = { SMTP_URL: smtpUrl }) {
  const { smtpUrl: url, requireConfirmedEmail } = readSettings(environment);
  const app = await makeTestApp({ settings: { smtpUrl: url, requireConfirmedEmail, publicUrl } });
  const batch = await buildBatch(app.context, { name: 'ONE' });
  const project = await buildProject(app.context, { course_id: batch.course_id });
  const classmate = await buildStudent(app.context, { batch_id: batch.id });
  await buildQuestion(app.context, { batch_id: batch.id, author_id: classmate.id });
  return { ...app, batch, project };
}
type Portal = Awaited<ReturnType<typeof makePortal>>;

async function signUp(app: Portal): Promise<Client & { id: number }> {
  expect((await app.nobody.post('/api/auth/signup', asha)).status).toBe(201);
  const { id } = await app.context.database.reader
    .selectFrom('accounts')
    .where('email', '=', email)
    .select('id')
    .executeTakeFirstOrThrow();
  return { ...(await app.as({ id })), id };
}

const newestText = async (app: TestApp) => {
  const [mail] = await listMail(app.context, 1);
  return (await readMail(app.context, mail!.id)).text;
};
const newestToken = async (app: TestApp) =>
  /https:\/\/portal\.example\.test\/confirm-email\?token=([\w-]{43})/.exec(await newestText(app))?.[1] ?? '';

const choose = (me: Client, project: { id: string }) =>
  me.post('/api/students/selectProject', { sp_id: email, p_id: project.id });
const confirm = (app: TestApp, token: string) => app.nobody.post('/api/auth/confirm', { token });
const forum = `/api/discussion/discussion/${email}`;

/** What the session says, and whether choice and forum are open. */
async function stateOf(me: Client, project: { id: string }) {
  const [session, read, written, answers] = [
    await me.get('/api/auth/session'),
    await me.get(forum),
    await me.post(`${forum}/question`, { question: 'May I?' }),
    await me.get(`/api/discussion/answers/${email}`),
  ];
  const chosen = await choose(me, project);
  const { confirmation } = session.body.student;
  return { confirmation, calls: [read, written, answers, chosen].map(({ status }) => status) };
}
const open = [200, 201, 200, 201];
const closed = [403, 403, 403, 400];

test('where mail can be sent one signs in and looks, and chooses and talks once the mailed link was opened', async () => {
  const app = await makePortal();
  const me = await signUp(app);
  const text = await newestText(app);
  expect(text).not.toContain('Asha');
  expect(await listMail(app.context, 10)).toMatchObject([{ recipient: email }]);
  const login = await app.nobody.post('/api/auth/login', asha);
  expect(login.body).toMatchObject({ message: 'Login successful', student: { confirmation: 'needed' } });
  for (const url of ['studentCourse', 'timeline', 'studentswithprojects'])
    expect((await me.get(`/api/students/${url}/${email}`)).status, url).toBe(200);
  expect(await stateOf(me, app.project)).toEqual({ confirmation: 'needed', calls: closed });
  expectHttpError(await me.get(forum), 403, 'unconfirmed', 'the forum');
  expect((await me.get(forum)).body.message).toBe(serverMessages.confirmByMail);
  expect((await choose(me, app.project)).body.message).toBe(serverMessages.confirmByMail);

  const token = await newestToken(app);
  expect(await confirm(app, token)).toMatchObject({
    status: 200,
    body: { message: messages.addressConfirmed },
  });
  expect(await stateOf(me, app.project)).toEqual({ confirmation: 'none', calls: open });
  expect(await confirm(app, token)).toMatchObject({
    status: 200,
    body: { message: messages.addressConfirmedBefore },
  });
});

test('what cannot be chosen at all is said before', async () => {
  const app = await makePortal();
  const me = await signUp(app);
  const elsewhere = await buildProject(app.context);
  expect((await choose(me, { id: 'P999' })).body.message).toBe('There is no project with this p_id.');
  expect((await choose(me, elsewhere)).body.message).toBe('This project belongs to another course.');
  await app.context.database.transaction((writer) =>
    writer.updateTable('accounts').set({ exit_score: 49 }).where('email', '=', email).execute(),
  );
  expect((await choose(me, app.project)).body.message).toBe(studentMessages.exitScoreLow);
});

test('without mail everything goes as before, and nobody is asked', async () => {
  const app = await makePortal({});
  const me = await signUp(app);
  expect(await stateOf(me, app.project)).toEqual({ confirmation: 'none', calls: open });
  expect(await listMail(app.context, 10)).toEqual([]);
  expectHttpError(await me.post('/api/auth/confirmation'), 409, 'conflict', 'a link without mail');
});

test('REQUIRE_CONFIRMED_EMAIL=false only asks; =true insists without mail, too, and the office confirms', async () => {
  const asking = await makePortal({ SMTP_URL: smtpUrl, REQUIRE_CONFIRMED_EMAIL: 'false' });
  expect(await stateOf(await signUp(asking), asking.project)).toEqual({ confirmation: 'asked', calls: open });

  const strict = await makePortal({ REQUIRE_CONFIRMED_EMAIL: 'true' });
  const me = await signUp(strict);
  expect(await stateOf(me, strict.project)).toEqual({ confirmation: 'needed', calls: closed });
  expect((await me.get(forum)).body.message).toBe(serverMessages.confirmAtOffice);
  await confirmAccount(strict.context, email);
  expect(await stateOf(me, strict.project)).toEqual({ confirmation: 'none', calls: open });
});

test('accounts from before, and those that the office has placed, are asked and keep what they could do', async () => {
  const app = await makePortal();
  await buildStudent(app.context, { email, batch_id: app.batch.id, confirmed_at: null });
  const { id } = await app.context.database.reader
    .selectFrom('accounts')
    .where('email', '=', email)
    .select('id')
    .executeTakeFirstOrThrow();
  expect(await stateOf(await app.as({ id }), app.project)).toEqual({ confirmation: 'asked', calls: open });

  const other = await makePortal();
  const me = await signUp(other);
  await assignBatch(other.context, email, 'ONE');
  expect(await stateOf(me, other.project)).toEqual({ confirmation: 'asked', calls: open });
});

test('what was imported about an address arrives with its confirmation, and a score that waits holds up the choice', async () => {
  for (const environment of [{ SMTP_URL: smtpUrl, REQUIRE_CONFIRMED_EMAIL: 'false' }, {}] as Record<
    string,
    string
  >[]) {
    const app = await makePortal(environment);
    await importFiles(app.context, { 'people.csv': `email,batch,exit_score,grade\n${email},ONE,49,B\n` });
    const me = await signUp(app);
    const course = async () => (await me.get(`/api/students/studentCourse/${email}`)).body;
    expect(await course()).toMatchObject({ s_exitscore: null, s_grade: null });
    const refused = await choose(me, app.project);
    const mailed = environment['SMTP_URL'] !== undefined;
    expect(refused).toMatchObject({
      status: 400,
      body: {
        message: mailed
          ? 'Please confirm your email first. Open the link in our email, or send it again from your dashboard.'
          : 'Please confirm your email first. The office can do that for you.',
      },
    });
    expect((await choose(me, { id: 'UNKNOWN' })).body.message).toBe('There is no project with this p_id.');
    if (mailed) await confirm(app, await newestToken(app));
    else await confirmAccount(app.context, email);
    expect(await course()).toMatchObject({ s_exitscore: 49, s_grade: 'B' });
    expect((await choose(me, app.project)).body.message).toBe(studentMessages.exitScoreLow);
    const events = (await readAuditLog(app)).filter(({ act }) => act.startsWith('confirm'));
    expect(events).toHaveLength(1);
  }
});

test('an imported batch of another course leaves the student with the chosen project', async () => {
  const app = await makePortal({ SMTP_URL: smtpUrl, REQUIRE_CONFIRMED_EMAIL: 'false' });
  await buildBatch(app.context, { name: 'TWO', course_id: (await buildCourse(app.context)).id });
  const me = await signUp(app);
  await importFiles(app.context, { 'people.csv': `email,batch,grade\n${email},TWO,B\n` });
  await buildSelection(app.context, { account_id: me.id, project_id: app.project.id });
  expect((await confirm(app, await newestToken(app))).status).toBe(200);
  const { student } = (await me.get('/api/auth/session')).body;
  expect(student).toMatchObject({ batch: 'ONE', confirmation: 'none' });
  expect((await me.get(`/api/students/studentCourse/${email}`)).body.s_grade).toBe('B');
});

test('a used link to a new password confirms, too', async () => {
  const app = await makePortal();
  await importFiles(app.context, { 'people.csv': `email,exit_score\n${email},81\n` });
  const { id } = await signUp(app);
  const { token } = await issuePasswordReset(app.context, email);
  expect((await app.nobody.post('/api/auth/reset', { token, password: 'secret2' })).status).toBe(204);
  const me = await app.as({ id });
  expect((await me.get('/api/auth/session')).body.student.confirmation).toBe('none');
  expect((await me.get(`/api/students/studentCourse/${email}`)).body.s_exitscore).toBe(81);
});

test('a link that is wrong, or older than seven days, confirms nothing', async () => {
  const app = await makePortal();
  const me = await signUp(app);
  const token = await newestToken(app);
  expectHttpError(await confirm(app, 'x'.repeat(43)), 400, 'bad_request', 'an unknown token');
  app.clock.advance(7 * 86_400_000);
  const late = await confirm(app, token);
  expect(late).toMatchObject({ status: 400, body: { message: messages.tokenInvalid } });
  const again = await app.as(me);
  expect((await again.get('/api/auth/session')).body.student.confirmation).toBe('needed');
});

test('twenty presses at once have one effect, and each is answered kindly', async () => {
  const app = await makePortal();
  await signUp(app);
  const token = await newestToken(app);
  const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(app, token)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(answers.filter(({ body }) => body.message === messages.addressConfirmed)).toHaveLength(1);
  expect(await readAuditLog(app)).toHaveLength(1);
});

test('the link is sent again three times an hour, once for each press', async () => {
  const app = await makePortal();
  const me = await signUp(app);
  const first = await newestToken(app);
  const send = (key: string) => me.post('/api/auth/confirmation', undefined, { 'idempotency-key': key });
  for (const key of ['a', 'a', 'b', 'c', 'c'])
    expect(await send(key)).toMatchObject({
      status: 200,
      body: { message: ownAccountMessages.confirmationSent },
    });
  expect(await listMail(app.context, 10)).toHaveLength(4);
  const refused = await send('d');
  expectHttpError(refused, 429, 'too_many', 'a fourth one');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_500);
  expectHttpError(await app.nobody.post('/api/auth/confirmation'), 401, 'signed_out', 'nobody');
  // The first one still works: the mails cross each other.
  expect((await confirm(app, first)).status).toBe(200);
  expectHttpError(await send('e'), 409, 'conflict', 'one that is confirmed');
  expect((await send('c')).status, 'a repetition of one that was sent').toBe(200);
});
