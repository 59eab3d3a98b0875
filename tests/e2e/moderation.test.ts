import type { Page } from '@playwright/test';
import { signInAs } from './demo.ts';
import { expect, test, watchPage } from './portal.ts';
import { tabTo } from './press-keys.ts';
import { visit } from './screens.ts';

test.use({ seed: 'demo' });

/** Types a reason where the focus is, and presses a button of the dialog, all with the keyboard. */
async function giveReason(page: Page, title: string, reason: string, button: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title });
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toBeFocused();
  await page.keyboard.type(reason);
  await tabTo(page, dialog.getByRole('button', { name: button }));
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
}

test('with the keyboard a mentor locks a question and hides a post; its author reads why, and it is shown again', async ({
  portal,
  page,
  browser,
}) => {
  const question = '/discussion/MERN-2026-11/41';
  await signInAs(portal, page, 'mentor');
  await visit(page, question);
  await tabTo(page, page.getByRole('button', { name: 'More for this question' }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: 'Lock this question' }));
  await page.keyboard.press('Enter');
  await giveReason(page, 'Lock this question?', 'We talk about it on Thursday.', 'Lock it');
  await expect(page.getByRole('button', { name: 'Unlock this question' })).toBeFocused();

  const context = await browser.newContext({ baseURL: portal.url });
  const asker = await context.newPage();
  watchPage(asker);
  await signInAs(portal, asker, 'week2');
  await visit(asker, question);
  await expect(asker.getByText('We talk about it on Thursday.')).toBeVisible();
  await expect(asker.getByRole('textbox', { name: 'Add a comment' })).toHaveCount(0);

  await tabTo(page, page.getByRole('button', { name: 'Hide this question' }));
  await page.keyboard.press('Enter');
  await giveReason(page, 'Hide this question?', 'It has a telephone number.', 'Hide it');
  await expect(page.getByRole('heading', { name: 'This question is not there any more' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'The question and its comments' })).toBeFocused();

  await visit(asker, '/notices');
  await asker.getByRole('link', { name: /A mentor has hidden your question/ }).click();
  const note = asker.getByRole('region', { name: /^A mentor has hidden your question/ });
  await expect(note).toContainText('Reason: It has a telephone number.');

  await visit(page, '/staff/batches/MERN-2026-11/requests');
  await tabTo(page, page.getByRole('button', { name: /^Show again/ }));
  await page.keyboard.press('Enter');
  await giveReason(page, 'Show this question again?', 'It was an invented one.', 'Show it');
  await expect(page.getByRole('heading', { name: 'Hidden posts' })).toBeFocused();
  await visit(asker, question);
  await expect(asker.getByRole('article')).toBeVisible();
  await context.close();
});
