import { beforeEach, describe, expect, test } from 'vitest';
import { messages } from '#contract/messages';
import { serverMessages } from '../platform/http/server-messages.ts';
import { expectHttpError } from '#support/expect-http-error';
import { idsOf, makeOfficeFixture, type OfficeFixture } from '#support/office-fixture';
import { changeEmailOf } from '../accounts/own-account/change-email.ts';
import { confirmHolder } from './confirm-account.ts';

let { app, admin, asha, office, me, act, logIn, mailsTo, actsOn } = {} as OfficeFixture;
beforeEach(async () => {
  ({ app, admin, asha, office, me, act, logIn, mailsTo, actsOn } = await makeOfficeFixture());
});

describe('corrections', () => {
  test('name and phone are corrected, found by from then on, and told', async () => {
    const put = (name: string, phone: string, headers = {}) =>
      office.put(`/api/staff/people/${asha.email}/profile`, { name, phone }, headers);
    const key = { 'idempotency-key': 'k' };
    expect(await put(' Asha Nair ', '9000000009', key)).toMatchObject({
      status: 200,
      body: { s_name: 'Asha Nair', phone: '9000000009' },
    });
    await put('Asha N', '9000000009');
    expect((await put('Asha Nair', '9000000009', key)).body.s_name).toBe('Asha N');
    expect((await put('', '9000000009')).body.message).toBe(messages.nameRequired);
    expect((await put('Asha', '99')).body.message).toBe(messages.phoneInvalid);
    expect((await put('Asha', '')).body.message).toBe(messages.phoneInvalid);
    const found = (await office.get('/api/staff/people?q=9000000009')).body.people;
    expect(found.map(({ s_id }: { s_id: string }) => s_id)).toEqual([asha.email]);
    expect((await mailsTo(asha.email))[0]?.subject).toBe('Your name or phone has been corrected');
    expect((await actsOn(asha.email))[0]).toEqual([
      'correct-profile',
      admin.id,
      { name: 'Asha Nair', phone: '9000000009' },
    ]);
  });

  test('an exit score and a grade are removed by null, and stay where they are empty or absent', async () => {
    const put = (known: object) =>
      office.put(`/api/staff/people/${asha.email}/profile`, {
        name: 'Asha',
        phone: '9876543210',
        ...known,
      });
    const waiting = () =>
      app.context.database.reader
        .selectFrom('imported_people')
        .where('email', '=', asha.email)
        .select(['exit_score', 'grade'])
        .executeTakeFirst();
    expect((await put({ exit_score: '42', grade: 'B' })).body).toMatchObject({ exit_score: 42, grade: 'B' });
    expect((await put({ exit_score: '' })).body).toMatchObject({ exit_score: 42, grade: 'B' });
    expect((await put({ exit_score: null })).body).toMatchObject({ exit_score: null, grade: 'B' });
    expect(await waiting()).toEqual({ exit_score: null, grade: 'B' });
    expect(await actsOn(asha.email)).toContainEqual(['import-person', admin.id, { exit_score: null }]);
    expect((await put({ exit_score: '50', grade: null })).body).toMatchObject({
      exit_score: 50,
      grade: null,
    });
  });

  test('an address is corrected by the office’s word: the old one is told, and leads there still', async () => {
    const next = 'asha.nair@example.test';
    const put = (email: string, headers = {}) =>
      office.put(`/api/staff/people/${asha.email}/address`, { email, reason: 'Typed wrong.' }, headers);
    const key = { 'idempotency-key': 'k' };
    expect(await put(next.toUpperCase(), key)).toMatchObject({
      status: 200,
      body: { s_id: next, confirmed: true, former_addresses: [asha.email] },
    });
    expect((await put(next, key)).status).toBe(200);
    expectHttpError(await put(next), 409, 'conflict', 'the same once more');
    expectHttpError(await put('office@example.test'), 409, 'conflict', 'somebody else’s');
    expect((await put('nonsense')).body.message).toBe(messages.emailInvalid);
    for (const to of [asha.email, next])
      expect((await mailsTo(to))[0]?.subject, to).toBe('The email of your account has changed');
    expect((await logIn(next)).status).toBe(200);
    expect((await me.get('/api/account')).body.s_id).toBe(next);
    const done = await actsOn(next);
    expect(done.map(([what, by]) => [what, by])).toEqual([
      ['confirm-account', admin.id],
      ['change-address', admin.id],
    ]);
    expect(done[1]?.[2]).toEqual({ email: next, reason: 'Typed wrong.' });
  });

  test('an address and a link are changed only after a fresh proof; a link is shown once and ends those of before', async () => {
    const path = `/api/staff/people/${asha.email}`;
    const [first, second] = [
      await office.post(`${path}/reset-link`),
      await office.post(`${path}/reset-link`),
    ];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.headers['cache-control']).toBe('private, no-store');
    const use = (link: string) =>
      app.nobody.post('/api/auth/reset', {
        token: new URL(link).searchParams.get('token'),
        password: 'monsoon-7-Kayal',
      });
    expectHttpError(await use(first.body.link), 400, 'bad_request', 'the link of before');
    expect((await use(second.body.link)).status).toBe(204);
    app.clock.advance(11 * 60_000);
    expectHttpError(await office.post(`${path}/reset-link`), 403, 'proof_needed', 'a link');
    const body = { email: 'x@example.test', reason: 'Wrong.' };
    expectHttpError(await office.put(`${path}/address`, body), 403, 'proof_needed', 'an address');
  });

  test('nothing of somebody anonymised is changed', async () => {
    await app.context.database.transaction((writer) =>
      writer.updateTable('accounts').set({ anonymised_at: 1 }).where('id', '=', asha.id).execute(),
    );
    const path = `/api/staff/people/${asha.email}`;
    const profile = { name: 'Asha', phone: '9876543210' };
    for (const answer of [
      await office.put(`${path}/profile`, profile),
      await office.put(`${path}/address`, { email: 'y@example.test', reason: 'Wrong.' }),
      await office.post(`${path}/reset-link`),
      await act({ act: 'sign-out', ids: idsOf(asha) }),
    ]) {
      expectHttpError(answer, 409, 'conflict', 'an act');
      expect(answer.body.message).toContain(serverMessages.personAnonymised);
    }
    const change = changeEmailOf(app.context, confirmHolder, asha.email, 'z@example.test');
    await expect(change).rejects.toThrow(serverMessages.personAnonymised);
  });
});
