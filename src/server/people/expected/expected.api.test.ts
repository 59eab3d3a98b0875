import { expect, test } from 'vitest';
import { buildImportedPerson, buildStudent } from '#support/factories';
import { makeImportDesk } from '#support/import-desk';
import { foldNames } from '../../accounts/fold-names.ts';
import { importedAfter } from '../../accounts/imported-profiles.ts';
import { listEarlier } from './list-earlier.ts';

type Desk = Awaited<ReturnType<typeof makeImportDesk>>;

const listOf = async ({ office }: Desk, query = '') => {
  const { status, body } = await office.get(`/api/staff/people?with=imported${query}`);
  expect(status, query).toBe(200);
  return body as {
    counts: Record<string, number>;
    people: { s_id: string }[];
    expected: { s_id: string; invitation: string }[];
    next: string | null;
    to_invite?: number;
  };
};

const file = (people: readonly string[]) =>
  ['Name,Email,Phone,Batch', ...people.map((row) => `${row}`)].join('\n');
const threePeople = file([
  'Asha Rao,asha@x.test,9876543210,MERN-2026-11',
  'Özgür Ünal,ozgur@x.test,,',
  'Bala K,bala@x.test,9000000001,',
]);

async function importFile(desk: Desk, text: string) {
  const { body: read } = await desk.upload(Buffer.from(text), 'people.csv');
  await desk.check(read.id, read.columns);
  const { status, body } = await desk.importIt(read.id);
  expect(status).toBe(200);
  return body;
}

test('whoever is imported is in the list of people at once, found by name, number and address', async () => {
  const desk = await makeImportDesk();
  await importFile(desk, threePeople);
  const emails = async (query: string) => (await listOf(desk, query)).expected.map(({ s_id }) => s_id);
  expect((await emails('')).toSorted()).toEqual(['asha@x.test', 'bala@x.test', 'ozgur@x.test']);
  for (const [q, found] of [
    ['rao', ['asha@x.test']],
    ['9876543210', ['asha@x.test']],
    ['3210', ['asha@x.test']],
    ['bala@x', ['bala@x.test']],
    ['asha r', ['asha@x.test']],
    ['nobody', []],
    ['rao bala', []],
  ] as const)
    expect(await emails(`&q=${encodeURIComponent(q)}`), q).toEqual(found);
  expect(await emails('&batch=MERN-2026-11')).toEqual(['asha@x.test']);
  const { counts, to_invite } = await listOf(desk, '&stage=imported');
  expect([counts['imported'], counts['invited'], to_invite]).toEqual([3, 0, 3]);
  // A page of version 1.0.0 asks for accounts alone.
  const { body: former } = await desk.office.get('/api/staff/people');
  expect([former.expected, former.people.length]).toEqual([undefined, former.counts.everybody]);
});

test('a name in other letters is found once it is folded', async () => {
  const desk = await makeImportDesk();
  await importFile(desk, threePeople);
  await foldNames(desk.context.database);
  const found = async (q: string) =>
    (await listOf(desk, `&q=${encodeURIComponent(q)}`)).expected.map(({ s_id }) => s_id);
  expect([await found('özgür'), await found('ÜNAL')]).toEqual([['ozgur@x.test'], ['ozgur@x.test']]);
});

test('whom an earlier version has imported is listed by a job', async () => {
  const desk = await makeImportDesk();
  await importFile(desk, threePeople);
  const { database } = desk.context;
  await database.transaction((writer) => writer.deleteFrom('expected_people').execute());
  expect((await listOf(desk)).expected).toEqual([]);
  await listEarlier(database);
  const { expected, counts } = await listOf(desk);
  expect([expected.length, counts['imported'], (await listOf(desk, '&q=rao')).expected.length]).toEqual([
    3, 3, 1,
  ]);
});

test('an email that an account has left is no longer looked at each hour', async () => {
  const desk = await makeImportDesk();
  await importFile(desk, threePeople);
  const { database } = desk.context;
  const { id } = await buildStudent(desk.context, { email: 'asha@x.test' });
  await database.transaction(async (writer) => {
    await writer
      .insertInto('former_emails')
      .values({ email: 'asha@x.test', account_id: id, left_at: 1 })
      .execute();
    await writer.updateTable('accounts').set({ email: 'new@x.test' }).where('id', '=', id).execute();
  });
  expect(await importedAfter(database.reader, '', 10)).toEqual(['bala@x.test', 'ozgur@x.test']);
});

