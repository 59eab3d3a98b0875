import { describe, expect, test } from 'vitest';
import { buildBatch, buildMentor, buildProject, buildSelection, buildStudent } from '#support/factories';
import { makeImportDesk } from '#support/import-desk';

const asha = {
  email: 'Asha@x.test',
  name: 'Asha Rao',
  phone: '98765 43210',
  batch: 'mern-2026-11',
  exit_score: '78.5',
  grade: 'A',
};

async function makeDesk() {
  const desk = await makeImportDesk();
  const { office, context } = desk;
  const add = (body: object, key = '') =>
    office.post('/api/staff/people', body, key === '' ? {} : { 'idempotency-key': key });
  const wrong = async (body: object) => {
    const { status, body: answer } = await add(body);
    expect(status).toBe(400);
    return Object.fromEntries(
      answer.fields.map(({ name, message }: { name: string; message: string }) => [name, message]),
    ) as Record<string, string>;
  };
  const accountOf = (id: number) =>
    context.database.reader
      .selectFrom('accounts')
      .where('id', '=', id)
      .select(['name', 'phone', 'batch_id', 'exit_score', 'grade'])
      .executeTakeFirst();
  const importsOf = async (email: string) => {
    const lines = await context.database.reader
      .selectFrom('audit_log')
      .where('act', '=', 'import-person')
      .where('subject', '=', email)
      .orderBy('id')
      .select(['actor_id', 'before', 'after'])
      .execute();
    return lines.map(({ actor_id, before, after }) => {
      expect(actor_id).toBe(desk.administrator.id);
      return [before, after].map((json) => JSON.parse(String(json)) as unknown);
    });
  };
  return { ...desk, add, wrong, accountOf, importsOf };
}

test('a person is added and corrected by hand as an import would, once for each key', async () => {
  const { office, context, batch, imported, add, importsOf } = await makeDesk();
  const added = await add(asha, 'one');
  expect(added).toMatchObject({
    status: 201,
    body: { s_id: 'asha@x.test', result: 'new', has_account: false },
  });
  expect(await imported('asha@x.test')).toMatchObject({
    name: 'Asha Rao',
    phone: '9876543210',
    batch_id: batch.id,
    exit_score: 78.5,
    grade: 'A',
  });
  const invited = (await office.get('/api/staff/invitations?state=not-invited')).body.people;
  expect(invited).toMatchObject([{ s_id: 'asha@x.test', name: 'Asha Rao', batch: batch.name }]);
  expect((await add({ ...asha, grade: 'B' }, 'one')).status).toBe(409);
  expect((await add(asha, 'two')).body.result).toBe('unchanged');
  const corrected = await add({ email: 'asha@x.test', exit_score: '81' }, 'three');
  expect(corrected.body.result).toBe('changed');
  expect(await imported('asha@x.test')).toMatchObject({ name: 'Asha Rao', exit_score: 81, grade: 'A' });
  // The first request once more undoes nothing.
  expect((await add(asha, 'one')).body).toEqual(added.body);
  expect(await imported('asha@x.test')).toMatchObject({ exit_score: 81 });
  expect(await importsOf('asha@x.test')).toEqual([
    [null, { batch: batch.name, exit_score: 78.5, grade: 'A' }],
    [
      { batch: batch.name, exit_score: 78.5, grade: 'A' },
      { batch: batch.name, exit_score: 81, grade: 'A' },
    ],
  ]);
  const { reader } = context.database;
  expect(await reader.selectFrom('intake_people').selectAll().execute()).toEqual([]);
  expect(await reader.selectFrom('intakes').selectAll().execute()).toEqual([]);
});

test('an account with a confirmed email gets batch, score and grade at once, and keeps its name', async () => {
  const { context, batch, add, accountOf } = await makeDesk();
  const ravi = await buildStudent(context, { batch_id: null, confirmed_at: 1, name: 'Ravi' });
  const answer = await add({ email: ravi.email, name: 'Another', batch: batch.name, exit_score: '64' });
  expect(answer.body).toEqual({ s_id: ravi.email, result: 'changed', has_account: true });
  expect(await accountOf(ravi.id)).toMatchObject({ name: 'Ravi', batch_id: batch.id, exit_score: 64 });
});

test('each error is at its field, and nothing is stored', async () => {
  const { context, batch, other, imported, wrong } = await makeDesk();
  expect(await wrong({ name: 'Asha' })).toEqual({ email: 'The email is missing' });
  expect(await wrong({ ...asha, email: 'asha' })).toEqual({ email: 'This is not a valid email' });
  expect(await wrong({ ...asha, name: 'see www.x.test', exit_score: '101', phone: '12' })).toEqual({
    name: 'A name needs visible letters and no web or email address',
    phone: 'A phone number has exactly ten digits',
    exit_score: 'The score "101" is not a number from 0 to 100',
  });
  expect(await wrong({ ...asha, batch: 'MERN-2026-12' })).toEqual({
    batch: 'There is no batch with this name. Did you mean MERN-2026-11?',
  });
  expect(Object.keys(await wrong({ ...asha, grade: 'x'.repeat(300) }))).toEqual(['grade']);
  const archived = await buildBatch(context, { retired_at: 1 });
  expect(Object.keys(await wrong({ ...asha, batch: archived.name }))).toEqual(['batch']);
  const mentor = await buildMentor(context, [batch.id]);
  expect(await wrong({ email: mentor.email })).toEqual({ email: 'This is a mentor, not a student' });
  const ravi = await buildStudent(context, { batch_id: batch.id, confirmed_at: 1 });
  const project = await buildProject(context, { course_id: batch.course_id });
  await buildSelection(context, { account_id: ravi.id, project_id: project.id });
  expect(await wrong({ email: ravi.email, batch: other.name })).toEqual({
    batch: `The student has chosen ${project.id}, a project of another course`,
  });
  expect(await imported('asha@x.test')).toBeUndefined();
});

