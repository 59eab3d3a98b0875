import { expect, test } from 'vitest';
import { buildAdministrator, buildBatch, buildStudent } from '#support/factories';
import { alertOf, keysOf, postForm } from '#support/posted-forms';
import { makeTestApp } from '#support/test-app';
import { webBuild } from '#support/web-build';

test('the office chooses people, sees whom an act reaches and does it, and corrects one of them, without scripts', async () => {
  const app = await makeTestApp({ app: { pages: webBuild() } });
  const { context } = app;
  await buildBatch(context, { name: 'ONE' });
  const fields = { batch_id: null, typed_batch: 'One 26', phone: '9876543210' };
  const asha = await buildStudent(context, { ...fields, name: 'Asha', email: 'asha@example.test' });
  const bina = await buildStudent(context, { ...fields, name: 'Bina', email: 'bina@example.test' });
  const office = await app.as(await buildAdministrator(context));
  const list = (await office.get('/staff/people?stage=waiting')).body;
  for (const { id } of [asha, bina]) expect(list).toMatch(new RegExp(`name="id" value="${id}"`));
  // As the browser sends the form of the list: its filter, what is ticked, and what is to be done.
  const chosen = `/staff/people?stage=waiting&id=${asha.id}&id=${bina.id}&act=place&to=ONE`;
  const reach = (await office.get(chosen)).body;
  expect(reach).toContain('Place 2 people in ONE');
  const [key] = keysOf(reach);
  const press = { act: 'people', ids: `${asha.id},${bina.id}`, 'Idempotency-Key': String(key) };
  for (const which of ['the first', 'the second']) {
    const answer = await postForm(office, chosen, press);
    expect([answer.status, answer.headers['location']], which).toEqual([
      303,
      '/staff/people?stage=waiting&did=place&count=2',
    ]);
  }
  expect((await office.get('/staff/people?did=place&count=2')).body).toContain('2 people were placed.');

  const url = `/staff/people/${asha.email}`;
  expect((await office.get(url)).body).toContain('Move to this batch');
  const refused = await postForm(office, url, { act: 'profile', name: 'Asha Nair', phone: '99' });
  expect([refused.status, alertOf(refused.body)]).toEqual([
    400,
    expect.stringContaining('A valid phone number is required'),
  ]);
  expect(refused.body).toMatch(/name="name"[^>]*value="Asha Nair"/);
  const corrected = await postForm(office, url, { act: 'profile', name: 'Asha Nair', phone: '9876543211' });
  expect(corrected.status).toBe(303);
  const suspended = await postForm(office, url, { act: 'suspend', id: String(asha.id), reason: 'Left.' });
  expect(suspended.status).toBe(303);
  const page = (await office.get(url)).body;
  expect(page).toMatch(/Asha Nair[^]*Suspended[^]*Left\./);
});
