import { expect, test } from 'vitest';
import { certificateLine as line, certificatesPath as path, makeFrozenBatch } from '#support/frozen-batch';
import { readAuditLog } from '#support/read-audit-log';
import { verifyDocument } from '../platform/signing/signed-document.ts';
import { anonymisePerson } from '../privacy/anonymisation/anonymise-person.ts';

test('only from a frozen result and a confirmed name, in one act; a repetition gives the same ones', async () => {
  const { app, office, passed, failed, unnamed, freeze, list, numberOf, open } = await makeFrozenBatch();
  expect((await office.post(path, {})).status).toBe(200);
  expect((await list()).students.map(({ obstacle }) => obstacle)).toEqual(Array(3).fill('not_frozen'));
  await freeze();
  expect((await list()).students).toMatchObject([
    { s_id: passed.email, line, kind: 'certificate', obstacle: null, issued: null },
    { s_id: failed.email, kind: 'statement', obstacle: null },
    { s_id: unnamed.email, kind: 'certificate', obstacle: 'no_name' },
  ]);
  const key = { 'idempotency-key': 'lost answer' };
  const [first, again, other] = [
    await office.post(path, {}, key),
    await office.post(path, {}, key),
    await office.post(path, {}),
  ];
  expect([again.body, other.body]).toEqual([first.body, first.body]);
  const number = await numberOf(passed);
  expect(number).toMatch(/^CERT-\d{4}-[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{5}$/);
  expect((await open(` ${number.toLowerCase()} `)).body).toMatchObject({
    verdict: 'genuine',
    kind: 'certificate',
    shown: { name: line, batch: 'OURS', result: '80 of 100', lines: [] },
  });
  const statement = await open(await numberOf(failed));
  expect(statement.body).toMatchObject({
    verdict: 'genuine',
    kind: 'statement',
    shown: { name: 'Binu Das' },
  });
  expect(statement.body.shown.lines).toContain('Week 1: 40 of 100');
  expect((await open('CERT-2026-0000-0000-00000')).body).toMatchObject({ verdict: 'unknown', shown: null });
  const events = (await readAuditLog(app)).filter(({ act }) => act === 'issue-certificates');
  expect(events).toMatchObject([{ subject: 'OURS' }]);
  expect((await (await app.as(passed)).get('/api/notices')).body.notices[0].text).toBe(
    'Your certificate is ready',
  );
});

test('two administrators who issue at once make one for each student', async () => {
  const { office, freeze, list, context } = await makeFrozenBatch();
  await freeze();
  await Promise.all([office.post(path, {}), office.post(path, {})]);
  const rows = await context.database.reader.selectFrom('certificates').select('account_id').execute();
  expect(rows).toHaveLength(2);
  expect((await list()).students.map(({ obstacle }) => obstacle)).toEqual(['issued', 'issued', 'no_name']);
});

test('the holder has it as signed JSON, which verifies; one changed letter does not', async () => {
  const { app, office, passed, failed, freeze, numberOf } = await makeFrozenBatch();
  await freeze();
  await office.post(path, { students: [passed.email] });
  const number = await numberOf(passed);
  expect(await numberOf(failed), 'not named').toBe('');
  const holder = await app.as(passed);
  expect((await holder.get(`/api/students/certificates/${passed.email}`)).body).toMatchObject({
    certificates: [{ number, kind: 'certificate', revoked: null }],
    keeps: false,
  });
  const { body } = await holder.get(`/api/students/certificates/${passed.email}/${number}`);
  expect(verifyDocument(body)).toMatchObject({ type: 'capstone-certificate', number });
  expect(Object.keys(body).slice(0, 3)).toEqual(['type', 'format', 'key']);
  body.fields[0].value = `${line}.`;
  expect(verifyDocument(body)).toBeNull();
  const other = await app.as(failed);
  const of = (email: string) => other.get(`/api/students/certificates/${email}/${number}`);
  expect([(await of(failed.email)).status, (await of(passed.email)).status]).toEqual([404, 403]);
});

test('revoked once, for ever, with a public reason; then a new one can be issued', async () => {
  const { app, office, passed, freeze, numberOf, open } = await makeFrozenBatch();
  await freeze();
  await office.post(path, {});
  const number = await numberOf(passed);
  const revoke = (reason: string) =>
    office.post(`/api/staff/certificates/${number}/revocation`, { reason, note: 'A letter of her mother' });
  expect((await revoke('because')).status).toBe(400);
  expect((await revoke('wrong_entry')).body).toMatchObject({
    verdict: 'revoked',
    revoked: { reason: 'wrong_entry' },
  });
  expect((await revoke('holder')).status).toBe(409);
  expect(JSON.stringify((await open(number)).body)).not.toContain('letter');
  await office.post(path, {});
  const next = await numberOf(passed);
  expect(next).not.toBe(number);
  expect([(await open(number)).body.verdict, (await open(next)).body.verdict]).toEqual([
    'revoked',
    'genuine',
  ]);
  expect((await app.as(passed)) && (await open(next)).body.shown.name).toBe(line);
});

test('the database refuses what an older process might do to an issued one', async () => {
  const { office, context, freeze } = await makeFrozenBatch();
  await freeze();
  await office.post(path, {});
  const attempt = (change: Parameters<typeof context.database.transaction>[0]) =>
    expect(context.database.transaction(change)).rejects.toThrow(/forbidden/);
  await attempt((w) => w.updateTable('certificates').set({ document: '{}' }).execute());
  await attempt((w) => w.updateTable('certificates').set({ number: 'CERT-1' }).execute());
  await attempt((w) => w.updateTable('certificates').set({ layout: 2 }).execute());
  await attempt((w) => w.deleteFrom('certificates').execute());
  const revoked = { revoked_at: 1, revoked_by: 1, revocation: 'holder' } as const;
  await attempt((w) =>
    w
      .updateTable('certificates')
      .set({ ...revoked, document: '{}' })
      .execute(),
  );
  const { id } = await context.database.reader.selectFrom('accounts').select('id').executeTakeFirstOrThrow();
  await context.database.transaction((w) =>
    w
      .updateTable('certificates')
      .set({ ...revoked, revoked_by: id })
      .execute(),
  );
  await attempt((w) =>
    w.updateTable('certificates').set({ revoked_at: null, revoked_by: null, revocation: null }).execute(),
  );
});

test('the office’s words are those of what is issued from then on', async () => {
  const { office, passed, freeze, list, numberOf, open } = await makeFrozenBatch();
  await freeze();
  const words = '/api/staff/certificate-wording';
  const { body } = await office.get(words);
  const own = {
    ...body.certificate,
    sentence: '{name} — {course}, {project}',
    signatory: 'Latha',
    shows: 'nothing',
  };
  const wrong = await office.put(`${words}/certificate`, { ...own, sentence: 'has {marks}' });
  expect(wrong).toMatchObject({ status: 400, body: { message: 'There is no field {marks}' } });
  expect((await office.put(`${words}/certificate`, own)).body.certificate).toEqual(own);
  await office.post(path, {});
  const number = await numberOf(passed);
  const { shown } = (await open(number)).body;
  expect(shown).toMatchObject({
    sentence: expect.stringContaining(`${line} — `),
    signatory: 'Latha',
    result: '',
  });
  await office.put(`${words}/certificate`, body.certificate);
  expect((await open(number)).body.shown).toEqual(shown);
  expect((await list()).students[0]?.issued?.outdated).toBe(false);
});

test('without SECRET_KEY none is issued, and the list says why', async () => {
  const { office, freeze, list } = await makeFrozenBatch({ isSealed: false });
  await freeze();
  expect((await office.post(path, {})).body.message).toMatch(/^Certificates need SECRET_KEY/);
  expect((await list()).hindrance).toMatch(/^Certificates need SECRET_KEY/);
});

test('without PUBLIC_URL the QR code would lead nowhere: none is issued, and the list says why', async () => {
  const { office, freeze, list, context } = await makeFrozenBatch({ publicUrl: 'http://localhost:3000' });
  await freeze();
  const { status, body } = await office.post(path, {});
  expect([status, body.message]).toEqual([409, expect.stringMatching(/^Certificates need PUBLIC_URL/)]);
  context.settings.publicUrl = null;
  expect((await list()).hindrance).toBe(body.message);
  // A demo's certificates are checked by nobody else.
  context.settings.demo = 'local';
  expect((await list()).hindrance).toBeNull();
  expect((await office.post(path, {})).status).toBe(200);
});

test.each([false, true])(
  'after anonymising it answers as its holder wished (kept: %s); others still verify',
  async (keeps) => {
    const { app, office, context, passed, failed, freeze, numberOf, open } = await makeFrozenBatch();
    await freeze();
    await office.post(path, {});
    const [number, other] = [await numberOf(passed), await numberOf(failed)];
    const holder = await app.as(passed);
    const wish = await holder.put(`/api/students/certificates/${passed.email}`, { keeps });
    expect(wish.body).toMatchObject({ keeps });
    await anonymisePerson(context, { accountId: passed.id, reason: 'Asked for it.' });
    const { body } = await open(number);
    if (keeps) expect(body).toMatchObject({ verdict: 'genuine', shown: { name: line } });
    else expect(body).toMatchObject({ verdict: 'unknown', shown: null });
    const rows = await context.database.reader.selectFrom('certificates').select('document').execute();
    for (const { document } of rows) expect(verifyDocument(JSON.parse(document))).not.toBeNull();
    if (!keeps) expect(JSON.stringify(rows)).not.toContain(line);
    expect((await open(other)).body.verdict).toBe('genuine');
  },
);
