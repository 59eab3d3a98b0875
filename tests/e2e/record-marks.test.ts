import type { Locator, Page } from '@playwright/test';
import { dayMs } from '#contract/durations';
import { buildBatch, buildMentor, buildSelection, buildStudent } from '#support/factories';
import { expect, test, type Portal } from './portal.ts';
import { pressOn, tabTo, typeInto } from './press-keys.ts';
import { moreWays, saveBy } from './save-mark.ts';
import { endVisit, heading, ready, visit } from './screens.ts';

/** All six tasks are open and due. */
async function makeCourse({ context }: Portal) {
  const batch = await buildBatch(context);
  const student = await buildStudent(context, { batch_id: batch.id, name: 'Asha Kumari' });
  const started_at = context.clock.now() - 60 * dayMs;
  await buildSelection(context, { account_id: student.id, started_at });
  const mentor = await buildMentor(context, [batch.id], { name: 'Anjali Menon' });
  return { batch, student, mentor };
}

const status = (page: Page) => page.getByLabel('Status');
const grade = (page: Page, name: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 4, name }) });

const average = (page: Page) => page.getByRole('region', { name: 'Where I stand' });

async function record(page: Page, s_id: string, task: string, value: string, comment = ''): Promise<void> {
  await visit(page, `/staff/students/${s_id}/tasks/${task}`);
  await status(page).selectOption(value);
  if (comment !== '') await page.getByLabel(/^Comment for /).fill(comment);
  await saveBy(page.getByRole('article'), 'Save and release');
  await expect(page.getByText('Saved and released')).toBeVisible();
}

test('absent, excused, and a viva without a file: seen once released, and replaced by a later file', async ({
  portal,
  page,
}) => {
  const { batch, student, mentor } = await makeCourse(portal);
  const s_id = student.email;
  await portal.signIn(page, mentor);
  await visit(page, `/staff/students/${s_id}`);
  await page.getByRole('link', { name: 'Record a mark, Week 2' }).click();
  await ready(page);
  await expect(page.getByRole('article')).toContainText('Nothing submitted');
  await status(page).selectOption('absent');
  await page.getByLabel('Comment for Asha Kumari').fill('You were not there.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('article')).toContainText(
    'Asha Kumari does not see this until you release it.',
  );
  await endVisit(page);

  await portal.signIn(page, student);
  await visit(page, '/ProjectDashboard1?tab=grades');
  expect(await page.content(), 'nothing unreleased').not.toMatch(/Absent|You were not there/);
  await endVisit(page);

  await portal.signIn(page, mentor);
  await visit(page, `/staff/students/${s_id}/tasks/week-2`);
  await page.getByRole('button', { name: 'Release', exact: true }).click();
  await expect(page.getByText('Asha Kumari sees “Absent, 0 out of 100” and the comment.')).toBeVisible();
  await record(page, s_id, 'week-3', 'excused');

  // By keyboard alone.
  await visit(page, `/staff/students/${s_id}/tasks/viva`);
  const work = page.getByRole('article');
  await tabTo(page, status(page));
  await typeInto(page, page.getByLabel('Marks (0–100)'), '64');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel(/^Comment for /)).toBeFocused();
  await page.keyboard.type('Well explained.');
  await pressOn(page, moreWays(work));
  await pressOn(page, work.getByRole('button', { name: 'Save and release' }));
  await expect(work.getByRole('button', { name: 'Change the marks' })).toBeFocused();
  await expect(work).toContainText('Marked without a file, released');
  await endVisit(page);

  await portal.signIn(page, student);
  await visit(page, '/StudentDashboard');
  const progress = page.getByRole('list', { name: 'Your submissions' });
  await expect(progress).toContainText('Week 2Absent');
  await expect(progress).toContainText('Week 3Excused');
  await visit(page, '/ProjectDashboard1?tab=grades');
  await expect(grade(page, 'Week 2')).toContainText('Absent, 0 out of 100');
  await expect(grade(page, 'Week 2')).toContainText('You were not there.');
  await expect(grade(page, 'Week 3')).toContainText('Excused');
  await expect(grade(page, 'Viva voce')).toContainText('64 out of 100');
  await expect(average(page)).toContainText('32');
  await expect(page.getByText('Week 3 does not count: you are excused.')).toBeVisible();
  await expect(page.getByRole('img', { name: /Week 2 0 \(absent\).*Excused: Week 3/ })).toBeVisible();
  const answer = await page.request.post(`/api/students/uploadWeek/${s_id}`, {
    multipart: { selectedWeek: '2', links: 'https://git.example.test/asha', comments: 'Here it is.' },
  });
  expect(answer.status()).toBe(201);
  await endVisit(page);

  await portal.signIn(page, mentor);
  await visit(page, `/staff?batch=${batch.name}`);
  await expect(work).toContainText('Recorded before this version: Absent, 0 out of 100, released');
  await work.getByLabel('Marks (0–100)').fill('80');
  await saveBy(work, 'Save and release');
  await expect(work).toContainText('Asha Kumari sees 80 out of 100.');
  await endVisit(page);

  await portal.signIn(page, student);
  await visit(page, '/ProjectDashboard1?tab=grades&task=week-2');
  await expect(grade(page, 'Week 2')).toContainText('80 out of 100');
  await expect(grade(page, 'Week 2')).toContainText('Recorded before this versionAbsent, 0 out of 100');
  await expect(average(page)).toContainText('72');
});

