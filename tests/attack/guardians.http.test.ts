import { expect, test } from 'vitest';
import { makeFixture, send } from '#support/access-table';
import { tablesWith } from '#support/leave-words';
import { reads, recordOf } from './walk-as-others.ts';

/** What would be gained: who a minor's guardian is, and how to reach them. */

const canary = /canary-9f31/;

test('a guardian is seen by the student and the office alone, and is gone after an anonymisation', async () => {
  const fixture = await makeFixture();
  const { clients, emails } = fixture;
  const { context } = fixture.app;
  const address = `/api/staff/people/${emails.student}/guardian`;
  expect((await clients.administrator.put('/api/staff/consent/guardians', { asks: true })).status).toBe(200);
  const guardian = { name: 'canary-9f31 Menon', contact: 'canary-9f31@example.test' };
  expect((await clients.administrator.put(address, guardian)).status).toBe(200);

  for (const role of ['nobody', 'classmate', 'outsider', 'mentor', 'foreignMentor'] as const) {
    for (const name of reads) {
      const { body } = await send(fixture, name, role);
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
    const { body } = await send(fixture, name, 'administrator');
    expect(JSON.stringify(body), name).not.toMatch(canary);
  }
  expect(await recordOf(fixture, 'student'), 'their own record').toMatch(canary);

  expect(await tablesWith(context, canary)).toEqual(['guardians']);
  const anonymised = await clients.administrator.post(`/api/staff/people/${emails.student}/anonymise`, {
    address: emails.student,
    reason: 'Asked for it.',
  });
  expect(anonymised.status).toBe(200);
  expect(await tablesWith(context, canary)).toEqual([]);
});
