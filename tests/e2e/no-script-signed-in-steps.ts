import type { Browser, Page } from '@playwright/test';
import { demoEmail, type DemoName } from '#contract/demo-accounts';
import { messages } from '#contract/messages';
import { studentMessages } from '#contract/student-messages';
import { accountOf, signInAs } from './demo.ts';
import { pauseRequests } from './pause-requests.ts';
import { expect, watchPage, type Portal } from './portal.ts';
import { heading, ready } from './screens.ts';
import { detail, expectReceipt, receiptSheet } from './submission-steps.ts';

/** A page, and what ends its journey: where its scripts are late, they come then and find the screen as it is. */
type Journey = { page: Page; end(): Promise<void> };

/** @param areLate whether scripts come when the journey ends; otherwise there are none */
async function begin(browser: Browser, portal: Portal, as: DemoName, areLate: boolean): Promise<Journey> {
  const context = await browser.newContext({ baseURL: portal.url, javaScriptEnabled: areLate });
  const page = await context.newPage();
  await signInAs(portal, page, as);
  const complaints = watchPage(page);
  const scripts = await pauseRequests(page, /\/assets\/.*\.js/);
  return {
    page,
    async end() {
      // Words that the style hides are read otherwise before it is there.
      await expect.poll(() => page.evaluate(() => document.styleSheets.length)).toBeGreaterThan(0);
      const words = await page.getByRole('main').innerText();
      scripts.resume();
      if (areLate) await ready(page);
      const seen = words.replaceAll(/\s+/g, ' ').slice(0, 400);
      await expect
        .poll(async () => (await page.getByRole('main').innerText()).replaceAll(/\s+/g, ' '))
        .toContain(seen);
      expect(complaints).toEqual([]);
      await context.close();
    },
  };
}

export const rowsOf = async (
  { context }: Portal,
  table: 'questions' | 'comments' | 'submissions' | 'selections',
) => {
  const rows = await context.database.reader.selectFrom(table).selectAll().execute();
  return rows as Record<string, unknown>[];
};

export async function chooseProject(browser: Browser, portal: Portal): Promise<void> {
  const { page, end } = await begin(browser, portal, 'new', true);
  await page.goto('/projectDetails/P001', { waitUntil: 'domcontentloaded' });
  const proceed = page.getByRole('button', { name: 'Proceed' });
  await proceed.click();
  await expect(page.getByRole('alert')).toContainText(studentMessages.acceptTerms);
  await page.getByRole('checkbox').check();
  await proceed.dblclick();
  await expect(page.getByText(messages.projectSelected)).toBeVisible();
  await expect(heading(page, 'PROJECT DASHBOARD')).toBeVisible();
  const { id } = await accountOf(portal, demoEmail('new'));
  const chosen = (await rowsOf(portal, 'selections')).filter(({ account_id }) => account_id === id);
  expect(chosen).toMatchObject([{ project_id: 'P001' }]);
  await end();
}

export async function askAndComment(browser: Browser, portal: Portal): Promise<void> {
  const { page, end } = await begin(browser, portal, 'week2', true);
  await page.goto('/discussion/MERN-2026-11', { waitUntil: 'domcontentloaded' });
  await page.getByLabel('Ask the batch').fill('Where do scripts come from?\nAnd when?');
  await page.getByRole('button', { name: 'Post Query' }).dblclick();
  const card = page.getByRole('article').filter({ hasText: 'Where do scripts come from?' });
  await expect(card).toBeVisible();
  await expect(page).toHaveURL(/#question-\d+$/);
  await card.getByLabel('Add a comment').fill('From the server.');
  await card.getByRole('button', { name: 'Send the comment' }).dblclick();
  await expect(card.getByRole('listitem').filter({ hasText: 'From the server.' })).toBeVisible();
  await expect(page, 'the question’s own page').toHaveURL(/\/discussion\/MERN-2026-11\/\d+(?:#|$)/);
  const asked = (await rowsOf(portal, 'questions')).filter(({ text }) => String(text).includes('scripts'));
  expect(asked).toMatchObject([{ text: 'Where do scripts come from?\nAnd when?' }]);
  const said = (await rowsOf(portal, 'comments')).filter(({ text }) => text === 'From the server.');
  expect(said).toMatchObject([{ question_id: asked[0]?.['id'] }]);
  await end();
}

export async function submitWeek(browser: Browser, portal: Portal, areLate: boolean): Promise<void> {
  const { page, end } = await begin(browser, portal, 'week2', areLate);
  const bytes = Buffer.alloc(5 * 1024 * 1024, 'capstone ');
  const before = (await rowsOf(portal, 'submissions')).length;
  // The form in the project dashboard is the same, and leads to the receipt on the screen of its own.
  const screen = areLate ? '/WeeklySubmission' : '/ProjectDashboard1?tab=weekly';
  await page.goto(screen, { waitUntil: 'domcontentloaded' });
  await page.getByLabel('Week', { exact: true }).selectOption('2');
  await page.getByLabel('Links').fill('https://example.test/work');
  await page
    .getByLabel('File')
    .setInputFiles({ name: 'work.zip', mimeType: 'application/zip', buffer: bytes });
  await page.getByLabel('Comments').fill('All of it.');
  await page.getByRole('button', { name: 'Submit' }).dblclick();
  const number = await expectReceipt(page, studentMessages.weekSubmitted, 'Week 2, version 1', bytes);
  await expect(detail(receiptSheet(page), 'File')).toHaveText('work.zip');
  await expect(page).toHaveURL(`/WeeklySubmission?receipt=${number}`);
  const rows = await rowsOf(portal, 'submissions');
  expect(rows).toHaveLength(before + 1);
  expect(rows.at(-1)).toMatchObject({ number, links: 'https://example.test/work', comments: 'All of it.' });
  if (!areLate) {
    await page.getByRole('link', { name: 'Submit again' }).click();
    await expect(page.getByLabel('Links')).toHaveValue('');
  }
  await end();
}
