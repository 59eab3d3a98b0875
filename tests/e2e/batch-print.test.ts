import { signInAs } from './demo.ts';
import { expect, test } from './portal.ts';
import { visit } from './screens.ts';

test.use({ seed: 'demo', readsOnly: true });

test('a batch on paper is its table and picture, without buttons, filters and what students wrote', async ({
  portal,
  page,
}) => {
  await signInAs(portal, page, 'kavitha');
  await visit(page, '/staff/batches/MERN-2026-09');
  const main = page.getByRole('main');
  await page.emulateMedia({ media: 'print' });
  await expect(main.getByRole('table')).toBeVisible();
  await expect(main.getByRole('region', { name: /students by task/ })).toBeVisible();
  for (const name of ['Parts of this batch', 'Main'])
    await expect(page.getByRole('navigation', { name })).toBeHidden();
  await expect(main.getByRole('search')).toBeHidden();
  await expect(main.getByRole('button').filter({ visible: true })).toHaveCount(0);
  const paper = (await page.pdf({ format: 'A4', preferCSSPageSize: true })).toString('latin1');
  expect(paper.match(/\/Type\s*\/Page\b(?!s)/g)?.length, 'pages for forty students').toBeLessThanOrEqual(3);

  await page.emulateMedia({ media: 'screen' });
  await visit(page, '/staff/batches/MERN-2026-09/requests');
  const reason = main.getByText('My sister marries on the day of the viva.');
  await expect(reason).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(reason).toBeHidden();
  await expect(main.getByRole('button').filter({ visible: true })).toHaveCount(0);
});
