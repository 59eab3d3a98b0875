import { codeAt } from '#server/accounts/second-factor/app-secret';
import type { Settings } from '#server/platform/settings/settings';
import { buildAdministrator, buildStudent } from './factories.ts';
import { makeSoftwarePasskey } from './software-passkey.ts';
import { makeClient, makeTestApp, type Answer, type Client, type TestApp } from './test-app.ts';

export const origin = 'https://portal.example.test';
export const site = { origin, rpId: 'portal.example.test' };
export const password = 'secret1';

let hashed: string | undefined;

/** The cookies that an answer sets, for the browser's next request. */
export function cookiesOf({ headers }: Answer): Record<string, string> {
  const set = [headers['set-cookie'] ?? []].flat() as string[];
  return Object.fromEntries(set.map((line) => line.split(';', 1)[0]?.split('=', 2) as [string, string]));
}

/** A portal with the address that passkeys need, where administrators need no second factor unless `settings` say so. */
export async function makeFactorPortal(
  settings: Partial<Settings> = {},
  options?: NonNullable<Parameters<typeof makeTestApp>[0]>['app'],
) {
  const app = await makeTestApp({
    ...(options && { app: options }),
    settings: { smtpUrl: 'smtp://127.0.0.1:9', publicUrl: new URL(origin), ...settings },
  });
  const password_hash = (hashed ??= await app.context.passwords.hash(password));
  return {
    ...app,
    student: (email: string) => buildStudent(app.context, { email, password_hash }),
    administrator: (email: string) => buildAdministrator(app.context, { email, password_hash }),
  };
}

/** Sends the password of an address; `browser` goes on with the cookies that came. */
export async function sendPassword(
  app: TestApp,
  email: string,
  cookies: Record<string, string> = {},
): Promise<{ answer: Answer; browser: Client; cookies: Record<string, string> }> {
  const answer = await makeClient(app.app, cookies).post('/api/auth/login', { email, password });
  const all = { ...cookies, ...cookiesOf(answer) };
  return { answer, browser: makeClient(app.app, all), cookies: all };
}

/** Adds an authenticator app in a client's session; the clock moves on, so that its next code is another one. */
export async function addApp({ clock }: TestApp, client: Client, name = 'My phone') {
  const { secret } = (await client.post('/api/account/second-factor/app/secret')).body as { secret: string };
  const answer = await client.post('/api/account/second-factor/app', {
    name,
    code: codeAt(secret, clock.now()),
  });
  clock.advance(30_000);
  return {
    answer,
    secret,
    codes: answer.body.recovery_codes as string[],
    code: () => codeAt(secret, clock.now()),
  };
}

/** Adds a passkey of software in a client's session. */
export async function addPasskey(client: Client, of?: Parameters<typeof makeSoftwarePasskey>[0]) {
  const key = makeSoftwarePasskey(of);
  const options = (await client.post('/api/account/second-factor/passkey/options')).body;
  const answer = await client.post('/api/account/second-factor/passkey', {
    name: 'My laptop',
    passkey: key.create(options, site),
  });
  return { key, answer, codes: answer.body.recovery_codes as string[] };
}
