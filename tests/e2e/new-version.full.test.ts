import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { buildApp } from '#server/app';
import { makeNextBuild } from '#support/next-build';
import { signInAs } from './demo.ts';
import { startOutageProxy, type OutageProxy } from './outage-proxy.ts';
import { expect, test } from './portal.ts';
import { heading, ready, visit } from './screens.ts';

/** A balancer before the portal, which later leads to a machine with a newer version of the web. */
const upgraded = test.extend<{ balancer: OutageProxy; upgrade: () => void }>({
  balancer: async ({ portal }, use) => {
    const balancer = await startOutageProxy(portal.url);
    await use(balancer);
    await balancer.stop();
  },
  upgrade: async ({ portal, balancer }, use) => {
    const next = makeNextBuild();
    const server = await buildApp(portal.context, { pages: next.build });
    await server.listen({ host: '127.0.0.1', port: 0 });
    await use(() => balancer.leadTo(`http://127.0.0.1:${(server.server.address() as AddressInfo).port}`));
    await server.close();
    next.remove();
  },
  baseURL: ({ balancer }, use) => use(balancer.url),
});
upgraded.use({ seed: 'demo' });

/** Marks the document, which the mark does not outlive. */
const mark = (page: Page) => page.evaluate(() => document.documentElement.setAttribute('data-same', ''));
const isSame = (page: Page) => page.evaluate(() => document.documentElement.hasAttribute('data-same'));
/** Whether the page's scripts are those of the newer version. */
const isNext = (page: Page) =>
  page.evaluate(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/next-')),
  );

upgraded.describe('with the service worker', () => {
  upgraded.use({ serviceWorkers: 'allow' });

  upgraded(
    'a new version is taken at a quiet moment, and never under typed text',
    async ({ portal, upgrade, page, complaints }) => {
      await signInAs(portal, page, 'week2');
      await visit(page, '/WeeklySubmission');
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
      upgrade();
      await mark(page);
      await page.getByLabel('Comments').fill('Half a sentence');
      await expect(page.getByText('Saved on this device', { exact: true })).toBeVisible();
      const isWaiting = () =>
        page.evaluate(async () => {
          const registration = await navigator.serviceWorker.ready;
          if (registration.waiting === null && registration.installing === null) await registration.update();
          return registration.waiting !== null;
        });
      await expect.poll(isWaiting).toBe(true);

      // What was typed is on the screen that is left: it is not left for another document.
      await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
      await expect(heading(page, 'Student Dashboard')).toBeVisible();
      expect(await isSame(page)).toBe(true);
      expect(await isWaiting()).toBe(true);

      await page.getByRole('link', { name: 'Submit week 2' }).click();
      await expect(heading(page, 'Weekly Submission')).toBeVisible();
      await ready(page);
      expect(await isSame(page)).toBe(false);
      expect(await isNext(page)).toBe(true);
      await expect.poll(isWaiting).toBe(false);
      await expect(page.getByLabel('Comments')).toHaveValue('Half a sentence');
      expect(complaints).toEqual([]);
    },
  );
});

upgraded(
  'an open page goes on with the parts of its own version, although the machine has another',
  async ({ portal, upgrade, page }) => {
    await signInAs(portal, page, 'week2');
    await visit(page, '/StudentDashboard');
    await mark(page);
    upgrade();
    await page.getByRole('link', { name: 'Submit week 2' }).click();
    await expect(heading(page, 'Weekly Submission')).toBeVisible();
    expect([await isSame(page), await isNext(page)]).toEqual([true, false]);
    await page.reload();
    await ready(page);
    expect(await isNext(page)).toBe(true);
  },
);
