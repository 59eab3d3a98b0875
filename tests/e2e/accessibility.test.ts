import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { signInAs, type DemoName } from './demo.ts';
import { textFile } from './hand-in-steps.ts';
import { expect, test } from './portal.ts';
import { accepts, showIn, visit } from './screens.ts';

test.use({ holds: 'demo' });

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** A screen in a state of its own. */
type Sight = {
  address: string;
  /** What is seen there, where it is not the screen as it comes. */
  state?: string;
  reach?: (page: Page) => Promise<void>;
};

const press = (name: string) => async (page: Page) =>
  page.getByRole('button', { name, exact: true }).first().click();

/** The form may be open already, with what was typed in the sight before. */
async function openMarks(page: Page): Promise<void> {
  const field = page.getByLabel('Marks (0–100)').first();
  if ((await field.count()) === 0) await press('Change the marks')(page);
  await field.fill('82');
}

const sights: Record<string, { as: DemoName | null; sights: Sight[] }> = {
  'public screens': {
    as: null,
    sights: [
      { address: '/' },
      { address: '/login' },
      { address: '/login', state: 'after a failure', reach: press('Login') },
      { address: '/signup' },
      { address: '/signup', state: 'after a failure', reach: press('Continue') },
      { address: '/forgot-password' },
      {
        address: '/forgot-password',
        state: 'answered',
        reach: async (page) => {
          await page.getByLabel('Email').fill('asha@example.test');
          await press('Send me a link')(page);
          await expect(page.getByRole('alert')).toBeVisible();
        },
      },
      { address: '/reset-password?token=abc' },
      { address: '/setup?token=abc' },
      { address: '/terms' },
      { address: '/privacy' },
      { address: '/verify' },
      { address: '/verify', state: 'after a failure', reach: press('Check') },
      {
        address: '/verify?number=CAP-0000-0000-0000-0000',
        state: 'with a verdict',
        reach: async (page) => {
          await page.getByLabel('The file that was handed in').setInputFiles(textFile('a.txt', 'a'));
          await press('Check')(page);
          await expect(page.getByRole('heading', { name: 'What we found' })).toBeVisible();
        },
      },
      { address: '/nowhere' },
    ],
  },
  'a student before the choice': {
    as: 'low',
    sights: [
      { address: '/StudentDashboard' },
      { address: '/projectDetails/P001' },
      {
        address: '/projectDetails/P001',
        state: 'refused',
        reach: async (page) => {
          await page.getByLabel(accepts).check();
          await press('Proceed')(page);
          await expect(page.getByRole('alertdialog')).toBeVisible();
        },
      },
      { address: '/projectDetails/P999', state: 'unknown' },
      { address: '/projectOverview/P001' },
      { address: '/ProjectDashboard1', state: 'without a project' },
      { address: '/references?project=P999', state: 'not found' },
      { address: '/WeeklySubmission', state: 'without a project' },
      { address: '/account' },
    ],
  },
  'a student on day 15': {
    as: 'week2',
    sights: [
      { address: '/StudentDashboard' },
      { address: '/ProjectDashboard1' },
      {
        address: '/ProjectDashboard1?tab=grades',
        reach: async (page) => page.getByText('View Status', { exact: true }).first().click(),
      },
      { address: '/WeeklySubmission' },
      {
        address: '/WeeklySubmission',
        state: 'with a receipt of the history',
        reach: async (page) => page.locator('aside summary').first().click(),
      },
      { address: '/account' },
      {
        address: '/discussion/MERN-2026-11',
        state: 'asked to log in again',
        reach: async (page) => {
          await page.route('**/question', (route) =>
            route.fulfill({
              status: 401,
              json: { message: 'Please log in to continue.', code: 'signed_out' },
            }),
          );
          await page.getByLabel('Ask the batch').fill('Not sent yet');
          await press('Post Query')(page);
          await expect(page.getByRole('dialog', { name: 'Please log in again' })).toBeVisible();
          await page.unrouteAll();
        },
      },
      {
        address: '/WeeklySubmission',
        state: 'asked what becomes of drafts',
        reach: async (page) => {
          await press('Logout')(page);
          await expect(page.getByRole('alertdialog')).toBeVisible();
        },
      },
      { address: '/FinalProjectSubmission', state: 'too early' },
      { address: '/viva', state: 'too early' },
      { address: '/staff', state: 'for staff only' },
      { address: '/discussion/MERN-2026-11' },
      { address: '/discussion/DSA-2026-10', state: 'closed' },
    ],
  },
  'a student on day 29': {
    as: 'final',
    sights: [
      { address: '/ProjectDashboard1?tab=references' },
      { address: '/ProjectDashboard1?tab=final' },
      { address: '/references?project=P003' },
      { address: '/FinalProjectSubmission' },
      { address: '/viva' },
      {
        address: '/viva',
        state: 'incomplete',
        reach: async (page) => {
          await press('Submit')(page);
          await expect(page.getByLabel('Comments')).toBeVisible();
          await press('Submit')(page);
          await expect(page.getByRole('alert')).toBeVisible();
        },
      },
      {
        address: '/WeeklySubmission',
        state: 'with a receipt',
        reach: async (page) => {
          await page.getByLabel('Comments').fill('Once more: https://git.example.test/arjun');
          await press('Submit')(page);
          await expect(page.getByRole('heading', { name: 'Receipt' })).toBeVisible();
        },
      },
      {
        address: '/discussion/MERN-2026-11',
        state: 'while editing',
        reach: async (page) => {
          await press('Edit')(page);
          await expect(page.getByRole('button', { name: 'Update Query' })).toBeVisible();
        },
      },
      {
        address: '/discussion/MERN-2026-11',
        state: 'before deleting',
        reach: async (page) => {
          await press('Delete')(page);
          await expect(page.getByRole('alertdialog')).toBeVisible();
        },
      },
    ],
  },
  'a student of an old batch': {
    as: 'past',
    sights: [{ address: '/viva', state: 'after the deadline' }, { address: '/ProjectDashboard1?tab=grades' }],
  },
  'a mentor': {
    as: 'mentor',
    sights: [
      { address: '/discussion/MERN-2026-11' },
      { address: '/account' },
      { address: '/StudentDashboard' },
      { address: '/staff' },
      { address: '/staff?show=to-mark', state: 'with nothing left to mark' },
      { address: '/staff?batch=DSA-2026-10', state: 'closed' },
    ],
  },
  'a mentor who marks': {
    as: 'mentor',
    sights: [
      {
        address: '/staff',
        state: 'while marks are changed, after a refusal',
        reach: async (page) => {
          await press('Change the marks')(page);
          await page.getByLabel('Marks (0–100)').fill('101');
          await press('Save and release')(page);
          await expect(page.getByText('A number from 0 to 100.')).toBeVisible();
        },
      },
      {
        address: '/staff',
        state: 'after a failure',
        reach: async (page) => {
          await page.route('**/mark', (route) =>
            route.fulfill({
              status: 401,
              json: { message: 'Please log in to continue.', code: 'signed_out' },
            }),
          );
          await openMarks(page);
          await press('Save and release')(page);
          await press('Not now')(page);
          await expect(page.getByRole('alert')).toBeVisible();
          await page.unrouteAll();
        },
      },
      {
        address: '/staff',
        state: 'saved and not released',
        reach: async (page) => {
          await openMarks(page);
          await press('Save and hide')(page);
          await expect(page.getByText('Saved', { exact: true })).toBeVisible();
        },
      },
    ],
  },
};

