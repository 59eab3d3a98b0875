import { beforeEach, expect, test } from 'vitest';
import { messages } from '#contract/messages';
import { expectHttpError } from '#support/expect-http-error';
import {
  buildAdministrator,
  buildBatch,
  buildMentor,
  buildProject,
  buildSelection,
  buildStudent,
} from '#support/factories';
import { importFiles } from '#support/import-folder';
import { makeTestApp, type Client, type TestApp } from '#support/test-app';

const emailOf = (name: string) => `${name.toLowerCase().replaceAll(' ', '.')}@example.test`;

/** The office of a portal with a student at each stage. */
async function makeOffice(app: TestApp) {
  const { context } = app;
  const one = await buildBatch(context, { name: 'ONE' });
  const two = await buildBatch(context, { name: 'TWO' });
  const project = await buildProject(context, { id: 'P001', course_id: one.course_id });
  const admin = await buildAdministrator(context, { name: 'Office Head', email: 'office@example.test' });
  const student = (name: string, fields: Parameters<typeof buildStudent>[1]) =>
    buildStudent(context, { name, email: emailOf(name), confirmed_at: 1, batch_id: one.id, ...fields });
  await student('Asha Menon', {
    phone: '9876543210',
    batch_id: null,
    typed_batch: 'One ',
    confirmed_at: null,
  });
  await student('Ashok Pillai', { phone: '9000000001', typed_batch: 'TWO 2026', batch_id: two.id });
  await student('Meera Menon', { phone: '9123456780' });
  const chosen = await student('Ravi Das', { phone: '9876500000' });
  await buildSelection(context, { account_id: chosen.id, project_id: project.id });
  await student('Priya O’Brien', { suspended_at: 5, suspension_reason: 'Left.' });
  await buildMentor(context, [one.id], { name: 'Mentor Menon', email: 'mentor@example.test' });
  return app.as(admin);
}

let office: Client;
let app: TestApp;
beforeEach(async () => {
  app = await makeTestApp();
  office = await makeOffice(app);
});

const find = async (query: string, client = office) => {
  const { status, body } = await client.get(`/api/staff/people${query}`);
  expect(status, query).toBe(200);
  return body.people.map(({ s_name }: { s_name: string }) => s_name) as string[];
};

test('a typed batch in other letters than A to Z chooses people, too', async () => {
  await buildStudent(app.context, { name: 'Elodie', batch_id: null, typed_batch: 'ÉTÉ 9' });
  expect(await find(`?typed=${encodeURIComponent('ÉTÉ 9')}`)).toEqual(['Elodie']);
});

test('a mentor has the batches that they are in charge of, nobody else has any', async () => {
  const { body } = await office.get('/api/staff/people');
  const batchesOf = Object.fromEntries(
    body.people.map(({ s_name, batches }: { s_name: string; batches: string[] }) => [s_name, batches]),
  ) as Record<string, string[]>;
  expect(batchesOf).toMatchObject({ 'Mentor Menon': ['ONE'], 'Office Head': [], 'Meera Menon': [] });
});

