import { expect, test } from 'vitest';
import { messages } from '#contract/messages';
import { ownAccountMessages } from '#contract/accounts/own-account-messages';
import { addApp, cookiesOf, makeFactorPortal, password } from '#support/factor-fixture';
import { alertOf, postForm, postPublicForm } from '#support/posted-forms';
import { makeClient } from '#support/test-app';
import { webBuild } from '#support/web-build';
import { codeAt } from '../accounts/second-factor/app-secret.ts';
import { words } from '../accounts/second-factor/words.ts';

const email = 'asha@example.test';

/** A portal with its pages, and a student of it. */
async function makePortal(settings: Parameters<typeof makeFactorPortal>[0] = {}) {
  const app = await makeFactorPortal(settings, { pages: webBuild() });
  const student = await app.student(email);
  return { ...app, me: await app.as(student) };
}

test("a login's second step works before its script, and its second press", async () => {
  const app = await makePortal();
  const { code, codes } = await addApp(app, app.me);
  const begun = await postPublicForm(app, '/login?next=%2Fviva', { email, password });
  expect(begun).toMatchObject({ status: 303, headers: { location: '/second-step?with=app&next=%2Fviva' } });
  const browser = makeClient(app.app, cookiesOf(begun));
  const url = String(begun.headers['location']);
  const page = (await browser.get(url)).body as string;
  expect(page).toContain('autoComplete="one-time-code"');
  expect(page).not.toContain('Use your passkey');

  const refused = async (typed: string) => (await postForm(browser, url, { code: typed })).body as string;
  expect(await refused('')).toContain(messages.codeRequired);
  expect(alertOf(await refused('000000'))).toContain(words.codeWrong);
  expect((await postForm(browser, url, { code: 'ABCD-EFGH-JKMN' })).body).not.toContain('ABCD-EFGH');

  const entered = await postForm(browser, url, { code: code() });
  expect(entered).toMatchObject({ status: 303, headers: { location: '/viva' } });
  const cookies = { ...cookiesOf(begun), ...cookiesOf(entered) };
  expect(cookies).toHaveProperty('__Host-capstone');
  // The second press, where the browser has heard the first one's answer, and where it has not.
  const again = await postForm(makeClient(app.app, cookies), url, { code: code() });
  expect(again).toMatchObject({ status: 303, headers: { location: '/viva' } });
  const unheard = await postForm(browser, url, { code: codes[0]! });
  expect(unheard.status).toBe(401);
  expect(alertOf(unheard.body)).toContain(words.stepDone);
  expect(unheard.body).toContain('Log in again');
});

test('an app is set up, and factors are changed, before the script', async () => {
  const app = await makePortal();
  const post = (fields: Record<string, string>) => postForm(app.me, '/account', fields);
  const begun = await post({ act: 'begin-app' });
  expect(begun.status).toBe(200);
  const secret = /<code[^>]*>([A-Z2-7 ]{39})<\/code>/.exec(begun.body)?.[1]?.replaceAll(' ', '') ?? '';
  expect(begun.body).toContain('aria-label="QR code of the key below"');
  expect(alertOf((await post({ act: 'add-app', name: 'Phone', code: '' })).body)).toContain(
    messages.codeRequired,
  );
  const added = await post({ act: 'add-app', name: 'Phone', code: codeAt(secret, app.clock.now()) });
  const codesIn = (html: string) => html.match(/<code>[0-9A-Z]{4}(?:-[0-9A-Z]{4}){2}<\/code>/g) ?? [];
  expect(codesIn(added.body)).toHaveLength(8);
  const [factor] = (await app.me.get('/api/account')).body.second_factor.factors;
  expect(await post({ act: `rename-factor-${factor.id}`, name: 'Old phone' })).toMatchObject({
    status: 303,
    headers: { location: '/account?notice=factor-renamed' },
  });
  app.clock.advance(600_000);
  const unproven = await post({ act: 'renew-codes' });
  expect(unproven.status).toBe(403);
  expect(alertOf(unproven.body)).toContain(words.proofNeeded);
  expect((await post({ act: 'prove', code: codeAt(secret, app.clock.now()) })).headers['location']).toBe(
    '/account?notice=proven',
  );
  const renewed = await post({ act: 'renew-codes' });
  expect(codesIn(renewed.body)).toHaveLength(8);
  expect(codesIn(renewed.body)).not.toEqual(codesIn(added.body));
  expect((await post({ act: `remove-factor-${factor.id}` })).headers['location']).toBe(
    '/account?notice=factor-removed',
  );
});

test('an administrator who must have a second factor is led to it from every screen', async () => {
  const app = await makePortal({ requireSecondFactor: true });
  await app.administrator('admin@example.test');
  const entered = await postPublicForm(app, '/login', { email: 'admin@example.test', password });
  expect(entered).toMatchObject({ status: 303, headers: { location: '/account' } });
  const browser = makeClient(app.app, cookiesOf(entered));
  for (const url of ['/staff', '/discussion/ONE', '/StudentDashboard'])
    expect(await browser.get(url), url).toMatchObject({ status: 302, headers: { location: '/account' } });
  expect((await browser.get('/account')).body).toContain(ownAccountMessages.secondFactorRequired);
});
