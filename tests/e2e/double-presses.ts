import type { Locator, Page } from '@playwright/test';
import { demoEmail, demoPassword, type DemoName } from '#contract/demo-accounts';
import { messages } from '#contract/messages';
import { moreWays } from './save-mark.ts';
import { accepts, fillSignUp, heading, ownQuestion, unfold } from './screens.ts';
import { receiptSheet } from './submission-steps.ts';

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const signUp = {
  name: 'Asha Kumari',
  email: 'asha@example.test',
  password: 'monsoon-7-kayal',
  phone: '9876543210',
  batch: 'MERN-2026-11',
};

/** A form that is pressed twice, after it has shown an error. */
export type DoublePress = {
  form: string;
  as?: DemoName;
  at: string;
  /** Fills the form, and opens it where that takes more than its address. */
  fill: (page: Page) => Promise<void>;
  press: (page: Page) => Locator;
  /** What the form says of a refusal, where that is not what the call says. */
  refusal?: string;
  /** Opens the form again, where a refusal has closed it. */
  again?: (page: Page) => Promise<void>;
  /** Whether the press closes the form at once: the change then shows in its place. */
  closes?: true;
  /** The call that one press makes: method and end of its address. */
  call: [method: string, address: RegExp];
  /** What tells that it has come about: before the second half of the press, and after it. */
  done: (page: Page) => Locator;
  /** Where one is in the end. */
  leadsTo?: string;
  /** A notice of what has come about: told once. */
  notice?: string;
  gapMs: number;
  /** The others are pressed twice in `npm run test:full`. */
  isInEveryRun?: true;
};

export const doublePresses: DoublePress[] = [
  {
    form: 'signup',
    at: '/signup',
    fill: (page) => fillSignUp(page, signUp),
    press: (page) => button(page, 'Continue'),
    call: ['POST', /\/auth\/signup$/],
    done: (page) => page.getByText(messages.signedUp),
    leadsTo: '/login',
    notice: messages.signedUp,
    gapMs: 120,
    isInEveryRun: true,
  },
  {
    form: 'login',
    at: '/login',
    fill: async (page) => {
      await page.getByLabel('Email').fill(demoEmail('week2'));
      await page.getByLabel('Password', { exact: true }).fill(demoPassword);
    },
    press: (page) => page.locator('form').getByRole('button', { name: 'Login' }),
    refusal: messages.loginFailed,
    call: ['POST', /\/auth\/login$/],
    done: (page) => heading(page, 'Student Dashboard'),
    leadsTo: '/StudentDashboard',
    gapMs: 400,
  },
  {
    form: 'choosing a project',
    as: 'new',
    at: '/projectDetails/P001',
    fill: (page) => page.getByLabel(accepts).check(),
    press: (page) => button(page, 'Proceed'),
    call: ['POST', /\/selectProject$/],
    done: (page) => heading(page, 'PROJECT DASHBOARD'),
    leadsTo: '/ProjectDashboard1',
    notice: messages.projectSelected,
    gapMs: 250,
    isInEveryRun: true,
  },
  {
    form: 'a question',
    as: 'week2',
    at: '/discussion/MERN-2026-11',
    fill: (page) => page.getByLabel('Ask the batch').fill('Twice?'),
    press: (page) => button(page, 'Post Query'),
    call: ['POST', /\/question$/],
    done: (page) => page.getByRole('article').filter({ hasText: 'Twice?' }),
    gapMs: 80,
    isInEveryRun: true,
  },
  {
    form: 'an edit',
    as: 'week2',
    at: '/discussion/MERN-2026-11',
    fill: async (page) => {
      await unfold(ownQuestion(page));
      await button(page, 'Edit').first().click();
      // Of the words by which the next form finds it.
      const words = 'For week 2, how do you let elderly patients move forward, once edited?';
      await page.getByLabel('Edit the question').fill(words);
    },
    press: (page) => button(page, 'Update Query'),
    again: (page) => button(page, 'Change it').click(),
    closes: true,
    call: ['PUT', /\/question\/\d+$/],
    done: (page) => page.getByRole('article').filter({ hasText: 'once edited?' }).getByText('· edited'),
    gapMs: 200,
  },
  {
    form: 'a deletion',
    as: 'week2',
    at: '/discussion/MERN-2026-11',
    fill: async (page) => {
      await unfold(ownQuestion(page));
      await button(page, 'Delete').first().click();
    },
    press: (page) => page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }),
    again: (page) => button(page, 'Delete').first().click(),
    closes: true,
    call: ['DELETE', /\/question\/\d+$/],
    done: (page) => page.getByText('The question was deleted.'),
    gapMs: 300,
  },
  {
    form: "a week's work",
    as: 'week2',
    at: '/WeeklySubmission',
    fill: (page) => page.getByLabel('Comments').fill('Once.'),
    press: (page) => button(page, 'Submit'),
    call: ['POST', /\/uploadWeek\//],
    done: receiptSheet,
    gapMs: 150,
  },
  {
    form: 'a mark',
    as: 'mentor',
    at: '/staff?state=all',
    fill: async (page) => {
      await page.getByRole('list', { name: 'Submissions' }).getByRole('link').first().click();
      await button(page, 'Change the marks').first().click();
      await page.getByLabel('Marks (0–100)').first().fill('99');
      await moreWays(page).click();
    },
    press: (page) => button(page, 'Save and release').first(),
    call: ['PUT', /\/mark$/],
    done: (page) => page.getByText('Saved and released', { exact: true }),
    // A press closes the menu.
    closes: true,
    again: (page) => moreWays(page).click(),
    gapMs: 350,
  },
];
