import { buildMentor, buildSelection, buildStudent } from '#support/factories';
import { makeZip } from '#support/make-zip';
import { saveBy } from './save-mark.ts';
import { expect, test } from './portal.ts';
import { endVisit, visit } from './screens.ts';

test.use({ seed: 'empty' });

const zip = makeZip([
  { name: 'site/index.js', data: 'const a = 1;\nconst b = 2;\nconsole.log(a);\n' },
  { name: 'logo.png', data: Buffer.from('89504e470d0a1a0a', 'hex') },
]);

test('a mentor comments on line 3 in a ZIP and releases; the student reads it there', async ({
  portal,
  page,
}) => {
  const { context, clock } = portal;
  const student = await buildStudent(context);
  await buildSelection(context, { account_id: student.id, started_at: clock.now() - 8 * 24 * 3_600_000 });
  const mentor = await buildMentor(context, [student.batch_id as number]);
  await portal.signIn(page, student);
  const answer = await page.request.post(`/api/students/uploadWeek/${student.email}`, {
    multipart: {
      selectedWeek: '1',
      files: { name: 'work.zip', mimeType: 'application/zip', buffer: zip },
    },
  });
  expect(answer.status()).toBe(201);
  const { number } = (await answer.json()).receipt;

  await endVisit(page);
  await portal.signIn(page, mentor);
  await visit(page, `/staff?open=${number}`);
  await page.getByRole('button', { name: 'Comment on lines' }).click();
  await page.getByRole('button', { name: 'site/index.js' }).click();
  const first = page.getByRole('button', { name: 'Comment on line 1', exact: true });
  await first.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Your comment on line 3')).toBeFocused();
  await page.keyboard.type('Why do you print it?');
  await page.getByRole('button', { name: 'Add comment' }).click();
  await expect(page.getByLabel('Your comment on line 3'), 'sent').toHaveCount(0);
  const line = page.getByRole('region', { name: 'Lines of site/index.js' }).getByRole('listitem').nth(2);
  await expect(line).toContainText('Why do you print it?');

  const grades = async () => {
    await endVisit(page);
    await portal.signIn(page, student);
    await visit(page, '/ProjectDashboard1?tab=grades&task=week-1');
    await expect(page.getByRole('heading', { name: 'Week 1', exact: true })).toBeVisible();
  };
  await grades();
  await expect(page.getByRole('button', { name: '1 comment at a line' })).toHaveCount(0);

  await endVisit(page);
  await portal.signIn(page, mentor);
  await visit(page, `/staff?open=${number}`);
  await page.getByLabel('Marks (0–100)').fill('70');
  await saveBy(page.getByRole('article'), 'Save and release');
  await expect(page.getByRole('article')).toContainText('released');

  await grades();
  await page.getByRole('button', { name: '1 comment at a line' }).click();
  await expect(page.getByText('On your file of version 1.')).toBeVisible();
  await page.getByRole('button', { name: 'Show line 3 of site/index.js' }).click();
  const own = page.getByRole('region', { name: 'Lines of site/index.js' }).getByRole('listitem').nth(2);
  await expect(own).toBeFocused();
  await expect(own).toContainText('console.log(a);');
  await expect(own).toContainText('Why do you print it?');
});
