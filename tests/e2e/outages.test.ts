import { signInAs } from './demo.ts';
import { makeFavorite } from './journey-steps.ts';
import type { OutageProxy } from './outage-proxy.ts';
import { byItself, outages, waits } from './outage-steps.ts';
import { expect, type Portal } from './portal.ts';
import { heading, ready, visit } from './screens.ts';

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
  { tag: '@full' },
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
    // It does not wait on the device: the screen says so, and the next click sends it.
    await expect(card.getByRole('button', { name: 'Favorite', pressed: false })).toBeVisible();
    balancer.end();
    await expect(page.getByText(byItself), 'the comment has gone').toHaveCount(0);
    await makeFavorite(page, card, (button) => button.click());
    await page.reload();
    await ready(page);
    const after = page.getByRole('article').first();
    await expect(after.getByRole('button', { name: 'Favorite', pressed: true })).toBeVisible();
    expect(await countOf(portal, 'questions', 'Is the portal away?')).toBe(1);
    expect(await countOf(portal, 'comments', 'It was.')).toBe(1);

    // A screen that is asked for meanwhile says so, and comes by itself.
    balancer.begin(502, /^\/api\//);
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await expect(page.getByRole('alert')).toContainText('The page tries again automatically.');
    await expect(heading(page, 'Student Dashboard')).toBeVisible();
    balancer.end();
    await expect(page.getByText('Welcome, Meera Krishnan.')).toBeVisible();
    complaints.length = 0;
  },
);
