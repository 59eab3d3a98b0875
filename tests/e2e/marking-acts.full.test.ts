import type { Browser, Locator, Page } from '@playwright/test';
import { dayMs } from '#contract/durations';
import { staffAddress } from '#contract/marking/staff-view';
import {
  buildBatch,
  buildMentor,
  buildRubricLine,
  buildSelection,
  buildStudent,
  buildSubmission,
} from '#support/factories';
import { countActs, reportActs, type Acts } from './count-acts.ts';
import { expect, test, type Portal } from './portal.ts';
import { ready } from './screens.ts';

const submissions = 6;
const many = 30;
/** Every third of them gets a comment. */
const commented = 10;
const mostKeys = 130;
const mostTouches = 130;
/** Keys for a submission, beside what is typed. */
const maxKeys = 3;
/** To go back once and look. */
const keysBack = 2;

type Student = { id: number; email: string };
type Mark = { marks: string; comment: string };

/** A batch whose students have submitted week 1, and its mentor. */
async function makeBatch({ context }: Portal, count = submissions) {
  const batch = await buildBatch(context);
  const students: Student[] = [];
  while (students.length < count) {
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
    await press('m');
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
  expect(presses).toBeLessThanOrEqual(maxKeys * submissions + keysBack);
  expect(acts.clicks).toBe(0);
  reportActs(
    info,
    `${submissions} submissions marked and released by ${presses} key presses beside ${typed} characters`,
    acts,
  );
});

/** The same of thirty students whose projects have a rubric of four lines. */
async function makeLargeBatch(portal: Portal) {
  const { context } = portal;
  const made = await makeBatch(portal, many);
  const projects = await context.database.reader
    .selectFrom('selections')
    .select('project_id')
    .distinct()
    .execute();
  for (const { project_id } of projects)
    for (const worth of points)
      await buildRubricLine(context, { project_id, task: 'week-1', text: `Worth ${worth}`, points: worth });
  return made;
}

const points = [40, 30, 20, 10] as const;
/** All but one of the four lines, another one each time. @returns the digits of the lines, and what they make */
function meant(n: number): { digits: number[]; marks: number } {
  const digits = [1, 2, 3, 4].filter((digit) => digit !== (n % 4) + 1);
  return { digits, marks: 100 - (points[n % 4] ?? 0) };
}

/** Expects that each student has the mark that was meant, and that the comments are there. */
async function expectMarked({ context }: Portal, expected: ReadonlyMap<string, number>, isReleased: boolean) {
  const marks = await context.database.reader
    .selectFrom('marks')
    .innerJoin('submissions', 'submissions.id', 'marks.submission_id')
    .innerJoin('accounts', 'accounts.id', 'submissions.account_id')
    .select(['accounts.name', 'marks.marks', 'marks.comments', 'marks.rubric', 'marks.released'])
    .execute();
  expect(new Map(marks.map(({ name, marks: given }) => [name, given]))).toEqual(expected);
  expect(marks.filter(({ rubric }) => rubric !== null)).toHaveLength(many);
  expect(marks.filter(({ comments }) => comments !== '')).toHaveLength(commented);
  expect(marks.filter(({ released }) => Boolean(released))).toHaveLength(isReleased ? many : 0);
}

async function countMarks({ context }: Portal): Promise<number> {
  return (await context.database.reader.selectFrom('marks').select('submission_id').execute()).length;
}

const heading = (page: Page) => page.getByRole('article').getByRole('heading', { level: 2 });
const nameOf = (title: string) => title.replace(', Week 1', '');
const isLast = 'Nothing is left in this list.';

test('thirty submissions with a rubric and ten comments take few keys', async ({ portal, page }, info) => {
  test.setTimeout(600_000);
  const { batch, mentor } = await makeLargeBatch(portal);
  const acts: Acts = { clicks: 0, keys: 0, fields: 0 };
  await portal.signIn(page, mentor);
  await page.goto(staffAddress({ batch: batch.name, task: 'week-1', state: 'to-mark' }));
  await ready(page);
  const press = async (keys: string): Promise<void> => {
    acts.keys += 1;
    await page.keyboard.press(keys);
  };
  const expected = new Map<string, number>();
  for (let n = 1; n <= many; n++) {
    const before = await heading(page).innerText();
    const { digits, marks } = meant(n);
    expected.set(nameOf(before), marks);
    for (const digit of digits) await press(String(digit));
    await expect(page.getByLabel('Marks (0–100)')).toHaveValue(String(marks));
    expect(await countMarks(portal), 'no digit saves').toBe(n - 1);
    if (n % (many / commented) === 0) {
      await press('c');
      await page.keyboard.type(`Look again at step ${n}.`);
      acts.fields += 1;
    }
    await press('Control+Shift+Enter');
    if (n < many) await expect(heading(page)).not.toHaveText(before);
  }
  await expect(page.getByText(isLast)).toBeAttached();
  await expectMarked(portal, expected, true);
  expect(acts.keys).toBeLessThanOrEqual(mostKeys);
  reportActs(info, `${many} submissions marked by a rubric and released by keyboard`, acts);
});

test('thirty submissions with a rubric and ten comments take few touches on a phone', async ({
  portal,
  browser,
}, info) => {
  test.setTimeout(600_000);
  const { batch, mentor } = await makeLargeBatch(portal);
  const acts: Acts = { clicks: 0, keys: 0, fields: 0 };
  const context = await browser.newContext({
    baseURL: portal.url,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  await portal.signIn(page, mentor);
  await page.goto(staffAddress({ batch: batch.name, task: 'week-1', state: 'to-mark' }));
  await ready(page);
  /** Touches what is in sight: a swipe would be one more act. */
  const tap = async (what: Locator): Promise<void> => {
    await expect(what).toBeInViewport();
    acts.clicks += 1;
    await what.tap();
  };
  await tap(page.getByRole('list', { name: 'Submissions' }).getByRole('link').first());
  const expected = new Map<string, number>();
  for (let n = 1; n <= many; n++) {
    const before = await heading(page).innerText();
    const { marks } = meant(n);
    expected.set(nameOf(before), marks);
    await tap(page.getByRole('button', { name: 'Give full marks' }));
    await tap(
      page
        .getByRole('list', { name: 'Rubric' })
        .getByRole('listitem')
        .nth(n % 4),
    );
    await expect(page.getByLabel('Marks (0–100)')).toHaveValue(String(marks));
    expect(await countMarks(portal), 'no touch of the rubric saves').toBe(n - 1);
    if (n % (many / commented) === 0) {
      await tap(page.getByLabel(/^Comment for/));
      await page.keyboard.type(`Look again at step ${n}.`);
      acts.fields += 1;
    }
    await tap(page.getByRole('button', { name: 'Save and next' }));
    if (n < many) await expect(heading(page)).not.toHaveText(before);
  }
  await expect(page.getByText(isLast)).toBeAttached();
  await expectMarked(portal, expected, false);
  expect(acts.clicks).toBeLessThanOrEqual(mostTouches);
  reportActs(info, `${many} submissions marked by a rubric on a phone`, acts);
  await context.close();
});
