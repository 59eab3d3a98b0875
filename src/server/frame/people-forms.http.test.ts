import { expect, test } from 'vitest';
import { buildAdministrator, buildBatch, buildMentor, buildStudent } from '#support/factories';
import { alertOf, invalidFields, keysOf, postForm } from '#support/posted-forms';
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
  expect((await office.get('/staff/people?did=place&count=2')).body).toContain(
    '2 people were placed in the batch.',
  );

  const url = `/staff/people/${asha.email}`;
  expect((await office.get(url)).body).toContain('Move to this batch');
  const refused = await postForm(office, url, { act: 'profile', name: 'Asha Nair', phone: '99' });
  expect([refused.status, invalidFields(refused.body)]).toEqual([400, ['phone']]);
  expect(refused.body).toContain('A valid phone number is required');
  expect(alertOf(refused.body)).toContain('Check the marked fields');
  expect(refused.body).toMatch(/name="name"[^>]*value="Asha Nair"/);
  const corrected = await postForm(office, url, { act: 'profile', name: 'Asha Nair', phone: '9876543211' });
  expect(corrected.status).toBe(303);
  const suspended = await postForm(office, url, { act: 'suspend', id: String(asha.id), reason: 'Left.' });
  expect(suspended.status).toBe(303);
  const page = (await office.get(url)).body;
  expect(page).toMatch(/Asha Nair[^]*Suspended[^]*Left\./);
});

test('the page of an unconfirmed signup stays open when its email is corrected', async () => {
  const app = await makeTestApp({ app: { pages: webBuild() }, settings: { requireConfirmedEmail: true } });
  const asha = await buildStudent(app.context, {
    email: 'asha@example.test',
    confirmed_at: null,
    must_confirm: 1,
  });
  const office = await app.as(await buildAdministrator(app.context));
  const typed = { act: 'address', email: 'asha.nair@example.test', reason: 'Typed wrong.' };
  const answer = await postForm(office, `/staff/people/${asha.email}`, typed);
  expect([answer.status, answer.headers['location']]).toEqual([
    303,
    '/staff/people/asha.nair%40example.test?notice=person-address',
  ]);
  const page = await office.get(String(answer.headers['location']));
  expect([page.status, page.body]).toEqual([200, expect.stringContaining('The email is corrected.')]);
});

test('a form leaves a score that somebody else changed since it was opened, and removes an emptied one', async () => {
  const app = await makeTestApp({ app: { pages: webBuild() } });
  const asha = await buildStudent(app.context, { name: 'Asha', phone: '9876543210', exit_score: 42 });
  const office = await app.as(await buildAdministrator(app.context));
  const url = `/staff/people/${asha.email}`;
  const shown = async () => {
    const { body } = await office.get(url);
    const [, began = ''] =
      /name="act" value="profile"\/><input [^>]*name="began" value="([^"]*)"/.exec(body) ?? [];
    const text = began.replaceAll('&quot;', '"');
    return { act: 'profile', ...(JSON.parse(text) as Record<string, string>), began: text };
  };
  const score = async () => (await office.get(`/api/staff/people/${asha.email}`)).body.exit_score;
  const opened = await shown();
  expect(opened).toMatchObject({ name: 'Asha', exit_score: '42', grade: '' });
  const body = { name: 'Asha', phone: '9876543210', exit_score: '78' };
  await office.put(`/api/staff/people/${asha.email}/profile`, body);
  expect((await postForm(office, url, { ...opened, phone: '9876543211' })).status).toBe(303);
  expect(await score()).toBe(78);
  const emptied = { ...(await shown()), exit_score: '' };
  expect((await postForm(office, url, emptied)).status).toBe(303);
  expect(await score()).toBeNull();
});

test('a person is added by hand without scripts, once, with each error at its field', async () => {
  const app = await makeTestApp({ app: { pages: webBuild() } });
  const batch = await buildBatch(app.context, { name: 'ONE' });
  const office = await app.as(await buildAdministrator(app.context));
  const url = '/staff/people/add';
  const typed = { email: 'asha@example.test', name: 'Asha Nair', batch: 'ONE', exit_score: '101' };
  const refused = await postForm(office, url, typed);
  expect([refused.status, invalidFields(refused.body)]).toEqual([400, ['exit_score']]);
  expect(refused.body).toMatch(/name="name"[^>]*value="Asha Nair"/);
  const [key] = keysOf((await office.get(url)).body);
  for (const which of ['the first', 'the second']) {
    const post = { ...typed, exit_score: '81', 'Idempotency-Key': String(key) };
    const { status, headers } = await postForm(office, url, post);
    const to = '/staff/imported/asha%40example.test?notice=person-added';
    expect([status, headers['location']], which).toEqual([303, to]);
  }
  const imported = await app.context.database.reader.selectFrom('imported_people').selectAll().execute();
  expect(imported).toMatchObject([{ email: typed.email, batch_id: batch.id, exit_score: 81 }]);
});

