import { buildSelection } from '#support/factories';
import { demoEmail } from '#contract/demo-accounts';
import { accountOf, signInAs } from './demo.ts';
import { expectReceipt } from './submission-steps.ts';
import { expect, test, type Portal } from './portal.ts';
import { heading, visit } from './screens.ts';

test.use({ seed: 'demo' });

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** A student for whom a day of the project comes in half an hour. */
async function halfAnHourBefore(portal: Portal, day: number): Promise<void> {
  const { id } = await accountOf(portal, demoEmail('new'));
  const started_at = portal.clock.now() - day * dayMs + 30 * minuteMs;
  await buildSelection(portal.context, { account_id: id, project_id: 'P002', started_at });
}

test('week 2 opens by itself while the weekly page is open, and accepts a submission at once', async ({
  portal,
  page,
}) => {
  await halfAnHourBefore(portal, 14);
  await page.clock.install();
  await signInAs(portal, page, 'new');
  await visit(page, '/WeeklySubmission');
  const weeks = page.getByLabel('Week', { exact: true });
  const second = weeks.getByRole('option').nth(1);
  await expect(second).toHaveText('Week 2 (You are not eligible now!!)');
  await expect(second).toBeDisabled();
  await page.getByLabel('Comments').fill('Written before it opened.');

  await page.clock.fastForward(29 * minuteMs);
  await expect(second).toHaveText('Week 2 (You are not eligible now!!)');
  portal.clock.shift(31 * minuteMs);
  await page.clock.fastForward(2 * minuteMs);
  await expect(second).toHaveText('Week 2');
  await expect(second).toBeEnabled();
  await expect(weeks.getByRole('option').nth(2)).toBeDisabled();
  await expect(page.getByLabel('Comments')).toHaveValue('Written before it opened.');
  await weeks.selectOption({ label: 'Week 2' });
  await page.getByRole('button', { name: 'Submit' }).click();
  await expectReceipt(page, 'Congrats!!! You have submitted your work for the week', 'Week 2, version 1');
});

test('the last two tabs and their screens open by themselves on day 28', async ({ portal, page }) => {
  await halfAnHourBefore(portal, 28);
  await page.clock.install();
  await signInAs(portal, page, 'new');
  await visit(page, '/ProjectDashboard1');
  const closed = page.getByRole('tab', { name: /\(You are not eligible now!!!\)$/ });
  await expect(closed).toHaveCount(2);
  await closed.first().click({ force: true });
  await expect(closed.first()).toHaveAttribute('aria-selected', 'false');
  await expect(page.getByRole('tab', { name: 'Project Overview Document' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await page.clock.fastForward(31 * minuteMs);
  await expect(closed).toHaveCount(0);
  await page.getByRole('tab', { name: 'Viva Voce' }).click();
  await expect(page.getByRole('link', { name: 'Go to Viva Voce' })).toBeVisible();
});

test('the final submission and the viva say that they are closed, and open without a reload', async ({
  portal,
  page,
}) => {
  await halfAnHourBefore(portal, 28);
  await page.clock.install();
  await signInAs(portal, page, 'new');
  for (const [address, title] of [
    ['/FinalProjectSubmission', 'Final Project Submission'],
    ['/viva', 'Viva Voce'],
  ] as const) {
    await visit(page, address);
    await expect(heading(page, title)).toBeVisible();
    await expect(page.getByRole('heading', { name: '(You are not eligible now!!!)' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Submit' })).toHaveCount(0);
    // Only the page's clock is moved; the next direct visit takes the server's again.
    await page.clock.fastForward(31 * minuteMs);
    await expect(page.getByRole('button', { name: 'Submit' })).toBeVisible();
  }
});

test('the next step and the list of hand-ins follow the clock, and the change is announced', async ({
  portal,
  page,
}) => {
  await halfAnHourBefore(portal, 7);
  await page.clock.install();
  await signInAs(portal, page, 'new');
  await visit(page, '/StudentDashboard');
  const strip = page.getByRole('region', { name: 'Next step' });
  const first = page.getByRole('list', { name: 'Your hand-ins' }).getByRole('listitem').first();
  await expect(strip).toContainText('Get to know your project');
  await expect(first).toContainText('Locked until');
  await page.clock.fastForward(31 * minuteMs);
  await expect(strip.locator('[aria-live="polite"]')).toContainText('Week 1 is open for your work.');
  await expect(strip.getByRole('link', { name: 'Hand in week 1' })).toBeVisible();
  await expect(first).toHaveText('Week 1Open');
});
