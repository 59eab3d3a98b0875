import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { demoEmail, demoPassword } from '#contract/demo-accounts';
import { signInAs } from './demo.ts';
import { expectReceipt, textFile } from './submission-steps.ts';
import { expect, test } from './portal.ts';
import { ready, visit } from './screens.ts';

test.use({ seed: 'demo' });

declare global {
  interface Window {
    /** The changes of drafts that this tab has sent to the others. */
    changes: unknown[];
  }
}

const words = 'Congrats!!! You have submitted your work for the week';

test('typed text and the picked file survive a killed browser', async ({ portal, launchOptions }, info) => {
  const profile = info.outputPath('profile');
  const open = (): Promise<BrowserContext> =>
    chromium.launchPersistentContext(profile, { ...launchOptions, baseURL: portal.url });
  const first = await open();
  const page = first.pages()[0] ?? (await first.newPage());
  await signInAs(portal, page, 'week2');
  await visit(page, '/WeeklySubmission');
  await page.getByLabel('Links').fill('https://git.example.test/meera');
  await page.getByLabel('Comments').pressSequentially('Typed to the last letter');
  await page.getByLabel('File', { exact: true }).setInputFiles(textFile('work.txt', 'my work'));
  await expect(page.getByText('Saved on this device', { exact: true })).toBeVisible();
  await kill(page);
  await first.close().catch(() => undefined);

  const second = await open();
  const again = second.pages()[0] ?? (await second.newPage());
  await signInAs(portal, again, 'week2');
  await visit(again, '/WeeklySubmission');
  await expect(again.getByLabel('Comments')).toHaveValue('Typed to the last letter');
  await expect(again.getByLabel('Links')).toHaveValue('https://git.example.test/meera');
  await expect(again.getByText('work.txt', { exact: true })).toBeVisible();
  await again.getByRole('button', { name: 'Submit' }).click();
  await expectReceipt(again, words, 'Week 2, version 1', Buffer.from('my work'));
  await second.close();
});

/** Ends the whole browser at once, as a power button does. */
async function kill(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Browser.crash' as never).catch(() => undefined);
}