test('a mentor is invited, and made an administrator, without scripts; the link is in the page once', async () => {
  const app = await makeTestApp({ app: { pages: webBuild() } });
  const { context } = app;
  await buildBatch(context, { name: 'ONE' });
  await buildBatch(context, { name: 'TWO' });
  const office = await app.as(await buildAdministrator(context));
  const url = '/staff/members';
  const list = (await office.get(url)).body;
  const box = /name="(batch-\d+)"[^>]*value="TWO"/.exec(list)?.[1] as string;
  const typed = { act: 'invite', name: 'Anu Menon', email: 'anu@example.test', role: 'mentor', [box]: 'TWO' };
  const refused = await postForm(office, url, { ...typed, email: 'anu' });
  expect([refused.status, invalidFields(refused.body)]).toEqual([400, ['email']]);
  expect(refused.body).toMatch(/name="name"[^>]*value="Anu Menon"/);
  const press = { ...typed, 'Idempotency-Key': String(keysOf(list)[0]) };
  const made = await postForm(office, url, press);
  expect(made.status).toBe(200);
  expect(made.body).toContain('Anu Menon is a mentor now.');
  expect(made.body).toMatch(/reset-password\?token=[\w-]{20}/);
  expect((await office.get(url)).body).not.toContain('reset-password?token');
  const page = '/staff/people/anu@example.test';
  const changed = await postForm(office, page, { act: 'role', role: 'administrator' });
  expect([changed.status, changed.headers['location']]).toEqual([
    303,
    '/staff/people/anu%40example.test?notice=person-role',
  ]);
  expect((await office.get(page)).body).toMatch(/Administrator/);
  const mentor = await app.as(await buildMentor(context, []));
  expect((await mentor.get(url)).body).toContain('This page is for the office');
  expect((await postForm(mentor, url, { ...typed, email: 'other@example.test' })).status).toBe(403);
});

test('what /privacy promises is on a person’s page, and done there without scripts', async () => {
  const app = await makeTestApp({ app: { pages: webBuild() } });
  const { context } = app;
  const batch = await buildBatch(context, { name: 'ONE' });
  const fields = { batch_id: batch.id, phone: '9876543210', confirmed_at: 1 };
  const asha = await buildStudent(context, { ...fields, name: 'Asha Quartz', email: 'asha@example.test' });
  const office = await app.as(await buildAdministrator(context));
  const pageOf = (s_id: string) => `/staff/people/${encodeURIComponent(s_id)}`;
  const post = (s_id: string, form: Record<string, string>) => postForm(office, pageOf(s_id), form);
  const { body } = await office.get(pageOf(asha.email));
  const href = /href="([^"]*\/export)"/.exec(body)?.[1] as string;
  const everything = await office.get(href);
  expect([everything.status, everything.headers['content-type']]).toEqual([200, 'application/zip']);
  expect((await post(asha.email, { act: 'profile', name: 'Asha Nair', phone: '9876543219' })).status).toBe(
    303,
  );
  const next = 'nair@example.test';
  const moved = await post(asha.email, { act: 'address', email: next, reason: 'Typed wrongly.' });
  expect(moved.status).toBe(303);
  expect((await office.get(pageOf(next))).body).toMatch(/Asha Nair[^]*9876543219/);
  const wrong = await post(next, { act: 'anonymise', address: asha.email, reason: 'Asked.' });
  expect([wrong.status, alertOf(wrong.body)]).toEqual([
    400,
    expect.stringContaining(`Enter the email ${next}`),
  ]);
  const done = await post(next, { act: 'anonymise', address: next, reason: 'Asked.' });
  expect(done.status).toBe(303);
  const gone = (await office.get(String(done.headers['location']))).body;
  expect(gone).toMatch(/Anonymised person[^]*has been anonymised/);
  expect(gone).not.toMatch(/Quartz|Nair|nair@|987654321/);
});
