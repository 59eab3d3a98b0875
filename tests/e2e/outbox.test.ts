import type { Page } from '@playwright/test';
import { demoEmail } from '#contract/demo-accounts';
import { signInAs } from './demo.ts';
import { openBrowser, storedRequests, told } from './outbox-steps.ts';
import { expect, test } from './portal.ts';
import { saveBy } from './save-mark.ts';
import { heading, ownQuestion, unfold, visit } from './screens.ts';
import { textFile } from './submission-steps.ts';

/** What is pressed without a line arrives once, from any screen, also after the browser was closed. */

test.use({ seed: 'demo' });

const waits = (page: Page, what: string) =>
  expect(page.getByRole('status').filter({ hasText: what })).toBeVisible();

test('a submission, a comment and an edit without a line go from the dashboard of a browser that was closed', async ({
  portal,
  launchOptions,
}, info) => {
  test.setTimeout(120_000);
  const profile = info.outputPath('profile');
  const [first, page] = await openBrowser(portal, profile, launchOptions);
  await signInAs(portal, page, 'week2');
  // The screens are loaded once with a line.
  await visit(page, '/StudentDashboard');
  await page.getByRole('link', { name: 'Submit week 2' }).click();
  await expect(heading(page, 'Weekly Submission')).toBeVisible();
  await page.getByLabel('Comments').fill('Written on the train.');
  await page.getByLabel('File', { exact: true }).setInputFiles(textFile('work.txt', 'my work'));
  await expect(page.getByText('Saved on this device', { exact: true })).toBeVisible();
  await first.setOffline(true);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(
    page.getByText(
      /^Your (work|mark|post|request|change) is saved on this device and will be sent automatically/,
    ),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await waits(page, 'Offline – 1 submission will be sent later.');

  // The forum is read with a line, and written to without one.
  await page.route('**/api/**', (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.abort('internetdisconnected'),
  );
  await first.setOffline(false);
  await visit(page, '/discussion/MERN-2026-11');
  const own = ownQuestion(page);
  await unfold(own);
  const id = (await own.getAttribute('id')) ?? '';
  const question = page.locator(`#${id}`);
  await question.getByLabel('Add a comment').fill('From the train, too.');
  await question.getByLabel('Add a comment').press('Enter');
  await expect(question.getByRole('listitem').filter({ hasText: 'From the train, too.' })).toBeVisible();
  await question.hover();
  await question.getByRole('button', { name: 'Edit', exact: true }).click();
  await question.getByLabel('Edit the question').fill('What I meant to ask');
  await page.getByRole('button', { name: 'Update Query' }).click();
  await expect(question).toContainText('What I meant to ask');
  await waits(page, '1 submission, 1 comment, and 1 edit are not sent yet');
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await expect(heading(page, 'Student Dashboard')).toBeVisible();
  await waits(page, '1 submission, 1 comment, and 1 edit are not sent yet');
  await first.close();

  const [second, again] = await openBrowser(portal, profile, launchOptions);
  await signInAs(portal, again, 'week2');
  await visit(again, '/StudentDashboard');
  await told(again, 'Submitted: week 2.');
  await told(again, 'Your comment was posted.');
  await told(again, 'Your edit was saved.');
  const { reader } = portal.context.database;
  const versions = await reader
    .selectFrom('submissions')
    .innerJoin('accounts', 'accounts.id', 'submissions.account_id')
    .where('accounts.email', '=', demoEmail('week2'))
    .where('submissions.task', '=', 'week-2')
    .select(['version', 'number', 'comments', 'file_name'])
    .execute();
  expect(versions).toMatchObject([{ version: 1, comments: 'Written on the train.', file_name: 'work.txt' }]);
  const number = String(versions[0]?.number);
  await expect(again.getByRole('link', { name: `Receipt ${number}` })).toBeVisible();
  const comments = await reader
    .selectFrom('comments')
    .where('text', '=', 'From the train, too.')
    .select('id')
    .execute();
  expect(comments).toHaveLength(1);
  const edited = await reader
    .selectFrom('questions')
    .where('text', '=', 'What I meant to ask')
    .select('id')
    .execute();
  expect(edited).toHaveLength(1);
  // Told once, when the device has let go of it.
  await expect.poll(() => storedRequests(again, demoEmail('week2'))).toEqual([]);
  await again.reload();
  await expect(heading(again, 'Student Dashboard')).toBeVisible();
  await expect(again.getByText('Submitted: week 2.')).toHaveCount(0);
  await second.close();
});

test('a mark without a line goes from the screen that the mentor opens next', async ({
  portal,
  launchOptions,
}, info) => {
  const profile = info.outputPath('profile');
  const [first, page] = await openBrowser(portal, profile, launchOptions);
  await signInAs(portal, page, 'mentor');
  await visit(page, '/staff?state=all');
  await page.getByRole('button', { name: 'Change the marks' }).first().click();
  const card = page.getByRole('article').filter({ has: page.getByLabel('Marks (0–100)') });
  const name = await card.getByRole('heading', { level: 2 }).innerText();
  await card.getByLabel('Marks (0–100)').fill('99');
  await page.route('**/mark', (route) => route.abort('internetdisconnected'));
  await saveBy(card, 'Save and release');
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Forum/ })
    .click();
  await expect(heading(page, 'Discussion Forum')).toBeVisible();
  await waits(page, '1 mark is not sent yet');
  await first.close();

  const [second, again] = await openBrowser(portal, profile, launchOptions);
  await signInAs(portal, again, 'mentor');
  await visit(again, '/account');
  await told(again, `Your mark for ${name}, was saved.`);
  const marks = await portal.context.database.reader
    .selectFrom('marks')
    .where('marks', '=', 99)
    .select('released')
    .execute();
  expect(marks).toMatchObject([{ released: 1 }]);
  await second.close();
});

test('what waits is asked about at the logout, is never sent for another, and goes after the next login', async ({
  portal,
  page,
  complaints,
}) => {
  await signInAs(portal, page, 'week2');
  await visit(page, '/discussion/MERN-2026-11');
  await page.route('**/answer', (route) => route.abort('internetdisconnected'));
  const box = page.getByRole('article').first().getByLabel('Add a comment');
  await box.fill('Mine, and nobody else’s.');
  await box.press('Enter');
  await waits(page, '1 comment is not sent yet');
  await page.getByRole('button', { name: 'Logout' }).click();
  const question = page.getByRole('alertdialog', { name: 'Keep unsent work?' });
  await question.getByRole('button', { name: 'Keep' }).click();
  await expect(page).toHaveURL('/');
  await waits(page, '1 comment on this device is not sent yet');
  await page.unrouteAll();

  const mine = () =>
    portal.context.database.reader
      .selectFrom('comments')
      .innerJoin('accounts', 'accounts.id', 'comments.author_id')
      .where('text', '=', 'Mine, and nobody else’s.')
      .select('accounts.email')
      .execute();
  await signInAs(portal, page, 'final');
  await visit(page, '/StudentDashboard');
  await visit(page, '/discussion/MERN-2026-11');
  expect(await mine()).toEqual([]);

  await signInAs(portal, page, 'week2');
  // It goes from Home, too, and is told there.
  await visit(page, '/');
  await told(page, 'Your comment was posted.');
  expect(await mine()).toEqual([{ email: demoEmail('week2') }]);
  complaints.length = 0;
});
