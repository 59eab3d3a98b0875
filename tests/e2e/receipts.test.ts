import { readFileSync, writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { signInAs } from './demo.ts';
import { detail, expectReceipt, receiptSheet, standing, textFile } from './submission-steps.ts';
import { readZip } from '#support/read-zip';
import { expect, test } from './portal.ts';
import { endVisit, visit } from './screens.ts';

test.use({ seed: 'demo' });

const work = textFile('my work.txt', 'what I made');

async function submitWeekTwo(page: Page): Promise<string> {
  await visit(page, '/WeeklySubmission?week=2');
  await page.getByLabel('File', { exact: true }).setInputFiles(work);
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  return expectReceipt(
    page,
    'Congrats!!! You have submitted your work for the week',
    'Week 2, version 1',
    work.buffer,
  );
}

/** By keyboard: a click so soon after Submit, and where Submit was, counts as its second click. */
const openDetails = (page: Page) => receiptSheet(page).getByText('Details', { exact: true }).press('Enter');

async function check(page: Page, words: string): Promise<void> {
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(page.getByText(words, { exact: true })).toBeVisible();
}

test('a receipt is downloaded as a file, and anybody can verify it and the submitted file', async ({
  portal,
  page,
}, info) => {
  await signInAs(portal, page, 'week2');
  const number = await submitWeekTwo(page);
  await expect(detail(receiptSheet(page), 'Student')).toContainText('week2@example.test');
  await expect(detail(receiptSheet(page), 'Recorded')).toContainText(/\d\d:\d\d:\d\d\.\d{3} UTC/);

  await openDetails(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    receiptSheet(page).getByRole('link', { name: 'Download as JSON' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`receipt-${number}.json`);
  const kept = info.outputPath('receipt.json');
  await download.saveAs(kept);
  const receipt = JSON.parse(readFileSync(kept, 'utf8'));
  expect(receipt).toMatchObject({ number, student: { s_id: 'week2@example.test' } });

  // Somebody without an account.
  await endVisit(page);
  await visit(page, '/verify');
  await page.getByLabel('Receipt or other signed file').setInputFiles(kept);
  await page.getByLabel('The submitted file').setInputFiles(work);
  await check(page, 'The receipt is genuine');
  await expect(page.getByText('The file is genuine', { exact: true })).toBeVisible();
  await expect(page.getByText(receipt.student.s_name)).toBeVisible();

  await page.getByLabel('The submitted file').setInputFiles(textFile('my work.txt', 'another'));
  await expect(page.getByText('The receipt is genuine'), 'it spoke of another file').toBeHidden();
  await check(page, 'The file is a different one');

  const altered = info.outputPath('altered.json');
  writeFileSync(altered, JSON.stringify({ ...receipt, late: !receipt.late }));
  await page.getByLabel('Receipt or other signed file').setInputFiles(altered);
  await check(page, 'The receipt has been altered');
  await expect(page.getByText(receipt.student.s_name), 'what it says is not repeated').toBeHidden();

  const unknown = info.outputPath('unknown.json');
  writeFileSync(unknown, JSON.stringify({ ...receipt, number: 'CAP-0000-0000-0000-0000' }));
  await page.getByLabel('Receipt or other signed file').setInputFiles(unknown);
  await check(page, 'The receipt is unknown');
});

test('a receipt number and the file verify together, by keyboard; neither does alone', async ({
  portal,
  page,
}) => {
  await signInAs(portal, page, 'week2');
  const number = await submitWeekTwo(page);
  await openDetails(page);
  await receiptSheet(page).getByRole('link', { name: 'Check this receipt' }).click();
  await expect(page).toHaveURL(new RegExp(`/verify\\?number=${number}$`));
  await visit(page, `/verify?number=${number}`);
  const field = page.getByLabel('Or the receipt number');
  await expect(field).toHaveValue(number);
  await field.press('Enter');
  await expect(page.getByRole('alert')).toContainText('Please also pick the file');

  await page.getByLabel('The submitted file').setInputFiles(work);
  await field.fill(` ${number.toLowerCase()} `);
  await field.press('Enter');
  await expect(page.getByText('The file is genuine', { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Result' })).toBeFocused();

  await field.fill('CAP-0000-0000-0000-0000');
  await field.press('Enter');
  await expect(page.getByText('The file cannot be checked', { exact: true })).toBeVisible();

  await page.getByLabel('Receipt or other signed file').setInputFiles(work);
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('This file cannot be checked');
});

test.describe('reading only', () => {
  test.use({ readsOnly: true });

  test('a receipt of the history is printed alone', async ({ portal, page }) => {
    await signInAs(portal, page, 'week2');
    await visit(page, '/WeeklySubmission');
    const week = standing(page, 'Week 1');
    await week.locator('summary').first().click();
    // On paper there are no buttons: a mark finds it all the same.
    await week.getByRole('button', { name: 'Save as PDF' }).evaluate((button) => (button.id = 'print'));
    // What the browser would print, looked at the moment it is asked to.
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => {
      const seen = (element: Element) => element.checkVisibility({ visibilityProperty: true });
      window.print = () => {
        document.body.dataset.printed = JSON.stringify({
          receipt: [...document.querySelectorAll('[data-printing] dd')].every(seen),
          logo: seen(document.querySelector('header [data-brand] svg')!),
          heading: seen(document.querySelector('h1')!),
          form: [...document.querySelectorAll('form')].some(seen),
        });
      };
    });
    await page.locator('#print').dispatchEvent('click');
    await expect(page.locator('body')).toHaveAttribute(
      'data-printed',
      JSON.stringify({ receipt: true, logo: true, heading: false, form: false }),
    );
  });

  test('a student downloads their record', async ({ portal, page }) => {
    await signInAs(portal, page, 'final');
    await visit(page, '/account');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download my record' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('my-record.zip');
    const names = [...readZip(readFileSync(await download.path())).keys()];
    expect(names).toContain('hand-ins/week-4/version-1/receipt.json');
  });
});
