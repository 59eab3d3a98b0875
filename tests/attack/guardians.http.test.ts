import { expect, test } from 'vitest';
import { endpoints, type EndpointName } from '#contract/wire/endpoints';
import { makeFixture, send, table } from '#support/access-table';
import { tablesWith } from '#support/leave-words';
import { readZip } from '#support/read-zip';

/** What would be gained: who a minor's guardian is, and how to reach them. */

const canary = /canary-9f31/;
const reads = (Object.keys(table) as EndpointName[]).filter((name) => endpoints[name].method === 'GET');

test('a guardian is seen by the student and the office alone, and is gone after an anonymisation', async () => {
  const { app, ...fixture } = await makeFixture();
  const { clients, emails } = fixture;
  const { context } = app;
  const student = await context.database.reader
    .selectFrom('accounts')
    .where('email', '=', emails.student)
    .select('id')
    .executeTakeFirstOrThrow();
  const address = `/api/staff/people/${emails.student}/guardian`;
  expect((await clients.administrator.put('/api/staff/consent/guardians', { asks: true })).status).toBe(200);
  const guardian = { name: 'canary-9f31 Menon', contact: 'canary-9f31@example.test' };
  expect((await clients.administrator.put(address, guardian)).status).toBe(200);

  for (const role of ['nobody', 'classmate', 'outsider', 'mentor', 'foreignMentor'] as const) {
    for (const name of reads) {
      const { body } = await send({ app, ...fixture }, name, role);
      expect(JSON.stringify(body), `${name} as ${role}`).not.toMatch(canary);
    }
    expect([401, 403], role).toContain((await clients[role].put(address, guardian)).status);
    expect([401, 403], role).toContain((await clients[role].delete(address)).status);
  }
  expect(JSON.stringify((await clients.student.get('/api/account')).body)).toMatch(canary);
  const person = await clients.administrator.get(`/api/staff/people/${emails.student}`);
  expect(JSON.stringify(person.body)).toMatch(canary);
  // Of the office, the person's page alone.
  for (const name of reads) {
    if (name === 'readPerson' || name === 'exportPerson') continue;
    const { body } = await send({ app, ...fixture }, name, 'administrator');
    expect(JSON.stringify(body), name).not.toMatch(canary);
  }
  const record = await app.app.inject({
    url: `/api/students/record/${emails.student}`,
    headers: { cookie: await app.cookieOf(student) },
  });
  expect([...readZip(record.rawPayload).values()].join(), 'their own record').toMatch(canary);

  expect(await tablesWith(context, canary)).toEqual(['guardians']);
  const anonymised = await clients.administrator.post(`/api/staff/people/${emails.student}/anonymise`, {
    address: emails.student,
    reason: 'Asked for it.',
  });
  expect(anonymised.status).toBe(200);
  expect(await tablesWith(context, canary)).toEqual([]);
});
