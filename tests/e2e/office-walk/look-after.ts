import type { Page } from '@playwright/test';
import { heading, logIn, ready } from '../screens.ts';
import { detail } from '../submission-steps.ts';
import type { Person } from './academy.ts';
import { chooseProject, openDashboard, stray, strayIn, type Comer } from './come-in.ts';
import { expect } from './patient-expect.ts';
import { studentPassword, type Walk } from './walk.ts';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const main = (page: Page) => page.getByRole('main');

/** Goes to a place of the office by its bar. */
async function toPlace(page: Page, name: string): Promise<void> {
  const bar = page.getByRole('navigation', { name: 'Office' });
  await bar.getByRole('link', { name, exact: true }).click();
  await expect(heading(page, name)).toBeVisible();
}

/** Looks somebody up on the screen of people, and opens the person. */
async function open(page: Page, { name, email }: { name: string; email: string }): Promise<void> {
  await toPlace(page, 'People');
  await page.getByLabel('Name, email or phone').fill(email);
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('link', { name, exact: true }).click();
  await expect(heading(page, name)).toBeVisible();
}

/** A mentor is invited, and comes in by the link that the office hands over. */
export async function addMentor(walk: Walk): Promise<void> {
  const { page, academy, url, newPhone, look } = walk;
  const [name, email, batch] = ['Ravi Menon', 'ravi@example.test', academy.batches[0]?.name ?? ''];
  await toPlace(page, 'Staff');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel(batch, { exact: true }).check();
  await look('invite-a-mentor', page);
  await press(page, 'Invite');
  const link = page.getByText('/reset-password?token=');
  await expect(link).toBeVisible();
  await look('mentor-link', page);
  const phone = await newPhone();
  await phone.goto(`${url}/reset-password${new URL(await link.innerText()).search}`);
  await ready(phone);
  await phone.getByLabel('New password').fill(studentPassword);
  await press(phone, 'Save the password');
  await expect(heading(phone, 'Login')).toBeVisible();
  await logIn(phone, email, studentPassword);
  await expect(heading(phone, 'Submissions')).toBeVisible();
  await expect(main(phone)).toContainText(batch);
  await look('mentor-on-phone', phone);
  await phone.context().close();
}

/** Whoever waits for placement is found by that, and placed. */
export async function placeStray(walk: Walk): Promise<void> {
  const { page, academy, look } = walk;
  const batch = academy.batches[1]?.name ?? '';
  const phone = await strayIn(walk);
  await toPlace(page, 'People');
  await page.getByLabel('Status').selectOption({ label: 'Waiting for a batch 1' });
  await expect(main(page).getByText('“Evening class”')).toBeVisible();
  await look('waits-for-placement', page);
  await page.getByLabel(`Select ${stray.name}`).check();
  await page.getByLabel('To batch').selectOption(batch);
  await press(page, 'Place');
  await look('whom-it-reaches', page);
  await press(page, `Place 1 person in ${batch}`);
  await expect(page.getByText('1 person was placed in the batch.')).toBeVisible();
  await look('placed', page);
  const course = academy.batches[1]?.course ?? '';
  await openDashboard(walk, phone);
  await expect(detail(main(phone), 'Course')).toHaveText(course);
  await look('stray-placed-on-phone', phone);
  await phone.context().close();
}

/** A choice that was a mistake is undone, and the student sees the projects again. */
export async function undoChoice(walk: Walk, comer: Comer): Promise<void> {
  const { page, look } = walk;
  const { person, phone } = comer;
  const project = await chooseProject(walk, comer);
  await open(page, person);
  await page.getByRole('link', { name: 'Dates', exact: true }).click();
  await page.getByText('Another project', { exact: true }).click();
  const undo = page.getByRole('group').filter({ hasText: 'Another project' });
  await undo.getByLabel('Reason').fill('Chosen by mistake');
  await look('undo-a-choice', page);
  await press(page, `Undo the choice of ${project}`);
  await expect(undo).toHaveCount(0);
  await page.getByRole('link', { name: 'Account', exact: true }).click();
  await expect(detail(main(page), 'Project')).toHaveText('None chosen yet');
  await look('choice-undone', page);
  await openDashboard(walk, phone);
  await expect(phone.getByRole('link', { name: `Read more about ${project}`, exact: true })).toBeVisible();
  await look('choice-undone-on-phone', phone);
}

export async function moveStudent(walk: Walk, person: Person): Promise<void> {
  const { page, academy, look } = walk;
  const into = academy.batches.find(({ name }) => name !== person.batch)?.name ?? '';
  await open(page, person);
  await main(page).getByText('Move to another batch', { exact: true }).click();
  await page.getByRole('region', { name: 'Batch' }).getByLabel('Batch').selectOption(into);
  await look('move', page);
  await press(page, 'Move to this batch');
  await expect(detail(main(page), 'Batch')).toContainText(into);
  await look('moved', page);
}

/** A student is suspended: the session on the phone is over, and the login says why. */
export async function suspendStudent(walk: Walk, { person, phone }: Comer): Promise<void> {
  const { page, url, look } = walk;
  await open(page, person);
  await page.getByText('Suspend', { exact: true }).click();
  await page.getByRole('region', { name: 'Access' }).getByLabel('Reason').fill('Has left the academy');
  await look('suspend', page);
  await press(page, 'Suspend the account');
  await expect(page.getByText(/^Suspended .*: Has left the academy$/)).toBeVisible();
  await look('suspended', page);
  await phone.goto(`${url}/StudentDashboard`);
  await expect(heading(phone, 'Login')).toBeVisible();
  await ready(phone);
  await logIn(phone, person.email, studentPassword);
  await expect(phone.getByRole('alert')).toContainText(/suspended/i);
  await look('suspended-on-phone', phone);
  await phone.context().close();
}