test('stages, batches and typed batches choose people, the newest first; each is counted', async () => {
  expect(await find('')).toEqual([
    'Mentor Menon',
    'Priya O’Brien',
    'Ravi Das',
    'Meera Menon',
    'Ashok Pillai',
    'Asha Menon',
    'Office Head',
  ]);
  expect(await find('?stage=unconfirmed')).toEqual(['Asha Menon']);
  expect(await find('?stage=confirmed')).toEqual(['Ravi Das', 'Meera Menon', 'Ashok Pillai']);
  expect(await find('?stage=waiting')).toEqual(['Ashok Pillai', 'Asha Menon']);
  expect(await find('?stage=placed')).toEqual(['Meera Menon']);
  expect(await find('?stage=with-project')).toEqual(['Ravi Das']);
  expect(await find('?stage=suspended')).toEqual(['Priya O’Brien']);
  expect(await find('?stage=staff')).toEqual(['Mentor Menon', 'Office Head']);
  expect(await find('?batch=two')).toEqual(['Ashok Pillai']);
  expect(await find('?batch=ONE&stage=placed')).toEqual(['Meera Menon']);
  expect(await find('?typed=two%202026')).toEqual(['Ashok Pillai']);
  const { counts, people } = (await office.get('/api/staff/people?stage=waiting')).body;
  expect(counts).toEqual({
    everybody: 7,
    unconfirmed: 1,
    confirmed: 3,
    waiting: 2,
    placed: 1,
    'with-project': 1,
    suspended: 1,
    staff: 2,
    'deletion-asked': 0,
    anonymised: 0,
    imported: 0,
    invited: 0,
  });
  expect(people[0]).toMatchObject({
    s_id: 'ashok.pillai@example.test',
    role: 'student',
    phone: '9000000001',
    batch: 'TWO',
    typed_batch: 'TWO 2026',
    project: null,
    confirmed: true,
    suspended: false,
  });
});

test('a search finds the beginnings of words in names, addresses and phones, each of which must fit', async () => {
  expect(await find('?q=menon')).toEqual(['Mentor Menon', 'Meera Menon', 'Asha Menon']);
  expect(await find('?q=MEN%20ash')).toEqual(['Asha Menon']);
  expect(await find('?q=asha.menon@example.test')).toEqual(['Asha Menon']);
  expect(await find('?q=ash')).toEqual(['Ashok Pillai', 'Asha Menon']);
  expect(await find('?q=98765%2043210')).toEqual(['Asha Menon']);
  expect(await find('?q=98765')).toEqual(['Ravi Das', 'Asha Menon']);
  expect(await find('?q=6780')).toEqual(['Meera Menon']);
  expect(await find('?q=brien')).toEqual(['Priya O’Brien']);
  expect(await find('?q=menon&stage=staff')).toEqual(['Mentor Menon']);
  expect(await find('?q=menon&batch=ONE')).toEqual(['Meera Menon']);
  expect(await find('?q=%40%25_')).toEqual([]);
});

test('pages follow each other without a gap, whatever is searched for', async () => {
  for (const query of ['', 'q=menon&', 'stage=confirmed&']) {
    const whole = await find(`?${query}limit=100`);
    const paged: string[] = [];
    let after = '';
    do {
      const { body } = await office.get(`/api/staff/people?${query}limit=2${after}`);
      paged.push(...body.people.map(({ s_name }: { s_name: string }) => s_name));
      after = body.next === null ? '' : `&after=${body.next}`;
    } while (after !== '');
    expect(paged, query).toEqual(whole);
  }
});

test('what cannot be asked for is refused in words', async () => {
  const refused = async (query: string, status: number, message: RegExp | string) => {
    const answer = await office.get(`/api/staff/people?${query}`);
    expect([answer.status, answer.body.message]).toEqual([status, expect.stringMatching(message)]);
  };
  await refused('stage=lost', 400, 'stage must be one of imported, invited, unconfirmed, ');
  await refused(`q=${'x'.repeat(101)}`, 400, 'q can have at most 100 characters');
  await refused('q=a+b+c+d+e+f+g+h+i', 400, 'q can have at most 8 words');
  await refused('after=x', 400, 'after must be the "next" value of the page before');
  await refused('batch=NOPE', 404, /There is no batch "NOPE"/);
});

