import { assignBatch } from '#server/staff/assign-batch';
import { detail } from './submission-steps.ts';
import { expect, test, type Portal } from './portal.ts';
import { fillSignUp, heading, logIn, ready, visit, type SignUp } from './screens.ts';

test.use({ seed: 'sample' });

const ravi: SignUp = {
  name: 'Ravi Menon',
  email: 'ravi@example.test',
  password: 'secret-2',
  phone: '9876543211',
  batch: '',
};

const mern = 'Full Stack Web Development (MERN)';
const typed = [
  { what: 'its own words', batch: 'MERN-2026-11', course: mern, joined: 'MERN-2026-11' },
  {
    what: 'other capitals and spaces',
    batch: ' dsa - 2026 - 10',
    course: 'Data Science and Analytics',
    joined: 'DSA-2026-10',
  },
  { what: 'a name that nobody knows', batch: 'Evening class', course: mern, joined: 'MERN-2026-11' },
  { what: 'a batch that is over', batch: 'MERN-2024-03', course: mern, joined: 'MERN-2026-11' },
];

for (const { what, batch, course, joined } of typed) {
  test(`a signup with ${what} leads to ${joined}`, async ({ page }) => {
    await visit(page, '/signup');
    await fillSignUp(page, { ...ravi, batch });
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(heading(page, 'Login')).toBeFocused();
    await logIn(page, ravi.email, ravi.password);
    await expect(detail(page.locator('main'), 'Course')).toHaveText(course);
    await visit(page, '/account');
    await expect(detail(page.locator('main'), 'Batch')).toHaveText(joined);
  });
}

async function forgetDefaultBatch({ context }: Portal): Promise<void> {
  await context.database.transaction((writer) =>
    writer.updateTable('batches').set({ is_default: 0 }).execute(),
  );
}

test('without a default batch a student waits, and continues once assigned to one', async ({
  portal,
  page,
}) => {
  await forgetDefaultBatch(portal);
  await visit(page, '/signup');
  await fillSignUp(page, { ...ravi, batch: 'Evening class' });
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(heading(page, 'Login')).toBeFocused();
  await logIn(page, ravi.email, ravi.password);
  await expect(page.getByRole('heading', { name: 'You are waiting for placement' })).toBeVisible();
  await expect(page.getByText('You are waiting to be placed in a batch.')).toBeVisible();
  await expect(detail(page.locator('main'), 'Course')).toHaveText('Not assigned yet');
  await visit(page, '/discussion/MERN-2026-11');
  await expect(page.getByText('You have not been placed in a batch yet.')).toBeVisible();
  await visit(page, '/WeeklySubmission');
  await expect(page.getByRole('heading', { name: 'Your project comes first' })).toBeVisible();

  await visit(page, '/StudentDashboard');
  await assignBatch(portal.context, ravi.email, 'MERN-2026-11');
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText('Read more', { exact: true })).not.toHaveCount(0);
  await expect(detail(page.locator('main'), 'Course')).toHaveText(mern);
});

test('the success message shows for 1,000 ms over an emptied form, then the login opens', async ({
  page,
}) => {
  await page.clock.install();
  await visit(page, '/signup');
  await fillSignUp(page, { ...ravi, batch: 'MERN-2026-11' });
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('button', { name: 'Continue' }).click();
  const message = page
    .getByRole('alert')
    .filter({ hasText: 'Welcome! Your account is ready. Please log in.' });
  await expect(message).toBeVisible();
  for (const label of ['Name', 'Email', 'Password', 'Phone Number', 'Batch Name']) {
    await expect(page.getByLabel(label, { exact: true })).toHaveValue('');
  }
  await expect(page.getByLabel('Agree to our terms and conditions')).not.toBeChecked();
  await page.clock.runFor(990);
  await expect(page).toHaveURL('/signup');
  await page.clock.runFor(10);
  await expect(page).toHaveURL('/login');
  await page.clock.resume();
  await ready(page);
  await expect(message).toBeVisible();
});
