import { randomBytes } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { detail, expectReceipt, receiptSheet, standing, textFile } from './submission-steps.ts';
import { expect, type Portal } from './portal.ts';
import { accepts, fillSignUp, heading, logIn, ready, visit, type SignUp } from './screens.ts';

const dayMs = 24 * 60 * 60_000;
const welcome = 'Welcome! Your account is ready. Please log in.';
const asha: SignUp = {
  name: 'Asha Kumari',
  email: 'asha@example.test',
  password: 'secret-1',
  phone: '9876543210',
  batch: 'mern 2026-11',
};

type Press = (what: Locator) => Promise<void>;

async function signUpAndLogIn(page: Page, press: Press, who: SignUp): Promise<void> {
  await visit(page, '/');
  await press(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Login' }));
  await press(page.getByRole('link', { name: 'New User? Register' }));
  await fillSignUp(page, who);
  await press(page.getByRole('button', { name: 'Continue' }));
  // A space in place of the hyphen: the name that is meant is asked about.
  await press(page.getByRole('button', { name: 'Use MERN-2026-11' }));

  await expect(page.getByRole('alert').filter({ hasText: welcome })).toBeVisible();
  await expect(heading(page, 'Login')).toBeFocused();
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('alert').filter({ hasText: welcome })).toBeVisible();
  await logIn(page, who.email, who.password, press);
  await expect(heading(page, 'Student Dashboard')).toBeFocused();
  await expect(page).toHaveURL('/StudentDashboard');
}

