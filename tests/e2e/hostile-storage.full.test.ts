import type { Page } from '@playwright/test';
import { signInAs } from './demo.ts';
import { expect, test } from './portal.ts';
import { visit } from './screens.ts';
import { expectReceipt, textFile } from './submission-steps.ts';

test.use({ seed: 'demo' });

const storages: Record<string, () => void> = {
  hangs: () => {
    IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest;
  },
  throws: () => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
  },
  'is full': () => {
    const full = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    };
    IDBObjectStore.prototype.put = full;
    IDBObjectStore.prototype.add = full;
  },
};

async function submitAndLeave(page: Page): Promise<void> {
  await visit(page, '/WeeklySubmission');
  await page.getByLabel('Week', { exact: true }).selectOption({ label: 'Week 2' });
  await page.getByLabel('Comments').pressSequentially('Done.');
  await expect(page.getByText('This device cannot save your text')).toBeVisible();
  await page.getByLabel('File', { exact: true }).setInputFiles(textFile('work.txt', 'two'));
  await page.getByRole('button', { name: 'Submit' }).click();
  await expectReceipt(page, 'Congrats!!! You have submitted your work for the week', 'Week 2, version 1');
  await visit(page, '/discussion/MERN-2026-11');
  await page.getByLabel('Ask the batch').fill('Does this arrive?');
  await page.getByRole('button', { name: 'Post Query' }).click();
  await expect(page.getByRole('article').filter({ hasText: 'Does this arrive?' })).toBeVisible();
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click();
  const remove = page.getByRole('button', { name: 'Remove', exact: true });
  await expect(remove.or(page.getByRole('link', { name: 'Explore more' })).first()).toBeVisible();
  if (await remove.isVisible()) await remove.click();
  await expect(page).toHaveURL('/');
}

for (const [what, breakStorage] of Object.entries(storages)) {
  test(`where the device's storage ${what} work arrives all the same, and the logout leaves`, async ({
    portal,
    page,
  }) => {
    await page.addInitScript(breakStorage);
    await signInAs(portal, page, 'week2');
    await submitAndLeave(page);
  });
}
