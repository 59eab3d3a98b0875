import { onTestFinished } from 'vitest';
import { academyLoginPath } from '#contract/accounts/academy-login';
import type { OidcSettings, Settings } from '#server/platform/settings/settings';
import { startIdentityProvider, type Person, type TestProvider } from './identity-provider.ts';
import { cookiesSet } from './log-in-from.ts';
import { makeTestApp, type Answer, type TestApp } from './test-app.ts';

export const portalOrigin = 'http://portal.test';

export type AcademyPortal = { app: TestApp; provider: TestProvider };

/** A portal where people log in at a provider of its own. */
export async function makeAcademyPortal(
  oidc: Partial<OidcSettings> = {},
  settings: Partial<Settings> = {},
): Promise<AcademyPortal> {
  const provider = await startIdentityProvider(portalOrigin);
  onTestFinished(() => provider.stop());
  const publicUrl = new URL(portalOrigin);
  const app = await makeTestApp({
    settings: { publicUrl, oidc: { ...provider.settings, ...oidc }, ...settings },
  });
  return { app, provider };
}

/** Presses the button: where it leads, and the cookie that the browser then has. */
export async function beginAcademyLogin(
  { app }: Pick<AcademyPortal, 'app'>,
  headers: Record<string, string> = {},
): Promise<{ location: string; cookie: string }> {
  const answer = await app.nobody.get(academyLoginPath, headers);
  return { location: String(answer.headers['location']), cookie: cookiesSet(answer) };
}

/** The browser comes back from the provider. */
export async function comeBack(
  { app }: Pick<AcademyPortal, 'app'>,
  url: URL,
  cookie: string,
): Promise<Answer> {
  return app.nobody.get(`${url.pathname}${url.search}`, { cookie });
}

/** The whole way of somebody through the provider; @returns the portal's last answer, a redirect */
export async function logInAtAcademy(
  portal: AcademyPortal,
  person: Person | null,
  headers: Record<string, string> = {},
): Promise<Answer> {
  portal.provider.person = person;
  const { location, cookie } = await beginAcademyLogin(portal, headers);
  return comeBack(portal, await portal.provider.visit(location), cookie);
}

/** Who is logged in after such an answer; null for nobody. */
export async function readerAfter({ app }: Pick<AcademyPortal, 'app'>, answer: Answer) {
  const { body } = await app.nobody.get('/api/auth/session', { cookie: cookiesSet(answer) });
  return body.student as { s_id: string; s_name: string; role: string; batch: string | null } | null;
}
