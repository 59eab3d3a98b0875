import { expect, test } from 'vitest';
import { dayMs, hourMs, minuteMs } from '#contract/durations';
import { codeWords } from '#contract/people/invitation-code-words';
import { invitationWords } from '#contract/people/invitation-words';
import { buildAdministrator, buildBatch, buildImportedPerson } from '#support/factories';
import { makeTestApp } from '#support/test-app';
import { hashToken } from '../../accounts/random-token.ts';
import { recordAttempts, type Counted } from '../../accounts/rate-limits.ts';
import { readInvitationCode } from './typed-codes.ts';

type Printed = { s_id: string; link: string; code: string };

async function makeOffice() {
  const app = await makeTestApp({ settings: { publicUrl: new URL('https://portal.example.test') } });
  const { context } = app;
  const batch = await buildBatch(context, { name: 'MERN-2026-11' });
  const office = await app.as(await buildAdministrator(context));
  const know = (email: string, phone: string | null) =>
    buildImportedPerson(context, { email, phone, batch_id: batch.id });
  const print = async (...emails: string[]): Promise<Printed[]> =>
    (await office.post('/api/staff/invitations/print', { batch: null, emails })).body.invitations;
  const open = (code: string, contact: string, remoteAddress = '192.0.2.1') =>
    app.nobody.send({
      method: 'POST',
      url: '/api/auth/invitation/code',
      remoteAddress,
      payload: { code, contact },
    });
  const stateOf = async (token: string) =>
    (await app.nobody.get(`/api/auth/invitation?token=${token}`)).body.state as string;
  return { app, context, batch, office, know, print, open, stateOf };
}

const tokenOf = (link: string) => new URL(link).searchParams.get('token')!;

test('a printed code opens its own invitation, with the email or the phone of the office, beside its link', async () => {
  const { app, context, office, know, print, open, stateOf } = await makeOffice();
  await know('asha@x.test', '9876543210');
  // A sister, with the same phone.
  await know('devi@x.test', '9876543210');
  await know('bala@x.test', null);
  const [asha, bala, devi] = (await print('asha@x.test', 'bala@x.test', 'devi@x.test')) as [
    Printed,
    Printed,
    Printed,
  ];
  expect(asha.code).toMatch(/^[2-9A-HJKMNP-Z]{5}-[2-9A-HJKMNP-Z]{5}$/);
  expect(new Set([asha.code, bala.code, devi.code]).size).toBe(3);
  const stored = await context.database.reader
    .selectFrom('invitations')
    .select(['code_hash', 'code_token_hash'])
    .execute();
  expect(JSON.stringify(stored)).not.toContain(readInvitationCode(asha.code));

  const typed = ` ${asha.code.toLowerCase().replace('-', ' ')} `;
  const byEmail = await open(typed, ' ASHA@x.test');
  expect(byEmail).toMatchObject({ status: 200, body: { token: expect.any(String) } });
  const byPhone = await open(devi.code, '98765 43210');
  expect(byPhone.status).toBe(200);
  const wrong = { status: 400, body: { message: codeWords.wrongCode } };
  for (const [code, contact] of [
    [asha.code, 'bala@x.test'],
    [bala.code, '9876543210'],
    ['22222-22222', 'asha@x.test'],
    [asha.code, 'nobody@x.test'],
  ] as const)
    expect(await open(code, contact)).toMatchObject(wrong);
  for (const code of ['2222', `${asha.code}2`, '22222-2222O'])
    expect(await open(code, 'asha@x.test')).toMatchObject({ body: { message: codeWords.notACode } });

  // The printed link works as before, and typing again replaces the earlier page's link alone.
  const again = (await open(asha.code, 'asha@x.test')).body.token;
  const tokens = [tokenOf(asha.link), byEmail.body.token, again];
  expect(await Promise.all(tokens.map(stateOf))).toEqual(['open', 'unknown', 'open']);
  const body = { token: again, password: 'secret1', terms: true };
  expect(await app.nobody.post('/api/auth/invitation', body)).toMatchObject({
    status: 201,
    body: { email: 'asha@x.test' },
  });
  expect(await stateOf(tokenOf(asha.link))).toBe('used');
  const refusal = async ({ code, s_id }: Printed) => (await open(code, s_id)).body.message;
  expect(await refusal(asha)).toBe(invitationWords.used);
  await office.post('/api/staff/invitations/revoke', { emails: ['bala@x.test'] });
  expect(await refusal(bala)).toBe(invitationWords.revoked);
  app.clock.advance(31 * dayMs);
  expect(await refusal(devi)).toBe(invitationWords.expired);
});

