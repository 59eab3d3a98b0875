import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { buildBatch } from '#support/factories';
import { makeVivaOffice, planPath as path } from '#support/viva-office';

test('nobody knows a time before it is told; then each knows their own, in words of the academy’s clock', async () => {
  const { asha, ravi, publish, timeOf, noticesOf, office } = await makeVivaOffice();
  expect([await timeOf(asha), await noticesOf(asha)]).toEqual([null, []]);
  expect((await office.get(path)).body.untold).toEqual({ first: 2, moved: 0, cancelled: 0, examiners: 1 });
  expect((await publish()).body.untold).toEqual({ first: 0, moved: 0, cancelled: 0, examiners: 0 });
  expect(await timeOf(asha)).toMatchObject({
    starts_at: '2026-12-03T04:30:00.000Z',
    room: 'Room 2',
    minutes: 20,
  });
  expect(await noticesOf(asha)).toEqual(['Your viva: Thu 3 Dec 2026, 10:00 am IST, Room 2']);
  expect(await noticesOf(ravi)).toEqual(['Your viva: Thu 3 Dec 2026, 10:25 am IST, Room 2']);
  expect((await asha.client.get(`/api/students/viva-time/${ravi.email}`)).status).toBe(403);
});

test('a move is told to whom it concerns; the same plan tells nobody twice', async () => {
  const { asha, ravi, publish, timeOf, noticesOf, move } = await makeVivaOffice();
  await publish();
  await publish();
  await move(asha, '2026-12-03T11:00');
  expect((await timeOf(asha)).starts_at, 'as told').toBe('2026-12-03T04:30:00.000Z');
  await publish();
  expect((await timeOf(asha)).starts_at).toBe('2026-12-03T05:30:00.000Z');
  expect(await noticesOf(asha)).toEqual([
    'Your viva has another time or place: Thu 3 Dec 2026, 11:00 am IST, Room 2',
    'Your viva: Thu 3 Dec 2026, 10:00 am IST, Room 2',
  ]);
  expect(await noticesOf(ravi)).toHaveLength(1);
});

test('a time that is taken away is cancelled, and may come back', async () => {
  const { asha, publish, timeOf, noticesOf, office, move } = await makeVivaOffice();
  await publish();
  await office.delete(`${path}/students/${asha.email}`, {}, {});
  expect((await office.get(path)).body.untold).toEqual({ first: 0, moved: 0, cancelled: 1, examiners: 1 });
  await publish();
  expect(await timeOf(asha)).toBeNull();
  const own = async () => (await asha.client.get(`/api/students/viva-time/${asha.email}`)).body;
  expect(await own()).toEqual({ time: null, cancelled: { starts_at: '2026-12-03T04:30:00.000Z' } });
  expect((await noticesOf(asha))[0]).toBe(
    'Your viva on Thu 3 Dec 2026, 10:00 am IST is cancelled. You will be told another time',
  );
  await move(asha, '2026-12-03T10:00');
  await publish();
  expect(await timeOf(asha)).toMatchObject({ starts_at: '2026-12-03T04:30:00.000Z' });
  expect(await noticesOf(asha)).toHaveLength(3);
});

test('nobody is told of a time that is over, but whoever waits for another one is', async () => {
  const app = await makeVivaOffice('2026-12-03T03:00:00.000Z');
  const { asha, ravi, publish, noticesOf, office, move, clock } = app;
  await publish();
  clock.set('2026-12-03T05:45:00.000Z');
  await office.delete(`${path}/students/${asha.email}`, {}, {});
  await move(asha, '2026-12-03T10:50');
  const nothing = { first: 0, moved: 0, cancelled: 0, examiners: 0 };
  expect((await office.get(path)).body.untold).toEqual(nothing);
  clock.set('2026-12-03T04:50:00.000Z');
  await move(ravi, '2026-12-03T10:00');
  expect((await office.get(path)).body.untold).toMatchObject({ moved: 2 });
  await publish();
  expect(await noticesOf(ravi)).toHaveLength(2);
  await office.delete(`${path}/students/${asha.email}`, {}, {});
  await publish();
  await move(asha, '2026-12-03T10:25');
  clock.set('2026-12-03T05:10:00.000Z');
  expect((await office.get(path)).body.untold, 'cancelled and over').toEqual(nothing);
});

