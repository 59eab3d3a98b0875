import { test as base, expect, type Page } from '@playwright/test';
import { hourMs } from '#contract/durations';
import { resetDemo } from '#server/demo/reset-demo';
import { seedDemo } from '#server/demo/seed-demo';
import { startPortal, type Portal } from '#support/start-portal';
import { findViolations } from './find-violations.ts';
import { foldLimits, startOfWork } from './first-fold.ts';
import { watchPage } from './portal.ts';
import { ready, visit } from './screens.ts';

/** A public demo, as from the image. */
const test = base.extend<{ demo: Portal }>({
  demo: async ({}, use) => {
    const portal = await startPortal(seedDemo, true, { DEMO: 'true', DEMO_RESET_MINUTES: '60' });
    await use(portal);
    await portal.stop();
  },
  baseURL: async ({ demo }, use) => use(demo.url),
});

const note = (page: Page) => page.getByRole('banner').getByText('Public demo, reset every 60 minutes');
const tryAs = (page: Page, who: string) => page.getByRole('button', { name: `Try as ${who}` });

test(
  'a visitor logs in with one click, sees the mails, and comes to the login after a reset',
  { tag: '@full' },
  async ({ page, demo }) => {
    const complaints = watchPage(page);
    await visit(page, '/login');
    await expect(note(page)).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
    await tryAs(page, 'student').click();
    await expect(page).toHaveURL('/StudentDashboard');
    await ready(page);
    await expect(note(page)).toBeVisible();
    for (const { width, height, limit } of foldLimits) {
      await page.setViewportSize({ width, height });
      await expect.poll(() => startOfWork(page, 'dashboard-chosen')).toBeLessThanOrEqual(limit);
      const line = await note(page).boundingBox();
      expect(line?.height, 'one line').toBeLessThan(30);
    }
    await page.getByRole('link', { name: 'Emails', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Emails' })).toBeVisible();
    await expect(page.getByRole('listitem').first()).toContainText('To ');
    await page.setViewportSize({ width: 320, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await findViolations(page)).toEqual([]);
    }

    await visit(page, '/StudentDashboard');
    demo.clock.shift(hourMs);
    await resetDemo(demo.context);
    await page.reload();
    await expect(page).toHaveURL(/\/login\?next=/);
    await ready(page);
    await tryAs(page, 'mentor').click();
    await expect(page).toHaveURL('/staff');
    await ready(page);
    await expect(note(page)).toBeVisible();
    expect(complaints).toEqual([]);
  },
);

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('one click logs in too', async ({ page }) => {
    await page.goto('/login');
    await tryAs(page, 'office').click();
    await expect(page).toHaveURL('/staff/office');
    await expect(note(page)).toBeVisible();
  });
});
