import { dayMs } from '#contract/durations';
import { signInAs } from './demo.ts';
import { untilKept } from './kept-screens.ts';
import { cut, mend, offline } from './offline-steps.ts';
import { expect } from './portal.ts';
import { visit } from './screens.ts';
import { textFile } from './submission-steps.ts';

offline(
  'an extension request made offline outlives a reload with its day and file, and arrives once',
  { tag: '@full' },
  async ({ portal, line, page, complaints }) => {
    await signInAs(portal, page, 'final');
    await visit(page, '/StudentDashboard');
    await untilKept(page);
    await cut(page, line);
    await page.goto('/extension?task=final');
    const [day, why, file] = ['Until the end of', 'Why do you need it?', 'File (optional)'];
    const until = new Date(portal.context.clock.now() + 9 * dayMs).toISOString().slice(0, 10);
    await page.getByLabel(day).fill(until);
    await page.getByLabel(why).fill('My laptop is in repair.');
    await page.getByLabel(file).setInputFiles(textFile('letter.txt', 'From the repair shop'));
    await expect(page.getByText('Saved on this device', { exact: true })).toBeVisible();
    await page.goto('/extension?task=final');
    await expect(page.getByLabel(day)).toHaveValue(until);
    await expect(page.getByLabel(why)).toHaveValue('My laptop is in repair.');
    await expect(page.getByText('letter.txt')).toBeVisible();
    await page.getByRole('button', { name: 'Send request' }).click();
    const waits = page.getByText(/^Your request is saved on this (phone|device) and will be sent/);
    await expect(waits).toBeVisible();
    await page.goto('/extension?task=final');
    await expect(waits).toBeVisible();
    await mend(page, line);
    await expect(page).toHaveURL(/\/FinalProjectSubmission$/);
    await expect(page.getByText('Your request is sent. Your mentors will answer it.')).toBeVisible();
    const requests = await portal.context.database.reader
      .selectFrom('extension_requests')
      .where('task', '=', 'final')
      .where('reason', '=', 'My laptop is in repair.')
      .select('file')
      .execute();
    expect(requests).toHaveLength(1);
    expect(requests[0]?.file).toContain('letter.txt');
    complaints.length = 0;
  },
);
