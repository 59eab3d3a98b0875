import { ownAccountMessages } from '#contract/accounts/own-account-messages';
import { describe, expect, test } from 'vitest';
import { accountHeader } from '#contract/limits';
import { messages } from '#contract/messages';
import { serverMessages } from '../../platform/http/server-messages.ts';
import { engineName } from '#support/empty-database';
import { expectHttpError } from '#support/expect-http-error';
import { buildAdministrator, buildBatch, buildMentor, buildQuestion, buildStudent } from '#support/factories';
import { untilBlocked } from '#support/until-blocked';
import { importFiles } from '#support/import-folder';
import { readAuditLog } from '#support/read-audit-log';
import { type Client, makeTestApp, type TestApp } from '#support/test-app';
import { listMail, readMail } from '../../platform/mail/outbox-admin.ts';
import { confirmHolder } from '../../people/confirm-account.ts';
import { insertAccount } from '../insert-account.ts';
import { listDeletionRequests } from './ask-deletion.ts';
import { anonymisePerson } from '../../privacy/anonymisation/anonymise-person.ts';
import { changeEmailOf } from './change-email.ts';
import { issuePasswordReset } from '../login/issue-password-reset.ts';
import { suspendAccount } from '../suspend-account.ts';

const email = 'asha@example.test';
const next = 'asha.menon@example.test';
const password = 'secret1';

let hashed: string | undefined;

/** A portal that sends mail, and a student of it with a password. */
async function makePortal(smtpUrl: string | null = 'smtp://127.0.0.1:9') {
  const app = await makeTestApp({ settings: { smtpUrl, publicUrl: new URL('https://portal.example.test') } });
  const batch = await buildBatch(app.context, { name: 'ONE' });
  const password_hash = (hashed ??= await app.context.passwords.hash(password));
  const fields = { email, name: 'Asha Menon', phone: '9876543210', password_hash, batch_id: batch.id };
  const student = await buildStudent(app.context, fields);
  return { ...app, batch, student, me: await app.as(student) };
}

const logIn = (app: TestApp, given: { email: string; password: string }, userAgent?: string) =>
  app.nobody.post('/api/auth/login', given, userAgent === undefined ? {} : { 'user-agent': userAgent });

/** What mail went to whom, the newest first. */
const mails = async ({ context }: TestApp) =>
  (await listMail(context, 20)).map(({ recipient, subject }) => [recipient, subject]);

async function tokenOf({ context }: TestApp, recipient: string): Promise<string> {
  const mail = (await listMail(context, 20)).find((one) => one.recipient === recipient);
  const { text } = await readMail(context, mail!.id);
  return /confirm-email\?token=([\w-]{43})/.exec(text)?.[1] ?? '';
}

describe('name and phone', () => {
  test('are changed, and checked as at the signup', async () => {
    const { me, nobody } = await makePortal();
    const change = (name: unknown, phone: unknown) => me.put('/api/account/profile', { name, phone });
    expect(await change(' Asha M. ', '9999999999')).toMatchObject({ status: 200 });
    expect((await me.get('/api/account')).body).toMatchObject({ s_name: 'Asha M.', phone: '9999999999' });
    expect((await me.get('/api/auth/session')).body.student.s_name).toBe('Asha M.');
    for (const [name, phone, message] of [
      ['', '9999999999', messages.nameRequired],
      ['Asha\nMenon', '9999999999', messages.nameNotPlain],
      ['https://evil.test', '9999999999', messages.nameNotPlain],
      ['Asha', '99', messages.phoneInvalid],
      ['Asha', '', messages.phoneInvalid],
    ])
      expect(await change(name, phone), message).toMatchObject({ status: 400, body: { message } });
    expectHttpError(await nobody.put('/api/account/profile', {}), 401, 'signed_out', 'nobody');
  });

  test("a mentor's name goes along into the batches, and may not be another mentor's there", async () => {
    const { context, as, batch } = await makePortal();
    const mentor = await buildMentor(context, [batch.id], { name: 'Ravi' });
    await buildMentor(context, [batch.id], { name: 'Anu' });
    const me = await as(mentor);
    expect((await me.put('/api/account/profile', { name: 'Ravi Menon', phone: '' })).status).toBe(200);
    expectHttpError(await me.put('/api/account/profile', { name: 'Anu', phone: '' }), 409, 'conflict', 'Anu');
    const rows = await context.database.reader
      .selectFrom('batch_mentors')
      .select('name')
      .orderBy('id')
      .execute();
    expect(rows.map(({ name }) => name)).toEqual(['Ravi Menon', 'Anu']);
  });

  test('a repeated request changes nothing after a later change', async () => {
    const { me } = await makePortal();
    const key = { 'idempotency-key': 'k' };
    const put = (name: string, headers = {}) =>
      me.put('/api/account/profile', { name, phone: '9876543210' }, headers);
    await put('One', key);
    await put('Two');
    expect((await put('One', key)).status).toBe(200);
    expectHttpError(await put('Three', key), 409, 'conflict', 'the key of another change');
    expect((await me.get('/api/account')).body.s_name).toBe('Two');
  });
});

