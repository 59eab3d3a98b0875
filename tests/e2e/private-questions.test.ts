import { signInAs } from './demo.ts';
import { expect, test, watchPage } from './portal.ts';
import { visit } from './screens.ts';

test.use({ seed: 'demo' });

test('with the keyboard a student asks the mentors alone, and the answer arrives on the open screen', async ({
  portal,
  page,
  browser,
}) => {
  await signInAs(portal, page, 'week2');
  await visit(page, '/discussion/MERN-2026-11');
  await page.getByLabel('Ask the batch').fill('May I talk to you about my group?');
  await page.getByRole('radio', { name: 'The batch' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('Only you, your mentors and the office can read it.')).toBeVisible();
  await page.getByRole('button', { name: 'Ask the mentors' }).press('Enter');
  const sent = page.getByText('Your private question was sent.');
  await expect(sent).toBeVisible();
  await expect(page.getByLabel('Ask the batch')).toHaveValue('');
  await page.getByRole('link', { name: 'See it' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Private questions' })).toBeVisible();
  const own = page.getByRole('article').filter({ hasText: 'May I talk to you about my group?' });
  await expect(own).toHaveCount(1);

  const context = await browser.newContext({ baseURL: portal.url });
  const mentor = await context.newPage();
  watchPage(mentor);
  await signInAs(portal, mentor, 'mentor');
  await visit(mentor, '/discussion/MERN-2026-11/mentors');
  const asked = mentor.getByRole('article').filter({ hasText: 'May I talk to you about my group?' });
  await asked.getByLabel('Add a comment').fill('Tomorrow at ten.');
  await asked.getByLabel('Add a comment').press('Enter');
  await expect(asked.getByText('Answered by you')).toBeVisible();
  await context.close();

  await expect(own.getByText('1 new')).toBeVisible();
  await expect(own.getByText('Answered by Anjali Menon')).toBeVisible();
});
