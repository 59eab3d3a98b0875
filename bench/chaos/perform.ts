import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import type { Entry } from './ledger.ts';
import type { Act } from './plan.ts';
import type { Device } from './device.ts';

/** What an order works on: rows that were made for it. */
export type Scene = {
  forum: string;
  /** A question of the student's own, and one of a classmate's. */
  own: string;
  other: string;
  /** The hand-in that the mentor marks. */
  number: string;
  /** The student of that hand-in, as the mentor's card names it. */
  cardName: string;
  studentName: string;
};

/** In which order an act is done, as which of the run, and after how many hand-ins of that order. */
type Circumstances = { order: number; serial: number; handIns: number; isReachable: boolean };

const patienceMs = 60_000;
/** How long somebody waits for the form of a mark that is on its way. */
const markMs = 2_000;
/** The marking desk with all hand-ins. */
export const desk = '/staff?state=all';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const card = (page: Page, id: string) => page.locator(`#question-${id}`);

/** The receipt of the hand-in before stands in the place of the form, or comes while that one is on its way. */
async function openForm(page: Page): Promise<void> {
  const giveUpAt = performance.now() + patienceMs;
  const again = button(page, 'Hand in again');
  // Of a week whose hand-in waits the form is fixed; another week can be chosen.
  const form = page.getByLabel('Week', { exact: true });
  while (!(await form.isEnabled({ timeout: 100 }).catch(() => false))) {
    if (await again.isVisible()) await again.click({ timeout: 1_000 }).catch(() => {});
    if (performance.now() > giveUpAt) throw new Error('the form of the hand-in does not come');
  }
}

/** A hand-in brings a file now and then, and sometimes one that goes ahead in parts. */
function fileOf(serial: number, text: string) {
  if (serial % 3 !== 0) return null;
  const bytes = serial % 9 === 0 ? 1_500_000 : 2_000;
  return { name: `${serial}.txt`, mimeType: 'text/plain', buffer: Buffer.alloc(bytes, `${text} `) };
}

/**
 * Does an act as its person would, on its screen.
 * @param serial of the acts of a run
 * @param isReachable whether screens can be loaded just now
 * @returns what was pressed, not yet known to be kept; null where marks cannot be pressed without a line: a mentor's desk is not
 *   kept, and its form is closed while the mark before waits
 */
export async function perform(
  act: Act,
  device: Device,
  scene: Scene,
  { order, serial, handIns, isReachable }: Circumstances,
): Promise<Entry | null> {
  const text = `order ${order}, act ${serial}`;
  const entry = { act, text, isKept: false };
  switch (act) {
    case 'hand in': {
      const week = (handIns % 4) + 1;
      const page = await device.show('/WeeklySubmission');
      await openForm(page);
      await page.getByLabel('Week', { exact: true }).selectOption({ label: `Week ${week}` });
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
      const page = await device.show(scene.forum);
      const box = card(page, scene.other).getByLabel('Add a comment');
      await box.fill(text);
      await box.press('Enter');
      return { ...entry, subject: scene.other };
    }
    case 'edit': {
      const page = await device.show(scene.forum);
      await card(page, scene.own).getByRole('button', { name: 'Edit', exact: true }).click();
      await page.getByLabel('Edit the question').fill(text);
      await button(page, 'Update Query').click();
      return { ...entry, subject: scene.own };
    }
    case 'favourite': {
      const page = await device.show(scene.forum);
      const toggle = card(page, scene.other).getByRole('button', { name: 'Favorite' });
      // As it stands when it is pressed: what waits on the device may come into sight at any moment before.
      await page.evaluate(() => {
        const note = ({ target }: Event) => {
          const pressed = (target as Element).closest('button')?.ariaPressed;
          document.documentElement.dataset['pressed'] = pressed ?? 'none';
        };
        addEventListener('click', note, { capture: true, once: true });
      });
      await toggle.click();
      const shown = await page.evaluate(() => document.documentElement.dataset['pressed']);
      if (shown !== 'true' && shown !== 'false') throw new Error('the press on Favorite was not seen');
      const wanted = shown === 'false';
      return { ...entry, subject: scene.other, wanted };
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
      await work.getByRole('button', { name: 'Save', exact: true }).click();
      return { ...entry, subject: scene.number };
    }
  }
}
