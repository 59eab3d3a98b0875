import type { Page } from '@playwright/test';
import { demoEmail, demoPassword, type DemoName } from '#contract/demo-accounts';
import { demoScreens } from '#support/demo-screens';
import { signInAs } from './demo.ts';
import { pauseRequests } from './pause-requests.ts';
import { expect, test } from './portal.ts';
import { heading, logIn, ready, visit } from './screens.ts';

test.use({ seed: 'demo', readsOnly: true });

/** Collects the calls that read, from now on. */
function collectReads(page: Page): string[] {
  const reads: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    // A file is previewed in a frame of its own.
    const isRest = /^\/api\/files\/\w+\/preview$/.test(pathname);
    if (pathname.startsWith('/api/') && request.method() === 'GET' && !isRest) reads.push(pathname);
  });
  return reads;
}

/** Waits until the effects of the first render have run: what they call for has been asked for by then. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve))),
  );
}

/** A plain address, and one with a query; that every screen redirects like this is told by `page-addresses.http.test.ts`. */
const throughTheForm = ['project-details', 'project-dashboard-status'];

for (const { name, path, as, guarded } of demoScreens.filter((one) => throughTheForm.includes(one.name))) {
  test(`a visitor goes through the login form to the screen that was asked for: ${name}`, async ({
    page,
  }) => {
    await visit(page, path);
    await expect(page).toHaveURL(`/login?next=${encodeURIComponent(path)}`);
    await logIn(page, demoEmail(as as DemoName), demoPassword);
    await expect(page).toHaveURL(path);
    await expect(heading(page, guarded!.heading)).toBeVisible();
    await expect(page.getByRole('main').getByText(guarded!.text, { exact: true }).first()).toBeVisible();
  });
}

test('Logout ends the session and leads to Home, and Back shows none of its data', async ({
  portal,
  page,
}) => {
  await signInAs(portal, page, 'final');
  await visit(page, '/StudentDashboard');
  const [cookie] = (await page.context().cookies()).filter(({ httpOnly }) => httpOnly);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/');
  await expect(heading(page, 'Build Your Career With ICTAK')).toBeVisible();
  expect((await page.context().cookies()).filter(({ name }) => name === cookie!.name)).toEqual([]);
  await page.goBack();
  await expect(page).toHaveURL('/login?next=%2FStudentDashboard');
  await expect(page.getByText('Arjun Pillai')).toHaveCount(0);

  // The session has ended on the server, not only in the browser: its cookie is no longer valid.
  await page.context().addCookies([cookie!]);
  await visit(page, '/StudentDashboard');
  await expect(page).toHaveURL('/login?next=%2FStudentDashboard');
});

test('a session that ended elsewhere redirects to the login at the next step, and back', async ({
  portal,
  page,
  complaints,
}) => {
  await signInAs(portal, page, 'final');
  await visit(page, '/StudentDashboard');
  await portal.context.database.transaction((writer) => writer.deleteFrom('sessions').execute());
  await page.getByRole('link', { name: 'Open project dashboard' }).click();
  await expect(page).toHaveURL('/login?next=%2FProjectDashboard1');
  await ready(page);
  await logIn(page, demoEmail('final'), demoPassword);
  await expect(heading(page, 'PROJECT DASHBOARD')).toBeVisible();
  // An answer that comes late reaches the screen as an error, which the browser's console may hear of.
  const unexpected = complaints.splice(0).filter((one) => !one.includes('CallError: Please log in'));
  expect(unexpected).toEqual([]);
});

test("the browser's Back and Forward work, and the focus follows", async ({ portal, page }) => {
  await signInAs(portal, page, 'final');
  await visit(page, '/StudentDashboard');
  await page.getByText('other projects of your course').click();
  await page.getByRole('link', { name: 'Read more about Co-operative Bank Loan Desk' }).click();
  await expect(heading(page, 'Co-operative Bank Loan Desk')).toBeFocused();
  await page.goBack();
  await expect(heading(page, 'Student Dashboard')).toBeFocused();
  await page.goForward();
  await expect(heading(page, 'Co-operative Bank Loan Desk')).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL('/StudentDashboard');
});

test("on a slow network the focus moves from the skeleton's heading to the screen's own", async ({
  portal,
  page,
}) => {
  await signInAs(portal, page, 'final');
  await visit(page, '/StudentDashboard');
  const paused = await pauseRequests(page, /\/api\/projects\/projects\/P002$/);
  await page.getByText('other projects of your course').click();
  await page.getByRole('link', { name: 'Read more about Co-operative Bank Loan Desk' }).click();
  await expect(heading(page, 'Project Details')).toBeFocused();
  paused.resume();
  await expect(heading(page, 'Co-operative Bank Loan Desk')).toBeFocused();
});

test("a screen's Back button leads to its parent after a direct visit", async ({ portal, page }) => {
  await signInAs(portal, page, 'new');
  await visit(page, '/projectOverview/P002');
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL('/projectDetails/P002');
  await expect(heading(page, 'Co-operative Bank Loan Desk')).toBeFocused();
  // The parent's own Back goes further up, not down again.
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL('/StudentDashboard');
  await page.reload();
  await ready(page);
  await expect(heading(page, 'Student Dashboard')).toBeVisible();
});

test('an administrator arrives at the office, and the bar leads to the submissions and back', async ({
  page,
}) => {
  await visit(page, '/login');
  await logIn(page, demoEmail('admin'), demoPassword);
  await expect(page).toHaveURL('/staff/office');
  await expect(heading(page, 'Office')).toBeVisible();
  const bar = page.getByRole('navigation', { name: 'Main' });
  await bar.getByRole('link', { name: 'Submissions' }).click();
  await expect(page).toHaveURL('/staff?batch=MERN-2026-11');
  await expect(bar.getByRole('link', { name: 'Submissions' })).toHaveAttribute('aria-current', 'page');
  await visit(page, '/StudentDashboard');
  await page.getByRole('link', { name: 'Go to the office' }).click();
  await expect(page).toHaveURL('/staff/office');
});

const staff: [DemoName, string, string][] = [
  ['mentor', '/staff', 'MERN-2024-03'],
  ['admin', '/staff?batch=MERN-2026-11', 'DSA-2026-10'],
];
for (const [name, desk, other] of staff) {
  test(`${name} opens the submissions with all their data`, async ({ page }) => {
    await visit(page, '/login');
    await logIn(page, demoEmail(name), demoPassword);
    await expect(page).toHaveURL(/\/staff/);
    await visit(page, desk);
    await expect(page.getByRole('heading', { name: 'MERN-2026-11' })).toBeVisible();
    const bar = page.getByRole('navigation', { name: 'Main' });
    await bar.getByRole('link', { name: 'Forum' }).click();
    await expect(page).toHaveURL('/discussion/MERN-2026-11');
    await visit(page, '/StudentDashboard');
    await expect(page.getByRole('heading', { name: 'This page is for students' })).toBeVisible();
    // What that screen still asks for is none of the next one's.
    await page.goto('/api/health');

    const reads = collectReads(page);
    for (const address of [desk, `/staff?batch=${other.toLowerCase()}&task=week-2&state=to-mark`]) {
      await visit(page, address);
      await expect(page.getByRole('form', { name: 'Filter submissions' })).toBeVisible();
      await settle(page);
      expect(reads, `calls that the first render of ${address} needed`).toEqual([]);
    }
    await expect(page.getByRole('heading', { name: other })).toBeVisible();
  });
}
