import type { Page } from '@playwright/test';
import { demoEmail, demoPassword, signInAs, type DemoName } from './demo.ts';
import { expect, test } from './portal.ts';
import { heading, logIn, ready, visit } from './screens.ts';

test.use({ holds: 'demo' });

/** Every screen of the signed-in: an address, its heading, and words of its content. */
const signedIn = [
  ['/StudentDashboard', 'Student Dashboard', 'Available Projects'],
  ['/projectDetails/P003', 'Backwater Houseboat Bookings', 'Prerequisite Knowledge'],
  ['/projectOverview/P003', 'Project Overview', 'Backwater Houseboat Bookings'],
  ['/ProjectDashboard1?tab=grades', 'PROJECT DASHBOARD', 'Weekly Submission Status'],
  ['/references', 'Reference Materials', 'Project reference lookup'],
  ['/WeeklySubmission', 'Weekly Submission', 'Handed in so far'],
  ['/viva', 'Viva Voce', 'Viva Voce Format'],
  ['/discussion/MERN-2026-11', 'Discussion Forum', 'Questions'],
  ['/FinalProjectSubmission', 'Final Project Submission', 'Handed in so far'],
  ['/staff', 'Hand-ins', 'This screen belongs to mentors'],
  ['/account', 'Your account', 'Arjun Pillai'],
] as const;

async function expectScreen(page: Page, [address, title, words]: (typeof signedIn)[number]): Promise<void> {
  await expect(page).toHaveURL(address);
  await expect(heading(page, title)).toBeVisible();
  await expect(page.getByRole('main').getByText(words, { exact: true }).first()).toBeVisible();
}

for (const screen of signedIn) {
  const [address] = screen;
  test(`${address} leads to the login and back, stands a reload, and comes with all it shows`, async ({
    page,
  }) => {
    await visit(page, address);
    await expect(page).toHaveURL(`/login?next=${encodeURIComponent(address)}`);
    await logIn(page, demoEmail('final'), demoPassword);
    await expectScreen(page, screen);

    const reads: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/') && request.method() === 'GET') reads.push(pathname);
    });
    await page.reload();
    await ready(page);
    await expectScreen(page, screen);
    await page.waitForLoadState('networkidle');
    expect(reads, 'calls that the first render needed').toEqual([]);
  });
}

test('Logout ends the session and leads to Home, and Back brings nothing of it back', async ({
  portal,
  page,
}) => {
  await signInAs(portal, page, 'final');
  await visit(page, '/StudentDashboard');
  const [cookie] = await page.context().cookies();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/');
  await expect(heading(page, 'Build Your Career With ICTAK')).toBeVisible();
  expect(await page.context().cookies()).toEqual([]);
  await page.goBack();
  await expect(page).toHaveURL('/login?next=%2FStudentDashboard');
  await expect(page.getByText('Arjun Pillai')).toHaveCount(0);

  // Not only the cookie has gone: what it held is worth nothing any more.
  await page.context().addCookies([cookie!]);
  await visit(page, '/StudentDashboard');
  await expect(page).toHaveURL('/login?next=%2FStudentDashboard');
});

test('a session that ended elsewhere leads to the login at the next step, and back', async ({
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
  await page.getByRole('link', { name: 'Read more about Co-operative Bank Loan Desk' }).click();
  await expect(heading(page, 'Co-operative Bank Loan Desk')).toBeFocused();
  await page.goBack();
  await expect(heading(page, 'Student Dashboard')).toBeFocused();
  await page.goForward();
  await expect(heading(page, 'Co-operative Bank Loan Desk')).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL('/StudentDashboard');
});

test("on a slow line the focus goes from the outline's heading to the screen's own", async ({
  portal,
  page,
}) => {
  await signInAs(portal, page, 'final');
  await visit(page, '/StudentDashboard');
  let answer = () => {};
  const asked = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/projects/projects/P002', async (route) => {
    await asked;
    await route.continue();
  });
  await page.getByRole('link', { name: 'Read more about Co-operative Bank Loan Desk' }).click();
  await expect(heading(page, 'Project Details')).toBeFocused();
  answer();
  await expect(heading(page, 'Co-operative Bank Loan Desk')).toBeFocused();
});

test("a screen's own Back falls back to its parent on a direct visit", async ({ portal, page }) => {
  await signInAs(portal, page, 'new');
  await visit(page, '/projectOverview/P002');
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL('/projectDetails/P002');
  // The parent's own Back goes further up, not down again.
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL('/StudentDashboard');
  await page.reload();
  await ready(page);
  await expect(heading(page, 'Student Dashboard')).toBeVisible();
});

