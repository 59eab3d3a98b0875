import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { signInAs } from './demo.ts';
import { startOutageProxy, type OutageProxy } from './outage-proxy.ts';
import { expect, test, type Portal } from './portal.ts';
import { heading, ready, visit } from './screens.ts';
import { expectReceipt } from './submission-steps.ts';

/** A balancer without a portal behind it for some seconds: nothing is lost, nothing is there twice. */

const outages = test.extend<{ balancer: OutageProxy }>({
  balancer: async ({ portal }, use) => {
    const balancer = await startOutageProxy(portal.url);
    await use(balancer);
    await balancer.stop();
  },
  baseURL: ({ balancer }, use) => use(balancer.url),
});
outages.use({ seed: 'demo' });

const byItself = /^It waits on this device and goes by itself/;
const waits = (page: Page) => expect(page.getByText(byItself)).toBeVisible();

/** Until the page has tried once more under an outage. */
async function meets(balancer: OutageProxy, kind: Parameters<OutageProxy['begin']>[0], only?: RegExp) {
  balancer.begin(kind, only);
  await expect.poll(() => balancer.failed(), { intervals: [50] }).toBeGreaterThan(0);
}

async function countOf({ context }: Portal, table: 'questions' | 'comments', text: string): Promise<number> {
  const rows = await context.database.reader
    .selectFrom(table)
    .where('text', '=', text)
    .select('id')
    .execute();
  return rows.length;
}

outages(
  'a question, a comment and a favourite go by themselves, once, and a screen comes by itself',
  async ({ portal, balancer, page, complaints }) => {
    await signInAs(portal, page, 'week2');
    await visit(page, '/discussion/MERN-2026-11');
    balancer.begin(502);
    await page.getByLabel('Ask the batch').fill('Is the portal away?');
    await page.getByRole('button', { name: 'Post Query' }).click();
    await waits(page);
    await meets(balancer, 'lost answers');
    balancer.end();
    const card = page.getByRole('article').first();
    await expect(card).toContainText('Is the portal away?');
    await expect(page.getByLabel('Ask the batch')).toHaveValue('');
    await expect(page.getByText(byItself)).toHaveCount(0);

    balancer.begin('cut');
    await card.getByLabel('Add a comment').fill('It was.');
    await card.getByLabel('Add a comment').press('Enter');
    await waits(page);
    await meets(balancer, 'lost answers');
    balancer.end();
    await expect(card.getByLabel('Add a comment')).toHaveValue('');
    await expect(card).toContainText('It was.');

    balancer.begin(504);
    await card.getByRole('button', { name: 'Favorite' }).click();
    await waits(page);
    balancer.end();
    await expect(page.getByText(byItself)).toHaveCount(0);
    await page.reload();
    await ready(page);
    const after = page.getByRole('article').first();
    await expect(after.getByRole('button', { name: 'Favorite', pressed: true })).toBeVisible();
    expect(await countOf(portal, 'questions', 'Is the portal away?')).toBe(1);
    expect(await countOf(portal, 'comments', 'It was.')).toBe(1);

    // A screen that is asked for meanwhile says so, and comes by itself.
    balancer.begin(502, /^\/api\//);
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await expect(page.getByRole('alert')).toContainText(
      'It is loaded again by itself as soon as the portal answers.',
    );
    await expect(heading(page, 'Student Dashboard')).toBeVisible();
    balancer.end();
    await expect(page.getByText('Welcome, Meera Krishnan.')).toBeVisible();
    complaints.length = 0;
  },
);

outages(
  'a hand-in goes on with the part that failed, and becomes one version',
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
    await expect(page.getByText('Saved on this device')).toBeVisible();
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
