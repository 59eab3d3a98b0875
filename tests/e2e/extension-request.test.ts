import { dayMs } from '#contract/durations';
import { demoEmail } from '#contract/demo-accounts';
import { accountOf, signInAs } from './demo.ts';
import { expect, test, type Portal } from './portal.ts';
import { endVisit, visit } from './screens.ts';
import { takeVivaTimeAway } from './viva-time-steps.ts';

test.use({ seed: 'demo' });

const dayAfter = ({ context }: Portal, days: number) =>
  new Date(context.clock.now() + days * dayMs).toISOString().slice(0, 10);

test('a student asks for an extension, a mentor grants another day by keyboard, and the student reads the answer', async ({
  portal,
  page,
}) => {
  const { name } = await accountOf(portal, demoEmail('final'));
  await takeVivaTimeAway(portal, 'final');
  await signInAs(portal, page, 'final');
  await visit(page, '/viva');
  await page.getByRole('link', { name: 'Request an extension' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Request an extension' })).toBeVisible();
  const day = (days: number) => dayAfter(portal, days);
  await page.getByLabel('New due date').fill(day(-1));
  await page.getByLabel('Why do you need it?').fill('My laptop is in repair.');
  await page.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByText(/^Choose a day after/)).toBeVisible();
  await page.getByLabel('New due date').fill(day(20));
  await page.getByRole('button', { name: 'Send request' }).click();
  await expect(page).toHaveURL(/\/viva$/);
  await expect(page.getByText('Your request is sent. Your mentors will answer it.')).toBeVisible();
  await expect(
    page
      .getByRole('main')
      .getByText(/extension requested until/)
      .first(),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'Request an extension' })).toHaveCount(0);
  await endVisit(page);

  await signInAs(portal, page, 'mentor');
  await visit(page, '/notices');
  await page.getByRole('link', { name: `${name} requests an extension for Viva voce` }).click();
  const requests = page.getByRole('region', { name: 'Extension requests' });
  await expect(requests).toContainText('My laptop is in repair.');
  await requests.getByLabel('Due at the end of').fill(day(21));
  await requests.getByLabel('Answer to the student').focus();
  await page.keyboard.type('One day more.');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The extension is granted. The student is notified.')).toBeVisible();
  await expect(requests.getByRole('listitem')).toHaveCount(0);
  await endVisit(page);

  await signInAs(portal, page, 'final');
  await visit(page, '/viva');
  await expect(page.getByRole('main').getByText(/wrote: “One day more\.”/)).toBeVisible();
  await visit(page, '/notices');
  await expect(page.getByText(/^You have an extension: Viva voce is now due/)).toBeVisible();
});

test(
  'a mentor lets a short request be granted at once, and a student gets one',
  { tag: '@full' },
  async ({ portal, page }) => {
    await takeVivaTimeAway(portal, 'final');
    await signInAs(portal, page, 'mentor');
    await visit(page, '/staff/batches/MERN-2026-11/dates');
    const days = page.getByLabel('Days after the due date');
    await days.fill('31');
    await page.getByRole('button', { name: 'Save the dates' }).click();
    await expect(page.getByText(/must be a whole number from 1 to 30/).first()).toBeVisible();
    await days.fill('5');
    await page.keyboard.press('Enter');
    await expect(page.getByText('The dates are saved.')).toBeVisible();
    await visit(page, '/staff/batches/MERN-2026-11/dates');
    await expect(days).toHaveValue('5');
    await endVisit(page);

    await signInAs(portal, page, 'final');
    await visit(page, '/extension?task=viva');
    await expect(page.getByText(/granted at once, up to 5 days after the due date/)).toBeVisible();
    await page.getByLabel('New due date').fill(dayAfter(portal, 9));
    await page.getByLabel('Why do you need it?').fill('My laptop is in repair.');
    await page.getByRole('button', { name: 'Send request' }).click();
    await expect(page).toHaveURL(/\/viva$/);
    await expect(page.getByText('Your extension is granted. The due date is changed.')).toBeVisible();
    await visit(page, '/notices');
    await expect(page.getByText(/^You have an extension: Viva voce is now due/)).toBeVisible();
    await visit(page, '/extension?task=viva');
    await expect(page.getByText('Your mentors can grant a different day.')).toBeVisible();
  },
);
