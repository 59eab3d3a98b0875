import type { Page } from '@playwright/test';
import { accepts, fillSignUp, heading, logIn, ready } from '../screens.ts';
import { detail } from '../submission-steps.ts';
import type { Person } from './academy.ts';
import { expect } from './patient-expect.ts';
import { studentPassword, type Walk } from './walk.ts';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** One student opens the link on a phone and ends in the batch, with the score. */
async function comeIn(walk: Walk, person: Person, link: string, isFirst: boolean): Promise<void> {
  const phone = await walk.newPhone();
  await phone.goto(link);
  await ready(phone);
  await expect(phone.getByRole('main')).toContainText(person.name);
  await expect(phone.getByRole('main')).toContainText(person.batch);
  if (isFirst) await walk.look('invitation-on-phone', phone);
  await phone.getByLabel('Password', { exact: true }).fill(studentPassword);
  await phone.getByLabel('Agree to our terms and conditions').check();
  await press(phone, 'Make my account');
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
    await expect(phone.getByText('This invitation has been used already')).toBeVisible();
    await walk.look('invitation-used-on-phone', phone);
  }
  await phone.context().close();
}

/** The first students come in, each on a phone of their own. @returns who came */
export async function comeInByInvitation(walk: Walk, links: ReadonlyMap<string, string>): Promise<Person[]> {
  const comers = walk.academy.people.slice(0, walk.comers);
  for (const [index, person] of comers.entries())
    await comeIn(walk, person, links.get(person.email) ?? '', index === 0);
  return comers;
}

/** A student of the course chooses the project that was typed by hand. */
export async function chooseProject(walk: Walk, person: Person): Promise<string> {
  const { newPhone, url, academy, look } = walk;
  const course = academy.batches.find(({ name }) => name === person.batch)?.course;
  const project = academy.projects.find((one) => one.course === course)?.name ?? '';
  const phone = await newPhone();
  await phone.goto(`${url}/login`);
  await ready(phone);
  await logIn(phone, person.email, studentPassword);
  await phone.getByRole('link', { name: `Read more about ${project}`, exact: true }).click();
  await expect(heading(phone, project)).toBeVisible();
  await phone.getByLabel(accepts).check();
  await press(phone, 'Proceed');
  await expect(heading(phone, 'PROJECT DASHBOARD')).toBeVisible();
  await look('project-chosen-on-phone', phone);
  await phone.context().close();
  return project;
}

export const stray = {
  name: 'Omar Khan',
  email: 'omar@example.test',
  password: studentPassword,
  phone: '9876543210',
  batch: 'Evening class',
};

/** Somebody whom no list has signs up, with a batch that there is not. */
export async function strayIn({ newPhone, url, look }: Walk): Promise<void> {
  const phone = await newPhone();
  await phone.goto(`${url}/signup`);
  await ready(phone);
  await fillSignUp(phone, stray);
  await press(phone, 'Continue');
  await expect(heading(phone, 'Login')).toBeVisible();
  await look('stray-signed-up', phone);
  await logIn(phone, stray.email, stray.password);
  await expect(phone.getByRole('heading', { name: 'You are waiting for placement' })).toBeVisible();
  await look('stray-waits', phone);
  await phone.context().close();
}

/** Whether somebody sees what the office has done to the account, at the next login. */
export async function expectAtLogin(
  { newPhone, url, look }: Walk,
  email: string,
  sees: (phone: Page) => Promise<void>,
  name: string,
): Promise<void> {
  const phone = await newPhone();
  await phone.goto(`${url}/login`);
  await ready(phone);
  await logIn(phone, email, studentPassword);
  await sees(phone);
  await look(name, phone);
  await phone.context().close();
}
