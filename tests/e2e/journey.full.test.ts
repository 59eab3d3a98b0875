import { demoEmail, demoPassword } from '#contract/demo-accounts';
import { countActs, reportActs } from './count-acts.ts';
import { goTheWholeWay } from './journey-steps.ts';
import { expect, test } from './portal.ts';
import { visit } from './screens.ts';
import { expectReceipt, textFile } from './submission-steps.ts';

test.use({
  seed: 'sample',
  viewport: { width: 1366, height: 768 },
});

test('a student goes the whole way at a desk, from signing up to the viva', async ({ portal, page }) => {
  test.setTimeout(180_000);
  await goTheWholeWay(portal, page, (what) => what.click());
});

test.describe('on a phone', () => {
  test.use({ seed: 'demo', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a student comes from the login to the receipt of a file in six taps', async ({ page }, info) => {
    const acts = { clicks: 0, keys: 0, fields: 0 };
    await countActs(page.context(), acts);
    await visit(page, '/login');
    await page.getByLabel('Email').tap();
    await page.keyboard.insertText(demoEmail('week2'));
    await page.getByLabel('Password', { exact: true }).tap();
    await page.keyboard.insertText(demoPassword);
    await page.getByRole('button', { name: 'Login' }).tap();
    await page.getByRole('link', { name: 'Submit week 2' }).tap();
    const file = textFile('work.txt', 'The form is done.');
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByLabel('File', { exact: true }).tap(),
    ]);
    await chooser.setFiles(file);
    await page.getByRole('button', { name: 'Submit', exact: true }).tap();
    await expectReceipt(
      page,
      'Congrats!!! You have submitted your work for the week',
      'Week 2, version 1',
      file.buffer,
    );
    reportActs(info, 'from the login to the receipt', acts);
    expect(acts).toMatchObject({ clicks: 6, keys: 0 });
  });
});
