import type { Page } from '@playwright/test';
import { signInAs } from './demo.ts';
import { expect, test } from './portal.ts';
import { ownQuestion, unfold, visit } from './screens.ts';

test.use({ seed: 'demo' });

const forum = '/discussion/MERN-2026-11';
const lines = (page: Page) => page.locator('article[id^="question-"]');

/** A page carries ten questions: the others come as its reader nears the end of them. */
async function scrollToTheEnd(page: Page): Promise<void> {
  await expect(lines(page)).toHaveCount(10);
  await page.getByRole('button', { name: 'Show older questions' }).scrollIntoViewIfNeeded();
  await expect(lines(page)).toHaveCount(44);
}

test('the forum’s questions fit into 4,500 px on a phone, and unfold in place', async ({ portal, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAs(portal, page, 'week2');
  await visit(page, forum);
  await scrollToTheEnd(page);
  // Each has been rendered once: until then some have only the height that was reserved.
  for (const one of await lines(page).all()) await one.scrollIntoViewIfNeeded();
  const list = await lines(page).first().locator('..').boundingBox();
  const whole = await page.evaluate(() => document.documentElement.scrollHeight);
  console.log(`At 390 px the list of 44 questions is ${list?.height} px high, the whole page ${whole} px.`);
  expect(list?.height).toBeLessThan(4_500);

  const line = ownQuestion(page);
  const link = line.getByRole('link');
  await link.scrollIntoViewIfNeeded();
  const before = await line.boundingBox();
  await unfold(line);
  const after = await line.boundingBox();
  expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0)), 'what is pressed stays where it is').toBeLessThan(1);
  const fold = line.getByRole('button', { name: 'Collapse this question' });
  await expect(fold).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(link).toBeFocused();
  expect((await line.boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0);

  await page.setViewportSize({ width: 320, height: 640 });
  await unfold(line);
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  expect(isWide, 'nothing scrolls sideways at 320 px').toBe(false);
});

test('without the script a question of the list is its own page, which survives a reload', async ({
  browser,
  portal,
}) => {
  const context = await browser.newContext({ baseURL: portal.url, javaScriptEnabled: false });
  const page = await context.newPage();
  await signInAs(portal, page, 'week2');
  await page.goto(forum);
  await expect(lines(page)).toHaveCount(10);
  await page.getByRole('button', { name: 'Show older questions' }).click();
  await expect(page.getByRole('link', { name: 'Show more questions' })).toBeVisible();
  await page.goBack();
  await ownQuestion(page).getByRole('link').click();
  await expect(page).toHaveURL(`${forum}/41`);
  await page.reload();
  await expect(lines(page)).toHaveCount(1);
  await expect(ownQuestion(page).getByRole('listitem').first()).toBeVisible();
  await ownQuestion(page).getByLabel('Add a comment').fill('Without a script.');
  await page.getByRole('button', { name: 'Send the comment' }).click();
  await expect(page).toHaveURL(`${forum}/41`);
  await expect(ownQuestion(page)).toContainText('Without a script.');
  await context.close();
});

test('what is new is read by unfolding it, and every tab says the same number', async ({ portal, page }) => {
  await signInAs(portal, page, 'week2');
  await visit(page, forum);
  await scrollToTheEnd(page);
  const numberIn = async (one: Page) => {
    const name = await one
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: /^Forum/ })
      .innerText();
    return Number(/\d+/.exec(name)?.[0] ?? 0);
  };
  const signs = lines(page).getByText(/^\d+ new$/);
  const line = ownQuestion(page);
  await expect(line.getByText('2 new')).toBeVisible();
  // The newest question is whole, and read once it has been in view.
  await lines(page).first().scrollIntoViewIfNeeded();
  await expect(lines(page).first().getByText(/new$/)).toHaveCount(0);
  await expect.poll(() => numberIn(page)).toBe(await signs.count());
  const before = await signs.count();
  expect(await page.title()).toMatch(new RegExp(`^\\(${before}\\) `));
  const other = await page.context().newPage();
  await visit(other, '/StudentDashboard');
  await expect.poll(() => numberIn(other)).toBe(before);

  await page.bringToFront();
  await unfold(line);
  await line.getByLabel('Add a comment').scrollIntoViewIfNeeded();
  await expect(line.getByText('2 new')).toHaveCount(0);
  await expect(signs).toHaveCount(before - 1);
  await expect.poll(() => numberIn(page)).toBe(before - 1);
  await expect.poll(() => numberIn(other)).toBe(before - 1);
  await line.getByRole('button', { name: 'More for this question' }).click();
  await line.getByRole('button', { name: 'Mark as unread' }).click();
  await expect(line.getByRole('link')).toBeFocused();
  await expect(line.getByText('1 new')).toBeVisible();
  await expect.poll(() => numberIn(other)).toBe(before);
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(signs).toHaveCount(0);
  await expect.poll(() => numberIn(other)).toBe(0);
  await page.reload();
  await scrollToTheEnd(page);
  await expect(signs).toHaveCount(0);
});
