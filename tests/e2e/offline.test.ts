import type { Page } from '@playwright/test';
import { signedInScreens } from '#contract/signed-in-screens';
import { demoEmail, demoPassword } from '#contract/demo-accounts';
import { signInAs } from './demo.ts';
import { findViolations } from './find-violations.ts';
import { cacheNames, untilKept } from './kept-screens.ts';
import { cut, mend, offline } from './offline-steps.ts';
import { expect } from './portal.ts';
import { endVisit, heading, logIn, ready, visit } from './screens.ts';

const isOpen = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => location.href), { message: 'no page of the browser' })
    .toMatch(/^http:/);

/** Chromium 150 says "online" in a page that the service worker answers, though it was taken off the network. */
const isCutOff = /^(Offline|The portal cannot be reached)\. Page saved at \d{1,2}:\d\d [ap]m\./;

offline(
  'every screen of the own project opens without a line, with its age',
  async ({ portal, line, page, complaints }) => {
    await signInAs(portal, page, 'final');
    await visit(page, '/StudentDashboard');
    await untilKept(page);
    await cut(page, line);

    const { project_id: own } = await portal.context.database.reader
      .selectFrom('selections')
      .innerJoin('accounts', 'accounts.id', 'selections.account_id')
      .where('accounts.email', '=', demoEmail('final'))
      .select('project_id')
      .executeTakeFirstOrThrow();
    const { id: newest } = await portal.context.database.reader
      .selectFrom('questions')
      .innerJoin('batches', 'batches.id', 'questions.batch_id')
      .where('batches.name', '=', 'MERN-2026-11')
      .orderBy('questions.id', 'desc')
      .select('questions.id')
      .executeTakeFirstOrThrow();
    const addresses = signedInScreens
      .filter(({ route }) => !route.startsWith('staff') && route !== 'account-tokens')
      .map(({ pattern, route }) =>
        pattern.replace(':id', route === 'question' ? `${newest}` : own).replace(':batch', 'MERN-2026-11'),
      );
    expect(addresses.length).toBeGreaterThan(8);
    for (const address of addresses) {
      await page.goto(address);
      await ready(page);
      await isOpen(page);
      await expect(page.getByRole('alert'), address).toHaveCount(0);
      await expect(page.getByRole('heading', { level: 1 }), address).not.toHaveText('Loading…');
      if (address === '/account') continue;
      await expect(page.getByText(isCutOff), address).toBeVisible();
    }
    await visit(page, '/extension?task=viva');
    await expect(heading(page, 'Another time for your viva')).toBeVisible();
    await visit(page, `/projectOverview/${own}`);
    await expect(page.locator('iframe').contentFrame().getByRole('heading', { level: 1 })).toBeVisible();

    // A link is pressed, not typed.
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await expect(heading(page, 'Student Dashboard')).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Terms and conditions' }).click();
    await expect(heading(page, 'This page needs an internet connection')).toBeVisible();
    await isOpen(page);
    expect(await findViolations(page)).toEqual([]);
    await page.goBack();
    await expect(heading(page, 'Student Dashboard')).toBeVisible();
    await page.goForward();
    await expect(heading(page, 'This page needs an internet connection')).toBeVisible();
    await mend(page, line);
    await expect(heading(page, 'Terms and conditions')).toBeVisible();

    // A screen that shows what was kept is loaded again by itself.
    await visit(page, '/references');
    await cut(page, line);
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await expect(page.getByText(/Page saved/)).toBeVisible();
    await mend(page, line);
    await expect(page.getByText(/Page saved/)).toHaveCount(0);
    complaints.length = 0;
  },
);

offline('what is kept leaves with the account', async ({ portal, line, page, complaints }) => {
  const personal = async () => (await cacheNames(page)).filter((name) => name.startsWith('personal'));
  await signInAs(portal, page, 'week2');
  await visit(page, '/StudentDashboard');
  await untilKept(page);
  expect(await personal()).toEqual([`personal of ${demoEmail('week2')}`]);

  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(heading(page, 'Build Your Career With ICTAK')).toBeVisible();
  expect(await personal()).toEqual([]);
  await cut(page, line);
  await page.goto('/StudentDashboard');
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.locator('body')).not.toContainText('Meera');
  await mend(page, line);

  // A session that ends without a logout, and another account after it.
  await signInAs(portal, page, 'week2');
  await visit(page, '/StudentDashboard');
  await expect.poll(personal).toEqual([`personal of ${demoEmail('week2')}`]);
  await endVisit(page);
  await page.goto('/ProjectDashboard1');
  await expect(heading(page, 'Login')).toBeVisible();
  await expect.poll(personal).toEqual([]);
  await logIn(page, demoEmail('final'), demoPassword);
  await expect(heading(page, 'PROJECT DASHBOARD')).toBeVisible();
  await expect.poll(personal).toEqual([`personal of ${demoEmail('final')}`]);
  complaints.length = 0;
});
