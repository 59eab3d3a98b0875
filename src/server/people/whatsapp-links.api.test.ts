import { expect, test } from 'vitest';
import { dayMs } from '#contract/durations';
import { buildImportedPerson } from '#support/factories';
import { makePortalFixture } from '#support/portal-fixture';
import type { Client } from '#support/test-app';

/** The number and the text of a link. */
function chatOf(link: string): [string, string] {
  const { origin, pathname, searchParams } = new URL(link);
  expect(origin).toBe('https://wa.me');
  return [pathname.slice(1), searchParams.get('text') ?? ''];
}

test('the office has a WhatsApp link on a person, on who falls behind, and on each live invitation', async () => {
  const { app, batch, clients, people, renew } = await makePortalFixture({
    classmate: { phone: '9876543210', name: 'Asha & Co' },
    unreachable: { phone: null },
  });
  const { administrator } = clients;
  await buildImportedPerson(app.context, { email: 'bala@x.test', phone: '9876500000', batch_id: batch.id });
  const person = async () => (await administrator.get(`/api/staff/people/${people.classmate.email}`)).body;
  expect(await person(), 'no country is known').not.toHaveProperty('whatsapp');
  app.context.settings.countryCode = '+91';
  expect(chatOf((await person()).whatsapp)).toEqual([
    '919876543210',
    'Hello Asha & Co, this is ICTAK. Your student portal: http://127.0.0.1:3000/',
  ]);

  const rows = async (client: Client) => (await client.get('/api/staff/batches/OURS/progress')).body.students;
  const linked = async () =>
    (await rows(clients.administrator))
      .filter((row: object) => 'whatsapp' in row)
      .map(({ student }: { student: { s_id: string } }) => student.s_id);
  expect(await linked(), 'nobody is behind yet').not.toContain(people.classmate.email);
  app.clock.advance(8 * dayMs);
  await renew('administrator');
  await renew('mentor');
  expect(await linked()).toContain(people.classmate.email);
  expect(await linked()).not.toContain(people.unreachable.email);
  const row = (await rows(clients.administrator)).find(
    ({ student }: { student: { s_id: string } }) => student.s_id === people.classmate.email,
  );
  expect(chatOf(row.whatsapp)[1]).toContain('Do you need help with your project?');
  expect(JSON.stringify(await rows(clients.mentor)), 'mentors see no phones').not.toContain('wa.me');

  await app.context.database.transaction((writer) =>
    writer.updateTable('accounts').set({ suspended_at: 1 }).where('id', '=', people.classmate.id).execute(),
  );
  expect(await linked(), 'a suspended student').not.toContain(people.classmate.email);

  const invited = async () => {
    const { body } = await clients.administrator.get('/api/staff/invitations');
    return body.people.find(({ s_id }: { s_id: string }) => s_id === 'bala@x.test');
  };
  expect(await invited(), 'not invited yet').not.toHaveProperty('whatsapp');
  const printed = await clients.administrator.post('/api/staff/invitations/print', {
    batch: null,
    emails: ['bala@x.test'],
  });
  const [sheet] = printed.body.invitations;
  expect(chatOf(sheet.whatsapp)[0]).toBe('919876500000');
  expect(chatOf(sheet.whatsapp)[1]).toContain(sheet.link);
  const [, text] = chatOf((await invited()).whatsapp);
  expect(text).toMatch(/has invited you to its student portal\. Please use the link on your invitation\.$/);
  expect(text, 'the list shows no link').not.toContain('token=');
  const { body: listed } = await clients.administrator.get(
    '/api/staff/people?with=imported&stage=invited&invitation=printed',
  );
  expect(chatOf(listed.expected[0].whatsapp)).toEqual(['919876500000', text]);
});
