import type { Locator, Page } from '@playwright/test';
import { buildSelection } from '#support/factories';
import { demoEmail } from '#contract/demo-accounts';
import { accountOf, signInAs } from './demo.ts';
import { textFile } from './submission-steps.ts';
import { expectVisibleFocus, pressOn, tabTo, typeInto } from './press-keys.ts';
import { expect, test } from './portal.ts';
import { accepts, heading, visit } from './screens.ts';

test.use({ seed: 'demo' });

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

/** After a navigation the focus is on the heading, so that the next Tab begins with the content. */
async function expectArrival(page: Page, title: string): Promise<void> {
  await expect(heading(page, title)).toBeFocused();
}

/** Tab stays inside a dialog, whichever way it goes. */
async function expectTrap(page: Page, dialog: Locator): Promise<void> {
  for (const key of ['Tab', 'Tab', 'Tab', 'Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab']) {
    await page.keyboard.press(key);
    const isInside = await dialog.evaluate(
      (element) => element.contains(document.activeElement) || document.activeElement === document.body,
    );
    expect(isInside, `${key} inside the dialog`).toBe(true);
  }
}

test('from Home over signup and login to a project, by keyboard alone', async ({ page }) => {
  test.setTimeout(120_000);
  await visit(page, '/');
  await page.keyboard.press('Tab');
  await expectVisibleFocus(link(page, 'Skip to the content'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  await expectVisibleFocus(link(page, 'Explore more'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'How the programme works' })).toBeInViewport();

  await visit(page, '/');
  await pressOn(page, page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Login' }));
  await expectArrival(page, 'Login');
  await pressOn(page, link(page, 'New User? Register'));
  await expectArrival(page, 'Student Signup');
  await pressOn(page, button(page, 'Continue'));
  await expect(page.getByRole('alert')).toHaveText('Name is required');
  await expectVisibleFocus(field(page, 'Name'));

  await page.keyboard.type('Asha Kumari');
  await typeInto(page, field(page, 'Email'), 'asha@example.test');
  await typeInto(page, field(page, 'Password'), 'secret-1');
  await typeInto(page, field(page, 'Phone Number'), '9876543210');
  await typeInto(page, field(page, 'Batch Name'), 'MERN-2026-11');
  await page.keyboard.press('Escape');
  await pressOn(page, field(page, 'Agree to our terms and conditions'), 'Space');
  await pressOn(page, button(page, 'Continue'));
  await expectArrival(page, 'Login');
  await typeInto(page, field(page, 'Email'), 'asha@example.test');
  await typeInto(page, field(page, 'Password'), 'secret-1');
  await page.keyboard.press('Enter');

  await expectArrival(page, 'Student Dashboard');
  await pressOn(page, link(page, 'Read more about Co-operative Bank Loan Desk'));
  await expectArrival(page, 'Co-operative Bank Loan Desk');
  await pressOn(page, button(page, 'Back'));
  await expectArrival(page, 'Student Dashboard');
  await pressOn(page, link(page, 'Read more about Co-operative Bank Loan Desk'));
  await expectArrival(page, 'Co-operative Bank Loan Desk');
  await pressOn(page, field(page, accepts), 'Space');
  await pressOn(page, button(page, 'Proceed'));
  await expectArrival(page, 'PROJECT DASHBOARD');
  await tabTo(page, page.getByRole('tab', { name: 'Project Overview Document' }));
  for (let presses = 0; presses < 4; presses++) await page.keyboard.press('ArrowDown');
  await expectVisibleFocus(page.getByRole('tab', { name: 'My Grades', selected: true }));
  const week = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Week 1' }) });
  await pressOn(page, week.getByRole('button'), 'Space');
  await expectVisibleFocus(week.getByRole('button', { name: 'Hide Status' }));
  await pressOn(page, button(page, 'Logout'));
  await expectArrival(page, 'Build Your Career With ICTAK');
});

test('asking, editing, commenting, marking a favourite and deleting in the forum, by keyboard alone', async ({
  portal,
  page,
}) => {
  test.setTimeout(120_000);
  await signInAs(portal, page, 'new');
  await visit(page, '/discussion/MERN-2026-11');
  await typeInto(page, field(page, 'Ask the batch'), 'Which port is it?');
  await pressOn(page, button(page, 'Post Query'));
  const question = page.getByRole('article').first();
  await expect(question).toContainText('Which port is it?');
  // Its own; those of its comments come after them.
  const act = (name: string) => question.getByRole('button', { name, exact: true }).first();

  await tabTo(page, act('Edit'));
  await expect(act('Edit').locator('..')).toHaveCSS('opacity', '1');
  await page.keyboard.press('Enter');
  await expectVisibleFocus(field(page, 'Edit the question'));
  await page.keyboard.type(' Or not?');
  await page.keyboard.press('Escape');
  await expect(field(page, 'Edit the question')).toHaveValue(/Or not\?$/);
  await expectVisibleFocus(act('Cancel'));
  await page.keyboard.press('Enter');
  await expect(question).not.toContainText('Or not?');
  await expectVisibleFocus(act('Edit'));
  await page.keyboard.press('Enter');
  await page.keyboard.type(' And why?');
  await pressOn(page, act('Update Query'));
  await expect(question).toContainText('Which port is it? And why?');
  await expectVisibleFocus(act('Edit'));

  await pressOn(page, act('Favorite'), 'Space');
  await expect(act('Favorite')).toHaveAttribute('aria-pressed', 'true');
  await typeInto(page, question.getByLabel('Add a comment'), 'It is 3000.');
  await page.keyboard.press('Enter');
  await expect(question.getByRole('listitem')).toContainText('3000.');
  await expect(question.getByLabel('Add a comment')).toHaveValue('');

  const inComment = (name: string) =>
    question.getByRole('listitem').getByRole('button', { name, exact: true });
  await tabTo(page, inComment('Edit'), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expectVisibleFocus(field(page, 'Edit the comment'));
  await page.keyboard.type(' Or 3001.');
  await pressOn(page, act('Update the comment'));
  await expect(question.getByRole('listitem')).toContainText('It is 3000. Or 3001.');
  await expectVisibleFocus(inComment('Edit'));
  await pressOn(page, inComment('Delete'));
  await expectVisibleFocus(inComment('Undo'));
  await expect(question).not.toContainText('3000.');
  await page.keyboard.press('Enter');
  await expect(question.getByRole('listitem')).toContainText('It is 3000. Or 3001.');

  await tabTo(page, act('Delete'));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('alertdialog', { name: 'Delete this question?' });
  await expect(dialog).toBeVisible();
  await expectTrap(page, dialog);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expectVisibleFocus(act('Delete'));
  await page.keyboard.press('Enter');
  await tabTo(page, dialog.getByRole('button', { name: 'Delete', exact: true }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Which port is it? And why?')).toHaveCount(0);
  await expectVisibleFocus(button(page, 'Undo'));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Which port is it? And why?')).toBeVisible();
});

test('a refused choice opens a dialog that traps the focus and returns it', async ({ portal, page }) => {
  await signInAs(portal, page, 'low');
  await visit(page, '/projectDetails/P001');
  await pressOn(page, field(page, accepts), 'Space');
  await pressOn(page, button(page, 'Proceed'));
  const dialog = page.getByRole('alertdialog', { name: 'The project was not selected' });
  await expect(dialog).toContainText("You can't select a project as your exit score is below 50");
  await expectVisibleFocus(dialog.getByRole('button', { name: 'OK' }));
  await expectTrap(page, dialog);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expectVisibleFocus(button(page, 'Proceed'));
});

test('looking up, weekly submission, final project and viva, by keyboard alone', async ({ portal, page }) => {
  test.setTimeout(120_000);
  const { id } = await accountOf(portal, demoEmail('new'));
  const started_at = portal.clock.now() - 29 * 24 * 60 * 60_000;
  await buildSelection(portal.context, { account_id: id, project_id: 'P001', started_at });
  await signInAs(portal, page, 'new');

  await visit(page, '/references');
  await typeInto(page, field(page, 'Project ID'), 'P002');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article').filter({ hasText: 'P002' })).toBeVisible();
  await pressOn(page, link(page, 'Dashboard'));
  await expectArrival(page, 'Student Dashboard');
  await pressOn(page, link(page, 'Submit week 1'));
  await expectArrival(page, 'Weekly Submission');

  await tabTo(page, field(page, 'Week'));
  await page.keyboard.press('ArrowDown');
  await expect(field(page, 'Week')).toHaveValue('2');
  await typeInto(page, field(page, 'Links'), 'https://git.example.test/fathima');
  await tabTo(page, field(page, 'File'));
  await field(page, 'File').setInputFiles(textFile('week-2.txt', 'Week 2'));
  await tabTo(page, button(page, 'Remove the file'));
  await typeInto(page, field(page, 'Comments'), 'The second week.');
  await pressOn(page, button(page, 'Submit'));
  await expect(page.getByText('Congrats!!! You have submitted your work for the week')).toBeVisible();
  await pressOn(page, button(page, 'Submit again'));
  await expectVisibleFocus(field(page, 'Links'));

  await visit(page, '/FinalProjectSubmission');
  await typeInto(page, field(page, 'Comments'), 'All of it.');
  await pressOn(page, button(page, 'Submit'));
  await expect(page.getByText('Congrats!!! Your have submitted your final project')).toBeVisible();
  await pressOn(page, link(page, 'Back to the dashboard'));
  await expectArrival(page, 'PROJECT DASHBOARD');

  await visit(page, '/viva');
  await pressOn(page, button(page, 'Submit'));
  await expectVisibleFocus(field(page, 'Comments'));
  await page.keyboard.type('Slides.');
  await pressOn(page, button(page, 'Submit'));
  await expect(page.getByRole('alert')).toHaveText('Please provide comments and upload a file.');
  await expectVisibleFocus(field(page, 'File'));
  await field(page, 'File').setInputFiles(textFile('slides.txt', '1. Introduction'));
  await pressOn(page, button(page, 'Submit'));
  await expect(page.getByText('Viva Voce submitted successfully!')).toBeVisible();
});
