import type { Locator } from '@playwright/test';
import { staffAddress } from '#contract/marking/staff-view';
import { buildBatch, buildMentor, buildStudent, buildSubmission } from '#support/factories';
import { expect, test } from './portal.ts';
import { visit } from './screens.ts';

test.use({ seed: 'empty' });

async function boxOf(what: Locator) {
  const box = await what.boundingBox();
  if (box === null) throw new Error('not on the screen');
  return box;
}

/** Whether one lies over the other. */
async function covers(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await boxOf(one), await boxOf(other)];
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

for (const size of [
  { width: 1366, height: 768 },
  { width: 390, height: 844 },
])
  test(`offline, Save and next goes on; its notice covers nothing at ${size.width} px, and nothing is left scrolled`, async ({
    portal,
    page,
  }) => {
    await page.setViewportSize(size);
    const { context } = portal;
    const batch = await buildBatch(context);
    const numbers: string[] = [];
    for (const name of ['Anu Joseph', 'Biju Nair', 'Chitra Menon']) {
      const { id: account_id } = await buildStudent(context, { batch_id: batch.id, name });
      numbers.push((await buildSubmission(context, { account_id, comments: 'The first screens.' })).number);
    }
    await portal.signIn(page, await buildMentor(context, [batch.id]));
    await visit(page, staffAddress({ batch: batch.name, state: 'to-mark', open: numbers[0] ?? null }));
    const title = page.getByRole('article').getByRole('heading', { level: 2 });
    const saveMark = async (marks: string) => {
      await page.getByLabel('Marks (0–100)').fill(marks);
      await page.getByRole('button', { name: 'Save and next' }).click();
    };
    const toast = page
      .locator('div')
      .filter({ has: page.getByRole('link', { name: /^Back to .*, Week 1$/ }) })
      .last();
    const expectClear = async () => {
      const isWide = size.width > 960;
      const rows = page.getByRole('list', { name: 'Submissions' });
      const uncovered = [title, page.locator('[data-work]'), ...(isWide ? [rows] : [])];
      for (const one of uncovered) expect(await covers(toast, one)).toBe(false);
      expect(await page.evaluate(() => scrollY)).toBe(0);
      const [document, body] = await page.evaluate(() => [
        globalThis.document.documentElement.scrollHeight,
        globalThis.document.body.scrollHeight,
      ]);
      expect(document, 'no empty band below the footer').toBe(body);
    };

    await saveMark('71');
    await expect(title).toContainText('Biju Nair');
    await expect(toast).toContainText('Saved');
    await expectClear();
    // The next one has been read ahead.
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    await saveMark('72');
    await expect(title).toContainText('Chitra Menon');
    await expect(toast).toContainText('Saved on this device');
    await expectClear();
    await saveMark('73');
    await expect(page.getByText('Nothing is left in this list.')).toBeAttached();
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.context().setOffline(false);
    await expect
      .poll(async () => {
        const rows = await context.database.reader
          .selectFrom('marks')
          .select(['marks', 'released'])
          .execute();
        return rows.map(({ marks, released }) => [marks, Number(released)]).toSorted();
      })
      .toEqual([
        [71, 0],
        [72, 0],
        [73, 0],
      ]);
    await expect(title, 'what is sent later moves nobody').toContainText('Chitra Menon');
  });
