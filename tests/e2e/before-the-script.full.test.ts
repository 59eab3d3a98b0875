import type { Browser, Locator, Page, Request } from '@playwright/test';
import type { DemoName } from '#contract/demo-accounts';
import { demoScreens } from '#support/demo-screens';
import { signInAs } from './demo.ts';
import { expect, test, type Portal } from './portal.ts';
import { endVisit } from './screens.ts';

test.use({ seed: 'demo' });

/** Milliseconds, as on a slow line. */
const heldMs = 5_000;

/** These end a session or leave the portal, so that nothing is left to look at. */
const leavesAlone = /^(?:Log out|Log in|Continue|Search|Show|Filter|Check)/;

const forms = 'main form[method="post" i]';
const submitOf = (form: Locator) => form.locator('button[type=submit]').first();

/** Scripts come this late; the page is there before. */
async function holdScripts(page: Page): Promise<void> {
  const until = Date.now() + heldMs;
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.route('**/assets/*.js', async (route) => {
    const left = until - Date.now();
    if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
    await route.continue().catch(() => undefined);
  });
}

const openFolds = (form: Locator): Promise<void> =>
  form.evaluate((element) => {
    for (let one = element.parentElement; one !== null; one = one.parentElement)
      if (one instanceof HTMLDetailsElement) one.open = true;
  });

/** @returns the first field of text, with what was typed into it */
async function typeEarly(form: Locator): Promise<{ field: Locator; typed: string } | null> {
  for (const field of await form.locator('input, textarea').all()) {
    const [type, value, isShown] = await field.evaluate((one) => {
      const input = one as HTMLInputElement;
      return [
        input.type,
        input.value,
        input.checkVisibility() && !input.disabled && !input.readOnly,
      ] as const;
    });
    if (!isShown || !/^(?:text|textarea|search|email)$/.test(type)) continue;
    const typed = type === 'email' ? 'early@example.test' : `${value} early`.trim();
    await field.fill(typed);
    return { field, typed };
  }
  return null;
}

/** A click before the script loses nothing, and acts at most once. */
async function clickEarly(page: Page, path: string, at: number): Promise<void> {
  await holdScripts(page);
  const sent: Request[] = [];
  const note = (request: Request) => {
    const isOwn = !/\/api\/(?:live|events|policy-reports)|presence|(?:views?|open)$/.test(request.url());
    if (request.method() !== 'GET' && isOwn) sent.push(request);
  };
  await page.goto(path, { waitUntil: 'commit' });
  const form = page.locator(forms).nth(at);
  if ((await form.count()) === 0) return;
  await openFolds(form);
  const submit = submitOf(form);
  if (!(await submit.isVisible()) || (await submit.isDisabled())) return;
  const label = ((await submit.textContent()) ?? '').trim();
  if (leavesAlone.test(label)) return;
  const name = `${path}: ${label}`;
  const early = await typeEarly(form);
  page.on('request', note);
  await submit.click();
  await page.waitForTimeout(heldMs + 1_500);
  await page.waitForLoadState('networkidle').catch(() => undefined);
  page.off('request', note);
  const urls = sent.map((request) => `${request.method()} ${new URL(request.url()).pathname}`);
  expect.soft(urls.length, `${name}: ${urls.join(', ')}`).toBeLessThanOrEqual(1);
  if (early === null) return;
  const [request] = sent;
  const status = (await request?.response())?.status() ?? 0;
  if (status >= 200 && status < 400) return;
  const values = await page
    .locator('input, textarea')
    .evaluateAll((fields) => fields.map((one) => (one as HTMLInputElement).value));
  expect.soft(values, `${name}: what was typed, after ${status}`).toContain(early.typed);
}

async function walk(portal: Portal, browser: Browser, as: DemoName): Promise<void> {
  const paths = demoScreens.filter((one) => one.as === as && !one.press && !one.scripted && !one.writes);
  const page = await browser.newPage({ baseURL: portal.url, serviceWorkers: 'block' });
  const seen = new Set<string>();
  for (const { path } of paths) {
    await signInAs(portal, page, as);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.goto(path);
    const labels = await page
      .locator(forms)
      .evaluateAll((all) => all.map((form) => `${form.querySelector('button[type=submit]')?.textContent}`));
    for (const [at, label] of labels.entries()) {
      const kind = `${path.split(/[/?]/).slice(0, 3).join('/')} ${label}`;
      if (seen.has(kind)) continue;
      seen.add(kind);
      await test.step(kind, () => clickEarly(page, path, at));
      await endVisit(page);
      await signInAs(portal, page, as);
    }
  }
  expect(seen.size, `forms of ${as}`).toBeGreaterThan(0);
  await page.close();
}

for (const as of ['week2', 'mentor', 'kavitha', 'admin'] as const)
  test(`a click of ${as} before the script loses nothing and acts once, on every form`, async ({
    portal,
    browser,
  }) => {
    test.setTimeout(1_200_000);
    await walk(portal, browser, as);
  });