test('a person is found by every address that the account had; students and mentors see nobody', async () => {
  const { context } = app;
  const batch = await buildBatch(context, { name: 'THREE' });
  const fields = { name: 'New Comer', email: 'new@example.test', batch_id: batch.id, confirmed_at: null };
  const student = await buildStudent(context, { ...fields, former_emails: '["old@example.test"]' });
  await context.database.transaction((writer) =>
    writer
      .insertInto('former_emails')
      .values({ email: 'old@example.test', account_id: student.id, left_at: 1 })
      .execute(),
  );
  await importFiles(context, { 'people.csv': 'email,batch,exit_score,grade\nnew@example.test,ONE,71,B\n' });
  const { body } = await office.get('/api/staff/people/OLD@example.test');
  expect(body).toMatchObject({
    s_id: 'new@example.test',
    batch: 'THREE',
    former_addresses: ['old@example.test'],
    imported: { batch: 'ONE', exit_score: 71, grade: 'B' },
    exit_score: null,
    confirmed: false,
    has_password: student.password_hash !== null,
    is_own: false,
    mails: false,
  });
  expectHttpError(await office.get('/api/staff/people/x@example.test'), 404, 'not_found', 'a stranger');
  const me = await app.as(student);
  expectHttpError(await me.get('/api/staff/people'), 403, 'forbidden', messages.forbidden);
});

test('the counts follow whoever writes: a choice, an undone one, a wish, a suspension', async () => {
  const { context } = app;
  const count = async () => (await office.get('/api/staff/people?limit=1')).body.counts;
  const change = (
    run: (writer: Parameters<Parameters<typeof context.database.transaction>[0]>[0]) => Promise<unknown>,
  ) => context.database.transaction(async (writer) => void (await run(writer)));
  const before = await count();
  const batch = await buildBatch(context);
  const project = await buildProject(context, { course_id: batch.course_id });
  const student = await buildStudent(context, { batch_id: batch.id, confirmed_at: 1 });
  const { id: account_id } = student;
  expect(await count()).toEqual({
    ...before,
    everybody: before.everybody + 1,
    confirmed: before.confirmed + 1,
    placed: before.placed + 1,
  });
  await buildSelection(context, { account_id, project_id: project.id });
  await change((writer) =>
    writer.insertInto('deletion_requests').values({ account_id, asked_at: 1 }).execute(),
  );
  const chosen = { everybody: before.everybody + 1, 'with-project': before['with-project'] + 1 };
  expect(await count()).toEqual({
    ...before,
    ...chosen,
    confirmed: before.confirmed + 1,
    'deletion-asked': 1,
  });
  await change((writer) =>
    writer.updateTable('accounts').set({ suspended_at: 1 }).where('id', '=', account_id).execute(),
  );
  await change((writer) =>
    writer.deleteFrom('deletion_requests').where('account_id', '=', account_id).execute(),
  );
  expect(await count()).toEqual({
    ...before,
    everybody: before.everybody + 1,
    suspended: before.suspended + 1,
  });
  await change((writer) =>
    writer
      .updateTable('accounts')
      .set({ anonymised_at: 1, name: 'Gone' })
      .where('id', '=', account_id)
      .execute(),
  );
  expect(await count()).toEqual({ ...before, anonymised: 1 });
  expect(await find('?q=gone')).toEqual([]);
  expect(await find('?q=gone&stage=anonymised')).toEqual(['Gone']);
});

test('a word of very many leads to all who have it, however far back those of the filter are', async () => {
  const [batch] = await app.context.database.reader.selectFrom('batches').select('id').execute();
  const rows = Array.from({ length: 240 }, (_, n) => ({
    email: `zed${n}@example.test`,
    name: `Zed ${n < 70 ? 'Old' : 'New'}`,
    role: 'student' as const,
    batch_id: batch!.id,
    confirmed_at: 1,
    suspended_at: n < 70 ? 5 : null,
    created_at: 1,
  }));
  await app.context.database.transaction((writer) => writer.insertInto('accounts').values(rows).execute());
  const emails: string[] = [];
  for (let next: string | null = ''; next !== null;) {
    const { body } = await office.get(`/api/staff/people?q=zed&stage=suspended&limit=50${next}`);
    emails.push(...body.people.map(({ s_id }: { s_id: string }) => s_id));
    next = body.next === null ? null : `&after=${body.next}`;
  }
  expect(emails).toEqual(
    rows
      .slice(0, 70)
      .map(({ email }) => email)
      .toReversed(),
  );
});
