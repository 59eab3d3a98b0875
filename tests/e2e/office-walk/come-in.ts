import type { Page } from '@playwright/test';
import { accepts, fillSignUp, heading, logIn, ready } from '../screens.ts';
import { detail } from '../submission-steps.ts';
import type { Person } from './academy.ts';
import { expect } from './patient-expect.ts';
import { studentPassword, type Walk } from './walk.ts';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** A student, and the phone in whose hands: logged in. */
export type Comer = { person: Person; phone: Page };

/** One student opens the link on a phone and ends in the batch, with the score. @returns the phone, on the dashboard */
async function comeIn(walk: Walk, person: Person, link: string, isFirst: boolean): Promise<Page> {
  const phone = await walk.newPhone();
  await phone.goto(link);
  await ready(phone);
  await expect(phone.getByRole('main')).toContainText(person.name);
  await expect(phone.getByRole('main')).toContainText(person.batch);
  if (isFirst) await walk.look('invitation-on-phone', phone);
  await phone.getByLabel('Password', { exact: true }).fill(studentPassword);
  await phone.getByLabel('Agree to our terms and conditions').check();
  await press(phone, 'Create my account');
  await expect(heading(phone, 'Login')).toBeVisible();
  await expect(phone.getByLabel('Email', { exact: true })).toHaveValue(person.email);
  if (isFirst) await walk.look('welcome-on-phone', phone);
  await phone.getByLabel('Password', { exact: true }).fill(studentPassword);
  await phone.locator('form').getByRole('button', { name: 'Login', exact: true }).click();
  await expect(heading(phone, 'Student Dashboard')).toBeVisible();
  const { course } = walk.academy.batches.find(({ name }) => name === person.batch) ?? {};
  await expect(detail(phone.getByRole('main'), 'Course')).toHaveText(course ?? '');
  await expect(detail(phone.getByRole('main'), 'Score')).toHaveText(String(person.score));
  if (isFirst) {
    await walk.look('dashboard-on-phone', phone);
    await phone.goto(link);
    await expect(phone.getByText('This invitation has already been used')).toBeVisible();
    await walk.look('invitation-used-on-phone', phone);
  }
  return phone;
}

/** The first students come in, each on a phone of their own. @returns the first, who goes on; the others put theirs away */
export async function comeInByInvitation(walk: Walk, links: ReadonlyMap<string, string>): Promise<Comer> {
  const [first, ...others] = walk.academy.people.slice(0, walk.comers);
  if (first === undefined) throw new Error('somebody must come in');
  const linkOf = ({ email }: Person) => links.get(email) ?? '';
  const phone = await comeIn(walk, first, linkOf(first), true);
  for (const person of others) {
    const other = await comeIn(walk, person, linkOf(person), false);
    await other.context().close();
  }
  return { person: first, phone };
}

/** Opens the student's own dashboard anew, as somebody does who has heard that something changed. */
export async function openDashboard({ url }: Walk, phone: Page): Promise<void> {
  await phone.goto(`${url}/StudentDashboard`);
  await ready(phone);
}

/** A student of the course chooses the project that was typed by hand. */
export async function chooseProject(walk: Walk, { person, phone }: Comer): Promise<string> {
  const { academy, look } = walk;
  const course = academy.batches.find(({ name }) => name === person.batch)?.course;
  const project = academy.projects.find((one) => one.course === course)?.name ?? '';
  await openDashboard(walk, phone);
  await phone.getByRole('link', { name: `Read more about ${project}`, exact: true }).click();
  await expect(heading(phone, project)).toBeVisible();
  await phone.getByLabel(accepts).check();
  await press(phone, 'Proceed');
  await expect(heading(phone, 'PROJECT DASHBOARD')).toBeVisible();
  await look('project-chosen-on-phone', phone);
  return project;
}

export const stray = {
  name: 'Omar Khan',
  email: 'omar@example.test',
  password: studentPassword,
  phone: '9876543210',
  batch: 'Evening class',
};

/** Somebody whom no list has signs up, with a batch that there is not. @returns the phone, logged in */
export async function strayIn({ newPhone, url, look }: Walk): Promise<Page> {
  const phone = await newPhone();
  await phone.goto(`${url}/signup`);
  await ready(phone);
  await fillSignUp(phone, stray);
  await press(phone, 'Continue');
  await expect(heading(phone, 'Login')).toBeVisible();
  await look('stray-signed-up', phone);
  await logIn(phone, stray.email, stray.password);
  await expect(phone.getByRole('heading', { name: 'You are waiting for a batch' })).toBeVisible();
  await look('stray-waits', phone);
  return phone;
}