describe('the password', () => {
  test('is changed by who knows the one of before; other sessions and links end, and a mail says so', async () => {
    const app = await makePortal();
    const other = await app.as(app.student);
    const link = await issuePasswordReset(app.context, email);
    const change = (current_password: unknown, to: unknown, headers = {}) =>
      app.me.put('/api/account/password', { current_password, password: to }, headers);
    expect(await change('wrong', 'secret2')).toMatchObject({
      status: 400,
      body: { message: messages.currentPasswordWrong },
    });
    expect((await change(password, '12345')).body.message).toBe(messages.passwordShort);
    expect((await change('', 'secret2')).body.message).toBe(messages.currentPasswordRequired);
    const key = { 'idempotency-key': 'k' };
    expect(await change(password, 'monsoon-7-Kayal', key)).toMatchObject({
      status: 200,
      body: { message: ownAccountMessages.passwordChanged, advice: null },
    });
    // Again, as after a lost answer: the password of before fits no longer, and is not asked for.
    expect((await change(password, 'monsoon-7-Kayal', key)).status).toBe(200);
    expectHttpError(await change(password, 'another-one', key), 409, 'conflict', 'the key of another one');
    expect((await app.me.get('/api/account')).status).toBe(200);
    expectHttpError(await other.get('/api/account'), 401, 'signed_out', 'another session');
    expect((await logIn(app, { email, password })).status).toBe(401);
    expect((await logIn(app, { email, password: 'monsoon-7-Kayal' })).status).toBe(200);
    const used = await app.nobody.post('/api/auth/reset', { token: link.token, password: 'secret9' });
    expectHttpError(used, 400, 'bad_request', 'a link of before');
    expect(await mails(app)).toEqual([[email, 'Your password has been changed']]);
    expect(JSON.stringify(await readAuditLog(app))).not.toContain('Kayal');
  });

  test('that is easy to guess is advised against, and taken', async () => {
    const { me } = await makePortal();
    const change = async (current_password: string, to: string) =>
      (await me.put('/api/account/password', { current_password, password: to })).body.advice as string;
    expect(await change(password, '123456')).toContain('most used passwords');
    expect(await change('123456', email)).toContain('your own name or email');
  });

  test('cannot be guessed from a session that was left open', async () => {
    const { me, clock } = await makePortal();
    const guess = (current_password: string) =>
      me.put('/api/account/password', { current_password, password: 'secret2' });
    const burst = await Promise.all(Array.from({ length: 14 }, (_, i) => guess(`wrong-${i}`)));
    let judged = burst.filter(({ status }) => status === 400).length;
    // Each of a burst sees those that are judged beside it, so that a burst may leave some guesses over.
    while (judged <= 10 && (await guess('wrong')).status === 400) judged += 1;
    expect(judged).toBe(10);
    expectHttpError(await guess(password), 429, 'too_many', 'after ten');
    expectHttpError(
      await me.post('/api/account/deletion', { current_password: password }),
      429,
      'too_many',
      'elsewhere, too',
    );
    clock.advance(15 * 60_000);
    expect((await guess(password)).status).toBe(200);
  });
});

