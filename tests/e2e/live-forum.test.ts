import type { Page } from '@playwright/test';
import { signInAs } from './demo.ts';
import { expect, test, watchPage } from './portal.ts';
import { visit } from './screens.ts';

test.use({ seed: 'demo' });

const forum = '/discussion/MERN-2026-11';
const newsButton = (page: Page) => page.getByRole('button', { name: /^Show \d+ (?:new|change)/ });

/** Says what somebody sees at the top of the list, and where it stands. */
const placeOf = (page: Page, text: string) =>
  page.evaluate((wanted) => {
    const found = [...document.querySelectorAll('article')].find((one) => one.textContent?.includes(wanted));
    return found?.getBoundingClientRect().top ?? null;
  }, text);

test('what one does appears with the other within a second, waits, and moves nothing; one browser has one stream', async ({
  portal,
  page,
  browser,
}) => {
  const streams: string[] = [];
  page.context().on('request', (request) => {
    if (request.url().includes('/events')) streams.push(request.url());
  });
  await signInAs(portal, page, 'final');
  await visit(page, forum);
  const first = page.locator('article[id^="question-"]').first();
  const beginning = ((await first.innerText()).match(/[^\n]{20,}/) ?? [''])[0].slice(0, 20);
  await expect.poll(() => streams.length).toBe(1);

  const context = await browser.newContext({ baseURL: portal.url });
  const other = await context.newPage();
  watchPage(other);
  await signInAs(portal, other, 'week2');
  await visit(other, forum);
  const before = await placeOf(page, beginning);
  await other.getByRole('textbox', { name: 'Ask the batch' }).fill('Does anybody see this at once?');
  await other.getByRole('button', { name: 'Post Query' }).click();
  await expect(other.locator('article').filter({ hasText: 'Does anybody see this' })).toBeVisible();
  const postedAt = Date.now();
  await expect(newsButton(page)).toHaveText('Show 1 new question');
  const delay = Date.now() - postedAt;
  console.log(`Told ${delay} ms after it stood on the other's screen.`);
  expect(await placeOf(page, beginning)).toBe(before);
  // Nobody is told of what they did.
  await expect(newsButton(other)).toHaveCount(0);

  await newsButton(page).press('Enter');
  await expect(first).toContainText('Does anybody see this at once?');
  await expect(newsButton(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Questions', exact: true })).toBeFocused();

  // A second page of the same browser is told by the first one.
  const second = await page.context().newPage();
  await visit(second, forum);
  await other
    .locator('article')
    .filter({ hasText: 'Does anybody see this' })
    .getByRole('textbox')
    .fill('I do.');
  await other
    .locator('article')
    .filter({ hasText: 'Does anybody see this' })
    .getByRole('textbox')
    .press('Enter');
  await expect(newsButton(second)).toHaveText('Show 1 new comment');
  await page.bringToFront();
  await expect(newsButton(page)).toHaveText('Show 1 new comment');
  expect(streams).toHaveLength(1);
  await second.close();

  // Without a line, and after it, nothing is missed.
  await page.context().setOffline(true);
  await other.getByRole('textbox', { name: 'Ask the batch' }).fill('And while somebody is away?');
  await other.getByRole('button', { name: 'Post Query' }).click();
  await expect(other.locator('article').filter({ hasText: 'And while somebody' })).toBeVisible();
  await page.context().setOffline(false);
  await expect(newsButton(page)).toHaveText('Show 1 new question, 1 new comment');
  await newsButton(page).click();
  await expect(first).toContainText('And while somebody is away?');
  await context.close();
});