test('numbers that were shown before somebody changed the plan tell nobody', async () => {
  const { asha, noticesOf, office } = await makeVivaOffice();
  const { untold } = (await office.get(path)).body;
  await office.delete(`${path}/students/${asha.email}`, {}, {});
  expect(await office.post(`${path}/publish`, untold)).toMatchObject({
    status: 409,
    body: { current: { untold: { first: 1 } } },
  });
  expect(await noticesOf(asha)).toEqual([]);
});

test('a feed has the own hour alone, moves it, and loses it when it is cancelled', async () => {
  const { asha, ravi, publish, office, move, nobody, context } = await makeVivaOffice();
  await publish();
  const { address } = (await asha.client.put('/api/account/calendar')).body;
  const eventsNow = async () => {
    const { body } = await nobody.get(new URL(address).pathname);
    return new ICAL.Component(ICAL.parse(String(body)))
      .getAllSubcomponents('vevent')
      .map((component) => new ICAL.Event(component))
      .filter(({ uid }) => uid.startsWith('viva-time'));
  };
  const [event, ...others] = await eventsNow();
  expect(others).toEqual([]);
  expect(event?.startDate.toJSDate().toISOString()).toBe('2026-12-03T04:30:00.000Z');
  expect([event?.duration.toSeconds(), event?.location]).toEqual([20 * 60, 'Room 2']);
  await move(asha, '2026-12-03T11:00');
  await publish();
  const [moved] = await eventsNow();
  expect([moved?.uid, moved?.startDate.toJSDate().toISOString()]).toEqual([
    event?.uid,
    '2026-12-03T05:30:00.000Z',
  ]);
  expect(moved?.sequence ?? 0).toBeGreaterThan(event?.sequence ?? 0);
  await context.database.transaction((writer) =>
    writer.updateTable('viva_rooms').set({ name: 'Room 3' }).execute(),
  );
  await publish();
  const [elsewhere] = await eventsNow();
  expect(elsewhere?.location).toBe('Room 3');
  expect(elsewhere?.sequence ?? 0, 'of another room').toBeGreaterThan(moved?.sequence ?? 0);
  await office.delete(`${path}/students/${asha.email}`, {}, {});
  await publish();
  expect(await eventsNow()).toEqual([]);
  expect(ravi.email).not.toBe(asha.email);
});

test('a viva within two days is mailed at once, a later one in the day’s email', async () => {
  const now = '2026-12-02T04:00:00.000Z';
  const { publish, context } = await makeVivaOffice(now);
  await publish();
  const rows = await context.database.reader
    .selectFrom('notices')
    .where('kind', '=', 'viva-time')
    .selectAll()
    .execute();
  expect(rows).toHaveLength(2);
  for (const row of rows)
    expect(row).toMatchObject({ later_mail_due_at: Date.parse(now), is_later_daily: 0 });
  const { publish: publishLater, context: later } = await makeVivaOffice();
  await publishLater();
  const daily = await later.database.reader
    .selectFrom('notices')
    .where('kind', '=', 'viva-time')
    .select(['later_mail_due_at', 'is_later_daily'])
    .execute();
  expect(daily).toEqual(Array.from({ length: 2 }, () => ({ later_mail_due_at: null, is_later_daily: 1 })));
});

test('a student who is told in another batch later gets a notice again', async () => {
  const { asha, publish, noticesOf, office, context } = await makeVivaOffice();
  await publish();
  const other = await buildBatch(context, { name: 'THEIRS' });
  await office.delete(`${path}/students/${asha.email}`, {}, {});
  await context.database.transaction((writer) =>
    writer.updateTable('accounts').set({ batch_id: other.id }).where('id', '=', asha.id).execute(),
  );
  const { plan } = (await office.get(path)).body;
  const theirs = '/api/staff/batches/THEIRS/viva-plan';
  await office.put(theirs, plan);
  await office.post(`${theirs}/vivas`, { order: 'name' });
  const { untold } = (await office.get(theirs)).body;
  expect(untold).toEqual({ first: 1, moved: 0, cancelled: 0, examiners: 1 });
  await office.post(`${theirs}/publish`, untold);
  expect(await noticesOf(asha)).toHaveLength(2);
});
