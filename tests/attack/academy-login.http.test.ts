import { describe, expect, test } from 'vitest';
import { minuteMs } from '#contract/durations';
import {
  beginAcademyLogin,
  comeBack,
  logInAtAcademy,
  makeAcademyPortal,
  portalOrigin,
  readerAfter,
  type AcademyPortal,
} from '#support/academy-login';
import { buildStudent } from '#support/factories';
import { startIdentityProvider } from '#support/identity-provider';
import { cookiesSet } from '#support/log-in-from';

/** What somebody gains who tampers with a login by the academy's own accounts. */

const asha = { sub: 'u-1', email: 'asha@example.test', email_verified: true, name: 'Asha' };
const mallory = { sub: 'u-6', email: 'mallory@example.test', email_verified: true, name: 'Mallory' };

async function expectNobody(
  portal: AcademyPortal,
  answer: Awaited<ReturnType<typeof comeBack>>,
  notice: string,
) {
  expect(answer.headers['location']).toBe(`/login?notice=${notice}`);
  expect(await readerAfter(portal, answer)).toBeNull();
}

describe('a browser that is logged in as somebody else', () => {
  test('by an address with a code of the attacker, for a browser that has begun nothing', async () => {
    const portal = await makeAcademyPortal();
    portal.provider.person = mallory;
    const { location } = await beginAcademyLogin(portal);
    const bait = await portal.provider.visit(location);
    await expectNobody(portal, await comeBack(portal, bait, ''), 'academy-again');
    expect(portal.provider.asked.get('/token'), 'the provider was not even asked').toBeUndefined();
  });

  test('by such an address for a browser that has begun a login of its own', async () => {
    const portal = await makeAcademyPortal();
    portal.provider.person = mallory;
    const bait = await portal.provider.visit((await beginAcademyLogin(portal)).location);
    const { location, cookie } = await beginAcademyLogin(portal);
    await expectNobody(portal, await comeBack(portal, bait, cookie), 'academy-again');
    // … with the browser's own state beside the foreign code, which was asked for by another.
    bait.searchParams.set('state', new URL(location).searchParams.get('state') ?? '');
    await expectNobody(portal, await comeBack(portal, bait, cookie), 'academy-failed');
  });

  test('by a forged state', async () => {
    const portal = await makeAcademyPortal();
    portal.provider.person = asha;
    const { location, cookie } = await beginAcademyLogin(portal);
    const back = await portal.provider.visit(location);
    for (const state of ['', 'x', 'A'.repeat(43)]) {
      back.searchParams.set('state', state);
      await expectNobody(portal, await comeBack(portal, back, cookie), 'academy-again');
    }
    back.searchParams.delete('state');
    await expectNobody(portal, await comeBack(portal, back, cookie), 'academy-again');
  });
});

describe('somebody else’s session', () => {
  test('by replaying the address at which they came back', async () => {
    const portal = await makeAcademyPortal();
    portal.provider.person = asha;
    const { location, cookie } = await beginAcademyLogin(portal);
    const back = await portal.provider.visit(location);
    const first = await comeBack(portal, back, cookie);
    expect((await readerAfter(portal, first))?.s_id).toBe(asha.email);
    expect(cookiesSet(first), 'the browser forgets what it began').toContain('capstone-flow=');
    await expectNobody(portal, await comeBack(portal, back, cookie), 'academy-failed');
    // … also where the provider would hand the same out twice: what was used is known here, too.
    const state = await portal.app.context.database.reader
      .selectFrom('used_login_states')
      .select('token_hash')
      .execute();
    expect(state).toHaveLength(1);
  });

  test('by an ID token that was made for another login', async () => {
    const portal = await makeAcademyPortal();
    portal.provider.person = asha;
    const { location, cookie } = await beginAcademyLogin(portal);
    const url = new URL(location);
    expect(url.searchParams.get('nonce')).toMatch(/^[\w-]{43}$/);
    url.searchParams.set('nonce', 'of-another-login');
    await expectNobody(
      portal,
      await comeBack(portal, await portal.provider.visit(url.href), cookie),
      'academy-failed',
    );
  });

  test('by a code that was asked for with another PKCE challenge', async () => {
    const portal = await makeAcademyPortal();
    portal.provider.person = asha;
    const other = new URL((await beginAcademyLogin(portal)).location);
    const { location, cookie } = await beginAcademyLogin(portal);
    const url = new URL(location);
    expect(url.searchParams.get('code_challenge_method')).toBe('S256');
    url.searchParams.set('code_challenge', other.searchParams.get('code_challenge') ?? '');
    await expectNobody(
      portal,
      await comeBack(portal, await portal.provider.visit(url.href), cookie),
      'academy-failed',
    );
  });

  test('by a login that was begun long ago, whatever its cookie says of its age', async () => {
    const portal = await makeAcademyPortal();
    portal.provider.person = asha;
    const { location, cookie } = await beginAcademyLogin(portal);
    const back = await portal.provider.visit(location);
    portal.app.clock.advance(10 * minuteMs);
    await expectNobody(portal, await comeBack(portal, back, cookie), 'academy-again');
    const younger = cookie.replace(/=\d+/, `=${portal.app.clock.now()}`);
    expect(younger).not.toBe(cookie);
    await expectNobody(portal, await comeBack(portal, back, younger), 'academy-again');
  });

  test('by another issuer’s word', async () => {
    const portal = await makeAcademyPortal();
    await logInAtAcademy(portal, asha);
    const evil = await startIdentityProvider(portalOrigin);
    evil.person = asha;
    try {
      // A code of another provider, brought back to a login that was begun with this one.
      const { location, cookie } = await beginAcademyLogin(portal);
      const url = new URL(location);
      const there = await evil.visit(`${evil.issuer}${url.pathname}${url.search}`);
      expect(there.searchParams.get('iss')).toBe(evil.issuer);
      await expectNobody(portal, await comeBack(portal, there, cookie), 'academy-failed');
      there.searchParams.delete('iss');
      await expectNobody(portal, await comeBack(portal, there, cookie), 'academy-failed');
    } finally {
      await evil.stop();
    }
  });
});

