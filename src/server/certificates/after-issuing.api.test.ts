import { expect, test } from 'vitest';
import { tasks } from '#contract/dates';
import { buildBatch } from '#support/factories';
import { certificateLine as line, certificatesPath as path, makeFrozenBatch } from '#support/frozen-batch';
import { type SignedDocument, verifyDocument } from '../platform/signing/signed-document.ts';
import { anonymisePerson } from '../privacy/anonymisation/anonymise-person.ts';

async function makeIssued() {
  const made = await makeFrozenBatch();
  const { office, passed, failed, freeze, numberOf, context, batch } = made;
  await freeze();
  await office.post(path, {});
  const revoke = (number: string, reason = 'replaced') =>
    office.post(`/api/staff/certificates/${number}/revocation`, { reason, note: 'A letter' });
  const openResult = ({ email }: { email: string }) =>
    office.post(`/api/staff/students/${email}/results/open`, { reason: 'A letter came.' });
  const move = (of: { id: number }, batchId: number) =>
    context.database.transaction((w) =>
      w.updateTable('accounts').set({ batch_id: batchId }).where('id', '=', of.id).execute(),
    );
  const [number, statement] = [await numberOf(passed), await numberOf(failed)];
  return { ...made, number, statement, revoke, openResult, move, batch };
}

test('a moved student keeps the certificate, which belongs to the batch of its result: there it is revoked and replaced', async () => {
  const { office, context, passed, unnamed, confirm, number, move, open, list, numberOf, revoke, app } =
    await makeIssued();
  const before = (await open(number)).body;
  const other = await buildBatch(context, { name: 'THEIRS' });
  for (const student of [passed, unnamed]) await move(student, other.id);
  expect((await open(number)).body).toEqual(before);
  expect((await (await app.as(passed)).get(`/api/students/certificates/${passed.email}`)).body).toMatchObject(
    {
      certificates: [{ number, batch: 'OURS', revoked: null }],
    },
  );
  expect((await list()).students).toMatchObject([
    { s_name: 'Binu Das', obstacle: 'issued' },
    { s_id: passed.email, obstacle: 'issued', issued: { number, batch: 'OURS' } },
    // Frozen here before moving, and not issued yet.
    { s_id: unnamed.email, obstacle: 'no_name' },
  ]);
  const theirs = (await office.get('/api/staff/batches/THEIRS/certificates')).body.students;
  expect(
    theirs.map(({ obstacle, issued }: { obstacle: string; issued: null }) => [obstacle, issued]),
  ).toEqual([
    ['not_frozen', null],
    ['not_frozen', null],
  ]);
  await office.post('/api/staff/batches/THEIRS/certificates', {});
  expect(await numberOf(passed)).toBe(number);
  await revoke(number);
  await confirm(unnamed, 'Chitra');
  await office.post(path, {});
  const next = await numberOf(passed);
  expect([(await open(number)).body.verdict, (await open(next)).body.shown.batch]).toEqual([
    'revoked',
    'OURS',
  ]);
  expect((await open(await numberOf(unnamed))).body).toMatchObject({
    verdict: 'genuine',
    shown: { batch: 'OURS' },
  });
});

test('an undone choice changes no certificate; after a revocation none is issued without another frozen result', async () => {
  const { office, passed, number, open, list, revoke, openResult, context } = await makeIssued();
  const before = (await open(number)).body;
  const { project_id: p_id } = await context.database.reader
    .selectFrom('selections')
    .where('account_id', '=', passed.id)
    .select('project_id')
    .executeTakeFirstOrThrow();
  const undo = () =>
    office.post(`/api/staff/students/${passed.email}/undo-selection`, { p_id, reason: 'Chosen by mistake.' });
  expect((await undo()).status, 'the result is frozen').toBe(409);
  await openResult(passed);
  expect((await undo()).status).toBeLessThan(300);
  expect((await open(number)).body).toEqual(before);
  const own = async () => (await list()).students.find(({ s_id }) => s_id === passed.email);
  expect(await own()).toMatchObject({ obstacle: 'issued', kind: null });
  await revoke(number, 'withdrawn');
  expect(await own()).toMatchObject({ obstacle: 'not_frozen', issued: { number } });
  await office.post(path, {});
  expect((await own())?.issued?.number).toBe(number);
});

