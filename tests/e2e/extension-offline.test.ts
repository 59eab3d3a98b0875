import { dayMs } from '#contract/durations';
import type { Page } from '@playwright/test';
import { signInAs } from './demo.ts';
import { moveVivaTime, takeVivaTimeAway } from './viva-time-steps.ts';
import { untilKept } from './kept-screens.ts';
import type { OutageProxy } from './outage-proxy.ts';
import { cut, mend, offline } from './offline-steps.ts';
import { expect, type Portal } from './portal.ts';
import { visit } from './screens.ts';
import { textFile } from './submission-steps.ts';

const [why, file] = ['Why do you need it?', 'File (optional)'];
const reason = 'My laptop is in repair.';
const form = '/extension?task=viva';

/** For the viva: typed and sent offline, with a reload before and after. */
async function requestOffline(
  portal: Portal,
  { page, line, day }: { page: Page; line: OutageProxy; day: string },
): Promise<void> {
  await signInAs(portal, page, 'final');
  await visit(page, '/StudentDashboard');
  await untilKept(page);
  await cut(page, line);
  await page.goto(form);
  const until = new Date(portal.context.clock.now() + 9 * dayMs).toISOString().slice(0, 10);
  await page.getByLabel(day).fill(until);
  await page.getByLabel(why).fill(reason);
  await page.getByLabel(file).setInputFiles(textFile('letter.txt', 'From the repair shop'));
  await expect(page.getByText('Saved on this device', { exact: true })).toBeVisible();
  await page.goto(form);
  await expect(page.getByLabel(day)).toHaveValue(until);
  await expect(page.getByLabel(why)).toHaveValue(reason);
  await expect(page.getByText('letter.txt')).toBeVisible();
  await page.getByRole('button', { name: 'Send request' }).click();
  const waits = page.getByText(/^Your request is saved on this (phone|device) and will be sent/);
  await expect(waits).toBeVisible();
  await page.goto(form);
  await expect(waits).toBeVisible();
  await mend(page, line);
}

async function expectOnce({ context }: Portal): Promise<void> {
  const requests = await context.database.reader
    .selectFrom('extension_requests')
    .where('task', '=', 'viva')
    .where('reason', '=', reason)
    .select('file')
    .execute();
  expect(requests).toHaveLength(1);
  expect(requests[0]?.file).toContain('letter.txt');
}

offline(
  'an extension request made offline outlives a reload with its day and file, and arrives once',
  { tag: '@full' },
  async ({ portal, line, page, complaints }) => {
    await takeVivaTimeAway(portal, 'final');
    await requestOffline(portal, { page, line, day: 'New due date' });
    await expect(page).toHaveURL(/\/viva$/);
    await expect(page.getByText('Your request is sent. Your mentors will answer it.')).toBeVisible();
    await expectOnce(portal);
    complaints.length = 0;
  },
);

offline(
  'a request for another viva time made offline arrives once, and shows the times that are held',
  { tag: '@full' },
  async ({ portal, line, page, complaints }) => {
    await moveVivaTime(portal, 'final', 5);
    await requestOffline(portal, { page, line, day: 'From which day can you come?' });
    await expect(page.getByText('You asked for another time. The office will answer you.')).toBeVisible();
    await expect(page).toHaveURL(/\/extension\?task=viva$/);
    await expectOnce(portal);
    complaints.length = 0;
  },
);