describe('somebody else’s account', () => {
  test('by an address that the provider does not vouch for', async () => {
    const portal = await makeAcademyPortal();
    const victim = await buildStudent(portal.app.context, { email: asha.email });
    for (const email_verified of [false, 'false', undefined, 1, 'yes']) {
      const person = { ...mallory, email: victim.email, email_verified };
      await expectNobody(portal, await logInAtAcademy(portal, person), 'academy-unverified');
    }
  });

  test('by signing up with their address first, and waiting for them to log in', async () => {
    const portal = await makeAcademyPortal();
    const { context, nobody } = portal.app;
    await buildStudent(context, {
      email: asha.email,
      confirmed_at: null,
      password_hash: await context.passwords.hash('mallorys'),
    });
    await expectNobody(portal, await logInAtAcademy(portal, asha), 'academy-unconfirmed');
    const { reader } = context.database;
    const { confirmed_at } = await reader
      .selectFrom('accounts')
      .where('email', '=', asha.email)
      .select('confirmed_at')
      .executeTakeFirstOrThrow();
    expect(confirmed_at, 'and nothing was confirmed by it').toBeNull();
    expect(await reader.selectFrom('external_identities').selectAll().execute()).toEqual([]);
    expect((await nobody.post('/api/auth/login', { email: asha.email, password: 'mallorys' })).status).toBe(
      200,
    );
  });

  test('by an address that was theirs', async () => {
    const portal = await makeAcademyPortal();
    const { context } = portal.app;
    const victim = await buildStudent(context, { email: 'new@example.test' });
    await context.database.transaction((writer) =>
      writer
        .insertInto('former_emails')
        .values({ email: asha.email, account_id: victim.id, left_at: 0 })
        .execute(),
    );
    await expectNobody(portal, await logInAtAcademy(portal, asha), 'academy-taken');
  });
});

test('a role of staff by a claim, where the operator has named none', async () => {
  const portal = await makeAcademyPortal({ mentorRole: 'mentor', administratorRole: 'administrator' });
  const person = { ...mallory, role: 'administrator', roles: ['administrator', 'mentor'] };
  expect((await readerAfter(portal, await logInAtAcademy(portal, person)))?.role).toBe('student');
});

test('a way from the login to a site of the attacker', async () => {
  const portal = await makeAcademyPortal();
  for (const referer of [
    'https://evil.test/login?next=%2Fviva',
    `${portalOrigin}.evil.test/viva`,
    `${portalOrigin}/login?next=https%3A%2F%2Fevil.test`,
    `${portalOrigin}/login?next=%2F%2Fevil.test`,
    `${portalOrigin}/login?next=%2F%5Cevil.test`,
    `${portalOrigin}//evil.test`,
    'javascript:alert(1)',
    'nonsense',
  ]) {
    const answer = await logInAtAcademy(portal, asha, { referer });
    expect(answer.headers['location'], referer).toBe('/StudentDashboard');
  }
});

test('requests without end to the provider, in the portal’s name', async () => {
  const portal = await makeAcademyPortal();
  const { location, cookie } = await beginAcademyLogin(portal);
  const state = new URL(location).searchParams.get('state') ?? '';
  const back = new URL(`${portalOrigin}/login/academy/callback?code=guess&state=${state}`);
  back.searchParams.set('iss', portal.provider.issuer);
  const notices = [];
  for (let n = 0; n < 62; n++) notices.push((await comeBack(portal, back, cookie)).headers['location']);
  expect(new Set(notices.slice(0, 60))).toEqual(new Set(['/login?notice=academy-failed']));
  expect(notices.slice(60)).toEqual(Array(2).fill('/login?notice=academy-often'));
  expect(portal.provider.asked.get('/token')).toBe(60);
});
