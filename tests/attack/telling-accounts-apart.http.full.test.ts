import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildMentor, buildStudent } from '#support/factories';
import { startIdentityProvider } from '#support/identity-provider';
import { logInFrom, networkNumber } from '#support/log-in-from';
import { makeTestApp, type TestApp } from '#support/test-app';
import { makePasswordHasher } from '#server/platform/passwords/password-hasher';

/** What somebody gains who asks whether an address has an account, by the time that an answer takes. */

const password = 'correct horse';
const pairs = 30;
/** At the usual cost, which is what would tell. */
const passwords = makePasswordHasher();
let password_hash: string;

beforeAll(async () => {
  password_hash = await passwords.hash(password);
});
afterAll(() => passwords.close());

/** How long a refused login takes, in milliseconds; each comes from a network of its own. */
async function timeLogin(app: TestApp, n: number, login: { email: string; password?: string }) {
  const began = performance.now();
  expect((await logInFrom(app, login, { address: networkNumber(n) })).status).toBe(401);
  return performance.now() - began;
}

/**
 * How often one of the first takes longer than one of the others, of all pairs (Mann-Whitney): 0.5 where they are alike, 0 or 1
 * where time tells them apart. With 30 of each and no difference it lies outside 0.15 to 0.85 once in 200,000 times, however
 * busy the machine is, since both kinds take turns.
 */
function shareOfLonger(first: readonly number[], others: readonly number[]): number {
  const longer = first.flatMap((one) => others.map((other): number => (one > other ? 1 : 0)));
  return longer.reduce((sum, is) => sum + is, 0) / longer.length;
}

async function compare(app: TestApp, loginOf: (n: number) => { email: string; password?: string }) {
  // The first hash starts a thread.
  await timeLogin(app, 999, { email: 'first@example.test' });
  const [known, unknown]: [number[], number[]] = [[], []];
  for (let n = 0; n < pairs; n++) {
    const ask = [
      async () => known.push(await timeLogin(app, 2 * n, loginOf(n))),
      async () => unknown.push(await timeLogin(app, 2 * n + 1, { email: `nobody${n}@example.test` })),
    ];
    // Neither is always the one that comes after the other.
    for (const one of n % 2 === 0 ? ask : ask.toReversed()) await one();
  }
  const share = shareOfLonger(known, unknown);
  expect(share).toBeGreaterThan(0.15);
  expect(share).toBeLessThan(0.85);
}

test('which addresses have an account', async () => {
  const app = await makeTestApp({ passwords });
  for (let n = 0; n < pairs; n++)
    await buildStudent(app.context, { email: `known${n}@example.test`, password_hash });
  await compare(app, (n) => ({ email: `known${n}@example.test` }));
});

test('whose password one has guessed, where staff log in at the identity provider only', async () => {
  const provider = await startIdentityProvider('http://portal.test');
  await provider.stop();
  const settings = { oidc: provider.settings, publicUrl: new URL('http://portal.test') };
  const app = await makeTestApp({ passwords, settings: { ...settings, staffPasswordLogin: false } });
  for (let n = 0; n < pairs; n++)
    await buildMentor(app.context, [], { email: `known${n}@example.test`, password_hash });
  await compare(app, (n) => ({ email: `known${n}@example.test`, password }));
});