async function chooseProject(page: Page, press: Press, name: string): Promise<void> {
  await press(page.getByRole('link', { name: `Read more about ${name}` }));
  await expect(heading(page, name)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Proceed' })).toBeDisabled();
  await press(page.getByLabel(accepts));
  await press(page.getByRole('button', { name: 'Proceed' }));
  await expect(heading(page, 'PROJECT DASHBOARD')).toBeVisible();
  await expect(page).toHaveURL('/ProjectDashboard1');
  await expect(page.getByText(/^Welcome, Asha Kumari\. Your project .* started on \d/)).toContainText(name);
  await expect(page.getByRole('tab', { name: 'Viva Voce (You are not eligible now!!!)' })).toBeVisible();

  await press(page.getByRole('link', { name: 'Dashboard', exact: true }));
  const own = page.getByRole('region', { name: 'Your project' });
  await expect(own).toContainText(name);
  await press(own.getByRole('link', { name: 'Open project dashboard' }));
  await expect(heading(page, 'PROJECT DASHBOARD')).toBeVisible();
}

/** Waits for the answer: the screen shows a favourite before, and a reload could be read first. */
export async function makeFavorite(page: Page, card: Locator, press: Press): Promise<void> {
  const answer = page.waitForResponse(/\/favorite$/);
  await press(card.getByRole('button', { name: 'Favorite', pressed: false }));
  await answer;
  await expect(card.getByRole('button', { name: 'Favorite', pressed: true })).toBeVisible();
}

async function talk(page: Page, press: Press): Promise<void> {
  await press(page.getByRole('tab', { name: 'Discussion Forum' }));
  await press(page.getByRole('link', { name: 'Go to the Discussion Forum' }));
  await page.getByLabel('Ask the batch').fill('Which port is it?');
  await press(page.getByRole('button', { name: 'Post Query' }));
  const question = page.getByRole('article').first();
  await expect(question).toContainText('Which port is it?');
  await expect(question.getByText('just now')).toBeVisible();
  await expect(page.getByLabel('Ask the batch')).toHaveValue('');

  // Always there for a finger, for a pointer while it is over the question.
  const actions = question.getByRole('button', { name: 'Delete' }).locator('..');
  await page.mouse.move(0, 0);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  const canHover = await page.evaluate(() => matchMedia('(hover: hover) and (pointer: fine)').matches);
  await expect(actions).toHaveCSS('opacity', canHover ? '0' : '1');
  if (canHover) await question.hover();
  await expect(actions).toHaveCSS('opacity', '1');

  await press(question.getByRole('button', { name: 'Edit' }));
  await page.getByLabel('Edit the question').fill('Which port is it, and why?');
  await press(page.getByRole('button', { name: 'Update Query' }));
  await expect(question).toContainText('Which port is it, and why?');
  await question.getByLabel('Add a comment').fill('3000, I believe.');
  await question.getByLabel('Add a comment').press('Enter');
  await expect(question.getByRole('listitem')).toContainText('3000, I believe.');
  await makeFavorite(page, question, press);
  // What is under way stands twice for a moment after a reload: as posted, and as being sent.
  await expect(question.getByText('Sending…')).toHaveCount(0);

  await page.reload();
  await ready(page);
  await expect(question).toContainText('Which port is it, and why?');
  await expect(question.getByText('edited')).toBeVisible();
  await expect(question.getByRole('listitem')).toContainText('3000, I believe.');
  await expect(question.getByRole('button', { name: 'Favorite', pressed: true })).toBeVisible();
}

async function lookUpReferences(page: Page, press: Press): Promise<void> {
  await visit(page, '/references');
  await page.getByLabel('Project ID').fill(' P006 ');
  await press(page.getByRole('button', { name: 'Look up' }));
  const records = page.getByRole('article');
  await expect(records.filter({ hasText: 'P006' }).getByRole('listitem')).toHaveCount(4);
}

async function submitWeek(page: Page, press: Press): Promise<void> {
  const bytes = randomBytes(100 * 1024);
  const words = 'Congrats!!! You have submitted your work for the week';
  await page.getByLabel('Week', { exact: true }).selectOption({ label: 'Week 1' });
  await page.getByLabel('Links').fill('https://git.example.test/asha');
  await page.getByLabel('Comments').fill('My first week.');
  const file = { name: 'week-1.zip', mimeType: 'application/zip', buffer: bytes };
  await page.getByLabel('File', { exact: true }).setInputFiles(file);
  await expect(page.getByText('100 KB', { exact: true })).toBeVisible();
  await press(page.getByRole('button', { name: 'Submit' }));
  const first = await expectReceipt(page, words, 'Week 1, version 1', bytes);
  const download = page.waitForEvent('download');
  await press(receiptSheet(page).getByRole('link', { name: 'week-1.zip' }));
  expect((await download).suggestedFilename()).toBe('week-1.zip');

  await press(page.getByRole('button', { name: 'Submit again' }));
  await page.getByLabel('Comments').fill('With the missing chapter.');
  await press(page.getByRole('button', { name: 'Submit' }));
  const second = await expectReceipt(page, words, 'Week 1, version 2');
  expect(second).not.toBe(first);
  await page.reload();
  await ready(page);
  const week = standing(page, 'Week 1');
  await expect(week).toContainText('Version 2 submitted');
  await expect(week.getByRole('group')).toHaveCount(2);
  await press(week.getByText('Version 1', { exact: false }).first());
  await expect(detail(week, 'Receipt number').filter({ hasText: first })).toBeVisible();
}

async function submitFinal(page: Page, press: Press): Promise<void> {
  await visit(page, '/FinalProjectSubmission');
  await page.getByLabel('Links').fill('https://git.example.test/asha/final');
  await page.getByLabel('Comments').fill('All of it.');
  await press(page.getByRole('button', { name: 'Submit' }));
  await expectReceipt(page, 'Congrats!!! Your have submitted your final project', 'Final project, version 1');
  await expect(
    receiptSheet(page).getByRole('link', { name: 'https://git.example.test/asha/final' }),
  ).toHaveAttribute('rel', 'noopener noreferrer');
}

async function submitViva(page: Page, press: Press): Promise<void> {
  await visit(page, '/viva');
  const file = textFile('slides.txt', '1. Introduction');
  await press(page.getByRole('button', { name: 'Submit' }));
  await page.getByLabel('Comments').fill('Slides and a recording.');
  await page.getByLabel('File', { exact: true }).setInputFiles(file);
  await press(page.getByRole('button', { name: 'Submit' }));
  await expectReceipt(page, 'Viva Voce submitted successfully!', 'Viva voce, version 1', file.buffer);
}

async function findItAllAgain(page: Page, press: Press): Promise<void> {
  await visit(page, '/viva');
  await expect(standing(page, 'Viva voce')).toContainText('Version 1 submitted');
  await visit(page, '/FinalProjectSubmission');
  await expect(standing(page, 'Final project')).toContainText('Version 1 submitted');
  await visit(page, '/ProjectDashboard1');
  const tasks = page.getByRole('list', { name: 'Your submissions' }).getByRole('listitem');
  await expect(tasks.filter({ hasText: 'Submitted' })).toHaveText([/Week 1/, /Final project/, /Viva voce/]);

  await press(page.getByRole('tab', { name: 'My Grades' }));
  const week = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Week 1' }) });
  await expect(week).toContainText('Submitted');
  await press(week.getByRole('button', { name: 'View Status' }));
  await expect(week).toContainText('Your mentor has not released marks for this week yet.');
  await press(week.getByRole('button', { name: 'Hide Status' }));
  await expect(week.getByText('Marks', { exact: true })).toBeHidden();
}

/** Four weeks later the session has ended by itself: whoever comes back logs in and is where they wanted to be. */
async function comeBackLater(portal: Portal, page: Page, address: string): Promise<void> {
  portal.clock.shift(29 * dayMs);
  await visit(page, address);
  await expect(page).toHaveURL(`/login?next=${encodeURIComponent(address)}`);
  await logIn(page, asha.email, asha.password);
  await expect(page).toHaveURL(address);
  await ready(page);
}

/** From signing up to the viva, with a mouse or a finger. */
export async function goTheWholeWay(portal: Portal, page: Page, press: Press): Promise<void> {
  await signUpAndLogIn(page, press, asha);
  await expect(detail(page.locator('main'), 'Course')).toHaveText('Full Stack Web Development (MERN)');
  await expect(detail(page.locator('main'), 'Mentor')).toHaveText('Anjali Menon');
  await chooseProject(page, press, 'Health Centre Token Queue');
  await talk(page, press);
  await lookUpReferences(page, press);
  await comeBackLater(portal, page, '/WeeklySubmission');
  await submitWeek(page, press);
  await submitFinal(page, press);
  await submitViva(page, press);
  await findItAllAgain(page, press);
}
