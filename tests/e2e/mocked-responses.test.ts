import type { Page } from '@playwright/test';
import { mockedScreens } from '#support/mocked-screens';
import { mockResponses } from '#support/mock-responses';
import { signInAs } from './demo.ts';
import { findViolations, findVisualViolations } from './find-violations.ts';
import { expect, test } from './portal.ts';
import { showIn } from './screens.ts';

test.use({ seed: 'demo', readsOnly: true, isRendering: false });

/** The states of different screens have their looks from the same parts: the dark colours are searched on one. */
const inTheDarkToo = 'weekly-week2';

async function expectNoViolation(page: Page, name: string, state: string): Promise<void> {
  expect.soft(await findViolations(page), `${name}, ${state}, light`).toEqual([]);
  if (name !== inTheDarkToo) return;
  await showIn(page, 'dark');
  expect.soft(await findVisualViolations(page), `${name}, ${state}, dark`).toEqual([]);
  await showIn(page, 'light');
}

/** Words for screen readers alone would leave the eye without a heading. */
const expectHeading = (page: Page, name: string) =>
  expect.soft(page.getByRole('heading', { level: 1 }).first(), name).not.toHaveClass(/hidden/);

const half = Math.ceil(mockedScreens.length / 2);
for (const screens of [mockedScreens.slice(0, half), mockedScreens.slice(half)]) {
  const names = screens.map(({ name }) => name).join(', ');
  test(`while calls load, once they failed, and once they are refused: a heading, a way on, no accessibility violation: ${names}`, async ({
    portal,
    page,
    complaints,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
    const respond = await mockResponses(page, 'loading');
    for (const { name, path, as } of screens) {
      await test.step(name, async () => {
        await signInAs(portal, page, as);
        respond('loading');
        await page.goto(path);
        await expect(page.locator('main [aria-hidden="true"]').first()).toBeVisible();
        await expectNoViolation(page, name, 'loading');

        respond('failed');
        await expect(
          page.getByRole('alert').getByRole('button', { name: 'Try again' }).first(),
        ).toBeVisible();
        await expectHeading(page, name);
        await expectNoViolation(page, name, 'failed');

        respond('forbidden');
        await page.goto(path);
        // What is not for one's eyes leads elsewhere.
        await expect(
          page
            .getByRole('main')
            .getByRole('link', { name: /^Go to|^See|^Back/ })
            .first(),
        ).toBeVisible();
        await expectHeading(page, name);
        await expectNoViolation(page, name, 'forbidden');
      });
    }
    // The browser reports each refused call.
    complaints.splice(0);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
}
