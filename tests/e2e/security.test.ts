import { issuePasswordReset } from '#server/accounts/login/issue-password-reset';
import { announce } from '#server/platform/database/announce';
import {
  buildComment,
  buildMark,
  buildQuestion,
  buildSelection,
  buildStudent,
  buildSubmission,
} from '#support/factories';
import { batchKey } from '#contract/limits';
import { textFile } from './submission-steps.ts';
import {
  evil,
  evilLinks,
  evilMarkdown,
  expectHarmless,
  expectText,
  hostile,
  listenForViolations,
} from './hostile.ts';
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
    announce(writer, 'catalogue');
  });
  const { id: batch_id } = await context.database.reader
    .selectFrom('batches')
    .where('name', '=', name)
    .select('id')
    .executeTakeFirstOrThrow();
  const student = await buildStudent(context, { batch_id, name: evil.slice(0, 120) });
  const started_at = clock.now() - 29 * 24 * 60 * 60_000;
  await buildSelection(context, { account_id: student.id, project_id: 'P001', started_at });
  const { id: submission_id } = await buildSubmission(context, {
    account_id: student.id,
    links: evilLinks,
    comments: evil,
  });
  await buildMark(context, { submission_id, comments: evil });
  const { id: question_id } = await buildQuestion(context, {
    author_id: student.id,
    batch_id,
    text: evilLinks,
  });
  await buildComment(context, { author_id: student.id, question_id, text: evil });
  await buildComment(context, { author_id: student.id, question_id, text: evilMarkdown, format: 'markdown' });
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
  await visit(page, `/discussion/${encodeURIComponent(batch)}`);
  const rendered = page.getByRole('listitem').filter({ has: page.locator('em', { hasText: 'rendered' }) });
  await expect(rendered.getByRole('link')).toHaveText(['a good one', 'picture']);
  // A picture is a link at most. The colours of the code have come, from a thread.
  await expect(rendered.locator('code .hljs-string').first()).toContainText('window.harmed');
  await expectHarmless(page, 'Markdown');
  await visit(page, '/ProjectDashboard1?tab=grades');
  await page.getByRole('listitem').filter({ hasText: 'Week 1' }).getByRole('button').click();
  await expectText(page, hostile[1]!, 'a mark’s words');
  await expectHarmless(page, 'a mark’s words');
  await visit(page, '/WeeklySubmission');
  await page.locator('summary', { hasText: 'Version' }).first().click();
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

test('a one-time link leaves the address of its page, and no request tells of it', async ({
  portal,
  page,
}) => {
  const { email } = await buildStudent(portal.context);
  const { token } = await issuePasswordReset(portal.context, email);
  const told: string[] = [];
  page.on('request', (request) => {
    const { referer } = request.headers();
    if (referer?.includes('token')) told.push(`${request.url()} from ${referer}`);
  });
  await visit(page, `/reset-password?token=${token}`);
  await expect.poll(() => page.url()).toMatch(/\/reset-password$/);
  await page.getByLabel('New password', { exact: true }).fill('a new secret');
  await page
    .getByRole('button', { name: /password/i })
    .last()
    .click();
  await expect(page).toHaveURL(/\/login/);
  expect(told).toEqual([]);
});

test('hostile texts are shown as text to visitors, and to whoever typed them', async ({ portal, page }) => {
  const violations = await listenForViolations(page);
  await plant(portal);
  // An address that is no picture's is refused by the policy, with a complaint: here it is about texts.
  await portal.context.database.transaction(async (writer) => {
    const picture = { background_image: '/images/P002.svg' };
    await writer.updateTable('projects').set(picture).where('id', '=', 'P001').execute();
    announce(writer, 'catalogue');
  });
  // The page is rendered anew once the catalogue has changed.
  const home = async () => (await page.request.get('/')).text();
  await expect.poll(home).toContain('window.harmed = 1');
  await expect.poll(home).not.toContain('window.harmed=11');
  await visit(page, '/');
  await expectText(page, `Project ${hostile[0]}`, 'Home');
  await expectHarmless(page, 'Home');
  for (const address of [
    '/login?next=',
    '/login?notice=',
    '/verify?number=',
    '/reset-password?token=',
    '/nowhere/',
  ]) {
    await visit(page, `${address}${encodeURIComponent(evil)}`);
    await expectHarmless(page, address);
  }
  const waiting = await buildStudent(portal.context, { batch_id: null, typed_batch: hostile[0]! });
  await portal.signIn(page, waiting);
  await visit(page, '/StudentDashboard');
  await expectText(page, hostile[0]!, 'a batch that was typed');
  await expectHarmless(page, 'a batch that was typed');
  expect(violations).toEqual([]);
});
