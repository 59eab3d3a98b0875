import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { signInAs } from './demo.ts';
import { expect, test } from './portal.ts';
import { heading, visit } from './screens.ts';

test.use({ seed: 'demo' });

async function download(page: Page, press: () => Promise<void>) {
  const waiting = page.waitForEvent('download');
  await press();
  const file = await waiting;
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

test('the office takes the marks of a batch, finds that in the audit log, and takes the log itself', async ({
  portal,
  page,
}) => {
  await signInAs(portal, page, 'admin');
  await visit(page, '/staff/exports');
  const marks = page.getByRole('region', { name: 'Marks' });
  await marks.getByLabel('Batch').selectOption('MERN-2026-11');
  const grades = await download(page, () => marks.getByRole('button', { name: /^Download/ }).click());
  expect(grades.name).toBe('grades MERN-2026-11.csv');
  expect(grades.text).toContain('final@example.test');

  await page.getByRole('link', { name: 'Audit log, also as CSV' }).click();
  await expect(heading(page, 'Audit log')).toBeVisible();
  await page.getByText('Filter', { exact: true }).click();
  await page.getByLabel('Kind').selectOption('Exports');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page).toHaveURL(/\?kind=exports$/);
  const lines = page.getByRole('list', { name: 'Entries' }).getByRole('listitem');
  await expect(lines).toHaveCount(1);
  await expect(lines).toContainText(/exported the marks of MERN-2026-11/);
  await page.getByLabel('Who acted').fill('mentor@example.test');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'No entries found' })).toBeVisible();
  await page.goBack();
  await expect(lines).toHaveCount(1);
  const log = await download(page, () =>
    page.getByRole('link', { name: 'Download these entries as CSV' }).click(),
  );
  expect(log.name).toBe('audit log.csv');
  expect(log.text).toMatch(/exported the marks of,MERN-2026-11/);

  await signInAs(portal, page, 'mentor');
  await visit(page, '/staff/audit');
  await expect(page.getByRole('heading', { name: 'This page is for the office' })).toBeVisible();
});
