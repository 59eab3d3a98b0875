import {
  buildComment,
  buildQuestion,
  buildSelection,
  buildStudent,
  buildSubmission,
} from '#support/factories';
import { batchKey } from '#contract/limits';
import { textFile } from './submission-steps.ts';
import { evil, evilLinks, expectHarmless, expectText, hostile, listenForViolations } from './hostile.ts';
import { expect, test, type Portal } from './portal.ts';
import { visit } from './screens.ts';

test.use({ seed: 'sample' });

/** A student whose every text is hostile, the batch's and the project's included. */
async function plant({ context, clock }: Portal) {
  const name = `<b>batch</b> ${hostile[0]}`;
  await context.database.transaction(async (writer) => {
    await writer
      .updateTable('batches')
      .set({ name, name_key: batchKey(name) })
      .where('name', '=', 'MERN-2026-11')
      .execute();
    await writer
      .updateTable('projects')
      .set({
        name: `Project ${evil}`,
        details: evil,
        overview: JSON.stringify(hostile),
        prerequisite_knowledge: JSON.stringify(hostile),
        job_opportunities: JSON.stringify(hostile),
        background_image: 'javascript:window.harmed=11',
        project_url: 'javascript:window.parent.harmed=12',
        ref1: 'javascript:window.harmed=13',
        ref2: evil,
        ref3: 'https://good.example.test/3',
        ref4: 'data:text/html,<script>parent.harmed=14</script>',
      })
      .where('id', '=', 'P001')
      .execute();
  });
  const { id: batch_id } = await context.database.reader
    .selectFrom('batches')
    .where('name', '=', name)
    .select('id')
    .executeTakeFirstOrThrow();
  const student = await buildStudent(context, { batch_id, name: evil.slice(0, 120) });
  const started_at = clock.now() - 29 * 24 * 60 * 60_000;
  await buildSelection(context, { account_id: student.id, project_id: 'P001', started_at });
  await buildSubmission(context, { account_id: student.id, links: evilLinks, comments: evil });
  const { id: question_id } = await buildQuestion(context, {
    author_id: student.id,
    batch_id,
    text: evilLinks,
  });
  await buildComment(context, { author_id: student.id, question_id, text: evil });
  return { student, batch: name };
}

test('hostile texts are shown as text on every screen, and run nothing', async ({ portal, page }) => {
  test.setTimeout(120_000);
  const violations = await listenForViolations(page);
  const { student, batch } = await plant(portal);
  await portal.signIn(page, student);
  const screens: [string, string][] = [
    ['/StudentDashboard', hostile[0]!],
    ['/projectDetails/P001', hostile[1]!],
    ['/projectOverview/P001', `Project ${hostile[0]}`],
    ['/ProjectDashboard1', `Project ${hostile[0]}`],
    ['/ProjectDashboard1?tab=references', 'javascript:window.harmed=13'],
    ['/references', hostile[0]!],
    [`/discussion/${encodeURIComponent(batch)}`, hostile[3]!],
    ['/account', '<b>batch</b>'],
  ];
  for (const [address, text] of screens) {
    await visit(page, address);
    await expectText(page, text, address);
    await expectHarmless(page, address);
  }
  await visit(page, '/WeeklySubmission');
  await page.locator('summary').first().click();
  await expectText(page, 'data:text/html', 'receipt');
  const good = page.getByRole('link', { name: 'https://git.example.test/good?a=1&b=' });
  await expect(good).toHaveAttribute('rel', 'noopener noreferrer');
  await expect(good).toHaveAttribute('target', '_blank');
  await expect(page.getByRole('link', { name: 'http://plain.example.test/' })).toBeVisible();
  await expect(page.getByRole('link', { name: /ftp|data:|javascript:/ })).toHaveCount(0);
  await expectHarmless(page, 'receipt');
  expect(violations).toEqual([]);
});

test('hostile texts are shown as text while they are typed and submitted, file name included', async ({
  portal,
  page,
}) => {
  const violations = await listenForViolations(page);
  const { student, batch } = await plant(portal);
  await portal.signIn(page, student);
  await visit(page, `/discussion/${encodeURIComponent(batch)}`);
  await page.getByLabel('Ask the batch').fill(`New ${evilLinks}`);
  await page.getByRole('button', { name: 'Post Query' }).click();
  const question = page.getByRole('article').first();
  await expect(question).toContainText(`New ${hostile[0]}`);
  await question.getByLabel('Add a comment').fill(evil);
  await question.getByLabel('Add a comment').press('Enter');
  await expect(question.getByRole('listitem')).toContainText(hostile[1]!);
  await expectHarmless(page, 'forum');

  await visit(page, '/WeeklySubmission');
  const name = '<img src=x onerror=window.harmed=1>.txt';
  await page.getByLabel('File', { exact: true }).setInputFiles(textFile(name, evil));
  await page.getByLabel('Links').fill(evilLinks);
  await page.getByLabel('Comments').fill(evil);
  await expectText(page, name, 'picked file');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('heading', { name: 'Receipt' })).toBeVisible();
  await expectText(page, name, 'receipt');
  await expectHarmless(page, 'receipt');
  expect(violations).toEqual([]);
});
