import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { signInAs } from './demo.ts';
import { evil, expectHarmless, listenForViolations } from './hostile.ts';
import { expect, test } from './portal.ts';
import { endVisit, heading, ready, visit } from './screens.ts';

test.use({ seed: 'demo' });

test(
  'the default texts show until the operator adds a file; that shows without a restart, and is sanitised',
  { tag: '@full' },
  async ({ portal, page, context }) => {
    const violations = await listenForViolations(page);
    await visit(page, '/terms');
    await expect(heading(page, 'Terms and conditions')).toBeVisible();
    await expect(page.getByText('what you and ICTAK may expect of each other')).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Privacy' }).click();
    await expect(heading(page, 'Privacy')).toBeVisible();

    const folder = portal.context.settings.dataDir;
    await mkdir(folder, { recursive: true });
    const file = path.join(folder, 'terms.md');
    const links = '[press](javascript:window.harmed=1) [ours](/privacy) [far](https://far.example.test/)';
    await writeFile(
      file,
      `# House rules of {{academy}}\n\n${evil}\n\n${links}\n\n![A picture](https://far.example.test/p.png)`,
    );
    await expect
      .poll(async () => (await page.request.get('/terms')).text())
      .toContain('House rules of ICTAK');
    // From a public page, from a signed-in one, and on a direct visit in another spelling.
    await page.getByRole('contentinfo').getByRole('link', { name: 'Terms and conditions' }).click();
    await ready(page);
    await expect(heading(page, 'House rules of ICTAK')).toBeVisible();
    await expect(page.getByRole('main')).toContainText('<script>window.harmed = 2</script>');
    await expectHarmless(page, "the operator's words");
    await expect(page.getByRole('main').getByRole('link')).toHaveText(['ours', 'far']);
    await expect(page.getByRole('main').locator('img')).toHaveCount(0);
    await signInAs(portal, page, 'final');
    await visit(page, '/StudentDashboard');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Terms and conditions' }).click();
    await expect(heading(page, 'House rules of ICTAK')).toBeVisible();
    await visit(page, '/Terms');
    await expect(heading(page, 'House rules of ICTAK')).toBeVisible();
    // Away inside the page, and back.
    await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).click();
    await expect(heading(page, 'Student Dashboard')).toBeVisible();
    await page.goBack();
    await expect(heading(page, 'House rules of ICTAK')).toBeVisible();
    expect(violations).toEqual([]);

    // The signup links to them, and keeps what is typed.
    await endVisit(page);
    await visit(page, '/signup');
    await page.getByLabel('Name', { exact: true }).fill('Asha');
    const [other] = await Promise.all([
      context.waitForEvent('page'),
      page.locator('form').getByRole('link', { name: 'terms', exact: true }).click(),
    ]);
    await expect(heading(other, 'House rules of ICTAK')).toBeVisible();
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Asha');

    await rm(file);
    await expect.poll(async () => (await page.request.get('/terms')).text()).not.toContain('House rules');
  },
);
