import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, expect, type BrowserContext, type Page } from '@playwright/test';
import { staffAddress } from '#contract/staff-view';
import { chromiumArgs } from '#support/chromium-args';
import { median } from '../load.ts';
import { numberOption } from '../number-option.ts';
import { openClassroom } from './classroom.ts';
import { Keyboard } from './keyboard.ts';

/**
 * A mentor marks, comments and releases hand-ins in Chromium by keyboard alone, every third one after it was held back. In a
 * second browser each student looks before and after. Prints acts and time; ends with 1 where there were too many acts, or where
 * a student saw a mark too early or not at all.
 */
const count = numberOption('hand-ins', 30);
/** Acts for a hand-in beside the words themselves. */
const maxActs = 3;

const executablePath = process.env['CHROME_PATH'];
if (executablePath === undefined) {
  console.error('bench:mentor needs a browser: set CHROME_PATH, or start it by npm run bench:mentor');
  process.exit(1);
}
const folder = mkdtempSync(path.join(tmpdir(), 'capstone-mentor-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

const room = await openClassroom(folder, count);
const launch = () => chromium.launch({ executablePath, args: chromiumArgs });
const [mentorBrowser, studentBrowser] = [await launch(), await launch()];

async function signIn(context: BrowserContext, cookie: string): Promise<void> {
  const [name = '', value = ''] = cookie.split('=', 2);
  await context.addCookies([{ name, value, url: room.portal.url, httpOnly: true, sameSite: 'Lax' }]);
}

/** What a student reads of week 1 under My Grades. */
async function readGrade(email: string): Promise<string> {
  const student = room.students.get(email);
  if (student === undefined) throw new Error(`${email} is nobody's address`);
  const context = await studentBrowser.newContext({ serviceWorkers: 'block' });
  await signIn(context, student.cookie);
  const page = await context.newPage();
  await page.goto(`${room.portal.url}/ProjectDashboard1?tab=grades`);
  const week = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Week 1' }) });
  const button = week.getByRole('button', { name: /Status/ });
  await expect(async () => {
    if ((await button.innerText()).startsWith('View')) await button.click({ timeout: 1_000 });
    await expect(week.getByRole('button', { name: /^Hide/ })).toBeVisible({ timeout: 500 });
  }).toPass();
  const text = await week.innerText();
  await context.close();
  return text;
}

const complaints: string[] = [];
/** Looks whether a student sees the mark, and only where it is released. */
async function look(email: string, mark: { marks: string; comment: string }, isReleased: boolean) {
  const text = await readGrade(email);
  const sees = [text.includes(`${mark.marks} out of 100`), text.includes(mark.comment)];
  if (sees.some((one) => one !== isReleased))
    complaints.push(
      `${email} ${isReleased ? 'does not see what is released' : 'sees what is not released'}: ${text.replaceAll('\n', ' | ')}`,
    );
}

const context = await mentorBrowser.newContext({ viewport: { width: 1366, height: 768 } });
await signIn(context, room.mentor);
const page: Page = await context.newPage();
const keyboard = new Keyboard(page);
/** Milliseconds of the mentor's own work, without the students' looks. */
let worked = 0;
const waits: number[] = [];
const shown = () =>
  page
    .getByRole('article')
    .locator('header')
    .getByText(/@example\.test$/)
    .innerText();

async function timed(work: () => Promise<void>): Promise<void> {
  const from = performance.now();
  await work();
  worked += performance.now() - from;
}
/** Presses what leads to another hand-in, and waits until that is open. */
async function goOn(keys: string, isLast = false): Promise<void> {
  const before = await shown();
  await timed(async () => {
    const from = performance.now();
    await keyboard.press(keys);
    if (isLast) await expect(page.getByText('Nothing is left in this list.')).toBeAttached();
    else await expect.poll(shown, { intervals: [5, 10, 20] }).not.toBe(before);
    waits.push(performance.now() - from);
  });
}

await page.goto(room.portal.url + staffAddress({ batch: room.batch, task: 'week-1', state: 'to-mark' }));
// The keys are heard once the form is hydrated, and what it does then is done.
await page.waitForFunction(() =>
  Object.keys(document.querySelector('form [name="marks"]') ?? {}).some((key) =>
    key.startsWith('__reactProps'),
  ),
);
await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
const marked = new Set<string>();
for (let n = 1; n <= count; n++) {
  const email = await shown();
  if (marked.has(email)) throw new Error(`${email} is open once more`);
  marked.add(email);
  const mark = { marks: String(40 + (n % 60)), comment: `Look again at step ${n}: say what it rests on.` };
  await timed(async () => {
    // A digit begins the marks.
    await keyboard.type(mark.marks);
    await keyboard.press('Tab');
    await keyboard.type(mark.comment);
  });
  await look(email, mark, false);
  const isLast = n === count;
  if (n % 3 === 0 && !isLast) {
    await goOn('Control+Enter');
    await look(email, mark, false);
    await goOn('k');
    if ((await shown()) !== email) complaints.push(`K does not lead back to ${email}`);
  }
  await goOn('Control+Shift+Enter', isLast);
  await look(email, mark, true);
}

await mentorBrowser.close();
await studentBrowser.close();
await room.portal.stop();
const bar = maxActs * count;
console.log(`hand-ins marked, commented and released   ${marked.size}`);
console.log(`acts beside typing                        ${keyboard.acts} (bar ≤ ${bar})`);
console.log(`characters typed                          ${keyboard.characters}`);
console.log(`the mentor's time, typing at once         ${(worked / 1_000).toFixed(1)} s`);
console.log(`from a press to the next hand-in, median  ${median(waits).toFixed(0)} ms`);
console.log(`looks of students, all as they should be  ${complaints.length === 0 ? 'yes' : 'NO'}`);
for (const complaint of complaints) console.error(complaint);
process.exitCode = keyboard.acts <= bar && complaints.length === 0 && marked.size === count ? 0 : 1;
