import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from '@playwright/test';
import { saveBy } from '../../tests/e2e/save-mark.ts';
import type { Device } from './device.ts';
import type { Action, Entry } from './plan.ts';

/** What an order works on: rows that were made for it. */
export type Scene = {
  forum: string;
  /** A question of the student's own, and one of a classmate's. */
  own: string;
  other: string;
  /** The submission that the mentor marks. */
  number: string;
  /** The student of that submission, as the mentor's card names it. */
  cardName: string;
  studentName: string;
};

/** The order and the action's number in the run, and how many submissions came before it in that order. */
type Circumstances = { order: number; serial: number; submissions: number; isReachable: boolean };

const patienceMs = 60_000;
/** How long somebody waits for the form of a mark that is being sent. */
const markMs = 2_000;
/** The marking desk with all submissions. */
export const desk = '/staff?state=all';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** A question of the forum, unfolded: the list shows only the newest one whole. */
async function openCard(device: Device, { forum }: Scene, id: string): Promise<Locator> {
  const found = (await device.show(forum)).locator(`#question-${id}`);
  // The folded line has no buttons.
  const favourite = found.getByRole('button', { name: 'Favorite' });
  const line = found.getByRole('heading').getByRole('link');
  await favourite.or(line).first().waitFor();
  if (!(await favourite.isVisible())) await line.click();
  return found;
}

/** The receipt of the last submission is in the place of the form, or appears while that one is sent. */
async function openForm(page: Page, week: string): Promise<void> {
  const giveUpAt = performance.now() + patienceMs;
  const again = button(page, 'Submit again');
  // While a week's submission waits, its form is disabled; another week can be chosen.
  const form = page.getByLabel('Week', { exact: true });
  const choose = () => form.selectOption({ label: week }, { timeout: 200 });
  while ((await choose().catch(() => [])).length === 0) {
    if (await again.isVisible()) await again.click({ timeout: 1_000 }).catch(() => {});
    if (performance.now() > giveUpAt) throw new Error('the form of the submission does not come');
  }
}

/** Every third submission has a file; some are large enough to be uploaded in parts. */
function fileOf(serial: number, text: string) {
  if (serial % 3 !== 0) return null;
  const bytes = serial % 9 === 0 ? 1_500_000 : 2_000;
  return { name: `${serial}.txt`, mimeType: 'text/plain', buffer: Buffer.alloc(bytes, `${text} `) };
}

/**
 * Does an action as a person would, on its screen.
 * @param isReachable whether screens can be loaded
 * @returns what was done, not yet known to be saved; null for marks while offline: the desk is not saved on the device, and
 *   its form is closed while the last mark waits
 */
export async function perform(
  action: Action,
  device: Device,
  scene: Scene,
  { order, serial, submissions, isReachable }: Circumstances,
): Promise<Entry | null> {
  const text = `order ${order}, action ${serial}`;
  const entry = { action, text, isSaved: false };
  switch (action) {
    case 'submit': {
      const week = (submissions % 4) + 1;
      const page = await device.show('/WeeklySubmission');
      await openForm(page, `Week ${week}`);
      await page.getByLabel('Comments').fill(text);
      const file = fileOf(serial, text);
      if (file !== null) await page.getByLabel('File', { exact: true }).setInputFiles(file);
      await button(page, 'Submit').click();
      return { ...entry, subject: `week-${week}` };
    }
    case 'ask': {
      const page = await device.show(scene.forum);
      await page.getByLabel('Ask the batch').fill(text);
      await button(page, 'Post Query').click();
      return { ...entry, subject: 'forum' };
    }
    case 'comment': {
      const box = (await openCard(device, scene, scene.other)).getByLabel('Add a comment');
      await box.fill(text);
      await box.press('Enter');
      return { ...entry, subject: scene.other };
    }
    case 'edit': {
      const own = await openCard(device, scene, scene.own);
      await own.getByRole('button', { name: 'Edit', exact: true }).click();
      await own.getByLabel('Edit the question').fill(text);
      await own.getByRole('button', { name: 'Update Query' }).click();
      return { ...entry, subject: scene.own };
    }
    case 'favourite': {
      const other = await openCard(device, scene, scene.other);
      const page = other.page();
      const toggle = other.getByRole('button', { name: 'Favorite' });
      // Its state at the click: what waits on the device may show at any moment before.
      await page.evaluate(() => {
        const note = ({ target }: Event) => {
          const pressed = (target as Element).closest('button')?.ariaPressed;
          document.documentElement.dataset['pressed'] = pressed ?? 'none';
        };
        addEventListener('click', note, { capture: true, once: true });
      });
      await toggle.click();
      const shown = await page.evaluate(() => document.documentElement.dataset['pressed']);
      if (shown !== 'true' && shown !== 'false') throw new Error('the click on Favorite was not seen');
      return { ...entry, subject: scene.other, isFavorite: shown === 'false' };
    }
    case 'mark': {
      const page = await device.show(`${desk}&open=${scene.number}`);
      const work = page.getByRole('article', { name: scene.cardName, exact: true });
      await work.or(page.getByRole('alert')).first().waitFor();
      if (!isReachable && !(await work.isVisible())) return null;
      await work.waitFor();
      const giveUpAt = performance.now() + patienceMs;
      const hurryUntil = performance.now() + markMs;
      const change = work.getByRole('button', { name: 'Change the marks', exact: true });
      const marks = work.getByLabel('Marks (0–100)');
      // The form gives way to the marks once they are saved.
      const isOpen = () => marks.isEditable({ timeout: 100 }).catch(() => false);
      while (!(await isOpen())) {
        const isWaiting = (await device.outbox()).some(({ state }) => state === 'waiting');
        if (isWaiting && performance.now() > hurryUntil) return null;
        if (await change.isVisible()) await change.click();
        if (performance.now() > giveUpAt) throw new Error('the form of the marks does not come');
        await sleep(50);
      }
      await marks.fill(String(serial % 101));
      await work.getByLabel(`Comment for ${scene.studentName}`).fill(text);
      await saveBy(work, 'Save');
      return { ...entry, subject: scene.number };
    }
  }
}
