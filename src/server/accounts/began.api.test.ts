import { describe, expect, test } from 'vitest';
import { buildAdministrator, buildStudent } from '#support/factories';
import { importFiles } from '#support/import-folder';
import { readAuditLog } from '#support/read-audit-log';
import { makeTestApp } from '#support/test-app';

/** With what is there now. */
const conflict = (current: object) => ({ status: 409, body: { code: 'conflict', current } });

async function makePortal() {
  const app = await makeTestApp();
  const student = await buildStudent(app.context, { name: 'Asha Menon', phone: '9876543210' });
  const office = await app.as(await buildAdministrator(app.context));
  const actsOf = async () => (await readAuditLog(app)).map(({ act }) => act);
  return { app, student, office, me: await app.as(student), actsOf };
}

describe('the own account', () => {
  const shown = { name: 'Asha Menon', phone: '9876543210' };

  test('two devices change different fields, and both hold', async () => {
    const { app, me } = await makePortal();
    const put = (typed: object) => me.put('/api/account/profile', { ...shown, ...typed });
    expect((await put({ name: 'Asha Nair', began: { name: 'Asha Menon' } })).status).toBe(200);
    expect((await put({ phone: '9000000009', began: { phone: '9876543210' } })).status).toBe(200);
    const { s_name, phone } = (await me.get('/api/account')).body;
    expect([s_name, phone]).toEqual(['Asha Nair', '9000000009']);
    const lines = (await readAuditLog(app)).filter(({ act }) => act === 'change-own-profile');
    expect(lines.map(({ before, after }) => [before, after])).toContainEqual([
      { name: 'Asha Nair', phone: '9876543210' },
      { name: 'Asha Nair', phone: '9000000009' },
    ]);
  });

  test('what the office has corrected is not put back, and what is there already is no conflict', async () => {
    const { me, office, student, actsOf } = await makePortal();
    const put = (typed: object) => me.put('/api/account/profile', { ...shown, ...typed });
    const corrected = { ...shown, name: 'Asha Nair' };
    await office.put(`/api/staff/people/${student.email}/profile`, corrected);
    const before = await actsOf();
    const mine = { name: 'Asha Rao', phone: '9000000009' };
    expect(await put({ ...mine, began: shown })).toMatchObject(
      conflict({ s_name: 'Asha Nair', phone: '9876543210' }),
    );
    expect(await actsOf()).toEqual(before);
    expect((await put({ name: ' Asha Nair', began: { name: 'Asha Menon' } })).status).toBe(200);
    expect((await put({ ...mine, began: corrected })).status).toBe(200);
    // Without a beginning the last one wins.
    expect((await put({})).status).toBe(200);
    expect((await me.get('/api/account')).body).toMatchObject({ s_name: 'Asha Menon', phone: '9876543210' });
  });

  test('a student’s phone is not emptied, staff’s is', async () => {
    const { app, me } = await makePortal();
    const emptied = { ...shown, phone: '', began: { phone: '9876543210' } };
    expect((await me.put('/api/account/profile', emptied)).status).toBe(400);
    // Not changed: it stays.
    expect((await me.put('/api/account/profile', { ...shown, phone: '', began: {} })).status).toBe(200);
    expect((await me.get('/api/account')).body.phone).toBe('9876543210');
    const staff = await app.as(await buildAdministrator(app.context, { phone: '9876543210' }));
    expect((await staff.put('/api/account/profile', emptied)).status).toBe(200);
  });
});

