import { expect, type Page } from '@playwright/test';

const headings = 'Student Name;Mail ID;Mobile No;Cohort;Marks %';

/** Picks a spreadsheet of somebody else's shape on the screen of intakes, which is open, and reads it. */
export async function pickSheet(page: Page, rows: readonly string[]): Promise<void> {
  const buffer = Buffer.from([headings, ...rows].join('\r\n'), 'latin1');
  await page
    .getByLabel('Spreadsheet', { exact: true })
    .setInputFiles({ name: 'november.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Upload the spreadsheet' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'november.csv' })).toBeVisible();
}

/** Tries it with the columns as they were guessed. */
export async function trySheet(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await expect(page.getByRole('heading', { name: '2. Preview' })).toBeVisible();
}