test('an expired session loses nothing: after the password in a dialog the submission continues', async ({
  portal,
  page,
}) => {
  await signInAs(portal, page, 'week2');
  await visit(page, '/WeeklySubmission');
  await page.getByLabel('Comments').fill('Written for a long time.');
  await page.getByLabel('File', { exact: true }).setInputFiles({
    ...textFile('work.txt', ''),
    buffer: Buffer.alloc(2 * 1024 * 1024, 'w'),
  });
  await portal.context.database.transaction((writer) => writer.deleteFrom('sessions').execute());
  await page.getByRole('button', { name: 'Submit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Please log in again' });
  await expect(dialog.getByLabel('Email')).toHaveValue(demoEmail('week2'));
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused();
  await dialog.getByLabel('Password', { exact: true }).fill('wrong-password');
  await dialog.getByRole('button', { name: 'Login' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Invalid credentials. Please try again.');
  await dialog.getByLabel('Password', { exact: true }).fill(demoPassword);
  await dialog.getByRole('button', { name: 'Login' }).click();
  await expectReceipt(page, words, 'Week 2, version 1', Buffer.alloc(2 * 1024 * 1024, 'w'));
});

test('two tabs show the same draft, and neither writes what the other has written', async ({
  portal,
  page,
  context,
}) => {
  await context.addInitScript(() => {
    window.changes = [];
    const { postMessage } = BroadcastChannel.prototype;
    BroadcastChannel.prototype.postMessage = function (message: { value?: unknown }) {
      if (message.value !== undefined) window.changes.push(message.value);
      postMessage.call(this, message);
    };
  });
  await signInAs(portal, page, 'week2');
  await visit(page, '/WeeklySubmission');
  const other = await context.newPage();
  await visit(other, '/WeeklySubmission');
  await page.getByLabel('Comments').fill('From the first tab');
  await expect(other.getByLabel('Comments')).toHaveValue('From the first tab');
  await other.getByLabel('Links').fill('https://example.test/second');
  await other.getByLabel('Comments').fill('The second writes last');
  await expect(page.getByLabel('Comments')).toHaveValue('The second writes last');
  await expect(page.getByLabel('Links')).toHaveValue('https://example.test/second');
  for (const [tab, changes] of [
    [page, ['From the first tab']],
    [other, ['https://example.test/second', 'The second writes last']],
  ] as const) {
    await expect(tab.getByText('Saved on this device', { exact: true })).toBeVisible();
    await expect(tab.getByLabel('Comments')).toHaveValue('The second writes last');
    // Whatever a tab saves it sends to the others: had it saved what came from them, that would be among these.
    expect(await tab.evaluate(() => window.changes)).toEqual(changes);
  }
  await page.getByRole('button', { name: 'Submit' }).click();
  await expectReceipt(page, words, 'Week 2, version 1');
  // The other one has the receipt, too.
  await expectReceipt(other, words, 'Week 2, version 1');
});

test('drafts belong to the account; at a logout their owner chooses whether they are kept', async ({
  portal,
  page,
}) => {
  await signInAs(portal, page, 'week2');
  await visit(page, '/WeeklySubmission');
  await page.getByLabel('Comments').fill('Mine alone');
  await expect(page.getByText('Saved on this device', { exact: true })).toBeVisible();
  const question = page.getByRole('alertdialog', { name: 'Keep unsent work?' });
  await page.getByRole('button', { name: 'Logout' }).click();
  await question.getByRole('button', { name: 'Stay logged in' }).click();
  await expect(page.getByLabel('Comments')).toHaveValue('Mine alone');
  await page.getByRole('button', { name: 'Logout' }).click();
  await question.getByRole('button', { name: 'Keep' }).click();
  await expect(page).toHaveURL('/');

  await signInAs(portal, page, 'final');
  await visit(page, '/WeeklySubmission');
  await expect(page.getByLabel('Comments')).toHaveValue('');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/');

  await signInAs(portal, page, 'week2');
  await visit(page, '/WeeklySubmission');
  await expect(page.getByLabel('Comments')).toHaveValue('Mine alone');
  await page.getByRole('button', { name: 'Logout' }).click();
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(page).toHaveURL('/');
  await signInAs(portal, page, 'week2');
  await visit(page, '/WeeklySubmission');
  await expect(page.getByLabel('Comments')).toHaveValue('');
});

test('what is typed in the forum survives a reload and an expired session, and is sent after the login', async ({
  portal,
  page,
}) => {
  await signInAs(portal, page, 'new');
  await visit(page, '/discussion/MERN-2026-11');
  const box = page.getByLabel('Ask the batch');
  const comment = page.getByRole('article').first().getByLabel('Add a comment');
  await box.fill('Is anybody there?');
  await expect(page.getByText('Saved on this device', { exact: true }).first()).toBeVisible();
  await comment.fill('Half an answer');
  await expect(page.getByText('Saved on this device', { exact: true })).toHaveCount(2);
  await page.reload();
  await ready(page);
  await expect(box).toHaveValue('Is anybody there?');
  await expect(comment).toHaveValue('Half an answer');

  await portal.context.database.transaction((writer) => writer.deleteFrom('sessions').execute());
  await page.getByRole('button', { name: 'Post Query' }).click();
  const dialog = page.getByRole('dialog', { name: 'Please log in again' });
  await dialog.getByRole('button', { name: 'Not now' }).click();
  await page.getByRole('button', { name: 'Log in again' }).click();
  await dialog.getByLabel('Password', { exact: true }).fill(demoPassword);
  await dialog.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('article').first()).toContainText('Is anybody there?');
  await expect(box).toHaveValue('');
});
