import { buildBatch, buildMentor, buildStudent, buildSubmission } from '#support/factories';
import { expect, test } from './portal.ts';
import { saveBy } from './save-mark.ts';
import { visit } from './screens.ts';

test('a version that comes in while its task is marked shows at once, and is said before the mark is released', async ({
  portal,
  page,
}) => {
  const { context } = portal;
  const batch = await buildBatch(context);
  const { id: account_id, name } = await buildStudent(context, { batch_id: batch.id });
  const first = await buildSubmission(context, { account_id });
  await portal.signIn(page, await buildMentor(context, [batch.id]));
  await visit(page, `/staff?batch=${batch.name}&open=${first.number}`);
  const work = page.getByRole('article');
  await work.getByLabel('Marks (0–100)').fill('77');
  const submitted_at = portal.clock.now() + 1_000;
  await buildSubmission(context, { account_id, version: 2, submitted_at });

  await page.getByRole('button', { name: 'Show 1 new submission' }).click();
  await expect(page.getByRole('list', { name: 'Submissions' }).getByRole('link')).toHaveCount(2);
  await expect(work.getByText(`${name} has submitted a newer version.`)).toBeInViewport();
  await saveBy(work, 'Save and release');
  const alert = work.getByRole('alert');
  await expect(alert).toContainText('Version 2 came in after you opened this submission.');
  await expect(alert.getByRole('button', { name: 'Release 77 for this version anyway' })).toBeInViewport();
  await alert.getByRole('button', { name: 'Open version 2' }).click();
  await expect(work).toContainText('Version 2, submitted');
  await expect(work.getByLabel('Marks (0–100)'), 'taken along').toHaveValue('77');
  await expect(work.getByText('You typed this for version 1.')).toBeInViewport();
  expect(await context.database.reader.selectFrom('marks').select('marks').execute()).toEqual([]);

  await visit(page, `/staff?batch=${batch.name}&open=${first.number}`);
  await expect(work.getByLabel('Marks (0–100)')).toHaveValue('');
  await work.getByRole('link', { name: 'Open version 2' }).click();
  await expect(work.getByLabel('Marks (0–100)'), 'nothing is lost').toHaveValue('77');
  await saveBy(work, 'Save and release');
  await expect(work.getByRole('status')).toContainText('Saved and released');
});
