import type { Browser, Page } from '@playwright/test';
import type { DemoName } from '#contract/demo-accounts';
import { messages } from '#contract/messages';
import { accountOf, signInAs } from './demo.ts';
import { demoEmail } from '#contract/demo-accounts';
import { pauseRequests } from './pause-requests.ts';
import { expect, test, watchPage, type Portal } from './portal.ts';
import { heading, ready } from './screens.ts';
import { detail, expectReceipt, receiptSheet, textFile } from './submission-steps.ts';

test.use({ seed: 'demo' });

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

const rowsOf = async (
  { context }: Portal,
  table: 'questions' | 'comments' | 'submissions' | 'selections',
) => {
  const rows = await context.database.reader.selectFrom(table).selectAll().execute();
  return rows as Record<string, unknown>[];
};

for (const areLate of [false, true]) {
  const way = areLate ? 'with scripts that come after it' : 'without scripts';

  test(`choosing a project ${way}`, async ({ browser, portal }) => {
    const { page, end } = await begin(browser, portal, 'new', areLate);
    await page.goto('/projectDetails/P001', { waitUntil: 'domcontentloaded' });
    const proceed = page.getByRole('button', { name: 'Proceed' });
    await proceed.click();
    await expect(page.getByRole('alert')).toContainText(messages.acceptTerms);
    await page.getByRole('checkbox').check();
    await proceed.dblclick();
    await expect(page.getByText(messages.projectSelected)).toBeVisible();
    await expect(heading(page, 'PROJECT DASHBOARD')).toBeVisible();
    const { id } = await accountOf(portal, demoEmail('new'));
    const chosen = (await rowsOf(portal, 'selections')).filter(({ account_id }) => account_id === id);
    expect(chosen).toMatchObject([{ project_id: 'P001' }]);
    await end();
  });

  test(`asking and commenting ${way}`, async ({ browser, portal }) => {
    const { page, end } = await begin(browser, portal, 'week2', areLate);
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
  });

  test(`handing in a week's work of 5 MB ${way}`, async ({ browser, portal }) => {
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
    const number = await expectReceipt(page, messages.weekSubmitted, 'Week 2, version 1', bytes);
    await expect(detail(receiptSheet(page), 'File')).toHaveText('work.zip');
    await expect(page).toHaveURL(`/WeeklySubmission?receipt=${number}`);
    const rows = await rowsOf(portal, 'submissions');
    expect(rows).toHaveLength(before + 1);
    expect(rows.at(-1)).toMatchObject({ number, links: 'https://example.test/work', comments: 'All of it.' });
    if (!areLate) {
      await page.getByRole('link', { name: 'Hand in again' }).click();
      await expect(page.getByLabel('Links')).toHaveValue('');
    }
    await end();
  });
}

test('pressed again while the answer is awaited and the scripts come, a question is asked once', async ({
  browser,
  portal,
}) => {
  const context = await browser.newContext({ baseURL: portal.url });
  const page = await context.newPage();
  await signInAs(portal, page, 'final');
  const scripts = await pauseRequests(page, /\/assets\/.*\.js/);
  const form = await pauseRequests(page, /\/discussion\/MERN-2026-11$/, 'POST');
  await page.goto('/discussion/MERN-2026-11', { waitUntil: 'domcontentloaded' });
  await page.getByLabel('Ask the batch').fill('Once?');
  // The page presses by itself: Playwright would wait for the one that is on its way.
  await page.exposeFunction('answerForms', form.resume);
  await page.evaluate(() => {
    const post = [...document.querySelectorAll('button')].find(
      ({ textContent }) => textContent === 'Post Query',
    );
    const pressAgain = () => {
      post?.click();
      (window as unknown as { answerForms: () => void }).answerForms();
    };
    new PerformanceObserver((list) => {
      if (list.getEntries().some(({ name }) => name.includes('entry.client'))) setTimeout(pressAgain, 1_000);
    }).observe({ type: 'resource' });
    post?.click();
  });
  scripts.resume();
  await expect(page).toHaveURL(/#question-\d+$/);
  await ready(page);
  const asked = (await rowsOf(portal, 'questions')).filter(({ text }) => text === 'Once?');
  expect(asked).toHaveLength(1);
  await context.close();
});

test('the viva without scripts: its form, what is missing, its receipt', async ({ browser, portal }) => {
  const { page, end } = await begin(browser, portal, 'final', false);
  await page.goto('/viva', { waitUntil: 'domcontentloaded' });
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByLabel('Comments').fill('I am ready.');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('alert')).toContainText(messages.vivaIncomplete);
  await expect(page.getByLabel('Comments')).toHaveValue('I am ready.');
  await page.getByLabel('File').setInputFiles(textFile('slides.txt', 'One'));
  await page.getByRole('button', { name: 'Submit' }).click();
  await expectReceipt(page, messages.vivaSubmitted, 'Viva voce, version 1', Buffer.from('One'));
  await end();
});

test('a form that is posted after the session has ended shows what was typed', async ({
  browser,
  portal,
}) => {
  const { page, end } = await begin(browser, portal, 'final', false);
  await page.goto('/FinalProjectSubmission', { waitUntil: 'domcontentloaded' });
  await page.getByLabel('Links').fill('https://example.test/final');
  await page.getByLabel('File').setInputFiles(textFile('final.txt', 'All'));
  await page.getByLabel('Comments').fill('Months of work');
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(heading(page, 'Your session has ended')).toBeVisible();
  await expect(page.getByLabel('Links')).toHaveValue('https://example.test/final');
  await expect(page.getByLabel('Comments')).toHaveValue('Months of work');
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
  await expect(page).toHaveURL('/login?next=%2FFinalProjectSubmission');
  await end();
});
