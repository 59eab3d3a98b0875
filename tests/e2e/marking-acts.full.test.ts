import type { Browser, Page } from '@playwright/test';
import { dayMs } from '#contract/durations';
import { staffAddress } from '#contract/marking/staff-view';
import { buildBatch, buildMentor, buildSelection, buildStudent, buildSubmission } from '#support/factories';
import { countActs, reportActs, type Acts } from './count-acts.ts';
import { expect, test, type Portal } from './portal.ts';
import { ready } from './screens.ts';

const submissions = 6;
/** Keys for a submission, beside what is typed. */
const maxKeys = 3;

type Student = { id: number; email: string };
type Mark = { marks: string; comment: string };

/** A batch whose students have submitted week 1, and its mentor. */
async function makeBatch({ context }: Portal) {
  const batch = await buildBatch(context);
  const students: Student[] = [];
  while (students.length < submissions) {
    const student = await buildStudent(context, { batch_id: batch.id });
    const started_at = context.clock.now() - 29 * dayMs;
    await buildSelection(context, { account_id: student.id, started_at });
    await buildSubmission(context, {
      account_id: student.id,
      comments: 'The form, the list and the errors.',
    });
    students.push(student);
  }
  return { batch, students, mentor: await buildMentor(context, [batch.id]) };
}

/** Looks whether a student sees the mark of week 1 under My Grades. */
async function expectGrade(
  portal: Portal,
  browser: Browser,
  student: Student,
  mark: Mark,
  isReleased: boolean,
) {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await portal.signIn(page, student);
  await page.goto(`${portal.url}/ProjectDashboard1?tab=grades`);
  await ready(page);
  const week = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Week 1' }) });
  await week.getByRole('button', { name: /Status/ }).click();
  await expect(week.getByRole('button', { name: /^Hide/ })).toBeVisible();
  for (const words of [`${mark.marks} out of 100`, mark.comment])
    await expect(week.getByText(words)).toHaveCount(isReleased ? 1 : 0);
  await context.close();
}

/** The email of the student whose submission is open. */
const openEmail = (page: Page) =>
  page
    .getByRole('article')
    .locator('header')
    .getByText(/@example\.test$/);

test('a mentor marks a batch by keyboard alone, with at most three keys a submission beside the words', async ({
  portal,
  page,
  browser,
}, info) => {
  test.setTimeout(600_000);
  const { batch, students, mentor } = await makeBatch(portal);
  const acts: Acts = { clicks: 0, keys: 0, fields: 0 };
  await countActs(page.context(), acts);
  let [typed, presses] = [0, 0];
  const type = async (text: string): Promise<void> => {
    typed += text.length;
    await page.keyboard.type(text);
  };
  /** One key, or keys pressed together. */
  const press = async (keys: string): Promise<void> => {
    presses += 1;
    await page.keyboard.press(keys);
  };
  /** Presses keys that lead to another submission. */
  const goOn = async (keys: string): Promise<void> => {
    const before = await openEmail(page).innerText();
    await press(keys);
    await expect(openEmail(page)).not.toHaveText(before);
  };
  const studentOf = (email: string) => students.find((student) => student.email === email) as Student;

  await portal.signIn(page, mentor);
  await page.goto(staffAddress({ batch: batch.name, task: 'week-1', state: 'to-mark' }));
  await ready(page);
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  const marked = new Set<string>();
  for (let n = 1; n <= submissions; n++) {
    const email = await openEmail(page).innerText();
    const student = studentOf(email);
    marked.add(email);
    const mark = { marks: String(40 + n), comment: `Look again at step ${n}.` };
    // A digit starts the marks.
    await type(mark.marks);
    await press('Tab');
    await type(mark.comment);
    await expectGrade(portal, browser, student, mark, false);
    if (n % 3 === 0 && n < submissions) {
      await goOn('Control+Enter');
      await expectGrade(portal, browser, student, mark, false);
      await goOn('k');
      await expect(openEmail(page)).toHaveText(email);
    }
    if (n < submissions) await goOn('Control+Shift+Enter');
    else {
      await press('Control+Shift+Enter');
      await expect(page.getByText('Nothing is left in this list.')).toBeAttached();
    }
    await expectGrade(portal, browser, student, mark, true);
  }
  expect(marked.size).toBe(submissions);
  expect(presses).toBeLessThanOrEqual(maxKeys * submissions);
  expect(acts.clicks).toBe(0);
  reportActs(
    info,
    `${submissions} submissions marked and released by ${presses} key presses beside ${typed} characters`,
    acts,
  );
});