/** @param rules those to look at alone, where the others have looked at the same already */
async function expectNoViolation(page: Page, what: string, rules?: string[]): Promise<void> {
  const axe = new AxeBuilder({ page });
  const { violations } = await (rules === undefined ? axe.withTags(tags) : axe.withRules(rules)).analyze();
  const found = violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ html, failureSummary }) => `${html} (${failureSummary})`).join('; ')}`,
  );
  expect.soft(found, what).toEqual([]);
}

/** Nothing stands out of the window, and nothing to press is smaller than 24 px but for links within a sentence. */
async function expectRoom(page: Page, what: string): Promise<void> {
  const { sideways, wide, small } = await page.evaluate(() => {
    const seen = [...document.querySelectorAll('body *')];
    const isSmall = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      const isInSentence = getComputedStyle(element).display === 'inline';
      return element.checkVisibility() && width > 1 && !isInSentence && Math.min(width, height) < 24;
    };
    return {
      sideways: document.scrollingElement!.scrollWidth - innerWidth,
      wide: seen
        .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
        .slice(0, 3)
        .map((element) => element.outerHTML.slice(0, 120)),
      small: seen
        .filter(
          (element) => element.matches('a, button, input, select, textarea, summary') && isSmall(element),
        )
        .map((element) => element.outerHTML.slice(0, 120)),
    };
  });
  expect
    .soft({ sideways, wide: sideways > 0 ? wide : [], small }, what)
    .toEqual({ sideways: 0, wide: [], small: [] });
}

// A window of 640 px on such a screen is one of 1280 at 200 %.
test.use({ deviceScaleFactor: 2 });

for (const [who, { as, sights: screens }] of Object.entries(sights)) {
  test(`${who}: no barrier in light and dark, at full width, at 200 % and at 320 px`, async ({
    portal,
    page,
  }) => {
    test.setTimeout(240_000);
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    if (as !== null) await signInAs(portal, page, as);
    for (const { address, state = '', reach } of screens) {
      const what = `${address} ${state}`;
      await test.step(what, async () => {
        await page.setViewportSize({ width: 1280, height: 900 });
        await visit(page, address);
        await reach?.(page);
        await expectNoViolation(page, what);
        await showIn(page, 'dark');
        await expect(page.locator('html')).toHaveCSS('background-color', /rgb\((\d|[1-5]\d),/);
        await page.setViewportSize({ width: 640, height: 450 });
        await expectRoom(page, `${what} at 200 %, dark`);
        // What the rules find in names and roles, they find in any colours; the two other widths tell.
        await expectNoViolation(page, `${what} at 200 %, dark`, ['color-contrast', 'target-size']);
        await page.setViewportSize({ width: 320, height: 640 });
        await showIn(page, 'light');
        await expectRoom(page, `${what} at 320 px`);
        await expectNoViolation(page, `${what} at 320 px`);
      });
    }
  });
}