test('an unknown page answers 404 with the not-found screen', async ({ page }) => {
  for (const address of ['/nothing-here', '/projectDetails', '/discussion', '/login/more']) {
    const answer = await page.goto(address);
    expect(answer?.status(), address).toBe(404);
    await expect(heading(page, 'There is no page at this address')).toBeVisible();
  }
  const call = await page.request.get('/api/nothing-here');
  expect(call.status()).toBe(404);
  expect(await call.json()).toMatchObject({ code: 'not_found' });
});

test('addresses are found in any case', async ({ portal, page }) => {
  await visit(page, '/Signup');
  await expect(heading(page, 'Student Signup')).toBeVisible();
  await signInAs(portal, page, 'final');
  await visit(page, '/studentdashboard');
  await expect(heading(page, 'Student Dashboard')).toBeVisible();
});

test('whoever is signed in goes from the login to their own first screen', async ({ portal, page }) => {
  await signInAs(portal, page, 'final');
  await visit(page, '/login');
  await expect(page).toHaveURL('/StudentDashboard');
});

test('a login never leads to another site', async ({ page }) => {
  for (const next of ['//evil.example/', 'https://evil.example/', '/\\evil.example']) {
    await page.context().clearCookies();
    await visit(page, `/login?next=${encodeURIComponent(next)}`);
    await logIn(page, demoEmail('final'), demoPassword);
    await expect(page, next).toHaveURL('/StudentDashboard');
  }
});

const staff: [DemoName, string][] = [
  ['mentor', 'MERN-2024-03'],
  ['admin', 'DSA-2026-10'],
];
for (const [name, other] of staff) {
  test(`${name} lands at the hand-ins, and comes with all they show`, async ({ page }) => {
    await visit(page, '/login');
    await logIn(page, demoEmail(name), demoPassword);
    await expect(page).toHaveURL('/staff');
    await expect(page.getByRole('heading', { name: 'MERN-2026-11' })).toBeVisible();
    const bar = page.getByRole('navigation', { name: 'Main' });
    await bar.getByRole('link', { name: 'Forum' }).click();
    await expect(page).toHaveURL('/discussion/MERN-2026-11');
    await visit(page, '/StudentDashboard');
    await expect(page.getByRole('heading', { name: 'This screen belongs to students' })).toBeVisible();
    await page.getByRole('link', { name: 'Go to your batches' }).click();
    await expect(page).toHaveURL('/staff');

    const reads: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/') && request.method() === 'GET') reads.push(request.url());
    });
    for (const address of ['/staff', `/staff?batch=${other.toLowerCase()}&show=to-mark&task=week-2`]) {
      await visit(page, address);
      await expect(page.getByRole('group', { name: 'Which hand-ins' })).toBeVisible();
      await page.waitForLoadState('networkidle');
      expect(reads, `calls that the first render of ${address} needed`).toEqual([]);
    }
    await expect(page.getByRole('heading', { name: other })).toBeVisible();
  });
}

test("a student's Go to your dashboard leads from the staff's screen; another mentor's batch stays closed", async ({
  portal,
  page,
}) => {
  await signInAs(portal, page, 'final');
  await visit(page, '/staff?batch=MERN-2026-11');
  await expect(page.getByRole('article')).toHaveCount(0);
  await page.getByRole('link', { name: 'Go to your dashboard' }).click();
  await expect(page).toHaveURL('/StudentDashboard');
  await signInAs(portal, page, 'mentor');
  await visit(page, '/staff?batch=DSA-2026-10');
  await expect(page.getByText('You do not have access to this.')).toBeVisible();
  await page.getByRole('link', { name: 'Go to your batches' }).click();
  await expect(page.getByRole('article')).not.toHaveCount(0);
  await signInAs(portal, page, 'admin');
  await visit(page, '/staff?batch=NONE');
  await expect(page.getByRole('heading', { name: 'There is no batch with this name' })).toBeVisible();
});

test("another batch's forum stays closed, in words", async ({ portal, page }) => {
  await signInAs(portal, page, 'other');
  for (const address of ['/discussion/MERN-2026-11', `/discussion/${demoEmail('final')}`]) {
    await visit(page, address);
    await expect(page.getByText('You do not have access to this.')).toBeVisible();
    await expect(page.getByRole('article')).toHaveCount(0);
    await expect(page.getByLabel('Ask the batch')).toHaveCount(0);
  }
  await page.getByRole('link', { name: 'Go to the forum of DSA-2026-10' }).click();
  await expect(page.getByLabel('Ask the batch')).toBeVisible();
});