test('score and grade are corrected with the name, all or nothing', async () => {
  const { office, context, batch, accountOf, importsOf } = await makeDesk();
  const ravi = await buildStudent(context, { batch_id: batch.id, confirmed_at: 1, phone: '9000000001' });
  const put = (body: object, key = 'k') =>
    office.put(`/api/staff/people/${ravi.email}/profile`, body, { 'idempotency-key': key });
  const profile = { name: 'Ravi Nair', phone: '9000000002' };
  const refused = await put({ ...profile, exit_score: '101', grade: 'B' });
  expect(refused).toMatchObject({ status: 400, body: { fields: [{ name: 'exit_score' }] } });
  expect((await accountOf(ravi.id))?.name).toBe(ravi.name);
  const corrected = await put({ ...profile, exit_score: '64', grade: 'B' });
  expect(corrected).toMatchObject({ status: 200, body: { s_name: 'Ravi Nair', exit_score: 64, grade: 'B' } });
  expect((await put({ ...profile, exit_score: '64', grade: 'B' })).body).toEqual(corrected.body);
  expect((await put({ ...profile, exit_score: '', grade: '' }, 'l')).body).toMatchObject({ exit_score: 64 });
  expect(await importsOf(ravi.email)).toEqual([
    [
      { batch: batch.name, exit_score: null, grade: null },
      { batch: batch.name, exit_score: 64, grade: 'B' },
    ],
  ]);
});

describe('a form that says what it began from', () => {
  /** As an empty form sends it. */
  const began = (body: object) => ({
    ...body,
    began: Object.fromEntries(Object.keys(body).map((name) => [name, null])),
  });

  test('is refused with what is stored, and then saved as it was typed', async () => {
    const { add, imported, importsOf } = await makeDesk();
    await add(asha);
    const typed = {
      email: ' Asha@X.test ',
      name: 'Asha Nair',
      phone: '98765 43210',
      exit_score: '78.50',
      grade: 'C',
    };
    const refused = await add(began(typed));
    const stored = {
      email: 'asha@x.test',
      name: 'Asha Rao',
      phone: '9876543210',
      batch: 'MERN-2026-11',
      exit_score: '78.5',
      grade: 'A',
      has_account: false,
    };
    expect(refused).toMatchObject({ status: 409, body: { code: 'conflict', current: stored } });
    expect(await imported('asha@x.test')).toMatchObject({ name: 'Asha Rao', grade: 'A' });
    const { name, grade } = stored;
    const saved = await add({ ...typed, began: { ...began(typed).began, name, grade } });
    expect(saved.body.result).toBe('changed');
    expect(await imported('asha@x.test')).toMatchObject({
      name: 'Asha Nair',
      phone: '9876543210',
      exit_score: 78.5,
      grade: 'C',
    });
    expect(await importsOf('asha@x.test')).toHaveLength(2);
  });

  test('two people correct different fields of one person, and one empties one', async () => {
    const { add, batch, imported, importsOf } = await makeDesk();
    await add(asha);
    const shown = { ...asha, email: 'asha@x.test', batch: batch.name, phone: '9876543210' };
    expect((await add({ ...shown, name: 'Asha Nair', began: { name: 'Asha Rao' } })).status).toBe(201);
    expect((await add({ ...shown, grade: 'B', began: { grade: 'A' } })).status).toBe(201);
    const emptied = await add({
      ...shown,
      phone: '',
      batch: '',
      exit_score: '',
      began: { phone: shown.phone, batch: batch.name, exit_score: '78.5' },
    });
    expect(emptied.body.result).toBe('changed');
    expect(await imported('asha@x.test')).toMatchObject({
      name: 'Asha Nair',
      grade: 'B',
      phone: null,
      batch_id: null,
      exit_score: null,
    });
    expect((await importsOf('asha@x.test')).at(-1)).toEqual([
      { phone: '9876543210', batch: batch.name, exit_score: '78.5' },
      { phone: null, batch: null, exit_score: null },
    ]);
  });

  test('the name of an account is refused where it is typed, and its batch cannot be emptied', async () => {
    const { context, batch, wrong, add, accountOf } = await makeDesk();
    const ravi = await buildStudent(context, {
      batch_id: batch.id,
      confirmed_at: 1,
      name: 'Ravi',
      exit_score: 60,
    });
    expect(Object.keys(await wrong(began({ email: ravi.email, name: 'Another', exit_score: '64' })))).toEqual(
      ['name'],
    );
    expect(Object.keys(await wrong({ email: ravi.email, batch: '', began: { batch: batch.name } }))).toEqual([
      'batch',
    ]);
    expect((await add(began({ email: ravi.email, exit_score: '64' }))).body.current).toMatchObject({
      exit_score: '60',
      name: 'Ravi',
      has_account: true,
    });
    expect((await add(began({ email: ravi.email, name: 'Ravi', exit_score: '60' }))).body).toMatchObject({
      result: 'unchanged',
    });
    await add({ email: ravi.email, exit_score: '', began: { exit_score: '60' } });
    expect(await accountOf(ravi.id)).toMatchObject({ name: 'Ravi', batch_id: batch.id, exit_score: null });
    const mentor = await buildMentor(context, [batch.id]);
    expect(await wrong(began({ email: mentor.email, name: 'Another' }))).toEqual({
      email: 'This is a mentor, not a student',
    });
  });
});
