import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { stageAnswers } from '#support/stage-answers';
import { stagedScreens } from '#support/staged-screens';
import type { MockState } from '#web/lib/mock-responses';
import { signInAs } from './demo.ts';
import { expect, test } from './portal.ts';
import { showIn } from './screens.ts';

test.use({ holds: 'demo' });

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const retry = (page: Page) => page.getByRole('alert').getByRole('button', { name: 'Try again' });
/** Whatever will not come: the screen then leads elsewhere. */
const wayOn = (page: Page) => page.getByRole('main').getByRole('link', { name: /^Go to|^See|^Back/ });

/** By what each stage is known; those whose screens look like another's are not searched for barriers again. */
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

for (const [stage, { sign, looksLike }] of Object.entries(signs) as [
  MockState,
  (typeof signs)[MockState],
][]) {
  test(`each screen while its calls are ${stage}: a heading, a way on, no barrier`, async ({
    portal,
    page,
    complaints,
  }) => {
    test.setTimeout(180_000);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await stageAnswers(page, stage);
    let signedIn: string | null = null;
    for (const { path, as } of stagedScreens) {
      await test.step(path, async () => {
        if (signedIn !== as) await signInAs(portal, page, as);
        signedIn = as;
        await page.emulateMedia({ colorScheme: 'light' });
        await page.goto(path);
        await expect(sign(page).first()).toBeVisible();
        if (stage !== 'loading') {
          // Words for the ear alone would leave the eye without a heading.
          await expect.soft(page.getByRole('heading', { level: 1 }).first(), path).not.toHaveClass(/hidden/);
        }
        if (looksLike !== undefined) return;
        for (const colorScheme of ['light', 'dark'] as const) {
          await showIn(page, colorScheme);
          const axe = new AxeBuilder({ page });
          const { violations } = await (
            colorScheme === 'light' ? axe.withTags(tags) : axe.withRules(['color-contrast'])
          ).analyze();
          const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
          expect.soft(found, `${path}, ${colorScheme}`).toEqual([]);
        }
      });
    }
    // The browser tells of each refused call.
    complaints.splice(0);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
}
