import { readFile } from 'node:fs/promises';
import { demoEmail } from '#contract/demo-accounts';
import { signInAs } from './demo.ts';
import { pressOn, typeInto } from './press-keys.ts';
import { expect, test } from './portal.ts';
import { endVisit, heading, visit } from './screens.ts';

test.use({ seed: 'demo' });

const batch = 'MERN-2026-09';

test('from the batches to whoever is behind, by keyboard: arches, table, search, the student and a note', async ({
  portal,
  page,
}) => {
  await signInAs(portal, page, 'kavitha');
  await visit(page, '/staff');
  await pressOn(page, page.getByRole('link', { name: `Students of ${batch}` }));
  await expect(heading(page, batch)).toBeFocused();
  const table = page.getByRole('table');
  await expect(table.getByRole('row')).toHaveCount(42);
  await page.keyboard.press('t');
  const arches = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2 }) });
  await expect(arches).toHaveCount(40);
  // The furthest behind stand first: those without a project since their signup.
  await expect(arches.first()).toContainText(/No project 5\d days after signup/);

  await page.keyboard.press('t');
  await expect(table.getByRole('row')).toHaveCount(42);
  expect(new URL(page.url()).search).toBe('');
  await page.reload();
  await expect(table.getByRole('row')).toHaveCount(42);
  // Upwards, focus comes out from under the table's head.
  const links = table.getByRole('row').nth(20).getByRole('link');
  await links.last().evaluate((link) => scrollBy(0, link.getBoundingClientRect().top));
  await links.last().focus();
  await page.keyboard.press('Shift+Tab');
  const over = await page.evaluate(() => {
    const { x, y } = document.activeElement!.getBoundingClientRect();
    return document.elementFromPoint(x + 1, y + 1)?.closest('thead, tbody')?.tagName;
  });
  expect(over).toBe('TBODY');

  await page.getByLabel('Show', { exact: true }).selectOption('Has late work');
  await expect(table.getByRole('row')).toHaveCount(7);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download as CSV' }).click();
  const csv = await readFile(await (await download).path(), 'utf8');
  expect(csv.trim().split('\r\n')).toHaveLength(6);
  expect(csv.match(/, late/g)).toHaveLength(5);

  await page.getByLabel('Show', { exact: true }).selectOption('Everybody');
  await expect(table.getByRole('row')).toHaveCount(42);
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('/');
  await page.keyboard.type('anagha');
  await expect(table.getByRole('row')).toHaveCount(3);
  await expect(table).toContainText(/Week 2 open for 9 days; last seen 6 days ago/);
  await page.goBack();
  await expect(heading(page, 'Submissions')).toBeVisible();
  await page.goForward();
  await expect(page.getByLabel('Name or email')).toHaveValue('anagha');
  await pressOn(page, table.getByRole('link', { name: 'Anagha Prasad' }));
  await expect(heading(page, 'Anagha Prasad')).toBeFocused();
  await pressOn(page, page.getByRole('link', { name: 'Notes' }));

  await typeInto(page, page.getByLabel('A note for staff'), 'Called on Monday: back next week.');
  await pressOn(page, page.getByRole('button', { name: 'Add the note' }));
  const notes = page.getByRole('region', { name: 'Staff notes' });
  await expect(notes.getByRole('listitem')).toContainText('Called on Monday');

  const address = page.url();
  await endVisit(page);
  await signInAs(portal, page, 'admin');
  await visit(page, address);
  await expect(notes.getByRole('listitem')).toContainText('Kavitha Raman');
  await expect(notes.getByRole('button', { name: /^Delete/ })).toHaveCount(0);
  const answer = await page.request.get(`/api/staff/students/${demoEmail('other')}`);
  expect(answer.status()).toBe(200);
});
