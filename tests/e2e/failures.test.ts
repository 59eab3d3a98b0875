import type { Page } from '@playwright/test';
import { signInAs } from './demo.ts';
import { expect, test } from './portal.ts';
import { fillSignUp, ready, visit } from './screens.ts';

test.use({ seed: 'demo' });

/** Lets calls fail as they do while the server is out of order. */
async function breakCalls(page: Page, calls: string): Promise<void> {
  await page.route(calls, (route) =>
    route.request().method() === 'GET'
      ? route.fallback()
      : route.fulfill({ status: 500, json: { message: 'Out of order.', code: 'internal' } }),
  );
}

test('a signup that fails says so, keeps the form, and succeeds afterwards', async ({ page, complaints }) => {
  const who = {
    name: 'Asha Kumari',
    email: 'asha@example.test',
    password: 'secret-1',
    phone: '9876543210',
    batch: 'MERN-2026-11',
  };
  await visit(page, '/signup');
  await breakCalls(page, '**/api/auth/signup');
  await fillSignUp(page, who);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert')).toHaveText('Out of order.');
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(who.name);
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(who.password);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/login');
  expect(complaints.splice(0)).toEqual([expect.stringContaining('status of 500')]);
});

test('what is typed in the forum survives a failure, a reload and an expired session', async ({
  portal,
  page,
  complaints,
}) => {
  await signInAs(portal, page, 'new');
  await visit(page, '/discussion/MERN-2026-11');
  await breakCalls(page, '**/api/discussion/**');
  const box = page.getByLabel('Ask the batch');
  await box.fill('Is anybody there?');
  await page.getByRole('button', { name: 'Post Query' }).click();
  await expect(page.getByRole('alert')).toHaveText('Out of order.');
  await expect(box).toHaveValue('Is anybody there?');
  const comment = page.getByRole('article').first().getByLabel('Add a comment');
  await comment.fill('Half an answer');
  await page.reload();
  await ready(page);
  await expect(box).toHaveValue('Is anybody there?');
  await expect(comment).toHaveValue('Half an answer');
  expect(complaints.splice(0).filter((one) => !one.includes('status of 500'))).toEqual([]);

  await page.unrouteAll();
  await portal.context.database.transaction((writer) => writer.deleteFrom('sessions').execute());
  await page.getByRole('button', { name: 'Post Query' }).click();
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect(page.getByRole('link', { name: 'Log in again' })).toBeVisible();
  await signInAs(portal, page, 'new');
  await page.getByRole('button', { name: 'Post Query' }).click();
  await expect(page.getByRole('article').first()).toContainText('Is anybody there?');
  await expect(box).toHaveValue('');
});

test('what is typed in a submission survives a reload; an empty one is refused with a message', async ({
  portal,
  page,
}) => {
  await signInAs(portal, page, 'week2');
  await visit(page, '/WeeklySubmission');
  await page.getByRole('button', { name: 'Submit' }).click();
  const words = 'Please give a link, a file or a comment. All three are empty.';
  await expect(page.getByRole('alert')).toContainText(words);
  await page.getByLabel('Links').fill('https://git.example.test/meera');
  await page.getByLabel('Comments').fill('Nearly done.');
  await page.reload();
  await ready(page);
  await expect(page.getByLabel('Links')).toHaveValue('https://git.example.test/meera');
  await expect(page.getByLabel('Comments')).toHaveValue('Nearly done.');
});

test('an empty question, edit or comment is ignored', async ({ portal, page }) => {
  await signInAs(portal, page, 'final');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (/POST|PUT/.test(request.method()) && !request.url().endsWith('/view')) sent.push(request.url());
  });
  await visit(page, '/discussion/MERN-2026-11');
  await page.getByLabel('Ask the batch').fill('  \n ');
  await page.getByRole('button', { name: 'Post Query' }).click();
  const comment = page.getByRole('article').first().getByLabel('Add a comment');
  await comment.fill('   ');
  await comment.press('Enter');
  await page.getByRole('button', { name: 'Edit', exact: true }).first().click();
  await page.getByLabel('Edit the question').fill(' ');
  await page.getByRole('button', { name: 'Update Query' }).click();
  await expect(page.getByRole('button', { name: 'Update Query' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Post Query' })).toBeVisible();
  expect(sent).toEqual([]);
});
