import { demoEmail } from '#contract/demo-accounts';
import type { Discussion } from '#contract/forum/calls';
import { attachAndPost, drawPicture, pasteFile } from './attach-steps.ts';
import { signInAs } from './demo.ts';
import { expect, test, watchPage } from './portal.ts';
import { visit } from './screens.ts';

test.use({ seed: 'demo' });

const forum = '/discussion/MERN-2026-11';

test('a picture and a log are pasted and chosen, stand in the question with their room kept, and open whole', async ({
  portal,
  page,
  browser,
}) => {
  await signInAs(portal, page, 'week2');
  await visit(page, forum);
  await attachAndPost(page);
  const picture = page.getByRole('img', { name: 'screen.png' });
  const { width, height } = (await picture.boundingBox()) ?? { width: 0, height: 0 };
  expect(width / height).toBeCloseTo(900 / 500, 1);
  await expect(picture).toHaveAttribute('width', '640');

  const context = await browser.newContext({ baseURL: portal.url });
  const other = await context.newPage();
  watchPage(other);
  await signInAs(portal, other, 'final');
  const loaded: number[] = [];
  other.on('response', (response) => {
    if (response.url().includes('/attachments/')) loaded.push(response.status());
  });
  const { questions } = (await (
    await other.request.get(`/api/discussion/discussion/${demoEmail('final')}`)
  ).json()) as Discussion;
  await visit(other, `${forum}/${questions.at(-1)?._id}`);
  const theirs = other.getByRole('img', { name: 'screen.png' });
  await expect.poll(() => theirs.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(900);
  const [opened] = await Promise.all([other.waitForEvent('popup'), theirs.click()]);
  await expect(opened.locator('img')).toBeVisible();
  await opened.close();
  const [download] = await Promise.all([
    other.waitForEvent('download'),
    other.getByRole('link', { name: 'server.log' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('server.log');
  await context.close();
});

test('a comment takes a pasted picture below its text, by keyboard too', async ({ portal, page }) => {
  await signInAs(portal, page, 'week2');
  await visit(page, `${forum}/22`);
  const field = page.getByLabel('Add a comment');
  await field.fill('First. Last.');
  await field.evaluate((one: HTMLTextAreaElement) => one.setSelectionRange(6, 6));
  await pasteFile(page, 'Add a comment', await drawPicture(page, 'mine.png'));
  await expect(page.getByRole('button', { name: 'Remove: mine.png' })).toBeVisible();
  await expect(field).toHaveValue('First. Last.');
  const caret = await field.evaluate((one: HTMLTextAreaElement) => one.value.slice(one.selectionEnd));
  expect(caret).toBe(' Last.');
  // The button that chooses a file is reached behind the text, before the one that sends.
  await field.focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Attach a picture or a log' })).toBeFocused();
  await field.press('Enter');
  await expect(
    page.getByRole('listitem').getByRole('link').getByRole('img', { name: 'mine.png' }),
  ).toBeVisible();
});