test('a result that is opened and frozen again changes no certificate: it is named as outdated, until it is replaced', async () => {
  const { app, office, mentor, passed, number, open, list, revoke, openResult, freeze, numberOf, context } =
    await makeIssued();
  await openResult(passed);
  const own = async () => (await list()).students.find(({ s_id }) => s_id === passed.email)?.issued;
  expect(await own()).toMatchObject({ number, outdated: false });
  const rows = await context.database.reader
    .selectFrom('submissions')
    .where('account_id', '=', passed.id)
    .select('number')
    .execute();
  expect(rows).toHaveLength(tasks.length);
  const asMentor = await app.as(mentor);
  for (const row of rows) {
    const mark = { marks: 92, comments: 'Counted again.', released: true };
    expect((await asMentor.put(`/api/staff/submissions/${row.number}/mark`, mark)).status).toBe(200);
  }
  await freeze({ reason: 'A mark was wrong.' });
  expect((await open(number)).body).toMatchObject({ verdict: 'genuine', shown: { result: '80 of 100' } });
  expect(await own()).toMatchObject({ number, outdated: true });
  await office.post(path, {});
  expect(await numberOf(passed), 'not a second one beside it').toBe(number);
  await revoke(number);
  await office.post(path, {});
  const next = await numberOf(passed);
  expect((await open(next)).body).toMatchObject({ verdict: 'genuine', shown: { result: '92 of 100' } });
  expect((await open(number)).body).toMatchObject({ verdict: 'revoked', shown: { result: '80 of 100' } });
  expect(await own()).toMatchObject({ number: next, outdated: false });
});

test.each([false, true])(
  'of an erased holder every paper answers as was wished (kept: %s), also the revoked one; sheet and others stay',
  async (keeps) => {
    const { app, office, context, passed, number, statement, open, revoke, numberOf } = await makeIssued();
    await revoke(number);
    await office.post(path, {});
    const next = await numberOf(passed);
    const sheet = async () =>
      (await office.get('/api/staff/batches/OURS/freezes/1')).body.results
        .map(({ result }: { result: number }) => result)
        .toSorted();
    const before = [await sheet(), (await open(statement)).body];
    const holder = await app.as(passed);
    const wish = (kept: boolean) => holder.put(`/api/students/certificates/${passed.email}`, { keeps: kept });
    // The last word counts.
    for (const kept of [!keeps, keeps]) expect((await wish(kept)).body.keeps).toBe(kept);
    await anonymisePerson(context, { accountId: passed.id, reason: 'Asked for it.' });
    const verdicts = [(await open(number)).body.verdict, (await open(next)).body.verdict];
    expect(verdicts).toEqual(keeps ? ['revoked', 'genuine'] : ['unknown', 'unknown']);
    expect(JSON.stringify((await open(next)).body).includes(line)).toBe(keeps);
    expect([await sheet(), (await open(statement)).body]).toEqual(before);
    const rows = await context.database.reader.selectFrom('certificates').select('document').execute();
    expect(rows).toHaveLength(3);
    for (const { document } of rows) expect(verifyDocument(JSON.parse(document))).not.toBeNull();
    // What the bin of a backup brings back is erased once more, with the same result.
    await anonymisePerson(context, { accountId: passed.id, reason: 'Again.' }).catch(() => {});
    expect((await open(next)).body.verdict).toBe(keeps ? 'genuine' : 'unknown');
  },
);

test('one changed letter of a certificate or a statement fails, in each of its texts', async () => {
  const { app, passed, failed, number, statement } = await makeIssued();
  for (const [of, which] of [
    [passed, number],
    [failed, statement],
  ] as const) {
    const { body } = await (await app.as(of)).get(`/api/students/certificates/${of.email}/${which}`);
    const document = body as SignedDocument;
    expect(verifyDocument(document)).not.toBeNull();
    const change = (text: string) => (text === '' ? 'x' : (text.at(0) === 'x' ? 'y' : 'x') + text.slice(1));
    const changed: unknown[] = [
      { ...document, number: change(document.number) },
      { ...document, type: 'capstone-sheet' },
      { ...document, signed_at: document.signed_at.replace('2026', '2025') },
      { ...document, fields: document.fields.toReversed() },
      { ...document, fields: document.fields.slice(1) },
    ];
    for (const [place, field] of document.fields.entries()) {
      if (field === null) throw new Error('nothing is erased');
      const { name, value, salt } = field;
      for (const other of [
        { ...field, value: typeof value === 'string' ? change(value) : [...value, 'x'] },
        ...(Array.isArray(value) && value.length > 0
          ? [{ ...field, value: [change(value[0] as string), ...value.slice(1)] }]
          : []),
        { ...field, name: `${name}x` },
        { ...field, salt: `${salt.startsWith('A') ? 'B' : 'A'}${salt.slice(1)}` },
      ])
        changed.push({ ...document, fields: document.fields.with(place, other) });
    }
    expect(changed.length).toBeGreaterThan(50);
    for (const one of changed) expect(verifyDocument(one), JSON.stringify(one).slice(0, 400)).toBeNull();
  }
});
