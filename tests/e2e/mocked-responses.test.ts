import type { Locator, Page } from '@playwright/test';
import { mockedScreens } from '#support/mocked-screens';
import { mockResponses } from '#support/mock-responses';
import type { MockState } from '#web/lib/mock-responses';
import { signInAs } from './demo.ts';
import { findViolations, findVisualViolations } from './find-violations.ts';
import { expect, test } from './portal.ts';
import { showIn } from './screens.ts';

test.use({ seed: 'demo', readsOnly: true });

const retry = (page: Page) => page.getByRole('alert').getByRole('button', { name: 'Try again' });
/** What cannot be loaded leads elsewhere. */
const wayOn = (page: Page) => page.getByRole('main').getByRole('link', { name: /^Go to|^See|^Back/ });

/** What each response shows; screens that look like another's are not searched for violations again. */
const signs: Record<MockState, { sign: (page: Page) => Locator; looksLike?: MockState }> = {
  loading: { sign: (page) => page.locator('main [aria-hidden="true"]') },
  failed: { sign: retry },
  offline: { sign: retry, looksLike: 'failed' },
  forbidden: { sign: wayOn },
  'not-found': { sign: wayOn, looksLike: 'forbidden' },
  'signed-out': {
    sign: (page) => page.getByRole('heading', { level: 1, name: 'Login' }),
    looksLike: 'failed',
  },
};

for (const [response, { sign, looksLike }] of Object.entries(signs) as [
  MockState,
  (typeof signs)[MockState],
][]) {
  test(`each screen while its calls are ${response}: a heading, a way on, no accessibility violation`, async ({
    portal,
    page,
    complaints,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await mockResponses(page, response);
    let signedIn: string | null = null;
    for (const { path, as } of mockedScreens) {
      await test.step(path, async () => {
        if (signedIn !== as) await signInAs(portal, page, as);
        signedIn = as;
        await page.emulateMedia({ colorScheme: 'light' });
        await page.goto(path);
        await expect(sign(page).first()).toBeVisible();
        if (response !== 'loading') {
          // Words for screen readers alone would leave the eye without a heading.
          await expect.soft(page.getByRole('heading', { level: 1 }).first(), path).not.toHaveClass(/hidden/);
        }
        if (looksLike !== undefined) return;
        expect.soft(await findViolations(page), `${path}, light`).toEqual([]);
        await showIn(page, 'dark');
        expect.soft(await findVisualViolations(page), `${path}, dark`).toEqual([]);
      });
    }
    // The browser reports each refused call.
    complaints.splice(0);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
}
