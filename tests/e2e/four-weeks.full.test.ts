import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { demoEmail, demoPassword } from '#contract/demo-accounts';
import { buildComment, buildQuestion } from '#support/factories';
import { accountOf } from './demo.ts';
import { startNetworkProxy, type NetworkProxy } from './network-proxy.ts';
import { expectReceipt, textFile } from './submission-steps.ts';
import { expect, test, type Portal } from './portal.ts';
import { accepts, heading, logIn, ready, visit } from './screens.ts';

test.use({ seed: 'demo' });

const dayMs = 24 * 60 * 60_000;
const budgetMb = 15;
/** Days that are really visited, and submissions that are really made; the others are taken to cost as much. */
const sampledDays = 2;
const sampledWeeks = [1, 2];
const questionsADay = 5;
const commentsAQuestion = 3;
const forum = '/discussion/MERN-2026-11';

/** Words that no compression makes much shorter than a class's own would be. */
const words =
  'port proxy schema render commit deploy state route query index token stream cache layout hook'.split(' ');
const sentence = (seed: number, count: number) =>
  Array.from({ length: count }, (_, i) => words[(seed * 31 + i * i * 7 + i * seed) % words.length]).join(' ');

/** What a class asks and answers in a day. */
async function talkOfADay({ context, clock }: Portal, day: number): Promise<void> {
  const account = await accountOf({ context }, demoEmail('week2'));
  const { batch_id } = await context.database.reader
    .selectFrom('accounts')
    .where('id', '=', account.id)
    .select('batch_id')
    .executeTakeFirstOrThrow();
  for (let n = 0; n < questionsADay; n++) {
    const seed = day * 100 + n * 10;
    const text = `Day ${day}: ${sentence(seed, 30)}?`;
    const by = { author_id: account.id, created_at: clock.now() };
    const { id } = await buildQuestion(context, { ...by, batch_id: batch_id as number, text });
    for (let c = 1; c <= commentsAQuestion; c++)
      await buildComment(context, { ...by, question_id: id, text: `${sentence(seed + c, 24)}.` });
  }
}

/** Counts what a part of the four weeks brings down, until nothing more comes: a worker fetches after the page is there. */
function makeMeter(line: NetworkProxy) {
  const parts: { what: string; bytes: number; times: number }[] = [];
  return {
    parts,
    async measure(what: string, times: number, act: () => Promise<unknown>): Promise<void> {
      const before = line.sent();
      await act();
      for (let last = -1; last !== line.sent(); await sleep(200)) last = line.sent();
      parts.push({ what, bytes: line.sent() - before, times });
    },
  };
}

const open = (browser: Browser, baseURL: string): Promise<BrowserContext> =>
  browser.newContext({
    baseURL,
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 3,
    isMobile: true,
    serviceWorkers: 'allow',
  });

/** The app is opened: a new page, with what the browser keeps. */
async function inNewPage(context: BrowserContext, act: (page: Page) => Promise<unknown>): Promise<void> {
  const page = await context.newPage();
  await act(page);
  await page.close();
}

async function logInAtHome(page: Page): Promise<void> {
  await visit(page, '/');
  await page.getByRole('link', { name: 'Login' }).first().click();
  await logIn(page, demoEmail('new'), demoPassword);
  await expect(heading(page, 'Student Dashboard')).toBeVisible();
}

async function chooseProject(page: Page): Promise<void> {
  for (const id of ['P002', 'P003', 'P001']) await visit(page, `/projectDetails/${id}`);
  await page.getByLabel(accepts).check();
  await page.getByRole('button', { name: 'Proceed' }).click();
  await expect(heading(page, 'PROJECT DASHBOARD')).toBeVisible();
  await visit(page, '/projectOverview/P001');
  await visit(page, '/references');
}

async function spendDay(page: Page): Promise<void> {
  await visit(page, '/StudentDashboard');
  await visit(page, forum);
  const comment = page.getByLabel('Add a comment').first();
  await comment.fill('The same here, thank you.');
  await comment.press('Enter');
  await expect(comment).toHaveValue('');
}

async function submitWeek(page: Page, week: number): Promise<void> {
  await visit(page, '/WeeklySubmission');
  await page.getByLabel('Week', { exact: true }).selectOption({ label: `Week ${week}` });
  await page.getByLabel('Comments').fill(`My week ${week}.`);
  const file = textFile(`week-${week}.txt`, sentence(week, 2_000));
  await page.getByLabel('File', { exact: true }).setInputFiles(file);
  await page.getByRole('button', { name: 'Submit' }).click();
  const told = 'Congrats!!! You have submitted your work for the week';
  await expectReceipt(page, told, `Week ${week}, version 1`);
  await visit(page, '/ProjectDashboard1');
  await page.getByRole('tab', { name: 'My Grades' }).click();
}

async function finish(page: Page): Promise<void> {
  await visit(page, '/FinalProjectSubmission');
  await page.getByLabel('Comments').fill('All of it.');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Congrats!!! Your have submitted your final project')).toBeVisible();
  await visit(page, '/viva');
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByLabel('Comments').fill('Slides.');
  await page.getByLabel('File', { exact: true }).setInputFiles(textFile('slides.txt', 'Introduction'));
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Viva Voce submitted successfully!')).toBeVisible();
}

/**
 * The line itself is counted, so that everything is in it: headers, frames, the service worker's own requests. The clock of
 * the browser stands on the same day: what it may keep is kept for weeks, and the update counts all of it again.
 */
test(`a student's four weeks cost less than ${budgetMb} MB of transfer`, async ({ portal, browser }) => {
  const line = await startNetworkProxy(portal.url);
  const { parts, measure } = makeMeter(line);
  const context = await open(browser, line.url);
  await measure('first visit: Home, Login, Dashboard', 1, () => inNewPage(context, logInAtHome));
  await measure('three projects, the choice, its papers', 1, () => inNewPage(context, chooseProject));
  for (let day = 1; day <= sampledDays; day++) {
    await talkOfADay(portal, day);
    portal.clock.shift(dayMs);
    await measure(`a day: Dashboard, forum, a comment`, 28 / sampledDays, () => inNewPage(context, spendDay));
  }
  portal.clock.shift((28 - sampledDays) * dayMs);
  await inNewPage(context, async (page) => {
    // A session ends after two weeks without a visit: every other day of these four weeks was left out.
    await page.goto('/StudentDashboard');
    const [login, dashboard] = [heading(page, 'Login'), heading(page, 'Student Dashboard')];
    await expect(login.or(dashboard)).toBeVisible();
    if (await login.isVisible()) await logIn(page, demoEmail('new'), demoPassword);
    await expect(dashboard).toBeVisible();
    await ready(page);
  });
  for (const week of sampledWeeks) {
    const submit = () => inNewPage(context, (page) => submitWeek(page, week));
    await measure('a submission and the grades', 4 / sampledWeeks.length, submit);
  }
  await measure('final project and viva', 1, () => inNewPage(context, finish));
  await context.close();
  const updated = await open(browser, line.url);
  await measure('an update: everything once more', 1, () => inNewPage(updated, logInAtHome));
  await updated.close();
  await line.stop();

  const total = parts.reduce((sum, { bytes, times }) => sum + bytes * times, 0);
  const kb = (bytes: number) => `${(bytes / 1024).toFixed(0)} KB`.padStart(9);
  for (const { what, bytes, times } of parts) console.log(`${kb(bytes)} × ${times}  ${what}`);
  console.log(`${kb(total)} in all: ${(total / 1024 / 1024).toFixed(2)} MB of ${budgetMb}`);
  expect(total / 1024 / 1024).toBeLessThan(budgetMb);
});
