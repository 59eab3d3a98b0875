import { expect, test } from 'vitest';
import { makeSecondApp } from '#support/second-app';
import { makeVivaRequests } from '#support/viva-requests';

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

test('of 100 requests to three portals for one free time that the office gives 50 times, one holds it', async () => {
  // Ten vivas of 25 minutes each with their buffers, and one place more, at 14:10.
  const portal = await makeVivaRequests({
    students: 10,
    plan: { days: [{ day: '2026-12-03', from: '10:00', to: '14:30', breaks: [] }] },
  });
  const { students, administrator, examiners, path, context } = portal;
  const [second, third] = [await makeSecondApp(portal), await makeSecondApp(portal)];
  const logins = [portal.as, second, third];
  const login = (of: { id: number }, index: number) => (logins[index % 3] ?? portal.as)(of);
  const askers = await Promise.all(
    students.slice(1).map(async (one, index) => ({ ...one, client: await login(one, index) })),
  );
  const offices = await Promise.all(numbers(3).map((index) => login(administrator, index)));
  const free = '2026-12-03T14:10';
  const asks = numbers(100).map(async (index) => {
    const asker = askers[index % askers.length] ?? students[0];
    return asker === undefined ? null : portal.ask(asker);
  });
  const places = numbers(50).map((index) =>
    offices[index % 3]?.put(`${path}/students/${students[0]?.email ?? ''}`, {
      starts_at: index % 2 === 0 ? free : '2026-12-03T10:00',
      room: 'Room 2',
      examiners: [examiners[0]?.email ?? ''],
    }),
  );
  const [asked, placed] = [await Promise.all(asks), await Promise.all(places)];
  expect(asked.filter((answer) => answer?.status === 201)).toHaveLength(askers.length);
  expect(new Set(asked.map((answer) => answer?.status))).toEqual(new Set([201, 409]));
  // A slow machine lets the last ones wait for the batch too long: 503, to be tried again.
  expect([200, 409, 503]).toEqual(expect.arrayContaining(placed.map((answer) => answer?.status)));

  const { reader } = context.database;
  const at = Date.parse('2026-12-03T08:40:00.000Z');
  const slots = await reader
    .selectFrom('viva_slots')
    .where('starts_at', '=', at)
    .select('account_id')
    .execute();
  const offers = await reader
    .selectFrom('viva_offers')
    .where('starts_at', '=', at)
    .where('state', '=', 'held')
    .select('account_id')
    .execute();
  expect([...slots, ...offers], 'one holds it').toHaveLength(1);
  // Each step belongs to the one that is shown to hold it.
  const steps = await reader
    .selectFrom('viva_steps')
    .where('kind', '=', 'room')
    .where('step', '>=', at / 300_000)
    .where('step', '<', at / 300_000 + 5)
    .select(['slot_id', 'offer_id'])
    .execute();
  expect(new Set(steps.map(({ slot_id, offer_id }) => `${slot_id} ${offer_id}`)).size).toBe(1);
  expect(steps).toHaveLength(5);
});
