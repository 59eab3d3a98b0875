import { expect, test } from 'vitest';
import { keysOf, postForm } from '#support/posted-forms';
import { makePortalFixture } from '#support/portal-fixture';
import { webBuild } from '#support/web-build';

test('without scripts a student says what they prefer before they can choose, and the office chooses after', async () => {
  const { app, clients, people, project, renew } = await makePortalFixture(
    { classmate: { confirmed_at: 1 } },
    { app: { pages: webBuild() } },
  );
  const { classmate } = clients;
  const setDates = (times: object) =>
    clients.administrator.put('/api/staff/batches/OURS/dates', {
      start: '2026-11-02',
      viva_deadline: null,
      due: {},
      ...times,
    });
  await setDates({ choose_from: '2027-01-05T09:00', choose_until: '2027-01-12' });
  const url = `/projectDetails/${project.id}`;
  const page = (await classmate.get(url)).body as string;
  expect(page).toContain('Choosing is not open yet');
  expect(page).not.toContain('name="accept"');
  const chosen = await postForm(classmate, url, { accept: 'on' });
  expect([chosen.status, chosen.body]).toEqual([400, expect.stringContaining('Tue 5 Jan 2027, 9:00 am IST')]);
  const prefer = { act: 'prefer', 'Idempotency-Key': String(keysOf(page)[0]) };
  for (const press of ['the first', 'the second']) {
    const { status, headers } = await postForm(classmate, url, prefer);
    expect([status, headers['location']], press).toEqual([303, `${url}?notice=preference-saved`]);
  }
  expect((await classmate.get(url)).body).toContain('Remove my preference');
  expect((await classmate.get('/StudentDashboard')).body).toContain(`You prefer Project ${project.id}.`);

  app.clock.set('2027-01-20T00:00:00Z');
  await renew('administrator');
  const id = String(people.classmate.id);
  const list = (await clients.administrator.get('/staff/people?batch=OURS&stage=placed')).body as string;
  expect(list).toContain('Choose project');
  const review = `/staff/people?act=choose-project&id=${id}&p_id=`;
  expect((await clients.administrator.get(review)).body).toContain('Choose a project for 1 person');
  const done = await postForm(clients.administrator, review, { act: 'people', ids: id });
  expect([done.status, done.headers['location']]).toEqual([303, '/staff/people?did=choose-project&count=1']);
  await renew('classmate');
  expect((await clients.classmate.get(url)).body).toContain('This is your project.');
});
