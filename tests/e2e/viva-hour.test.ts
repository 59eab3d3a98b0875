import type { Browser, Page } from '@playwright/test';
import { dayMs, minuteMs } from '#contract/durations';
import { ownVivasAddress, vivaAddress } from '#contract/examiners/addresses';
import { buildBatch, buildMentor, buildSelection, buildStudent, buildViva } from '#support/factories';
import { countActs, reportActs, type Acts } from './count-acts.ts';
import { expect, test, type Portal } from './portal.ts';
import { visit } from './screens.ts';

async function makeViva({ context }: Portal) {
  const batch = await buildBatch(context);
  const student = await buildStudent(context, { batch_id: batch.id, name: 'Asha Kumari' });
  await buildSelection(context, { account_id: student.id, started_at: context.clock.now() - 30 * dayMs });
  const first = await buildMentor(context, [batch.id], { name: 'Anjali Menon' });
  const second = await buildMentor(context, [batch.id], { name: 'Ravi Menon' });
  await buildViva(context, { batch_id: batch.id, account_id: student.id, panel: [first.id, second.id] });
  return { student, first, second, address: `/staff/vivas/${encodeURIComponent(student.email)}` };
}

const phone = (browser: Browser, baseURL: string) =>
  browser.newContext({ baseURL, viewport: { width: 390, height: 844 } });

const fields = (page: Page) => page.getByLabel(/\(0 to \d+\)$/);

async function fillPoints(page: Page, points: readonly string[]): Promise<void> {
  for (const [index, given] of points.entries()) await fields(page).nth(index).fill(given);
}

async function ask(page: Page, question: string, answered: string): Promise<void> {
  await page.getByLabel('Question', { exact: true }).fill(question);
  await page.getByRole('button', { name: answered, exact: true }).click();
}

/** Whether the device has a text, whatever becomes of the page. */
const isStored = (page: Page, text: string) =>
  page.evaluate(async (wanted) => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')));
      });
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name));
      const found: unknown[] = [];
      for (const store of database.objectStoreNames)
        found.push(await done(database.transaction(store).objectStore(store).getAll()));
      database.close();
      if (JSON.stringify(found).includes(wanted)) return true;
    }
    return false;
  }, text);

/** The screen locks 30 s after the last touch, the system freezes the page, and ends it without a word. */
async function lockAndKill(page: Page): Promise<void> {
  const system = await page.context().newCDPSession(page);
  await system.send('Page.setWebLifecycleState', { state: 'frozen' });
  const ended = page.waitForEvent('crash');
  system.send('Page.crash').catch(() => undefined);
  await ended;
  await page.close();
}

const give = (page: Page) => page.getByRole('button', { name: 'Give my marks' });

test('two examiners on phones lose nothing to a cut line, a closed browser, a locked screen and an ended session, and see each other’s marks at the end', async ({
  portal,
  browser,
}) => {
  const { student, first, second, address } = await makeViva(portal);
  const { reader } = portal.context.database;
  const given = () => reader.selectFrom('viva_marks').select('marks').orderBy('marks').execute();

  const one = await phone(browser, portal.url);
  let page = await one.newPage();
  await portal.signIn(page, first);
  await visit(page, address);
  await fillPoints(page, ['8', '15']);
  await ask(page, 'Why SQLite?', 'With help');
  await page.getByLabel('Question', { exact: true }).fill('Half a ques');
  await page.close({ runBeforeUnload: false });
  page = await one.newPage();
  await visit(page, address);
  await expect(fields(page).nth(1)).toHaveValue('15');
  await expect(page.getByText('Why SQLite?')).toBeVisible();
  await expect(page.getByLabel('Question', { exact: true })).toHaveValue('Half a ques');
  await one.setOffline(true);
  await ask(page, 'Half a question.', 'Right');
  await fillPoints(page, ['8', '15', '16', '12', '20', '9']);
  await give(page).click();
  await expect(page.getByText(/is saved on this device and will be sent automatically/)).toBeVisible();
  await page.close({ runBeforeUnload: false });
  expect(await given()).toEqual([]);

  const two = await phone(browser, portal.url);
  let other = await two.newPage();
  await portal.signIn(other, second);
  await visit(other, address);
  await fillPoints(other, ['6', '13']);
  await other.getByLabel('Your words').pressSequentially('Knows the tables well');
  await expect.poll(() => isStored(other, 'Knows the tables well')).toBe(true);
  await lockAndKill(other);
  other = await two.newPage();
  await visit(other, address);
  await expect(other.getByLabel('Your words')).toHaveValue('Knows the tables well');
  await expect(fields(other).nth(1)).toHaveValue('13');
  await fillPoints(other, ['6', '13', '14', '10', '18', '7']);
  await two.clearCookies();
  await give(other).click();
  await expect(other.getByText(/^Your mark is not sent yet/)).toBeVisible();
  await portal.signIn(other, second);
  await visit(other, address);
  await expect.poll(given).toEqual([{ marks: 68 }]);
  await expect(other.getByText('Anjali Menon: no marks yet')).toBeVisible();

  await one.setOffline(false);
  page = await one.newPage();
  await visit(page, address);
  await expect.poll(given).toEqual([{ marks: 68 }, { marks: 80 }]);
  await expect(page.getByText('Ravi Menon: 68 out of 100')).toBeVisible();
  await expect(page.getByText(/12 points apart/)).toBeVisible();
  await page.getByRole('button', { name: 'Confirm 74 out of 100' }).click();
  await page.getByLabel('Reason').fill('Only one of us heard the first answer.');
  await page.getByRole('button', { name: 'Confirm 74 out of 100' }).click();
  await expect(page.getByText('You have confirmed the outcome.')).toBeVisible();

  await visit(other, address);
  await expect(other.getByText('Half a question. – Right')).toBeVisible();
  await other.getByLabel('Reason').fill('Only one of us heard the first answer.');
  await other.getByRole('button', { name: 'Confirm 74 out of 100' }).click();
  await expect(other.getByText('Confirmed: 74 out of 100')).toBeVisible();
  const marks = await reader
    .selectFrom('recorded_marks')
    .where('account_id', '=', student.id)
    .select(['task', 'marks', 'released'])
    .execute();
  expect(marks).toEqual([{ task: 'viva', marks: 74, released: 0 }]);
  await one.close();
  await two.close();
});

