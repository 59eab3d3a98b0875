import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { signInAs } from './demo.ts';
import { outages, waits } from './outage-steps.ts';
import { expect } from './portal.ts';
import { visit } from './screens.ts';
import { expectReceipt } from './submission-steps.ts';

outages(
  'a submission goes on with the part that failed, and becomes one version',
  async ({ portal, balancer, page, complaints }, info) => {
    await signInAs(portal, page, 'week2');
    const bytes = randomBytes(12 * 1024 * 1024);
    const file = info.outputPath('recording.mp4');
    writeFileSync(file, bytes);
    const sent: string[] = [];
    page.on('request', (request) => {
      const [path] = request.url().split('?');
      if (/uploads|uploadWeek/.test(path ?? ''))
        sent.push(`${request.method()} ${request.headers()['upload-offset'] ?? ''}`.trim());
    });
    await visit(page, '/WeeklySubmission');
    await page.getByLabel('Comments').fill('Through an outage.');
    await page.getByLabel('File', { exact: true }).setInputFiles(file);
    await expect(page.getByText('Saved on this device', { exact: true })).toBeVisible();
    // The first part arrives, the second one meets the outage, and so does the question how far it came.
    await page.route('**/api/uploads/**', async (route) => {
      if (route.request().headers()['upload-offset'] === String(8 * 1024 * 1024))
        balancer.begin(502, /uploads/);
      await route.fallback();
    });
    await page.getByRole('button', { name: 'Submit' }).click();
    await waits(page);
    await page.unrouteAll({ behavior: 'wait' });
    await expect.poll(() => balancer.failed(), { intervals: [50] }).toBeGreaterThan(1);
    balancer.begin('lost answers', /uploadWeek/);
    await expect.poll(() => balancer.failed(), { timeout: 30_000, intervals: [50] }).toBeGreaterThan(0);
    balancer.end();
    await expectReceipt(
      page,
      'Congrats!!! You have submitted your work for the week',
      'Week 2, version 1',
      bytes,
    );
    expect(
      sent.filter((one) => one === 'PATCH 0'),
      sent.join(', '),
    ).toHaveLength(1);
    const versions = await portal.context.database.reader
      .selectFrom('submissions')
      .where('comments', '=', 'Through an outage.')
      .select(['version', 'upload_id'])
      .execute();
    expect(versions).toEqual([{ version: 1, upload_id: expect.any(String) }]);
    complaints.length = 0;
  },
);