test('two people record for one task: the second sees what the first recorded, and overwrites by choice alone', async ({
  portal,
  page,
  browser,
}) => {
  const { batch, student, mentor } = await makeCourse(portal);
  const colleague = await buildMentor(portal.context, [batch.id], { name: 'Ravi Menon' });
  const other = await browser.newPage({ baseURL: portal.url, serviceWorkers: 'block' });
  await portal.signIn(page, mentor);
  await portal.signIn(other, colleague);
  const address = `/staff/students/${student.email}/tasks/week-1`;
  await visit(other, address);
  await status(other).selectOption('excused');
  await record(page, student.email, 'week-1', 'absent', 'By Anjali.');
  await other.getByRole('button', { name: 'Save', exact: true }).click();
  const alert = other.getByRole('alert');
  await expect(alert).toContainText('Saved by Anjali Menon');
  await expect(alert).toContainText('Absent, 0 out of 100, released');
  await expect(alert).toContainText('YoursExcused, does not count');
  await alert.getByRole('button', { name: 'Keep the other version' }).click();
  await expect(other.getByRole('article')).toContainText('Absent, 0 out of 100');
  await visit(page, address);
  await expect(page.getByRole('article')).toContainText('Absent, 0 out of 100');
  await other.close();
});

test('who has submitted nothing gets 0 in one step, and is left out the next time', async ({
  portal,
  page,
}) => {
  const { batch, mentor } = await makeCourse(portal);
  await portal.signIn(page, mentor);
  await visit(page, `/staff/batches/${batch.name}`);
  await page.getByRole('link', { name: 'Not submitted', exact: true }).click();
  // The batch's page has a link "Viva voce", too; the first task's list has the same button.
  await expect(heading(page, 'Not submitted')).toBeVisible();
  await page.getByRole('link', { name: 'Viva voce', exact: true }).click();
  await expect(page.getByText('Each gets 0 out of 100 for Viva voce')).toBeVisible();
  await page.getByRole('button', { name: 'Record “Not submitted” for 1 student' }).click();
  await expect(page.getByText('“Not submitted” recorded for 1 student')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Left out for Viva voce' })).toContainText(
    'Not submitted, 0 out of 100, not released',
  );
  await page.getByRole('link', { name: 'Asha Kumari' }).click();
  await expect(page.getByRole('article')).toContainText('Not submitted, not released');
});
