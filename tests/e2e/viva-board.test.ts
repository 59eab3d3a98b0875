import type { Page } from '@playwright/test';
import { demoEmail } from '#contract/demo-accounts';
import { dayMs } from '#contract/durations';
import { localText } from '#server/platform/zoned-time';
import { buildBatch, buildSelection, buildStudent } from '#support/factories';
import { signInAs } from './demo.ts';
import { expect, test, type Portal } from './portal.ts';
import { heading, visit } from './screens.ts';

test.use({ seed: 'demo' });

const dayAfter = ({ context }: Portal, days: number): string =>
  localText(context.clock.now() + days * dayMs, context.settings.academyZone).slice(0, 'YYYY-MM-DD'.length);

/** Of the list, as the office pastes it. */
async function importList(page: Page, batch: string, text: string): Promise<void> {
  await visit(page, `/staff/batches/${batch}/vivas`);
  await page.getByRole('link', { name: 'From a spreadsheet' }).click();
  await expect(heading(page, 'Vivas from a spreadsheet')).toBeVisible();
  await page.getByLabel('Rows, with headings').fill(text);
  await page.getByRole('button', { name: 'Check rows' }).click();
}

test('the office’s list becomes a plan, and a viva is moved by mouse and by keys', async ({
  portal,
  page,
}) => {
  const { id } = await buildBatch(portal.context, { name: 'VIVA-3' });
  for (const name of ['Asha Rao', 'Bina Das', 'Chitra Nair']) {
    const email = `${name.split(' ')[0]?.toLowerCase()}@viva.test`;
    const student = await buildStudent(portal.context, { batch_id: id, name, email });
    await buildSelection(portal.context, { account_id: student.id, project_id: 'P001' });
  }
  await signInAs(portal, page, 'admin');
  const day = dayAfter(portal, 9);
  const admin = demoEmail('admin');
  const rows = (second: string) =>
    `Name\tDate\tTime\tRoom\tExaminer\nAsha Rao\t${day}\t10:00\tHall 1\t${admin}\nBina Das\t${day}\t${second}\tHall 1\t${admin}\nChitra Nair\t${day}\t11:00\tHall 2\t${admin}\n`;
  await importList(page, 'VIVA-3', rows('10:10'));
  await expect(page.getByText(/^D3: Hall 1 is taken from 10:00 am to 10:25 am \(row 2\)/)).toBeVisible();
  await page.getByLabel('Rows, with headings').fill(rows('10:25'));
  await page.getByRole('button', { name: 'Check rows' }).click();
  await page.getByRole('button', { name: 'Save 3 times' }).click();
  await expect(page.getByText('3 times saved')).toBeVisible();
  await page.getByRole('link', { name: 'Open the plan' }).click();
  await page.getByRole('link', { name: 'Move on a board' }).click();

  const block = (name: string) =>
    page.getByRole('button', { name: new RegExp(`^\\d{1,2}:\\d\\d [ap]m ${name} `) });
  // A mouse reaches what the window shows.
  await block('Chitra Nair').evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const bina = await block('Bina Das').boundingBox();
  const chitra = await block('Chitra Nair').boundingBox();
  if (bina === null || chitra === null) throw new Error('the board shows no vivas');
  const hand = (box: { x: number; y: number }, down = 0): [number, number] => [box.x + 40, box.y + 8 + down];
  await page.mouse.move(...hand(bina));
  await page.mouse.down();
  await page.mouse.move(...hand(chitra), { steps: 6 });
  await expect(page.getByText(/^Bina Das: 11:00 am, Hall 2\./)).toBeVisible();
  await expect(page.getByText(/Hall 2 is taken from 11:00 am to 11:25 am \(Chitra Nair\)/)).toBeVisible();
  await page.mouse.move(...hand(chitra, chitra.height * 2.5), { steps: 4 });
  await expect(page.getByText('Free.')).toBeVisible();
  await page.mouse.up();
  await expect(page.getByText('The time is saved.')).toBeVisible();
  await expect(block('Bina Das')).toHaveAccessibleName(/^11:\d\d am Bina Das .*, Hall 2$/);

  await block('Asha Rao').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowUp');
  await expect(page.getByText('Asha Rao: 9:55 am, Hall 2.')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(block('Asha Rao')).toHaveAccessibleName(/^9:55 am Asha Rao .*, Hall 2$/);
  await expect(block('Asha Rao'), 'the next key moves it on').toBeFocused();

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(block('Asha Rao'), 'a phone has the list and the form').toBeHidden();
  await expect(page.getByRole('link', { name: 'Change the time of Asha Rao' })).toBeVisible();
});
