import type { Locator, Page } from '@playwright/test';
import { buildMark, buildStudent, buildSubmission } from '#support/factories';
import { demoEmail, demoPassword } from '#contract/demo-accounts';
import { signInAs } from './demo.ts';
import { expectHarmless, evil, evilLinks, expectText } from './hostile.ts';
import { expectVisibleFocus, pressOn, tabTo, typeInto } from './press-keys.ts';
import { expect, test, type Portal } from './portal.ts';
import { moreWays, saveBy } from './save-mark.ts';
import { endVisit, heading, ready, visit } from './screens.ts';

test.use({ seed: 'demo' });

const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true });
const button = (within: Locator, name: string) => within.getByRole('button', { name, exact: true });
async function saveByKeys(page: Page, work: Locator, name: string): Promise<void> {
  await pressOn(page, moreWays(work));
  await pressOn(page, button(work, name));
}
const marks = (within: Locator) => within.getByLabel('Marks (0–100)');
const batches = (page: Page) => page.getByRole('navigation', { name: 'Your batches' });
/** The batch that is open, with what is to be done in it. */
const batch = (page: Page, name: string) =>
  batches(page)
    .getByRole('group')
    .filter({ has: page.getByRole('heading', { name, exact: true }) });

/** Week 2 of `week2@`, submitted through the wire with a file. */
async function submitWeek2(portal: Portal, page: Page): Promise<void> {
  await signInAs(portal, page, 'week2');
  const answer = await page.request.post(`/api/students/uploadWeek/${demoEmail('week2')}`, {
    multipart: {
      selectedWeek: '2',
      links: 'https://git.example.test/meera',
      comments: 'The queue survives a restart.',
      files: { name: 'queue.txt', mimeType: 'text/plain', buffer: Buffer.from('one, two') },
    },
  });
  expect(answer.status()).toBe(201);
}

/** What the student of that submission reads under My Grades. */
async function expectGrade(portal: Portal, page: Page, words: string[], not: string[] = []): Promise<void> {
  await endVisit(page);
  await signInAs(portal, page, 'week2');
  await visit(page, '/ProjectDashboard1?tab=grades');
  const week = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Week 2' }) });
  await week.getByRole('button').click();
  for (const text of words) await expect(week).toContainText(text);
  for (const text of not) await expect(page.getByRole('main')).not.toContainText(text);
  await endVisit(page);
}

test('a mentor reads, marks, keeps back and releases by keyboard alone; the student sees the marks once released', async ({
  portal,
  page,
}) => {
  await submitWeek2(portal, page);
  await endVisit(page);
  await visit(page, '/login');
  await typeInto(page, page.getByLabel('Email', { exact: true }), demoEmail('mentor'));
  await typeInto(page, page.getByLabel('Password', { exact: true }), demoPassword);
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Submissions')).toBeFocused();
  await expect(batch(page, 'MERN-2026-11')).toContainText('1 to mark');

  const work = card(page, 'Meera Krishnan, Week 2');
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(work).toContainText('Version 1, submitted');
  await expect(work).toContainText('The queue survives a restart.');
  await expect(work).toContainText('Meera Krishnan sees no marks for Week 2 yet.');
  await tabTo(page, work.getByRole('link', { name: /^https:..git.example.test. ?meera$/ }));
  await expect(work.getByRole('region', { name: 'The file' })).toContainText('queue.txt');
  await tabTo(page, work.getByRole('link', { name: 'Download', exact: true }));
  const download = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  expect((await download).suggestedFilename()).toBe('queue.txt');

  await typeInto(page, marks(work), '101');
  await saveByKeys(page, work, 'Save');
  await expectVisibleFocus(marks(work));
  await expect(marks(work)).toHaveAccessibleDescription('Enter a number from 0 to 100.');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('71.5');
  await typeInto(page, work.getByLabel('Comment for Meera Krishnan'), 'Say why the lock is needed.');
  await saveByKeys(page, work, 'Save');
  await expect(work.getByRole('status')).toContainText(
    'Meera Krishnan does not see these marks until you release them.',
  );
  await expectVisibleFocus(button(work, 'Change the marks'));
  await expect(work).toContainText('71.5 out of 100');
  await expect(batch(page, 'MERN-2026-11')).toContainText('1 not released');
  await expectGrade(
    portal,
    page,
    ['Your mentor has not released marks for this week yet.'],
    ['71.5', 'Say why the lock'],
  );

  await signInAs(portal, page, 'mentor');
  await visit(page, '/staff?order=newest');
  await expect(work).toContainText('Not released');
  await pressOn(page, button(work, 'Change the marks'));
  await expectVisibleFocus(marks(work));
  await expect(marks(work)).toHaveValue('71.5');
  await page.keyboard.type('84');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(marks(work), 'what is typed stays').toHaveValue('84');
  await pressOn(page, button(work, 'Cancel'));
  await expectVisibleFocus(button(work, 'Change the marks'));
  await expect(work).toContainText('71.5 out of 100');
  await page.keyboard.press('Enter');
  await expect(marks(work)).toHaveValue('71.5');
  await page.keyboard.type('84');
  await saveByKeys(page, work, 'Save and release');
  await expect(work.getByRole('status')).toContainText('Meera Krishnan sees 84 out of 100 and the comment.');
  await expectVisibleFocus(button(work, 'Change the marks'));
  await expectGrade(portal, page, ['84 out of 100', 'Say why the lock is needed.']);
});