describe('a guardian', () => {
  const latha = { name: 'Latha Menon', contact: 'latha@example.test' };
  const none = { name: null, contact: null };
  const own = '/api/account/guardian';

  async function makeMinor() {
    const portal = await makePortal();
    const { app, student } = portal;
    await app.context.database.transaction((writer) =>
      writer.insertInto('guardians').values({ account_id: student.id, noted_at: 1 }).execute(),
    );
    const path = `/api/staff/people/${student.email}/guardian`;
    const now = async () => (await portal.me.get('/api/account')).body.guardian;
    return { ...portal, path, now };
  }

  test('is named on two devices, field by field', async () => {
    const { me, now } = await makeMinor();
    expect((await me.put(own, { ...latha, began: none })).status).toBe(200);
    const moved = { ...latha, contact: '9000000009', began: { contact: latha.contact } };
    expect((await me.put(own, moved)).status).toBe(200);
    expect((await me.put(own, { ...latha, name: 'L. Menon', began: { name: latha.name } })).status).toBe(200);
    expect(await now()).toMatchObject({ name: 'L. Menon', contact: '9000000009' });
    expect(await me.put(own, { ...latha, name: 'Latha M', began: { name: latha.name } })).toMatchObject(
      conflict({ name: 'L. Menon', contact: '9000000009', confirmed_at: null }),
    );
    expect(await now()).toMatchObject({ name: 'L. Menon' });
  });

  test('is confirmed only as the office has seen it', async () => {
    const { me, office, path, now, actsOf } = await makeMinor();
    await me.put(own, latha);
    await me.put(own, { ...latha, contact: '9000000009' });
    // Nothing was changed on the office's page, which shows the contact of before.
    for (const began of [{}, latha, { contact: latha.contact }])
      expect(await office.put(path, { ...latha, began }), JSON.stringify(began)).toMatchObject(
        conflict({ name: latha.name, contact: '9000000009', confirmed_at: null }),
      );
    const renamed = { ...latha, name: 'L. Menon', began: { name: latha.name } };
    expect((await office.put(path, renamed)).status).toBe(409);
    expect((await now()).confirmed_at).toBeNull();
    expect(await actsOf()).not.toContain('confirm-guardian');
    const seen = { ...renamed, contact: '9000000009' };
    expect((await office.put(path, seen)).status).toBe(200);
    expect(await now()).toMatchObject({ name: 'L. Menon', confirmed_at: expect.any(String) });
    // Without a beginning the last one wins.
    expect((await office.put(path, latha)).status).toBe(200);
    expect(await now()).toMatchObject(latha);
  });

  test('that two of the office enter is told to the later one', async () => {
    const { office, student, app } = await makePortal();
    const second = await app.as(await buildAdministrator(app.context));
    const path = `/api/staff/people/${student.email}/guardian`;
    expect((await office.put(path, { ...latha, began: none })).status).toBe(200);
    expect((await second.put(path, { ...latha, began: none })).status).toBe(200);
    // What the office has confirmed is changed field by field.
    const moved = { ...latha, contact: '9000000009', began: { contact: latha.contact } };
    expect((await office.put(path, moved)).status).toBe(200);
    const renamed = { ...latha, name: 'Latha', began: { name: latha.name } };
    expect((await second.put(path, renamed)).status).toBe(200);
    const both = { name: 'Latha', contact: '9000000009' };
    expect((await office.get(`/api/staff/people/${student.email}`)).body.guardian).toMatchObject(both);
    expect(await second.put(path, { ...latha, name: 'L. Menon', began: none })).toMatchObject(conflict(both));
  });
});

test('who asks for a consent with another note is told that somebody else has asked', async () => {
  const { app, office, actsOf } = await makePortal();
  await importFiles(app.context, { 'privacy.md': 'Changed' });
  const ask = (note: string, began?: object) =>
    office.post('/api/staff/consent/ask', { subject: 'privacy', version: 2, note, began });
  expect((await ask('Who sees phones.', { note: '' })).status).toBe(200);
  expect((await ask('Read it again.', { note: 'Who sees phones.' })).status).toBe(409);
  for (const [note, status] of [
    ['Read it again.', 409],
    ['Who sees phones.', 200],
  ] as const)
    expect((await ask(note, { note: null })).status, note).toBe(status);
  const { body } = await ask('Read it again.', { note: '' });
  expect(body.current.subjects[1].versions[0].note).toBe('Who sees phones.');
  expect((await ask('Read it again.')).status).toBe(200);
  expect((await ask('', {})).status).toBe(200);
  expect((await actsOf()).filter((act) => act === 'ask-consent')).toHaveLength(1);
});
