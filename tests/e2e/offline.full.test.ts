import { demoEmail, demoPassword } from '#contract/demo-accounts';
import { signInAs } from './demo.ts';
import { findViolations } from './find-violations.ts';
import { cut, mend, offline } from './offline-steps.ts';
import { expect, watchPage } from './portal.ts';
import { heading, logIn, ready, visit } from './screens.ts';

offline(
  'a form that the page posts by itself goes through the worker, and without a line its text comes back',
  async ({ portal, line, page, complaints }) => {
    /** As before its script, which would send it itself. */
    const post = async (text: string) => {
      await page.getByLabel('Ask the batch').fill(text);
      await page.getByLabel('Ask the batch').evaluate((box: HTMLTextAreaElement) => box.form?.submit());
    };
    await signInAs(portal, page, 'week2');
    await visit(page, '/discussion/MERN-2026-11');
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await post('Does the line hold?');
    await expect(page).toHaveURL(/#question-/);
    await expect(page.getByRole('article').first()).toContainText('Does the line hold?');

    await ready(page);
    await cut(page, line);
    await post('<b>And now?</b>');
    await expect(heading(page, 'Nothing was sent')).toBeVisible();
    await expect(page.getByLabel('Your question')).toHaveValue('<b>And now?</b>');
    expect(await findViolations(page)).toEqual([]);
    await mend(page, line);
    await page.getByRole('button', { name: 'Send again' }).click();
    await expect(page).toHaveURL(/#question-/);
    const rows = await portal.context.database.reader
      .selectFrom('questions')
      .where('text', 'in', ['Does the line hold?', '<b>And now?</b>'])
      .select('text')
      .execute();
    expect(rows.map(({ text }) => text)).toEqual(['Does the line hold?', '<b>And now?</b>']);
    complaints.length = 0;
  },
);

offline(
  'over plain http, where browsers allow no service worker, all else works and nothing complains',
  async ({ portal, playwright, launchOptions }) => {
    const args = [...(launchOptions.args ?? []), '--host-resolver-rules=MAP portal.test 127.0.0.1'];
    const browser = await playwright.chromium.launch({ ...launchOptions, args });
    try {
      const page = await browser.newPage();
      const complaints = watchPage(page);
      await page.goto(`http://portal.test:${new URL(portal.url).port}/login?next=/references`);
      await ready(page);
      expect(await page.evaluate(() => 'serviceWorker' in navigator || 'caches' in window)).toBe(false);
      await logIn(page, demoEmail('week2'), demoPassword);
      await expect(heading(page, 'Reference Materials')).toBeVisible();
      await page.reload();
      await ready(page);
      await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
      await expect(heading(page, 'Student Dashboard')).toBeVisible();
      // What the browser itself says of a header that it heeds behind https only.
      const ofThePortal = complaints.filter(
        (line) => !line.includes('Cross-Origin-Opener-Policy header has been ignored'),
      );
      expect(ofThePortal).toEqual([]);
    } finally {
      await browser.close();
    }
  },
);