test('an invitation, its withdrawal and signing up move somebody on', async () => {
  const desk = await makeImportDesk({ settings: { publicUrl: new URL('https://portal.example.test') } });
  await importFile(desk, threePeople);
  const post = (path: string, body: object) => desk.office.post(`/api/staff/invitations/${path}`, body);
  await post('print', { batch: null, emails: ['asha@x.test'] });
  const at = async () => {
    const { counts } = await listOf(desk);
    return [counts['imported'], counts['invited']];
  };
  const invited = await listOf(desk, '&stage=invited');
  expect([await at(), invited.expected]).toEqual([
    [2, 1],
    [expect.objectContaining({ s_id: 'asha@x.test', invitation: 'printed' })],
  ]);
  await post('revoke', { emails: ['asha@x.test'] });
  expect(await at()).toEqual([3, 0]);
  await buildStudent(desk.context, { email: 'asha@x.test', name: 'Asha Rao' });
  expect(await at()).toEqual([2, 0]);
  const { people, expected } = await listOf(desk, '&q=asha');
  expect([people.map(({ s_id }) => s_id), expected]).toEqual([['asha@x.test'], []]);
  await post('remove', { emails: ['bala@x.test'] });
  expect(await at()).toEqual([1, 0]);
});

test('pages go through accounts and imported people together, each once, the newest first', async () => {
  const desk = await makeImportDesk();
  for (const [index, kind] of ['a', 'i', 'i', 'a', 'i', 'a'].entries())
    await (kind === 'a'
      ? buildStudent(desk.context, { email: `a${index}@x.test`, created_at: index * 1_000 })
      : buildImportedPerson(desk.context, { email: `i${index}@x.test`, imported_at: index * 1_000 }));
  const seen: string[] = [];
  for (let after = '', pages = 0; pages < 20; pages++) {
    const { people, expected, next } = await listOf(desk, `&limit=2${after}`);
    seen.push(
      ...[...people, ...expected]
        .map(({ s_id }) => s_id)
        .toSorted()
        .toReversed(),
    );
    if (next === null) break;
    after = `&after=${next}`;
  }
  const known = seen.filter((s_id) => /^[ai]\d@x/.test(s_id));
  expect(known.toSorted()).toEqual([
    'a0@x.test',
    'a3@x.test',
    'a5@x.test',
    'i1@x.test',
    'i2@x.test',
    'i4@x.test',
  ]);
  const { status } = await desk.office.get('/api/staff/people?with=imported&after=1.x');
  expect(status).toBe(400);
});

test('what is stored of an imported person is shown, corrected against it, and emptied', async () => {
  const desk = await makeImportDesk();
  await importFile(desk, threePeople);
  const path = '/api/staff/expected/asha%40x.test';
  const { body: read } = await desk.office.get(path);
  expect(read).toMatchObject({
    name: 'Asha Rao',
    phone: '9876543210',
    batch: 'MERN-2026-11',
    invitation: 'not-invited',
    intake: { file: 'people.csv' },
  });
  const correct = (body: object) => desk.office.post('/api/staff/people', { email: 'asha@x.test', ...body });
  const began = { phone: '9876543210', exit_score: null };
  const rest = { name: 'Asha Rao', batch: 'MERN-2026-11', grade: '' };
  const corrected = await correct({ ...rest, phone: '', exit_score: '77.5', began });
  expect(corrected).toMatchObject({ status: 201, body: { result: 'changed', has_account: false } });
  const { body: stored } = await desk.office.get(path);
  expect(stored).toMatchObject({ phone: null, exit_score: 77.5, batch: 'MERN-2026-11' });
  // An older page, which showed another score.
  const late = await correct({ exit_score: '60', began: { exit_score: '50' } });
  expect(late).toMatchObject({ status: 409, body: { current: { exit_score: '77.5' } } });
  await buildStudent(desk.context, { email: 'asha@x.test' });
  expect((await desk.office.get(path)).status).toBe(404);
});

test('an import is undone whole, once, and leaves whoever has signed up', async () => {
  const desk = await makeImportDesk();
  const { id } = await importFile(desk, threePeople);
  await buildStudent(desk.context, { email: 'bala@x.test' });
  const { body: before } = await desk.office.get(`/api/staff/intakes/${id}`);
  expect(before.brought).toEqual({ people: 3, waiting: 2 });
  const undo = (people: number, key: string) =>
    desk.office.post(`/api/staff/intakes/${id}/undo`, { people }, { 'Idempotency-Key': key });
  expect((await undo(3, 'seen-before')).status).toBe(409);
  const done = await undo(2, 'undo');
  expect(done).toMatchObject({ status: 200, body: { undone: { people: 2 }, brought: { people: 1 } } });
  expect(await undo(2, 'undo')).toMatchObject({ status: 200, body: { undone: { people: 2 } } });
  expect((await undo(2, 'again')).status).toBe(409);
  expect((await listOf(desk)).expected).toEqual([]);
  const removed = await desk.context.database.reader
    .selectFrom('audit_log')
    .where('act', '=', 'remove-imported-person')
    .orderBy('subject')
    .select('subject')
    .execute();
  expect(removed.map(({ subject }) => subject)).toEqual(['asha@x.test', 'ozgur@x.test']);
});
