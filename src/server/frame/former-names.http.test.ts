import { expect, test } from 'vitest';
import { buildAdministrator, buildBatch, buildMentor, buildStudent } from '#support/factories';
import { postForm } from '#support/posted-forms';
import { makeTestApp } from '#support/test-app';
import { webBuild } from '#support/web-build';

async function makeRenamed(more: Parameters<typeof buildBatch>[1] = {}) {
  const app = await makeTestApp({ app: { pages: webBuild() } });
  const { context, as } = app;
  const batch = await buildBatch(context, { name: 'Full Stack & Co', ...more });
  const other = await buildBatch(context, { name: 'OTHER' });
  await context.database.transaction((writer) =>
    writer.insertInto('former_batch_names').values({ name_key: 'mern/1', batch_id: batch.id }).execute(),
  );
  return {
    ...app,
    student: await as(await buildStudent(context, { batch_id: batch.id })),
    mentor: await as(await buildMentor(context, [batch.id])),
    office: await as(await buildAdministrator(context)),
    strangers: [
      await as(await buildStudent(context, { batch_id: other.id })),
      await as(await buildMentor(context, [other.id])),
    ],
  };
}

const present = 'Full%20Stack%20%26%20Co';

test('pages under a former name of a batch lead to those under its name, whatever else the address says', async () => {
  const { student, mentor, office } = await makeRenamed();
  for (const [address, location] of [
    ['/discussion/Mern%2F1', `/discussion/${present}`],
    ['/discussion/MERN%2f1/12?hidden=7&x=%20', `/discussion/${present}/12?hidden=7&x=%20`],
  ] as const)
    for (const client of [student, mentor, office])
      expect(await client.get(address), address).toMatchObject({ status: 302, headers: { location } });
  for (const [address, location] of [
    ['/staff/batches/Mern%2F1?q=a?b', `/staff/batches/${present}?q=a?b`],
    ['/staff/batches/Mern%2F1/dates', `/staff/batches/${present}/dates`],
    ['/staff?batch=mern/1&task=viva', '/staff?batch=Full+Stack+%26+Co&task=viva'],
    ['/staff/release?task=final&batch=MERN%20%2F1', '/staff/release?task=final&batch=Full+Stack+%26+Co'],
  ] as const)
    expect(await mentor.get(address), address).toMatchObject({ status: 302, headers: { location } });
  const catalogue = await office.get('/staff/catalogue/batches/MERN%2F1');
  expect(catalogue.headers['location']).toBe(`/staff/catalogue/batches/${present}`);
  expect((await office.get(`/staff/catalogue/batches/${present}`)).body).toContain('Full Stack &amp; Co');
});

test('a form that was open while the batch was renamed is posted again under its name', async () => {
  const { student, context } = await makeRenamed();
  const posted = await postForm(student, '/discussion/Mern%2F1', { question: 'Which one?' });
  expect(posted).toMatchObject({ status: 307, headers: { location: `/discussion/${present}` } });
  expect(await context.database.reader.selectFrom('questions').select('id').execute()).toEqual([]);
  const again = await postForm(student, `/discussion/${present}`, { question: 'Which one?' });
  expect(again.status).toBe(303);
});

test('whoever may not see the batch is led nowhere, and signed-out readers to the login', async () => {
  const { strangers, nobody } = await makeRenamed({ is_open: 0 });
  // What is drawn: scripts bring what differs from page to page.
  const drawn = (body: string) =>
    body
      .replaceAll(/<script.*?<\/script>/gs, '')
      .match(/<main.*<\/main>/s)?.[0]
      .replaceAll('MERN', 'NONE');
  for (const client of strangers)
    for (const address of ['/discussion/NAME', '/staff/batches/NAME', '/staff?batch=NAME']) {
      const [former, unknown] = [
        await client.get(address.replace('NAME', 'MERN%2F1')),
        await client.get(address.replace('NAME', 'NONE%2F1')),
      ];
      expect(former.status, address).toBe(unknown.status);
      expect(former.headers['location']).toBe(unknown.headers['location']);
      expect(drawn(former.body), address).toBe(drawn(unknown.body));
      expect(former.body).not.toContain('Full Stack');
    }
  expect((await nobody.get('/discussion/Mern%2F1')).headers['location']).toBe(
    '/login?next=%2Fdiscussion%2FMern%252F1',
  );
  for (const query of ['batch=mern/1', 'batch=%00', 'batch=a&batch=mern/1'])
    expect((await nobody.get(`/signup?${query}`)).status, query).toBe(200);
});

test('a signup link with a former name of an open batch names the batch as it is called today', async () => {
  const { nobody } = await makeRenamed();
  const { status, headers } = await nobody.get('/signup?batch=mern%2F1');
  expect([status, headers['location']]).toEqual([302, '/signup?batch=Full+Stack+%26+Co']);
  expect((await nobody.get('/signup?batch=Full+Stack+%26+Co')).body).toContain('Full Stack &amp; Co');
});
