import { expect, type Page } from '@playwright/test';

const headings = 'Student Name;Mail ID;Mobile No;Cohort;Marks %';

/** Picks a spreadsheet of another shape on the screen of imports, which is open: it is uploaded at once. */
export async function pickSheet(page: Page, rows: readonly string[]): Promise<void> {
  const buffer = Buffer.from([headings, ...rows].join('\r\n'), 'latin1');
  await page
    .getByLabel('Spreadsheet', { exact: true })
    .setInputFiles({ name: 'november.csv', mimeType: 'text/csv', buffer });
  await expect(page.getByRole('heading', { level: 1, name: 'november.csv' })).toBeVisible();
}

/** Its columns were guessed, so that it is previewed at once. */
export async function trySheet(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: '2. Preview' })).toBeVisible();
}
