import type { Page } from '@playwright/test';
import { signInAs } from './demo.ts';
import { expect, test } from './portal.ts';
import { ready, visit } from './screens.ts';
import { textFile } from './submission-steps.ts';

test.use({ seed: 'demo' });

const submissions = [
  {
    at: '/WeeklySubmission?week=1',
    message: 'Congrats!!! You have submitted your work for the week',
  },
  {
    at: '/ProjectDashboard1?tab=weekly',
    message: 'Congrats!!! You have submitted your work for the week',
  },
  { at: '/FinalProjectSubmission', message: 'Congrats!!! Your have submitted your final project' },
  { at: '/viva', message: 'Viva Voce submitted successfully!', file: textFile('slides.txt', '1') },
];

/** Expects the whole message in the window and focused, once, whatever is still on its way to the screen. */
async function expectSeen(page: Page, message: string): Promise<void> {
  const words = page.getByText(message, { exact: true });
  await expect(words).toHaveCount(1);
  await expect(page.locator(':focus')).toContainText(message);
  await page.waitForLoadState('networkidle');
  await expect(words).toBeInViewport({ ratio: 1 });
}

for (const [width, height, tag] of [
  [390, 844, []],
  [1366, 768, ['@full']],
] as const) {
  test.describe(`in a window of ${width} by ${height}`, { tag: [...tag] }, () => {
    test.use({ viewport: { width, height } });

    test('the message after each submission is seen, and again after a reload', async ({ page, portal }) => {
      await signInAs(portal, page, 'final');
      for (const { at, message, file } of submissions) {
        await test.step(at, async () => {
          await visit(page, at);
          const submit = page.getByRole('button', { name: 'Submit', exact: true });
          if (file !== undefined) {
            await submit.click();
            await page.getByLabel('File', { exact: true }).setInputFiles(file);
          }
          await page.getByLabel('Comments').fill('Done.\n'.repeat(12));
          await submit.click();
          await expectSeen(page, message);
          await expect(page).toHaveURL(/[?&]receipt=/);
          await page.reload();
          await ready(page);
          await expectSeen(page, message);
        });
      }
    });
  });
}
