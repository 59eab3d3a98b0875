import { createHash, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { expect, type Locator, type Page, type TestInfo } from '@playwright/test';
import { visit } from './screens.ts';

export const megabyte = 1024 * 1024;

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export function textFile(name: string, text: string) {
  return { name, mimeType: 'text/plain', buffer: Buffer.from(text) };
}

/** The receipt that is shown after a submission, with the server's words above it. */
export function receiptSheet(page: Page): Locator {
  return page
    .locator('main section')
    .filter({ has: page.getByRole('heading', { name: 'Receipt', exact: true }) });
}

/** The value of a name in a list of details. */
export function detail(within: Locator, name: string): Locator {
  return within
    .locator('dl > div')
    .filter({ has: within.page().locator('dt', { hasText: new RegExp(`^${name}$`) }) })
    .locator('dd');
}

/** Expects a receipt for a version of a task; with bytes, for exactly these. @returns its number */
export async function expectReceipt(
  page: Page,
  words: string,
  task: string,
  bytes?: Uint8Array,
): Promise<string> {
  const sheet = receiptSheet(page);
  await expect(page.getByText(words, { exact: true })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100');
  await expect(detail(sheet, 'Task')).toHaveText(task);
  if (bytes !== undefined) {
    await expect(detail(sheet, 'SHA-256')).toHaveText(sha256(bytes));
    await expect(detail(sheet, 'Size')).toContainText(`${bytes.length.toLocaleString('en')} bytes`);
  }
  const number = await detail(sheet, 'Receipt number').innerText();
  expect(number).toMatch(/^\S{10,}$/);
  return number;
}

/** What is submitted so far, of one task: its standing and its versions. */
export function standing(page: Page, task: string): Locator {
  return page
    .getByRole('complementary')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 3, name: task, exact: true }) });
}

/** Fills the weekly form with a recording, which is kept as a draft by then. @returns its bytes */
export async function fillInRecording(page: Page, info: TestInfo, megabytes: number): Promise<Buffer> {
  const bytes = randomBytes(megabytes * megabyte);
  const file = info.outputPath('recording.mp4');
  writeFileSync(file, bytes);
  await visit(page, '/WeeklySubmission');
  await page.getByLabel('Comments').fill('A recording of what works.');
  await page.getByLabel('File', { exact: true }).setInputFiles(file);
  await expect(page.getByText('Saved on this device', { exact: true })).toBeVisible();
  return bytes;
}
