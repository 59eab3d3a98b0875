import { expect, type Page } from '@playwright/test';
import type { DemoName } from '#contract/demo-accounts';
import { textFile } from './submission-steps.ts';
import { accepts } from './screens.ts';

/** A screen in a state of its own. */
export type ScreenState = {
  address: string;
  /** What is seen there, where it is not the screen as it loads. */
  state?: string;
  reach?: (page: Page) => Promise<void>;
  /** A selector of what the state adds to a screen that is searched as a whole elsewhere. */
  part?: string;
  /** Reaching it changes data. */
  writes?: boolean;
  /** It frames a document of another origin, which is to be searched too. */
  framesDocument?: boolean;
  /** In a narrow window it holds controls that a wide one does not show. */
  hasNarrowControls?: boolean;
};

const press = (name: string) => async (page: Page) =>
  page.getByRole('button', { name, exact: true }).first().click();

async function fillMarks(page: Page): Promise<void> {
  await press('Change the marks')(page);
  await page.getByLabel('Marks (0–100)').first().fill('82');
}

/** The states that are searched for accessibility violations, by who looks at them. */
export const stateGroups: Record<string, { as: DemoName | null; states: ScreenState[] }> = {
  'public screens': {
    as: null,
    states: [
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
    states: [
      { address: '/StudentDashboard', hasNarrowControls: true },
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
      { address: '/projectOverview/P001', framesDocument: true },
      { address: '/ProjectDashboard1', state: 'without a project' },
      { address: '/references?project=P999', state: 'not found' },
      { address: '/WeeklySubmission', state: 'without a project' },
      { address: '/account' },
    ],
  },
  'a student on day 15': {
    as: 'week2',
    states: [
      { address: '/StudentDashboard' },
      { address: '/ProjectDashboard1', hasNarrowControls: true },
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
        part: 'dialog[open]',
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
          await page.getByLabel('Comments').fill('Not sent yet');
          await expect(page.getByText('Saved on this device')).toBeVisible();
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
    states: [
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
        writes: true,
        reach: async (page) => {
          await page.getByLabel('Comments').fill('Once more: https://git.example.test/arjun');
          await press('Submit')(page);
          await expect(page.getByRole('heading', { name: 'Receipt' })).toBeVisible();
        },
      },
      {
        address: '/discussion/MERN-2026-11',
        state: 'while editing',
        part: 'article:has(textarea[rows="3"])',
        reach: async (page) => {
          await press('Edit')(page);
          await expect(page.getByRole('button', { name: 'Update Query' })).toBeVisible();
        },
      },
      {
        address: '/discussion/MERN-2026-11',
        state: 'before deleting',
        part: 'dialog[open]',
        reach: async (page) => {
          await press('Delete')(page);
          await expect(page.getByRole('alertdialog')).toBeVisible();
        },
      },
    ],
  },
  'a student of an old batch': {
    as: 'past',
    states: [{ address: '/viva', state: 'after the deadline' }, { address: '/ProjectDashboard1?tab=grades' }],
  },
  'a mentor': {
    as: 'mentor',
    states: [
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
    states: [
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
          await fillMarks(page);
          await press('Save and release')(page);
          await press('Not now')(page);
          await expect(page.getByRole('alert')).toBeVisible();
          await page.unrouteAll();
        },
      },
      {
        address: '/staff',
        state: 'saved and not released',
        writes: true,
        reach: async (page) => {
          await fillMarks(page);
          await press('Save and hide')(page);
          await expect(page.getByText('Saved', { exact: true })).toBeVisible();
        },
      },
    ],
  },
};
