import type { Page } from '@playwright/test';
import { heading, logIn, ready } from '../screens.ts';
import { projectFiles, type ProjectEntry } from './academy.ts';
import { expect } from './patient-expect.ts';
import { office, type Walk } from './walk.ts';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const follow = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first().click();
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

/** The first administrator begins with an empty portal, and is shown where to go on. */
export async function setUp({ page, url, setupToken, look }: Walk): Promise<void> {
  await page.goto(`${url}/setup?token=${setupToken}`);
  await ready(page);
  await field(page, 'Name').fill(office.name);
  await field(page, 'Email').fill(office.email);
  await field(page, 'Password').fill(office.password);
  await page.getByLabel('Remove the sample and start with an empty portal').check();
  await look('set-up', page);
  await press(page, 'Create the administrator');
  await expect(heading(page, 'Login')).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('the sample is removed');
  await look('first-login', page);
  await logIn(page, office.email, office.password);
  await expect(heading(page, 'Office')).toBeVisible();
  await look('empty-office', page);
  // The next click is at the same place: within half a second it would be taken for a double click.
  await page.waitForTimeout(600);
}

async function addProject(page: Page, { id, name, course }: ProjectEntry): Promise<void> {
  await page
    .getByRole('link', { name: /^Add a project/ })
    .first()
    .click();
  await expect(heading(page, 'Add a project')).toBeVisible();
  await expect(field(page, 'Id')).toHaveValue(/^P\d{3}$/);
  await field(page, 'Course').selectOption(course);
  const typed = {
    Id: id,
    Name: name,
    Seats: '8',
    Details: 'The ferry leaves when it is full. Show people when.',
    Overview: 'Show the next ferry\nTell when it is full',
    'Prerequisite knowledge': 'React\nHTTP',
    'Job opportunities': 'Developer',
  };
  for (const [label, value] of Object.entries(typed)) await field(page, label).fill(value);
  for (const n of [1, 2, 3, 4]) await field(page, `Reference ${n}`).fill(`https://example.test/${id}/${n}`);
  await field(page, 'Upload a picture').setInputFiles(projectFiles.picture);
  await expect(field(page, 'Picture')).toHaveValue(/^\/images\//);
  await field(page, 'Upload a document').setInputFiles(projectFiles.document);
  await expect(field(page, 'Overview document')).toHaveValue(/^\/documents\//);
}

/** Courses, batches and two projects by hand, the other projects from a ZIP: each screen leads on to the next entry. */
export async function fillCatalogue({ page, academy, look }: Walk): Promise<void> {
  for (const course of academy.courses) {
    await follow(page, 'Add a course');
    // The screen before has a field of the same name.
    await expect(heading(page, 'Add a course')).toBeVisible();
    await field(page, 'Name of the course').fill(course);
    await press(page, 'Add the course');
    await expect(heading(page, course)).toBeVisible();
    await look('course', page);
  }
  for (const { name, course, joining } of academy.batches) {
    await page
      .getByRole('link', { name: /^Add a batch/ })
      .first()
      .click();
    // As above.
    await expect(heading(page, 'Add a batch')).toBeVisible();
    await field(page, 'Name of the batch').fill(name);
    await field(page, 'Course').selectOption(course);
    await field(page, 'The batch starts on').fill('2027-01-04');
    await field(page, 'Who joins').selectOption(joining);
    await field(page, 'Mentors').fill('Ravi Menon');
    await look('batch', page);
    await press(page, 'Add the batch');
    await expect(heading(page, name)).toBeVisible();
  }
  for (const project of academy.projects) {
    await addProject(page, project);
    await look('project', page);
    await press(page, 'Add the project');
    await expect(heading(page, project.name)).toBeVisible();
  }
  if (academy.zipped === 0) return;
  await follow(page, 'Catalogue');
  await expect(heading(page, 'Catalogue')).toBeVisible();
  await page.getByText('Import a catalogue from a ZIP').click();
  await field(page, 'ZIP file, in the same format as the download').setInputFiles({
    name: 'catalogue.zip',
    mimeType: 'application/zip',
    buffer: academy.zip,
  });
  const toAdd = `${academy.zipped} to add`;
  await expect(page.getByText(toAdd)).toBeVisible();
  await look('catalogue-dry-run', page);
  await press(page, 'Import this');
  await expect(page.getByText(`${academy.zipped} added`)).toBeVisible();
  await look('catalogue-full', page);
}
