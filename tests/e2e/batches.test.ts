import { assignBatch } from '#server/people/assign-batch';
import { detail } from './submission-steps.ts';
import { expect, test, type Portal } from './portal.ts';
import { fillSignUp, heading, logIn, visit, type SignUp } from './screens.ts';

test.use({ seed: 'sample' });

const ravi: SignUp = {
  name: 'Ravi Menon',
  email: 'ravi@example.test',
  password: 'secret-2',
  phone: '9876543211',
  batch: '',
};

async function forgetDefaultBatch({ context }: Portal): Promise<void> {
  await context.database.transaction((writer) =>
    writer.updateTable('batches').set({ is_default: 0 }).execute(),
  );
}

test(
  'without a default batch a student waits, and continues once assigned to one',
  { tag: '@full' },
  async ({ portal, page }) => {
    await forgetDefaultBatch(portal);
    await visit(page, '/signup');
    await fillSignUp(page, { ...ravi, batch: 'Evening class' });
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(heading(page, 'Login')).toBeFocused();
    await logIn(page, ravi.email, ravi.password);
    await expect(page.getByRole('heading', { name: 'You are waiting for a batch' })).toBeVisible();
    await expect(page.getByText('“Evening class”')).toBeVisible();
    await expect(detail(page.locator('main'), 'Course')).toHaveText('Not assigned yet');
    await visit(page, '/discussion/MERN-2026-11');
    await expect(page.getByText('You have no batch yet.')).toBeVisible();
    await visit(page, '/WeeklySubmission');
    await expect(page.getByRole('heading', { name: 'No project yet' })).toBeVisible();

    await visit(page, '/StudentDashboard');
    await assignBatch(portal.context, ravi.email, 'MERN-2026-11');
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect(page.getByText('Read more', { exact: true })).not.toHaveCount(0);
    await expect(detail(page.locator('main'), 'Course')).toHaveText('Full Stack Web Development (MERN)');
  },
);
