import { buildSelection } from '#support/factories';
import { demoEmail } from '#contract/demo-accounts';
import { accountOf, signInAs } from './demo.ts';
import { expectReceipt } from './submission-steps.ts';
import { expect, test } from './portal.ts';
import { visit } from './screens.ts';

test.use({ seed: 'demo' });

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

test('week 2 opens by itself while the weekly page is open, and accepts a submission at once', async ({
  portal,
  page,
}) => {
  const { id } = await accountOf(portal, demoEmail('new'));
  const started_at = portal.clock.now() - 14 * dayMs + 30 * minuteMs;
  await buildSelection(portal.context, { account_id: id, project_id: 'P002', started_at });
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
