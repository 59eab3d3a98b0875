import { demoEmail } from '#contract/demo-accounts';
import { buildMark, buildSubmission } from '#support/factories';
import { accountOf, signInAs } from './demo.ts';
import { expect, test } from './portal.ts';
import { endVisit, visit } from './screens.ts';

test.use({ seed: 'demo' });

test('marks that are not released are released from a list; the student reads the comment, then the number, and asks for a review', async ({
  portal,
  page,
}) => {
  const { context } = portal;
  const student = await accountOf(portal, demoEmail('week2'));
  const { id } = await buildSubmission(context, { account_id: student.id, task: 'week-2' });
  await buildMark(context, {
    submission_id: id,
    marks: 62.5,
    comments: 'Say why the lock is needed.',
    released: 0,
  });

  await signInAs(portal, page, 'mentor');
  await visit(page, '/staff/batches/MERN-2026-11/settings');
  await page.getByRole('button', { name: 'Show the comment first' }).click();
  await expect(page.getByRole('button', { name: 'Show both together' })).toBeVisible();
  await page.getByRole('link', { name: /^Release \d+ marks?$/ }).click();
  await page.getByRole('link', { name: 'Week 2 (1)', exact: true }).click();
  await expect(page.getByRole('row', { name: /Meera Krishnan.*None yet/ })).toBeVisible();
  // An operator gave it: nobody's own mark is selected.
  await page.getByRole('button', { name: 'Select all (1)' }).click();
  await page.getByRole('button', { name: 'Release 1 mark' }).click();
  await expect(page.getByText('1 mark released')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Withdraw it' })).toBeVisible();
  await expect(page.getByText('No unreleased marks for Week 2')).toBeVisible();
  await endVisit(page);

  await signInAs(portal, page, 'week2');
  await visit(page, '/ProjectDashboard1?tab=grades');
  const week = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Week 2' }) });
  await expect(week).toContainText('Say why the lock is needed.');
  expect(await page.content(), 'not even in the page').not.toContain('62.5');
  await week.getByRole('button', { name: 'Show my mark for Week 2' }).click();
  await expect(week.getByText('62.5 out of 100')).toBeFocused();
  await week.getByRole('button', { name: 'Request a review of Week 2' }).click();
  await page.keyboard.type('The lock is explained in the README.');
  await week.getByRole('button', { name: 'Send request' }).click();
  await expect(week).toContainText('Not answered yet.');
  await endVisit(page);

  await signInAs(portal, page, 'mentor');
  await visit(page, `/staff/students/${demoEmail('week2')}`);
  const version = page.getByRole('listitem').filter({ hasText: 'Week 2, version 1' });
  await expect(version).toContainText('Read by the student');
  await expect(version).toContainText('The lock is explained in the README.');
});
