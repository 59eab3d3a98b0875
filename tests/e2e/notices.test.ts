import type { Locator } from '@playwright/test';
import { signInAs } from './demo.ts';
import { expect, test } from './portal.ts';
import { heading, visit } from './screens.ts';

test.use({ seed: 'demo' });

/** How much of the bell's width a number of notices covers, from 0 to 1. */
const coveredByNumber = (bell: Locator, shown: string) =>
  bell.evaluate((link, text) => {
    const [badge, picture] = [link.querySelector('span'), link.querySelector('svg')];
    if (badge === null || picture === null) return 1;
    const before = badge.textContent;
    badge.textContent = text;
    const [over, under] = [badge.getBoundingClientRect(), picture.getBoundingClientRect()];
    badge.textContent = before;
    return Math.max(0, under.right - over.left) / under.width;
  }, shown);

test('what a mentor announces is pinned, counted and read; an answer reads itself by being seen', async ({
  portal,
  page,
  browser,
}) => {
  await signInAs(portal, page, 'other');
  await visit(page, '/StudentDashboard');
  const bell = page.getByRole('banner').getByRole('link', { name: /notice/i });
  await expect(bell).toHaveAccessibleName('Notices');

  const office = await browser.newContext({ baseURL: portal.url });
  const desk = await office.newPage();
  await signInAs(portal, desk, 'admin');
  await visit(desk, '/staff/batches/DSA-2026-10/announcements');
  await desk.getByLabel('Announcement', { exact: true }).fill('The lab is closed on Friday.');
  await desk.getByRole('button', { name: 'Announce it' }).click();
  await expect(desk.getByText(/Seen by 0 of \d+\./)).toBeVisible();

  await visit(page, '/StudentDashboard');
  const pinned = page.getByRole('region', { name: 'Announcements' });
  await expect(pinned).toContainText('The lab is closed on Friday.');
  await expect(bell).toHaveAccessibleName('1 new notice');
  await pinned.getByText('The lab is closed on Friday.').first().click();
  await expect(bell, 'opened it is seen').toHaveAccessibleName('Notices');
  await visit(desk, '/staff/batches/DSA-2026-10/announcements');
  await expect(desk.getByText(/Seen by 1 of \d+\./)).toBeVisible();

  await visit(page, '/StudentDashboard');
  await expect(heading(page, 'Student Dashboard')).toBeVisible();
  await expect(pinned, 'seen, it is pinned in the forum alone').toHaveCount(0);
  await visit(page, '/discussion/DSA-2026-10');
  await expect(pinned).toContainText('The lab is closed on Friday.');
  await page.getByLabel('Ask the batch').fill('Which lab?');
  await page.getByRole('button', { name: 'Post Query' }).click();
  const question = page.locator('article[id^="question-"]').filter({ hasText: 'Which lab?' });
  await expect(question).toBeVisible();
  const id = ((await question.getAttribute('id')) ?? '').replace('question-', '');
  const answered = await office.request.post(`/api/discussion/discussion/DSA-2026-10/question/${id}/answer`, {
    data: { answer: 'The one on the first floor.' },
  });
  expect(answered.status()).toBe(201);
  await visit(page, '/notices');
  await expect(bell).toHaveAccessibleName('1 new notice');
  for (const shown of ['1', '12', '99+'])
    expect(await coveredByNumber(bell, shown), `the bell stays in sight beside ${shown}`).toBeLessThan(0.5);
  await page.getByRole('link', { name: 'A mentor answered your question “Which lab?”' }).click();
  await expect(question).toContainText('The one on the first floor.');
  await expect(bell).toHaveAccessibleName('Notices');
  await desk.getByRole('button', { name: /^Withdraw: The lab/ }).click();
  await expect(desk.getByText(/Seen by/)).toHaveCount(0);
  await visit(page, '/discussion/DSA-2026-10');
  await expect(heading(page, 'Discussion Forum')).toBeVisible();
  await expect(pinned).toHaveCount(0);
  await office.close();
});
