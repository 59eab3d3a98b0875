import type { Page } from '@playwright/test';
import { dayMs } from '#contract/durations';
import {
  buildAdministrator,
  buildBatch,
  buildMark,
  buildMentor,
  buildSelection,
  buildStudent,
  buildSubmission,
} from '#support/factories';
import { expect, test, type Portal } from './portal.ts';
import { saveBy } from './save-mark.ts';
import { visit } from './screens.ts';

const frozen = 'The result is frozen, so nothing was saved. Ask the office to open it, then save again.';

/** Week 1 is marked and under review, week 2 waits for its mark, and for the viva nothing was submitted. */
async function makeCourse({ context }: Portal) {
  const batch = await buildBatch(context);
  const student = await buildStudent(context, { batch_id: batch.id, name: 'Asha Kumari' });
  const started_at = context.clock.now() - 60 * dayMs;
  await buildSelection(context, { account_id: student.id, started_at });
  const mentor = await buildMentor(context, [batch.id], { name: 'Anjali Menon' });
  const colleague = await buildMentor(context, [batch.id], { name: 'Ravi Menon' });
  const first = await buildSubmission(context, { account_id: student.id, task: 'week-1' });
  await buildMark(context, { submission_id: first.id, marks: 70, marked_by: colleague.id });
  const second = await buildSubmission(context, { account_id: student.id, task: 'week-2' });
  return { batch, student, mentor, first, second };
}

const waits = (page: Page) =>
  expect(page.getByText(/is saved on this device and will be sent automatically/)).toBeVisible();

test('what a mentor saves offline while the office freezes is refused, kept, and saved once the office has opened the result', async ({
  portal,
  page: mark,
  browser,
}) => {
  const { batch, student, mentor, first, second } = await makeCourse(portal);
  const { reader } = portal.context.database;
  const office = await browser.newPage({ baseURL: portal.url });
  const post = async (url: string, data: object) => {
    const answer = await office.request.post(url, { data });
    expect(answer.ok(), await answer.text()).toBe(true);
  };
  await portal.signIn(office, student);
  const asked = { task: 'week-1', version: 1, reason: 'I did more.' };
  await post(`/api/students/secondLook/${student.email}`, asked);
  await office.context().clearCookies();
  await portal.signIn(office, await buildAdministrator(portal.context));

  const device = mark.context();
  await portal.signIn(mark, mentor);
  const [record, review] = [await device.newPage(), await device.newPage()];
  const desk = (number: string) => `/staff?batch=${batch.name}&state=all&open=${number}`;
  await visit(mark, desk(second.number));
  await visit(record, `/staff/students/${student.email}/tasks/viva`);
  await visit(review, desk(first.number));
  await device.setOffline(true);
  await mark.getByLabel('Marks (0–100)').fill('81');
  await mark.getByLabel('Comment for Asha Kumari').fill('Written on the train.');
  await saveBy(mark.getByRole('article'), 'Save and release');
  await waits(mark);
  await record.getByLabel('Status').selectOption('absent');
  await record.getByLabel('Comment for Asha Kumari').fill('Was not there.');
  await record.getByRole('button', { name: 'Save', exact: true }).click();
  await waits(record);
  // An answer is not sent later: it stays in its form.
  await review.getByLabel('New marks (0–100)').fill('75');
  await review.getByLabel('Your answer to Asha Kumari').fill('You did.');
  const answer = review.getByRole('button', { name: 'Answer and change 70 to 75' });
  await answer.click();
  await expect(review.getByText(/check your connection/)).toBeVisible();

  const freezes = `/api/staff/batches/${batch.name}/freezes`;
  const { digest } = (await (await office.request.get(freezes)).json()).next;
  await post(freezes, { digest, incomplete: 'freeze' });
  await device.setOffline(false);
  await expect(mark.getByText(frozen, { exact: true })).toBeVisible();
  await expect(record.getByText(frozen, { exact: true })).toBeVisible();
  await answer.click();
  await expect(review.getByText(frozen, { exact: true })).toBeVisible();
  await expect(mark.getByLabel('Marks (0–100)')).toHaveValue('81');
  await expect(mark.getByLabel('Comment for Asha Kumari')).toHaveValue('Written on the train.');
  await expect(record.getByLabel('Status')).toHaveValue('absent');
  await expect(record.getByLabel('Comment for Asha Kumari')).toHaveValue('Was not there.');
  await expect(review.getByLabel('New marks (0–100)')).toHaveValue('75');
  await expect(review.getByLabel('Your answer to Asha Kumari')).toHaveValue('You did.');
  const marks = () => reader.selectFrom('marks').select('marks').orderBy('marks').execute();
  expect(await marks()).toEqual([{ marks: 70 }]);
  expect(await reader.selectFrom('recorded_marks').select('id').execute()).toEqual([]);

  await post(`/api/staff/students/${student.email}/results/open`, { reason: 'Three marks came late.' });
  await saveBy(mark.getByRole('article'), 'Save and release');
  await expect(mark.getByText('Asha Kumari sees 81 out of 100')).toBeVisible();
  await record.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(record.getByRole('article')).toContainText('Absent, not released');
  await answer.click();
  await expect(review.getByText('Reviewed by Anjali Menon')).toBeVisible();
  expect(await marks()).toEqual([{ marks: 75 }, { marks: 81 }]);
  await office.context().close();
});
