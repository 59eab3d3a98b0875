import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { readZip } from '#support/read-zip';
import { signInAs } from './demo.ts';
import { expect, test } from './portal.ts';
import { visit } from './screens.ts';

test.use({ seed: 'demo' });

async function download(page: Page, click: () => Promise<void>) {
  const waiting = page.waitForEvent('download');
  await click();
  const file = await waiting;
  return { name: file.suggestedFilename(), files: readZip(await readFile(await file.path())) };
}

test(
  'a mentor downloads the files of a task; the office those of any batch, which the audit log shows',
  { tag: '@full' },
  async ({ portal, page }) => {
    await signInAs(portal, page, 'mentor');
    await visit(page, '/staff?batch=MERN-2026-11&task=week-1&state=all');
    const link = page.getByRole('link', { name: 'Download all files of Week 1' });
    const newest = await download(page, () => link.click());
    expect(newest.name).toBe('MERN-2026-11 week-1 files.zip');
    const names = [...newest.files.keys()];
    expect(names.at(-1)).toBe('contents.csv');
    const contents = String(newest.files.get('contents.csv'));
    for (const name of names.slice(0, -1)) expect(contents).toContain(name);

    await visit(page, '/staff/release?batch=MERN-2026-11&task=week-1');
    const form = page.getByRole('region', { name: 'Files of a task' });
    await form.getByLabel('Versions').selectOption('All');
    const button = () => form.getByRole('button', { name: /^Download as ZIP/ });
    expect((await download(page, () => button().click())).files.size).toBeGreaterThanOrEqual(names.length);

    await signInAs(portal, page, 'admin');
    await visit(page, '/staff/exports');
    await form.getByLabel('Batch').selectOption('MERN-2026-11');
    await form.getByLabel('Task').selectOption('Final project');
    expect((await download(page, () => button().click())).name).toBe('MERN-2026-11 final files.zip');
    await visit(page, '/staff/audit?kind=exports');
    const lines = page.getByRole('list', { name: 'Entries' }).getByRole('listitem');
    await expect(lines.first()).toContainText(/downloaded the files of MERN-2026-11/);
  },
);
