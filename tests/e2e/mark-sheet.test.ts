import { readFile } from 'node:fs/promises';
import { signInAs } from './demo.ts';
import { expect, test } from './portal.ts';
import { visit } from './screens.ts';

test.use({ seed: 'demo' });

test('a mentor takes a sheet of marks, changes it, and saves it with a wrong row corrected', async ({
  portal,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAs(portal, page, 'mentor');
  await visit(page, '/staff/release?batch=MERN-2026-11&task=week-1');
  await page.getByRole('link', { name: 'Marks from a spreadsheet' }).click();
  await expect(page.getByRole('heading', { name: 'Marks from a spreadsheet' })).toBeVisible();
  const waiting = page.waitForEvent('download');
  await page.getByRole('link', { name: 'CSV', exact: true }).click();
  const sheet = await readFile(await (await waiting).path(), 'utf8');
  const [headings = '', first = ''] = sheet.replace('\uFEFF', '').split('\r\n');
  const cells = first.split(',');
  const rowWith = (marks: string) =>
    [headings, [...cells.slice(0, 3), marks, 'Good', 'no', ''].join(',')].join('\n');

  const rows = page.getByLabel('Rows, with headings');
  await rows.fill(rowWith('750'));
  await page.getByRole('button', { name: 'Check rows' }).click();
  await expect(page.getByText('D2: Marks must be a number from 0 to 100')).toBeVisible();
  await rows.fill(rowWith('75'));
  await page.getByLabel('Release', { exact: true }).selectOption('Release all');
  await page.getByRole('button', { name: 'Check rows' }).click();
  const save = page.getByRole('button', { name: 'Save 1 mark' });
  await expect(save).toBeInViewport({ ratio: 1 });
  await save.click();
  await expect(page.getByText('1 mark saved')).toBeVisible();
});