describe('the address', () => {
  const ask = ({ me }: { me: Client }, to: string, headers = {}) =>
    me.put('/api/account/email', { email: to, current_password: password }, headers);
  const confirm = (app: TestApp, token: string) => app.nobody.post('/api/auth/confirm', { token });

  test('changes once the link that went to the new one is used; both are told', async () => {
    const app = await makePortal();
    const first = await ask(app, ` ${next.toUpperCase()} `, { 'idempotency-key': 'first' });
    expect(first.body.message).toBe(ownAccountMessages.newEmailSent);
    expect((await mails(app)).toSorted()).toEqual(
      [
        [next, 'Confirm your new email for the student portal'],
        [email, 'New email requested for your account'],
      ].toSorted(),
    );
    expect((await app.me.get('/api/account')).body).toMatchObject({ s_id: email, new_email: next });
    expect((await logIn(app, { email: next, password })).status).toBe(401);

    const token = await tokenOf(app, next);
    expect(await confirm(app, token)).toMatchObject({
      status: 200,
      body: { message: messages.addressChanged },
    });
    expect((await confirm(app, token)).body.message).toBe(messages.addressConfirmedBefore);
    const repeated = await ask(app, next, { 'idempotency-key': 'first' });
    expect(repeated, 'it was asked for before').toMatchObject({ status: 200 });
    expect((await ask(app, next, { 'idempotency-key': 'again' })).status).toBe(400);
    expect((await logIn(app, { email: next, password })).status).toBe(200);
    expect((await logIn(app, { email, password })).status).toBe(401);
    expect((await app.me.get('/api/account')).body).toMatchObject({ s_id: next, new_email: null });
    const told = (await mails(app)).slice(0, 2).map(([to]) => to);
    expect(told.toSorted()).toEqual([email, next].toSorted());
    expect(await readAuditLog(app)).toMatchObject([
      { act: 'confirm-own-address', actor_id: app.student.id, subject: next },
      { act: 'change-address', before: { email }, after: { email: next } },
    ]);
  });

  test.each([
    ['put', '/api/account/email', { email: next }],
    ['post', '/api/account/deletion', {}],
  ] as const)('%s %s asked for while the password is reset is refused', async (method, url, body) => {
    const app = await makePortal();
    const { context, me } = app;
    const { passwords } = context;
    const verify = passwords.verify.bind(passwords);
    // The owner's link is used after the intruder's password was found right.
    passwords.verify = async (...given) => {
      passwords.verify = verify;
      const fits = await verify(...given);
      const { token } = await issuePasswordReset(context, email);
      expect((await app.nobody.post('/api/auth/reset', { token, password: 'monsoon-7' })).status).toBe(204);
      return fits;
    };
    const late = await me[method](url, { ...body, current_password: password });
    expect(late).toMatchObject({ status: 400, body: { message: messages.currentPasswordWrong } });
    const rows = await context.database.reader.selectFrom('email_confirmations').select('email').execute();
    expect(rows).toEqual([]);
    expect(await listDeletionRequests(context)).toEqual([]);
  });

  test('stays when the request is withdrawn: the link ends, the one that confirms the present email does not', async () => {
    const app = await makePortal();
    expect((await app.me.delete('/api/account/email')).status).toBe(204);
    await ask(app, 'first@example.test');
    await ask(app, next);
    const token = await tokenOf(app, next);
    expect((await app.me.delete('/api/account/email')).status).toBe(204);
    expect((await app.me.get('/api/account')).body).toMatchObject({ s_id: email, new_email: null });
    expect(await confirm(app, token)).toMatchObject({
      status: 400,
      body: { message: messages.tokenInvalid },
    });
    expect((await app.me.delete('/api/account/email')).status, 'once more').toBe(204);

    const now = app.clock.now();
    const row = { account_id: app.student.id, created_at: now, expires_at: now + 9e6, used_at: null };
    await app.context.database.transaction((writer) =>
      writer
        .insertInto('email_confirmations')
        .values([
          { ...row, token_hash: 'present', email },
          { ...row, token_hash: 'new', email: next },
        ])
        .execute(),
    );
    await app.me.delete('/api/account/email');
    const left = await app.context.database.reader
      .selectFrom('email_confirmations')
      .select('email')
      .execute();
    expect(left).toEqual([{ email }]);
    // Another request is as good as the first one.
    await ask(app, next);
    expect((await confirm(app, await tokenOf(app, next))).status).toBe(200);
  });

  test('of before stays the account’s: in paths, for what a device kept, and for nobody else', async () => {
    const app = await makePortal();
    const classmate = await buildStudent(app.context, { batch_id: app.batch.id });
    await buildQuestion(app.context, { batch_id: app.batch.id, author_id: classmate.id });
    await ask(app, next);
    await confirm(app, await tokenOf(app, next));
    const { student } = (await app.me.get('/api/auth/session')).body;
    expect(student).toMatchObject({ s_id: next, account: email });

    for (const address of [email, next]) {
      const forum = `/api/discussion/discussion/${address}`;
      const headers = { [accountHeader]: encodeURIComponent(address), 'idempotency-key': 'kept' };
      expect((await app.me.get(`/api/students/studentCourse/${address}`)).body.s_id).toBe(next);
      const asked = await app.me.post(`${forum}/question`, { question: 'Kept on the device' }, headers);
      // One question, though it was sent under both addresses.
      expect([asked.status, asked.body.questions.length], address).toEqual([201, 2]);
    }
    const other = await app.as(classmate);
    const foreign = { [accountHeader]: encodeURIComponent(email) };
    expectHttpError(await other.get('/api/account', foreign), 401, 'signed_out', 'for another account');
    expectHttpError(
      await other.get(`/api/students/studentCourse/${email}`),
      403,
      'forbidden',
      "another's address",
    );

    const newcomer = { name: 'M', email, password: 'secret1', phone: '9876543210', batch: 'ONE' };
    expectHttpError(await app.nobody.post('/api/auth/signup', newcomer), 409, 'conflict', 'a signup');
    const theirs = { email, current_password: password };
    await app.context.database.transaction((writer) =>
      writer
        .updateTable('accounts')
        .set({ password_hash: app.student.password_hash })
        .where('id', '=', classmate.id)
        .execute(),
    );
    expectHttpError(await other.put('/api/account/email', theirs), 409, 'conflict', 'a change');
  });

  test('can become the one of before again, and devices keep theirs', async () => {
    const app = await makePortal();
    for (const to of [next, 'third@example.test', email]) {
      expect((await ask(app, to)).status, to).toBe(200);
      await confirm(app, await tokenOf(app, to));
    }
    const { student } = (await app.me.get('/api/auth/session')).body;
    expect(student).toMatchObject({ s_id: email, account: email });
    expect((await app.me.get(`/api/students/timeline/third@example.test`)).status).toBe(200);
  });

  test('that is the one of before again brings back nothing that was imported about it then', async () => {
    const app = await makePortal();
    await buildBatch(app.context, { name: 'TWO' });
    const sheet = (row: string) =>
      importFiles(app.context, { 'people.csv': `email,batch,exit_score\n${row}\n` });
    const change = async (to: string) => {
      expect((await ask(app, to)).status, to).toBe(200);
      await confirm(app, await tokenOf(app, to));
    };
    await sheet(`${email},ONE,80`);
    await change(next);
    await sheet(`${next},TWO,40`);
    const invited = app.context.database.reader.selectFrom('imported_people').select('email');
    expect(await invited.execute(), 'nobody is left to invite at the former one').toEqual([{ email: next }]);
    await change(email);
    const { student } = (await app.me.get('/api/auth/session')).body;
    const course = (await app.me.get(`/api/students/studentCourse/${email}`)).body;
    expect([student.batch, course.s_exitscore]).toEqual(['TWO', 40]);
    expect(await invited.execute()).toEqual([]);
  });

  test('that is the one of before again can be imported and corrected by the office, as any', async () => {
    const app = await makePortal();
    for (const to of [next, email]) {
      await ask(app, to);
      await confirm(app, await tokenOf(app, to));
    }
    const office = await app.as(await buildAdministrator(app.context));
    const read = async () => (await office.get(`/api/staff/people/${email}`)).body;
    expect(await read()).toMatchObject({ s_id: email, former_addresses: [next] });
    const profile = { name: 'Asha Menon', phone: '9876543210', exit_score: '61' };
    expect((await office.put(`/api/staff/people/${email}/profile`, profile)).status).toBe(200);
    await importFiles(app.context, { 'people.csv': `email,grade\n${email},A\n` });
    expect(await read()).toMatchObject({ exit_score: 61, grade: 'A' });
    // The other one stays reserved.
    const newcomer = { name: 'M', email: next, password: 'secret1', phone: '9876543210', batch: 'ONE' };
    expectHttpError(await app.nobody.post('/api/auth/signup', newcomer), 409, 'conflict', 'a signup');
  });

  describe('that was left before it was confirmed', () => {
    /** Somebody who has signed up with an address, and has left it for another one. */
    async function makeSquatter(must_confirm: 0 | 1) {
      const smtpUrl = 'smtp://127.0.0.1:9';
      const publicUrl = new URL('https://portal.example.test');
      const app = await makeTestApp({ settings: { smtpUrl, publicUrl, requireConfirmedEmail: true } });
      await buildBatch(app.context, { name: 'ONE' });
      const fields = { name: 'Mallory', email, password, phone: '9876543210', batch: 'ONE' };
      const signUp = () => app.nobody.post('/api/auth/signup', fields);
      expect((await signUp()).status).toBe(201);
      const { id } = await app.context.database.reader
        .selectFrom('accounts')
        .where('email', '=', email)
        .select('id')
        .executeTakeFirstOrThrow();
      await app.context.database.transaction((writer) =>
        writer.updateTable('accounts').set({ must_confirm }).where('id', '=', id).execute(),
      );
      await importFiles(app.context, { 'people.csv': `email,grade\n${email},A\n` });
      const me = await app.as({ id });
      await ask({ me }, next);
      await confirm(app, await tokenOf(app, next));
      const { student } = (await me.get('/api/auth/session')).body;
      return { app, id, signUp, student };
    }

    test('is free for its owner, whose import waits there', async () => {
      const { app, id, signUp, student } = await makeSquatter(1);
      expect(student).toMatchObject({ s_id: next, account: next });
      expect((await signUp()).status).toBe(201);
      const { reader } = app.context.database;
      const imported = reader.selectFrom('imported_people').select('email');
      expect(await imported.execute()).toEqual([{ email }]);

      await anonymisePerson(app.context, { accountId: id, reason: 'Asked for it.' });
      expect(await imported.execute()).toEqual([{ email }]);
      const lines = await reader.selectFrom('audit_log').where('about_id', '=', id).selectAll().execute();
      expect(lines.length).toBeGreaterThan(1);
      expect(JSON.stringify(lines)).not.toContain('example.test');
    });

    test('stays reserved where somebody may have worked with it, since devices store data under it', async () => {
      const { signUp, student } = await makeSquatter(0);
      expect(student).toMatchObject({ s_id: next, account: email });
      expectHttpError(await signUp(), 409, 'conflict', 'a signup');
    });
  });

  test('is refused where it has an account, is the present one, or the password is wrong', async () => {
    const app = await makePortal();
    const { email: taken } = await buildStudent(app.context);
    expectHttpError(await ask(app, taken), 409, 'conflict', 'of another');
    expect((await ask(app, email)).body.message).toBe(serverMessages.emailIsPresent);
    expect((await ask(app, 'no address')).body.message).toBe(messages.emailInvalid);
    const wrong = await app.me.put('/api/account/email', { email: next, current_password: 'x' });
    expect(wrong.body.message).toBe(messages.currentPasswordWrong);
    expect(await mails(app)).toEqual([]);
    const offline = await makePortal(null);
    expect((await ask(offline, next)).body.message).toBe(serverMessages.changeEmailAtOffice);
  });

  test('whoever is faster has it: a link is worth nothing once another account has the address', async () => {
    const app = await makePortal();
    await ask(app, next);
    const token = await tokenOf(app, next);
    await buildStudent(app.context, { email: next });
    expectHttpError(await confirm(app, token), 409, 'conflict', 'a link that came too late');
    expect((await app.me.get('/api/account')).body.s_id).toBe(email);
  });

  test.runIf(engineName === 'postgres')('is refused where a signup takes it at the same time', async () => {
    const app = await makePortal();
    const { database } = app.context;
    await ask(app, next);
    const token = await tokenOf(app, next);
    const { confirming } = await database.transaction(async (writer) => {
      const other = { email: next, name: 'Mallory', role: 'student', created_at: 0 } as const;
      await insertAccount(writer, other);
      const begun = confirm(app, token);
      await untilBlocked(app.context.database.reader);
      return { confirming: begun };
    });
    const answer = await confirming;
    expectHttpError(answer, 409, 'conflict', 'the later one');
    expect(answer.body.message).toBe(serverMessages.emailOfAnother);
  });

  test('a repeated request sends no second link, a fourth one of the hour is refused, and the last one counts', async () => {
    const app = await makePortal();
    const key = { 'idempotency-key': 'k' };
    await ask(app, next, key);
    await ask(app, next, key);
    expect((await mails(app)).filter(([to]) => to === next)).toHaveLength(1);
    const first = await tokenOf(app, next);
    await ask(app, 'third@example.test');
    expectHttpError(await confirm(app, first), 400, 'bad_request', 'a link that was replaced');
    await ask(app, next);
    expectHttpError(await ask(app, 'fifth@example.test'), 429, 'too_many', 'a fourth one');
  });

  const isEnded = async (app: Awaited<ReturnType<typeof makePortal>>, token: string) => {
    expectHttpError(await confirm(app, token), 400, 'bad_request', 'a link of before');
    const accounts = app.context.database.reader.selectFrom('accounts').where('id', '=', app.student.id);
    expect(await accounts.select('email').executeTakeFirst()).toEqual({ email });
  };

  test('does not change by a link of before a new password, by the holder or a reset link', async () => {
    const app = await makePortal();
    await ask(app, next);
    const first = await tokenOf(app, next);
    const changed = { current_password: password, password: 'monsoon-7-Kayal' };
    expect((await app.me.put('/api/account/password', changed)).status).toBe(200);
    await isEnded(app, first);
    expect((await app.me.get('/api/account')).body.new_email).toBeNull();

    const again = { email: 'third@example.test', current_password: 'monsoon-7-Kayal' };
    expect((await app.me.put('/api/account/email', again)).status).toBe(200);
    const second = await tokenOf(app, 'third@example.test');
    const { token } = await issuePasswordReset(app.context, email);
    expect((await app.nobody.post('/api/auth/reset', { token, password: 'secret9' })).status).toBe(204);
    await isEnded(app, second);
  });

  test('does not change by a link of before a suspension', async () => {
    const app = await makePortal();
    await ask(app, next);
    const token = await tokenOf(app, next);
    const account = { id: app.student.id, email };
    const change = { account, actorId: null, reason: 'Left.', now: app.clock.now() };
    await app.context.database.transaction((writer) => suspendAccount(writer, app.context, change));
    await isEnded(app, token);
  });

  test('an address that is not confirmed hears nothing of changes', async () => {
    const app = await makePortal();
    await app.context.database.transaction((writer) =>
      writer.updateTable('accounts').set({ confirmed_at: null }).where('id', '=', app.student.id).execute(),
    );
    await ask(app, next);
    await app.me.put('/api/account/password', { current_password: password, password: 'monsoon-7' });
    expect((await mails(app)).map(([to]) => to)).toEqual([next]);
  });

  test('what was imported about the new one arrives with it', async () => {
    const app = await makePortal();
    await importFiles(app.context, { 'people.csv': `email,grade\n${next},A\n` });
    await ask(app, next);
    await confirm(app, await tokenOf(app, next));
    expect((await app.me.get(`/api/students/studentCourse/${next}`)).body.s_grade).toBe('A');
  });

  test('is changed by the operator, too', async () => {
    const app = await makePortal(null);
    await changeEmailOf(app.context, confirmHolder, ` ${email.toUpperCase()}`, next);
    expect((await app.me.get('/api/auth/session')).body.student).toMatchObject({
      s_id: next,
      account: email,
    });
    expect(await readAuditLog(app)).toMatchObject([{}, { act: 'change-address', actor_id: null }]);
  });
});

