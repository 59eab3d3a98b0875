import type { Page } from '@playwright/test';
import { printedAtOnce } from '#contract/people/import-fields';
import { heading } from '../screens.ts';
import { csvOf, xlsxOf } from './academy.ts';
import { expect } from './patient-expect.ts';
import type { Walk } from './walk.ts';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function pick(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Office' })
    .getByRole('link', { name: 'Import', exact: true })
    .click();
  await expect(heading(page, 'Import people')).toBeVisible();
  await page
    .getByLabel('Spreadsheet', { exact: true })
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
  await expect(heading(page, name)).toBeVisible();
}

/** Looks whether the columns are guessed as a registrar means them. */
async function expectColumns(page: Page): Promise<void> {
  const read = { 'Student Name': 'name', 'Mail ID': 'email', 'Mobile No': 'phone', Cohort: 'batch' };
  for (const [label, value] of Object.entries(read))
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(value);
  await expect(page.getByLabel('Marks %')).toHaveValue('exit_score');
  await expect(page.getByLabel('Father Name')).toHaveValue('');
}

/** The columns are known, so that the preview is there at once. */
async function expectPreview(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: '2. Preview' })).toBeVisible();
}

async function importAll(page: Page, count: number): Promise<void> {
  await expect(
    page.getByRole('link', { name: `New ${count.toLocaleString('en')}`, exact: true }),
  ).toBeVisible();
  await press(page, `Import ${count.toLocaleString('en')} rows`);
  await expect(page.getByText('Import finished')).toBeVisible();
}

/** Half of the people from a CSV of Windows-1252, whose fault is corrected on screen; the others from a workbook. */
export async function takePeopleIn({ page, academy: { people }, look }: Walk): Promise<void> {
  const half = Math.floor(people.length / 2);
  const [first, second] = [people.slice(0, half), people.slice(half)];
  const misspelt = first.map((person, index) =>
    index === 1 ? { ...person, batch: person.batch.replace('2027', '2O27') } : person,
  );
  await pick(page, 'intake.csv', csvOf(misspelt));
  await expectColumns(page);
  await look('columns', page);
  await expectPreview(page);
  await expect(page.getByText(/^Did you mean |There is no batch/).first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^Import \d+ rows?$/ })).toHaveCount(0);
  await look('wrong-rows', page);
  await page.getByRole('button', { name: /^Use .* for all rows with/ }).click();
  await expect(page.getByRole('link', { name: `New ${first.length}`, exact: true })).toBeVisible();
  await look('dry-run', page);
  await importAll(page, first.length);
  await look('imported', page);

  await pick(page, 'second-half.xlsx', xlsxOf(second));
  await expect(page.getByText('Matched as last time')).toBeVisible();
  await expectColumns(page);
  await expectPreview(page);
  await importAll(page, second.length);
}

/** One file without a fault. */
export async function takeFileIn(
  { page, academy: { people }, look }: Walk,
  name = 'people.csv',
): Promise<void> {
  await pick(page, name, csvOf(people));
  await expectPreview(page);
  await look('dry-run', page);
  await importAll(page, people.length);
}

/** Of the file that is open: nobody has signed up. */
export async function undoImport({ page, academy: { people } }: Walk): Promise<void> {
  await page.getByText('Undo this import', { exact: true }).click();
  await press(page, `Remove ${people.length.toLocaleString('en')} people`);
  await expect(page.getByText(`${people.length.toLocaleString('en')} people were removed.`)).toBeVisible();
}

/** The invitations on the sheet: the person's address, and the query of the link. */
async function readSheet(page: Page): Promise<[email: string, query: string][]> {
  const sheet = page.getByRole('region', { name: 'Invitations to print' });
  const texts = await sheet.getByRole('listitem').allInnerTexts();
  return texts.map((text) => [
    /\S+@example\.test/.exec(text)?.[0] ?? '',
    /\/invitation(\?token=\S+)/.exec(text)?.[1] ?? '',
  ]);
}

/** Prints everybody's invitation, a sheet at a time. @returns each person's link, by the person's address */
export async function printInvitations({ page, academy, url, look }: Walk): Promise<Map<string, string>> {
  await page.getByRole('link', { name: 'Invite the people' }).click();
  await expect(heading(page, 'People')).toBeVisible();
  await look('invitations', page);
  const printed = new Map<string, string>();
  for (let left = academy.people.length; left > 0; left -= printedAtOnce) {
    const many = left > printedAtOnce ? `the first ${printedAtOnce}` : `${left} people`;
    // At once and at the same place it would be the second half of a double press.
    await page.keyboard.press('Shift');
    await press(page, `Print for ${many}`);
    // The sheet before is there until this one comes.
    const isNew = async () => (await readSheet(page)).some(([email]) => !printed.has(email));
    const said = () => page.getByRole('main').innerText();
    await expect.poll(async () => (await isNew()) || said()).toBe(true);
    const sheet = await readSheet(page);
    expect(await page.getByRole('img', { name: /^QR code of the link of / }).count()).toBe(sheet.length);
    // A portal in a test does not know its own port.
    for (const [email, query] of sheet) printed.set(email, `${url}/invitation${query}`);
  }
  await look('invitations-printed', page);
  expect([...printed.keys()].toSorted()).toEqual(academy.people.map(({ email }) => email).toSorted());
  return printed;
}
