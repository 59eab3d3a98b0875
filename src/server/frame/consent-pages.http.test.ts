import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { consentRequired } from '#contract/accounts/consent';
import { eventually } from '#support/eventually';
import { buildAdministrator, buildBatch, buildStudent } from '#support/factories';
import { postForm } from '#support/posted-forms';
import { makeTestApp } from '#support/test-app';
import { webBuild } from '#support/web-build';

test(
  'a translation beside the text is a page of its own, and each names the others',
  { tags: 'full' },
  async () => {
    const { nobody, dataDir, ...app } = await makeTestApp({ app: { pages: webBuild() } });
    expect((await nobody.get('/privacy')).body).not.toContain('aria-label="Languages"');
    expect((await nobody.get('/privacy/ml')).status).toBe(404);
    await writeFile(path.join(dataDir, 'privacy.ml.md'), '# സ്വകാര്യത\n\n{{academy}}');
    const html = async (url: string) => (await nobody.get(url)).body as string;
    await eventually(async () => expect(await html('/privacy')).toContain('aria-label="Languages"'));
    expect(await html('/privacy')).toMatch(/<a href="\/privacy\/ml" lang="ml" hrefLang="ml">മലയാളം<\/a>/i);
    const translated = await html('/privacy/ml');
    expect(translated).toMatch(/<div lang="ml" dir="auto"><article[^>]*><h1>സ്വകാര്യത<\/h1>\s*<p>ICTAK<\/p>/);
    expect(translated).toMatch(/<strong lang="ml" aria-current="page"/);
    // Terms have none.
    expect(await html('/terms')).not.toContain('aria-label="Languages"');
    expect((await nobody.get('/terms/ml')).status).toBe(404);
    const student = await app.as(await buildStudent(app.context));
    expect((await student.get('/privacy/ml')).body).toContain('സ്വകാര്യത');
    expect((await student.get('/privacy/hi')).headers['location']).toBe('/privacy');
  },
);

test('asked again, a student agrees without a script before other pages open; calls go on', async () => {
  const app = await makeTestApp({ app: { pages: webBuild() } });
  const { context } = app;
  const office = await app.as(await buildAdministrator(context));
  const { id: batch_id } = await buildBatch(context);
  const student = await app.as(await buildStudent(context, { batch_id, email: 'asha@example.test' }));
  expect((await student.get('/StudentDashboard')).status).toBe(200);
  const asked = await postForm(office, '/staff/consent', {
    act: 'ask',
    subject: 'terms',
    version: '1',
    note: '',
  });
  expect([asked.status, asked.headers['location']]).toEqual([303, '/staff/consent?notice=consent-asked']);

  const sent = await student.get('/viva?x=1');
  const gate = '/consent?next=%2Fviva%3Fx%3D1';
  expect([sent.status, sent.headers['location']]).toEqual([302, gate]);
  expect((await student.get('/account')).status).toBe(200);
  expect((await student.get('/api/students/timeline/asha@example.test')).status).toBe(200);
  expect((await office.get('/staff')).headers['location']).toBe('/staff/office');
  expect((await office.get('/staff/office')).status).toBe(200);
  expect((await student.get(gate)).body).toContain('I agree to the terms and conditions');
  const unticked = await postForm(student, gate, { terms_version: '1' });
  expect(unticked.status).toBe(400);
  expect(unticked.body).toContain(consentRequired);
  const agreed = await postForm(student, gate, { terms_version: '1', terms: 'on' });
  expect([agreed.status, agreed.headers['location']]).toEqual([303, '/viva?x=1']);
  expect((await student.get('/StudentDashboard')).status).toBe(200);
});