describe('sessions', () => {
  const chrome = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36';

  test('are listed with device, login and last use, and end one by one or all but this one', async () => {
    const app = await makePortal();
    const cookies: Record<string, string>[] = [];
    for (const userAgent of [chrome, 'curl/8']) {
      app.clock.advance(60_000);
      const { headers } = await logIn(app, { email, password }, userAgent);
      const [name = '', value = ''] = String(headers['set-cookie']).split(';')[0]?.split('=') ?? [];
      cookies.push({ [name]: value });
    }
    const withCookies = (method: 'GET' | 'DELETE', url: string, which = 1) =>
      app.nobody.send({ method, url, cookies: cookies[which] ?? {} });
    const { sessions } = (await withCookies('GET', '/api/account')).body as { sessions: any[] };
    expect(sessions).toMatchObject([
      { device: null, began_at: '2026-11-21T09:02:00.000Z', is_this: true },
      { device: 'Chrome on Android', began_at: '2026-11-21T09:01:00.000Z', is_this: false },
      { device: null, began_at: '2026-11-21T09:00:00.000Z', is_this: false },
    ]);
    expect((await withCookies('DELETE', `/api/account/sessions/${sessions[1].id}`)).status).toBe(204);
    expect((await withCookies('DELETE', `/api/account/sessions/${sessions[1].id}`)).status).toBe(204);
    expect((await withCookies('GET', '/api/account', 0)).status).toBe(401);
    expect((await app.me.get('/api/account')).status).toBe(200);
    expect((await withCookies('DELETE', '/api/account/sessions')).status).toBe(204);
    expect((await app.me.get('/api/account')).status).toBe(401);
    expect((await withCookies('GET', '/api/account')).body.sessions).toHaveLength(1);
  });

  test("nobody ends another's", async () => {
    const app = await makePortal();
    const [{ id }] = (await app.me.get('/api/account')).body.sessions;
    const other = await app.as(await buildStudent(app.context));
    expect((await other.delete(`/api/account/sessions/${id}`)).status).toBe(204);
    expect((await other.delete('/api/account/sessions')).status).toBe(204);
    expect((await app.me.get('/api/account')).status).toBe(200);
  });
});

describe('deletion', () => {
  test('is asked for with the password, seen by the office, and taken back', async () => {
    const app = await makePortal();
    const ask = (current_password: string) => app.me.post('/api/account/deletion', { current_password });
    expect((await ask('wrong')).status).toBe(400);
    expect((await ask(password)).body.message).toBe(ownAccountMessages.deletionAsked);
    app.clock.advance(60_000);
    expect((await ask(password)).status).toBe(200);
    expect((await app.me.get('/api/account')).body.deletion_asked_at).toBe('2026-11-21T09:00:00.000Z');
    expect(await listDeletionRequests(app.context)).toMatchObject([{ email, name: 'Asha Menon' }]);
    expect(await mails(app)).toEqual([[email, 'You asked us to delete your account']]);
    for (let press = 0; press < 2; press++)
      expect((await app.me.delete('/api/account/deletion')).status).toBe(200);
    expect(await listDeletionRequests(app.context)).toEqual([]);
    expect((await app.me.get('/api/account')).body.deletion_asked_at).toBeNull();
    expect((await readAuditLog(app)).map(({ act }) => act)).toEqual(['ask-deletion', 'withdraw-deletion']);
  });
});
