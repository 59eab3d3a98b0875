import type { Page } from '@playwright/test';
import { demoEmail } from '#contract/demo-accounts';
import { dayMs } from '#contract/durations';
import { localText } from '#server/platform/zoned-time';
import { buildBatch, buildSelection, buildStudent } from '#support/factories';
import { countActs, reportActs, type Acts } from './count-acts.ts';
import { accountOf, signInAs } from './demo.ts';
import { untilKept } from './kept-screens.ts';
import { cut, mend, offline } from './offline-steps.ts';
import { expect, test, type Portal } from './portal.ts';
import { endVisit, heading, visit } from './screens.ts';

test.use({ seed: 'demo' });

const dayAfter = ({ context }: Portal, days: number): string =>
  localText(context.clock.now() + days * dayMs, context.settings.academyZone).slice(0, 'YYYY-MM-DD'.length);

async function openVivas(page: Page, batch: string): Promise<void> {
  await visit(page, `/staff/batches/${batch}/settings`);
  await page.getByRole('link', { name: 'Vivas', exact: true }).click();
  await expect(heading(page, `Vivas of ${batch}`)).toBeVisible();
}

test('one examiner and 30 students: from “Vivas” to told in at most twelve clicks and fields', async ({
  portal,
  page,
}, info) => {
  const { id } = await buildBatch(portal.context, { name: 'VIVA-30' });
  for (let index = 0; index < 30; index += 1) {
    const student = await buildStudent(portal.context, { batch_id: id });
    await buildSelection(portal.context, { account_id: student.id, project_id: 'P001' });
  }
  const acts: Acts = { clicks: 0, keys: 0, fields: 0 };
  await countActs(page.context(), acts);
  await signInAs(portal, page, 'admin');
  await openVivas(page, 'VIVA-30');
  const day = dayAfter(portal, 9);
  await page
    .getByLabel('Days and hours')
    .fill(`${day} 09:00-18:00, break 13:00-14:00\n${dayAfter(portal, 10)} 09:00-18:00`);
  await page.getByLabel('Rooms').fill('Room 7');
  await page.getByLabel('Examiners', { exact: true }).fill(demoEmail('admin'));
  await page.getByRole('button', { name: 'Save the plan' }).click();
  await page.getByRole('button', { name: 'Plan all' }).click();
  await expect(page.getByText('Times given: 30 of 30 students with a project.')).toBeVisible();
  await page.getByRole('button', { name: 'Tell 30 students' }).click();
  await expect(page.getByText('The students are told.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Tell / })).toHaveCount(0);
  reportActs(info, 'from the settings of a batch to told', acts);
  expect(acts.clicks + acts.fields).toBeLessThanOrEqual(12);
  const told = await portal.context.database.reader
    .selectFrom('notices')
    .where('kind', '=', 'viva-time')
    .where('text', 'like', '%Room 7')
    .select('account_id')
    .execute();
  expect(new Set(told.map(({ account_id }) => account_id)).size).toBe(30);
});

offline(
  'the office moves a viva by keyboard and tells it; the student reads it on a phone, and offline',
  async ({ portal, line, page, complaints }) => {
    const { name } = await accountOf(portal, demoEmail('final'));
    await signInAs(portal, page, 'admin');
    await openVivas(page, 'MERN-2026-11');
    await page.getByRole('link', { name: new RegExp(` time (of|for) ${name}$`) }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Day and time').focus();
    const [year = '', month = '', date = ''] = dayAfter(portal, 12).split('-');
    await page.keyboard.type(`${date}${month}${year}`);
    await page.keyboard.type('0605PM');
    await page.keyboard.press('Enter');
    await expect(page.getByText('The time is saved.')).toBeVisible();
    const words = page.getByRole('row', { name }).getByText('Outside of the hours, or in a break');
    await expect(words).toBeVisible();
    const hidden = await words.evaluate((of) => {
      const cell = of.closest('td') as HTMLElement;
      return cell.scrollWidth - cell.clientWidth;
    });
    expect(hidden, 'px of the concern are cut off').toBeLessThan(1);
    await page.getByRole('button', { name: 'Tell 1 student' }).press('Enter');
    await expect(page.getByText('The students are told.')).toBeVisible();
    await endVisit(page);

    await page.setViewportSize({ width: 390, height: 844 });
    await signInAs(portal, page, 'final');
    const own = page.getByText(/^Your viva: .*6:05 pm.*, Room 1, 20 minutes\./);
    await visit(page, '/ProjectDashboard1?tab=viva');
    await expect(own).toBeInViewport();
    await visit(page, '/viva');
    await expect(own).toBeVisible();
    await untilKept(page);
    await cut(page, line);
    for (const address of ['/viva', '/ProjectDashboard1?tab=viva']) {
      await page.goto(address);
      await expect(own, `${address} offline`).toBeVisible();
    }
    await mend(page, line);
    complaints.length = 0;
  },
);