/** Five vivas of one examiner, half an hour apart. */
async function makeDay({ context }: Portal) {
  const batch = await buildBatch(context);
  const examiner = await buildMentor(context, [batch.id]);
  const fiveMinutes = 5 * minuteMs;
  const first = Math.ceil((context.clock.now() + 30 * minuteMs) / fiveMinutes) * fiveMinutes;
  const addresses: string[] = [];
  for (let nth = 0; nth < 5; nth++) {
    const student = await buildStudent(context, { batch_id: batch.id });
    await buildSelection(context, { account_id: student.id, started_at: context.clock.now() - 30 * dayMs });
    const starts_at = first + nth * 30 * minuteMs;
    await buildViva(context, { batch_id: batch.id, account_id: student.id, panel: [examiner.id], starts_at });
    addresses.push(vivaAddress(student.email));
  }
  return { examiner, addresses };
}

/** By touch: each field is tapped, and each answer is. */
async function markByTouch(page: Page, last: number): Promise<void> {
  for (const [index, points] of ['8', '15', '14', '10', '20', String(last)].entries()) {
    await fields(page).nth(index).tap();
    await fields(page).nth(index).fill(points);
  }
  await page.getByLabel('Question', { exact: true }).tap();
  for (const answered of ['Fully', 'Right', 'With help', 'Partly', 'Not']) {
    await page.getByLabel('Question', { exact: true }).fill(`Why ${answered}?`);
    await page
      .getByRole('group', { name: 'How was it answered?' })
      .getByRole('button', { name: answered, exact: true })
      .tap();
  }
}

test('five vivas of a day are opened, marked by touch without a connection, and arrive once', async ({
  portal,
  browser,
}, info) => {
  const { examiner, addresses } = await makeDay(portal);
  const { reader } = portal.context.database;
  const device = await browser.newContext({
    baseURL: portal.url,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  });
  const acts: Acts = { clicks: 0, keys: 0, fields: 0 };
  await countActs(device, acts);
  const list = await device.newPage();
  await portal.signIn(list, examiner);
  const pages: Page[] = [];
  for (const address of addresses) {
    const page = await device.newPage();
    await visit(page, address);
    pages.push(page);
  }
  await device.setOffline(true);
  for (const [index, page] of pages.entries()) {
    const before = acts.clicks + acts.keys;
    await page.bringToFront();
    await markByTouch(page, index);
    if (index < 4) {
      await give(page).tap();
      await expect(page.getByText(/is saved on this device and will be sent automatically/)).toBeVisible();
    }
    expect(acts.clicks + acts.keys - before, 'beside typing').toBeLessThanOrEqual(20);
  }
  reportActs(info, 'five vivas', acts);
  // The last one is not given yet: it is a draft of the device.
  await expect.poll(() => isStored(pages[4] as Page, 'Why Not?')).toBe(true);
  for (const page of [list, ...pages]) await page.close({ runBeforeUnload: false });
  const given = () => reader.selectFrom('viva_marks').select('marks').orderBy('marks').execute();
  expect(await given()).toEqual([]);

  await device.setOffline(false);
  const page = await device.newPage();
  await visit(page, addresses[4] as string);
  await expect(fields(page).nth(5)).toHaveValue('4');
  await expect.poll(given).toHaveLength(4);
  await give(page).tap();
  const all = [67, 68, 69, 70, 71].map((marks) => ({ marks }));
  await expect.poll(given).toEqual(all);
  await visit(page, ownVivasAddress);
  expect(await given()).toEqual(all);
  const asked = reader.selectFrom('viva_asked').select((of) => of.fn.countAll<number>().as('count'));
  expect(Number((await asked.executeTakeFirstOrThrow()).count)).toBe(25);
  const audit = reader.selectFrom('audit_log').where('act', '=', 'give-viva-marks').select('subject');
  expect(new Set((await audit.execute()).map(({ subject }) => subject)).size).toBe(5);
  expect(await audit.execute()).toHaveLength(5);
  await device.close();
});
