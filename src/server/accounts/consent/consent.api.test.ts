import { expect, test } from 'vitest';
import {
  buildAdministrator,
  buildBatch,
  buildProject,
  buildSelection,
  buildStudent,
} from '#support/factories';
import { importFiles } from '#support/import-folder';
import { readAuditLog } from '#support/read-audit-log';
import { makeTestApp, type TestApp } from '#support/test-app';
import { guardianSentences } from './consent-rules.ts';
import { deletionAskedAt } from '../own-account/own-account-queries.ts';
import { cheapPasswords } from '#support/cheap-passwords';

const asha = {
  name: 'Asha Menon',
  email: 'asha@example.test',
  password: 'secret1',
  phone: '9876543210',
  batch: 'MERN',
};

const consents = (app: TestApp) =>
  app.context.database.reader
    .selectFrom('consents')
    .innerJoin('text_versions as version', 'version.id', 'consents.version_id')
    .orderBy('consents.id')
    .select(['consents.page', 'consents.form', 'version.number', 'consents.withdrawn_at'])
    .execute();

async function accountOf({ context }: TestApp, email = asha.email): Promise<{ id: number }> {
  return context.database.reader
    .selectFrom('accounts')
    .where('email', '=', email)
    .select('id')
    .executeTakeFirstOrThrow();
}

async function signedUp(app: TestApp, fields: object = { terms: true }) {
  const { status } = await app.nobody.post('/api/auth/signup', { ...asha, ...fields });
  expect(status).toBe(201);
  return app.as(await accountOf(app));
}

const asks = async (client: Awaited<ReturnType<TestApp['as']>>) =>
  (await client.get('/api/auth/session')).body.student.consent;

test("the specification's signup is taken as ever, and records no consent", async () => {
  const app = await makeTestApp();
  const student = await signedUp(app, { terms: 'on', words: 7, under_18: 'yes' });
  expect(await consents(app)).toEqual([]);
  expect(await asks(student)).toBeUndefined();
});

test('a ticked form records both, in the versions that it showed', async () => {
  const app = await makeTestApp();
  await importFiles(app.context, { 'terms.md': '# Terms\n\nSecond' });
  await signedUp(app, { terms: true, words: '1.1' });
  await app.nobody.post('/api/auth/signup', { ...asha, email: 'b@example.test', terms: true, words: '9' });
  expect(await consents(app)).toEqual([
    { page: '/terms', form: 'signup', number: 1, withdrawn_at: null },
    { page: '/privacy', form: 'signup', number: 1, withdrawn_at: null },
    { page: '/terms', form: 'signup', number: 2, withdrawn_at: null },
    { page: '/privacy', form: 'signup', number: 1, withdrawn_at: null },
  ]);
  const texts = await app.context.database.reader
    .selectFrom('text_versions')
    .where('page', '=', '/terms')
    .orderBy('number')
    .select('text')
    .execute();
  expect(texts.map(({ text }) => text.split('\n', 1)[0])).toEqual(['# Terms and conditions', '# Terms']);
});

test('a changed text is recorded; students are asked only once the office asks, and only who has not agreed', async () => {
  const app = await makeTestApp();
  const office = await app.as(await buildAdministrator(app.context));
  const student = await signedUp(app);
  await importFiles(app.context, { 'privacy.md': 'Changed' });
  expect(await asks(student)).toBeUndefined();
  const { body: rules } = await office.get('/api/staff/consent');
  expect(rules.subjects[1]).toMatchObject({
    subject: 'privacy',
    versions: [
      { version: 2, agreed: 0, asked_at: null },
      { version: 1, agreed: 1 },
    ],
    without: 1,
  });

  const ask = { subject: 'privacy', version: 2, note: 'Who sees phone numbers.' };
  expect((await office.post('/api/staff/consent/ask', { ...ask, version: 1 })).status).toBe(409);
  expect((await office.post('/api/staff/consent/ask', ask)).status).toBe(200);
  expect(await asks(student)).toBe('asked');
  // Work goes on: only screens ask.
  expect((await student.get(`/api/students/studentCourse/${asha.email}`)).status).toBe(200);
  const { body: account } = await student.get('/api/account');
  expect(account.consents).toMatchObject([
    { subject: 'terms', asks: false },
    { subject: 'privacy', asks: true, current: { version: 2, note: ask.note } },
  ]);
  const later = await app.nobody.post('/api/auth/signup', { ...asha, email: 'b@example.test', terms: true });
  expect(later.body.student.consent).toBeUndefined();

  expect((await student.post('/api/account/consent', { privacy: 1 })).status).toBe(409);
  expect((await student.post('/api/account/consent', {})).status).toBe(400);
  expect((await student.post('/api/account/consent', { privacy: 2 })).status).toBe(200);
  expect(await asks(student)).toBeUndefined();
  expect((await consents(app)).at(-1)).toMatchObject({ form: 'login', number: 2 });
  const events = await readAuditLog(app);
  expect(events.map(({ act, after }) => [act, after])).toEqual(
    expect.arrayContaining([
      ['give-consent', { terms: 1, privacy: 1, form: 'signup' }],
      ['ask-consent', { version: 2, note: ask.note }],
      ['give-consent', { privacy: 2, form: 'login' }],
    ]),
  );
});

