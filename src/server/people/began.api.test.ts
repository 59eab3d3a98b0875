import { beforeEach, describe, expect, test } from 'vitest';
import { buildAdministrator, buildBatch, buildMentor } from '#support/factories';
import { makeOfficeFixture, type OfficeFixture } from '#support/office-fixture';

let { app, admin, asha, office, batch, mailsTo, actsOn } = {} as OfficeFixture;
beforeEach(async () => {
  ({ app, admin, asha, office, batch, mailsTo, actsOn } = await makeOfficeFixture());
});

/** With what is there now. */
const conflict = (current: object) => ({ status: 409, body: { code: 'conflict', current } });

describe('a person’s details', () => {
  const shown = { name: 'Asha Menon', phone: '9876543210', exit_score: '', grade: '' };
  const put = (typed: object, headers = {}) =>
    office.put(`/api/staff/people/${asha.email}/profile`, { ...shown, ...typed }, headers);
  const now = async () => {
    const { s_name, phone, exit_score, grade } = (await office.get(`/api/staff/people/${asha.email}`)).body;
    return { s_name, phone, exit_score, grade };
  };

  test('two people change different fields, and both hold', async () => {
    await put({ name: 'Asha Nair', began: { name: 'Asha Menon' } });
    await put({ phone: '9000000009', began: { phone: '9876543210' } });
    await put({ exit_score: '60', began: { exit_score: null } });
    const last = await put({ grade: 'B', began: { grade: '' } });
    expect([last.status, await now()]).toEqual([
      200,
      { s_name: 'Asha Nair', phone: '9000000009', exit_score: 60, grade: 'B' },
    ]);
    expect(await actsOn(asha.email)).toContainEqual([
      'correct-profile',
      admin.id,
      { name: 'Asha Nair', phone: '9000000009' },
    ]);
  });

  test('the later change of one field is refused with what is there now, and writes nothing', async () => {
    await put({ name: 'Asha Nair', began: { name: 'Asha Menon' } });
    const mails = (await mailsTo(asha.email)).length;
    const acts = await actsOn(asha.email);
    const typed = { name: 'Asha Rao', phone: '9000000009', exit_score: '50' };
    const began = { name: 'Asha Menon', phone: '9876543210', exit_score: null };
    const later = await put({ ...typed, began });
    const there = { s_id: asha.email, s_name: 'Asha Nair', phone: '9876543210' };
    expect(later).toMatchObject(conflict(there));
    expect(await now()).toEqual({
      s_name: 'Asha Nair',
      phone: '9876543210',
      exit_score: null,
      grade: null,
    });
    expect([(await mailsTo(asha.email)).length, await actsOn(asha.email)]).toEqual([mails, acts]);
    // Begun from what is there, it is saved.
    expect((await put({ ...typed, began: { ...began, name: 'Asha Nair' } })).body.s_name).toBe('Asha Rao');
  });

  test('what is there already is no conflict, however it is written', async () => {
    await put({ exit_score: '60', grade: 'B', began: { exit_score: '', grade: '' } });
    const lines = (await actsOn(asha.email)).length;
    for (const same of ['60', '60.0', ' 60 ', '६०'])
      expect(
        (await put({ exit_score: same, grade: ' B', began: { exit_score: '', grade: null } })).status,
      ).toBe(200);
    expect((await actsOn(asha.email)).length).toBe(lines);
  });

  test('an emptied score or grade is removed, unless somebody else has changed it', async () => {
    await put({ exit_score: '60', grade: 'B' });
    await put({ exit_score: '', grade: 'C', began: { exit_score: '60' } });
    expect(await now()).toMatchObject({ exit_score: null, grade: 'B' });
    await put({ grade: 'C', began: { grade: 'B' } });
    for (const grade of ['', null, 'D'])
      expect(await put({ grade, began: { grade: 'B' } }), String(grade)).toMatchObject(
        conflict({ grade: 'C' }),
      );
    expect((await put({ grade: null, began: { grade: 'C' } })).body.grade).toBeNull();
  });

  test('a score that waits for the confirmation is compared, too', async () => {
    await app.context.database.transaction((writer) =>
      writer.updateTable('accounts').set({ confirmed_at: null }).where('id', '=', asha.id).execute(),
    );
    await put({ exit_score: '60', began: { exit_score: '' } });
    expect(await put({ exit_score: '70', began: { exit_score: '' } })).toMatchObject(
      conflict({ imported: { exit_score: 60 } }),
    );
    expect((await put({ exit_score: '70', began: { exit_score: '60' } })).body.imported).toMatchObject({
      exit_score: 70,
    });
  });

  test('a name that is shown otherwise stays as it is when the phone alone is changed', async () => {
    const stored = { name: 'Asha Menon www.x.test' };
    await app.context.database.transaction((writer) =>
      writer.updateTable('accounts').set(stored).where('id', '=', asha.id).execute(),
    );
    const changed = await put({ phone: '9000000009', began: { phone: '9876543210' } });
    expect(changed.body).toMatchObject({ s_name: 'Asha Menon', phone: '9000000009' });
    const { reader } = app.context.database;
    const row = reader.selectFrom('accounts').where('id', '=', asha.id).select('name');
    expect(await row.executeTakeFirst()).toEqual(stored);
  });

  test('without a beginning the last one wins, and an unknown member of it is refused', async () => {
    await put({ name: 'Asha Nair', phone: '9000000009' });
    expect((await put({ name: 'Asha Rao' })).body).toMatchObject({
      s_name: 'Asha Rao',
      phone: '9876543210',
    });
    const misspelt = await put({ began: { Name: 'Asha' } });
    expect([misspelt.status, misspelt.body.message]).toEqual([
      400,
      'began can have only: name, phone, exit_score, grade',
    ]);
  });

  test('of two at once one holds, and the other is told', async () => {
    const second = await app.as(await buildAdministrator(app.context));
    const body = (name: string) => ({ ...shown, name, began: { name: 'Asha Menon' } });
    const path = `/api/staff/people/${asha.email}/profile`;
    const both = await Promise.all([office.put(path, body('Asha Nair')), second.put(path, body('Asha Rao'))]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const [held, told] = both[0].status === 200 ? both : both.toReversed();
    expect(told?.body.current.s_name).toBe(held?.body.s_name);
  });
});

test('an address that somebody else has corrected is not replaced unseen', async () => {
  const put = (email: string, began?: string) =>
    office.put(`/api/staff/people/${asha.email}/address`, {
      email,
      reason: 'Typed wrong.',
      ...(began !== undefined && { began: { email: began } }),
    });
  expect((await put('asha.nair@example.test', asha.email)).status).toBe(200);
  const later = await put('asha.menon@example.test', asha.email);
  expect(later).toMatchObject(conflict({ s_id: 'asha.nair@example.test' }));
  expect((await put('asha.nair@example.test', asha.email)).status).toBe(200);
  const same = { email: 'asha.nair@example.test', reason: 'Typed wrong.', began: {} };
  expect((await office.put(`/api/staff/people/${asha.email}/address`, same)).body.message).toContain(
    'already',
  );
  expect((await put('asha.menon@example.test', 'asha.nair@example.test')).body.s_id).toBe(
    'asha.menon@example.test',
  );
  expect((await put('asha.rao@example.test')).body.s_id).toBe('asha.rao@example.test');
});

test('a role that somebody else has changed is not changed back by a page that shows the old one', async () => {
  const two = await buildBatch(app.context, { name: 'TWO' });
  const ravi = await buildMentor(app.context, [batch.id], { email: 'ravi@example.test', name: 'Ravi' });
  const put = (body: object) => office.put(`/api/staff/members/${ravi.email}`, body);
  expect((await put({ role: 'administrator', began: { role: 'mentor' } })).body.role).toBe('administrator');
  // An older page adds nothing, or a batch.
  expect((await put({ role: 'mentor', batches: [], began: {} })).body.role).toBe('administrator');
  expect((await put({ role: 'mentor', batches: ['TWO'], began: { batches: [] } })).body.message).toContain(
    'Administrators have every batch',
  );
  expect((await put({ role: 'administrator', began: { role: 'mentor' } })).status).toBe(200);
  expect((await put({ role: 'mentor', began: { role: 'administrator' } })).body.role).toBe('mentor');
  const three = await buildBatch(app.context, { name: 'THREE' });
  for (const name of [two.name, three.name])
    await put({ role: 'mentor', batches: [name], began: { batches: [] } });
  expect((await put({ role: 'mentor' })).body.batches.toSorted()).toEqual(['ONE', 'THREE', 'TWO']);
  const back = await put({ role: 'administrator', began: { role: 'mentor' } });
  expect(back.body.role).toBe('administrator');
  // There are two roles: whoever begins from neither of them is refused.
  const stale = await put({ role: 'mentor', began: { role: 'student' } });
  expect(stale).toMatchObject(conflict({ s_id: ravi.email, role: 'administrator' }));
});