/** What the mentor's drafts on this device are: a card does not say when its own are written. */
function storedDrafts(page: Page): Promise<unknown[]> {
  return page.evaluate(
    async (name) => {
      const resultOf = <Result>(request: IDBRequest<Result>) =>
        new Promise<Result>((resolve, reject) => {
          request.addEventListener('success', () => resolve(request.result));
          request.addEventListener('error', () => reject(request.error));
        });
      const database = await resultOf(indexedDB.open(name));
      const values = await resultOf<unknown[]>(database.transaction('drafts').objectStore('drafts').getAll());
      database.close();
      return values;
    },
    `capstone drafts of ${demoEmail('mentor')}`,
  );
}

test('what is typed survives a reload and an expired session, which is renewed in a dialog', async ({
  portal,
  page,
}) => {
  await submitWeek2(portal, page);
  await signInAs(portal, page, 'mentor');
  await visit(page, '/staff');
  const work = card(page, 'Meera Krishnan, Week 2');
  const comment = work.getByLabel('Comment for Meera Krishnan');
  await marks(work).fill('64');
  await comment.fill('Read the log first.');
  await expect.poll(() => storedDrafts(page)).toEqual(expect.arrayContaining(['64', 'Read the log first.']));
  await page.reload();
  await ready(page);
  await expect(marks(work)).toHaveValue('64');
  await expect(comment).toHaveValue('Read the log first.');

  await portal.context.database.transaction((writer) => writer.deleteFrom('sessions').execute());
  await saveBy(work, 'Save and release');
  const dialog = page.getByRole('dialog', { name: 'Please log in again' });
  await dialog.getByRole('button', { name: 'Not now' }).click();
  await expect(work.getByRole('alert')).toContainText('Please log in to continue.');
  await expect(comment).toHaveValue('Read the log first.');
  await button(work, 'Log in again').click();
  await dialog.getByLabel('Password', { exact: true }).fill(demoPassword);
  await dialog.getByRole('button', { name: 'Login' }).click();
  await expect(work.getByRole('status')).toContainText('Saved and released');
});

test('on a phone the list comes first, then the submission, and Back leads to the list again', async ({
  portal,
  page,
}) => {
  await submitWeek2(portal, page);
  await endVisit(page);
  await page.setViewportSize({ width: 390, height: 780 });
  await signInAs(portal, page, 'mentor');
  await visit(page, '/staff?state=all');
  const list = page.getByRole('list', { name: 'Submissions' });
  const item = list.getByRole('link', { name: /^Meera Krishnan.*Week 2/ });
  await expect(item).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(0);
  await item.click();
  const work = card(page, 'Meera Krishnan, Week 2');
  await expect(work.getByRole('heading', { level: 2 })).toBeFocused();
  await expect(list).toHaveCount(0);
  await page.goBack();
  await expect(item).toBeVisible();
  await page.goForward();
  await expect(work).toBeVisible();
  await page.getByRole('link', { name: 'Back to the list' }).click();
  await expect(item).toBeVisible();
});

test('what students write and their names are shown as text, never as markup', async ({ portal, page }) => {
  const { context } = portal;
  const { id: batch_id } = await context.database.reader
    .selectFrom('batches')
    .where('name', '=', 'MERN-2024-03')
    .select('id')
    .executeTakeFirstOrThrow();
  const student = await buildStudent(context, { batch_id, name: evil.slice(0, 120) });
  const { id, number } = await buildSubmission(context, {
    account_id: student.id,
    links: evilLinks,
    comments: evil,
    file_id: 'evil-file',
    file_name: evil.slice(0, 200),
    file_bytes: 1,
    file_sha256: '0'.repeat(64),
  });
  await buildMark(context, { submission_id: id, comments: evil });
  await signInAs(portal, page, 'mentor');
  // The row has a file's name alone.
  const words = 'The file is not shown here.';
  await page.route('**/api/files/*/preview', (route) =>
    route.fulfill({ json: { kind: 'none', words, address: null } }),
  );
  await visit(page, `/staff?batch=MERN-2024-03&open=${number}`);
  await expect(page.getByText(words)).toBeVisible();
  await expectText(page, evil, 'a comment');
  await expectHarmless(page, 'the submissions');
});