test('wrong codes pause a network, and a contact in it, before anything is hashed', async () => {
  const { app, know, print, open } = await makeOffice();
  await know('asha@x.test', '9876543210');
  const [asha] = (await print('asha@x.test')) as [Printed];
  const had = (count: number, attempt: Counted) =>
    app.context.database.transaction((writer) =>
      recordAttempts(
        writer,
        Array.from({ length: count }, () => attempt),
        app.clock.now(),
      ),
    );
  const school = '192.0.2.1';
  const wrong = async (contact: string) => (await open('22222-22222', contact, school)).status;
  const refusal = async (contact: string, minutes: number, words: string) => {
    const { begun } = app.context.passwords.figures();
    const answer = await open(asha.code, contact, school);
    expect(answer).toMatchObject({
      status: 429,
      body: { message: expect.stringContaining(words) },
      headers: { 'retry-after': String(minutes * 60) },
    });
    expect(answer.body.message).toContain('The link on your paper still works.');
    expect(app.context.passwords.figures().begun).toBe(begun);
  };
  // The same for a contact that nobody has: the answer does not say who is invited.
  for (const contact of ['asha@x.test', 'nobody@x.test']) {
    await had(9, { kind: 'invitation-contact', subject: hashToken(contact), source: school });
    expect(await wrong(contact)).toBe(400);
    await refusal(` ${contact.toUpperCase()}`, 1, 'for this email or phone number');
  }
  expect((await open(asha.code, 'asha@x.test', '192.0.2.2')).status, 'from elsewhere').toBe(200);
  expect((await open(asha.code, '98765 43210', school)).status, 'a second contact').toBe(200);
  app.clock.advance(minuteMs);
  expect(await wrong('asha@x.test')).toBe(400);
  await refusal('asha@x.test', 2, 'for this email or phone number');

  app.clock.advance(hourMs);
  await had(99, { kind: 'invitation-address', subject: school });
  expect(await wrong('nobody@x.test')).toBe(400);
  await refusal('9876543210', 15, 'from your network');
  app.clock.advance(15 * minuteMs);
  // Right codes do not count.
  await had(99, { kind: 'invitation-address', subject: school });
  for (let n = 0; n < 3; n += 1) expect((await open(asha.code, 'asha@x.test')).status).toBe(200);
});

test('right codes of a class that wait at once in one network do not refuse each other', async () => {
  const { app, know, print, open } = await makeOffice();
  await know('asha@x.test', null);
  const [asha] = (await print('asha@x.test')) as [Printed];
  await app.context.database.transaction((writer) =>
    recordAttempts(
      writer,
      Array.from({ length: 90 }, () => ({ kind: 'invitation-address', subject: '192.0.2.1' }) as const),
      app.clock.now(),
    ),
  );
  const answers = await Promise.all(Array.from({ length: 60 }, () => open(asha.code, 'asha@x.test')));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 60 }, () => 200));
});

test('the office is told of many wrong codes for a batch, which close it for nobody', async () => {
  const { app, office, know, print, open } = await makeOffice();
  await buildBatch(app.context, { name: 'MERN-2026-12' });
  await know('asha@x.test', null);
  await know('bala@x.test', null);
  const [asha] = (await print('asha@x.test')) as [Printed];
  const told = async () => (await office.get('/api/staff/office')).body.waiting.wrong_codes;
  const wrongFrom = async (n: number) =>
    expect(
      (await open('22222-22222', n % 2 === 0 ? 'asha@x.test' : 'bala@x.test', `192.0.2.${n}`)).status,
    ).toBe(400);
  for (let n = 1; n < 30; n += 1) await wrongFrom(n);
  await open('22222-22222', 'nobody@x.test');
  expect((await open(asha.code, 'asha@x.test')).status, 'does not count').toBe(200);
  expect(await told()).toEqual([]);
  await wrongFrom(30);
  expect(await told()).toEqual([{ batch: 'MERN-2026-11', tries: 30 }]);
  expect((await open(asha.code, 'asha@x.test', '192.0.2.1')).status).toBe(200);
  app.clock.advance(hourMs);
  expect(await told()).toEqual([]);
});
