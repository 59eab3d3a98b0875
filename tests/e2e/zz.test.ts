import { randomBytes } from 'node:crypto';
import { demoEmail, signInAs } from './demo.ts';
import { expect, test } from './portal.ts';
import { visit } from './screens.ts';
test.use({ holds: 'demo' });
test('zz', async ({ portal, page, complaints }) => {
  await signInAs(portal, page, 'week2');
  page.on('requestfailed', (r) => console.log('FAILED', r.method(), r.url(), r.failure()?.errorText));
  page.on('response', async (r) => { if (r.url().includes('upload')) console.log(r.status(), r.request().method(), r.url(), JSON.stringify(r.headers()), await r.text().catch(()=>'')); });
  await visit(page, '/WeeklySubmission');
  await page.getByLabel('File', { exact: true }).setInputFiles({ name: 'a.bin', mimeType: 'a/b', buffer: randomBytes(2*1024*1024) });
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.waitForTimeout(4000);
  console.log(complaints.splice(0), await page.getByRole('alert').allInnerTexts());
});