test('withdrawing needs the password, asks for deletion, and can be followed by a new consent', async () => {
  const app = await makeTestApp({ passwords: cheapPasswords });
  const student = await signedUp(app);
  const { id } = await accountOf(app);
  const withdraw = (current_password: string) =>
    student.post('/api/account/consent/withdrawal', { subject: 'privacy', current_password });
  expect((await withdraw('wrong')).status).toBe(400);
  expect((await withdraw(asha.password)).status).toBe(200);
  expect(await deletionAskedAt(app.context.database.reader, id)).toBe(app.clock.now());
  expect((await withdraw(asha.password)).status).toBe(409);
  expect((await consents(app)).map(({ withdrawn_at }) => withdrawn_at)).toEqual([null, app.clock.now()]);
  expect((await student.post('/api/account/consent', { privacy: 1 })).status).toBe(200);
  expect((await consents(app)).at(-1)).toMatchObject({
    form: 'account',
    page: '/privacy',
    withdrawn_at: null,
  });
});

test('who has withdrawn is asked once the office asks', async () => {
  const app = await makeTestApp({ passwords: cheapPasswords });
  const office = await app.as(await buildAdministrator(app.context));
  const student = await signedUp(app);
  await office.post('/api/staff/consent/ask', { subject: 'terms', version: 1 });
  expect(await asks(student)).toBeUndefined();
  const body = { subject: 'terms', current_password: asha.password };
  expect((await student.post('/api/account/consent/withdrawal', body)).status).toBe(200);
  expect(await asks(student)).toBe('asked');
});

test('a consent never changes, and is withdrawn once', async () => {
  const app = await makeTestApp();
  await signedUp(app);
  const change = (set: object) =>
    app.context.database.transaction((writer) => writer.updateTable('consents').set(set).execute());
  await expect(change({ version_id: 2 })).rejects.toThrow('consents: update is forbidden');
  await change({ withdrawn_at: 1 });
  await expect(change({ withdrawn_at: 2 })).rejects.toThrow('consents: update is forbidden');
  const { database } = app.context;
  await expect(database.transaction((w) => w.deleteFrom('consents').execute())).rejects.toThrow();
  await expect(database.transaction((w) => w.deleteFrom('text_versions').execute())).rejects.toThrow();
  const reword = { text: 'Other' };
  await expect(
    database.transaction((w) => w.updateTable('text_versions').set(reword).execute()),
  ).rejects.toThrow('text_versions: update is forbidden');
});

test('where the office asks, who is under 18 chooses a project after a confirmed guardian', async () => {
  const app = await makeTestApp();
  const { context } = app;
  const office = await app.as(await buildAdministrator(context));
  const batch = await buildBatch(context, { name: 'MERN', is_open: 1 });
  const project = await buildProject(context, { course_id: batch.course_id });
  const rule = (on: boolean) => office.put('/api/staff/consent/guardians', { asks: on });
  await rule(true);
  const student = await signedUp(app, { terms: true, under_18: true });
  await context.database.transaction((w) => w.updateTable('accounts').set({ confirmed_at: 1 }).execute());
  const choose = (sp_id = asha.email) =>
    student.post('/api/students/selectProject', { sp_id, p_id: project.id });
  const guardian = async () => (await student.get('/api/auth/session')).body.student.guardian;

  expect((await choose('b@example.test')).status).toBe(403);
  expect(await choose()).toMatchObject({ status: 400, body: { message: guardianSentences.missing } });
  expect(await guardian()).toBe('missing');
  const own = { name: 'Latha Menon', contact: 'latha@example.test' };
  expect((await student.put('/api/account/guardian', { ...own, name: ' ' })).status).toBe(400);
  expect((await student.put('/api/account/guardian', own)).status).toBe(200);
  expect(await choose()).toMatchObject({ status: 400, body: { message: guardianSentences.unconfirmed } });
  expect(await guardian()).toBe('unconfirmed');
  expect((await office.get('/api/staff/consent')).body.unconfirmed).toEqual([
    { s_id: asha.email, s_name: asha.name },
  ]);
  // Without the rule nobody is kept from choosing.
  await rule(false);
  expect(await guardian()).toBeUndefined();
  await rule(true);
  const address = `/api/staff/people/${asha.email}/guardian`;
  expect((await office.put(address, own)).status).toBe(200);
  expect((await office.get(`/api/staff/people/${asha.email}`)).body.guardian).toMatchObject(own);
  expect((await student.put('/api/account/guardian', own)).status).toBe(409);
  expect(await guardian()).toBeUndefined();
  expect((await choose()).status).toBe(201);
  // The audit log says what was done, never who the guardian is.
  const log = await readAuditLog(app);
  expect(log.map(({ act }) => act)).toEqual(expect.arrayContaining(['give-guardian', 'confirm-guardian']));
  expect(JSON.stringify(log)).not.toMatch(/latha/i);
  expect((await office.delete(address)).status).toBe(200);
  expect((await office.get(`/api/staff/people/${asha.email}`)).body.guardian).toBeNull();
});

test('who has a project keeps it, with or without a guardian', async () => {
  const app = await makeTestApp();
  const { context } = app;
  const batch = await buildBatch(context);
  const student = await buildStudent(context, { batch_id: batch.id });
  const { project_id: p_id } = await buildSelection(context, { account_id: student.id });
  await context.database.transaction(async (w) => {
    await w.insertInto('guardian_rule').values({ id: 1, asked_since: 1 }).execute();
    await w.insertInto('guardians').values({ account_id: student.id, noted_at: 1 }).execute();
  });
  const answer = await (
    await app.as(student)
  ).post('/api/students/selectProject', {
    sp_id: student.email,
    p_id,
  });
  expect(answer.status).toBe(200);
});
