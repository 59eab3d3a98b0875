import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { buildMentor, buildSelection, buildStudent } from '#support/factories';
import { recordQueries } from '#support/record-queries';
import { makeVivaOffice, planPath } from '#support/viva-office';

const textsOf = async (client: { get(path: string): Promise<{ body: unknown }> }) =>
  ((await client.get('/api/notices')).body as { notices: { text: string; href: string }[] }).notices.map(
    ({ text, href }) => [text, href],
  );

async function makePanels() {
  const office = await makeVivaOffice();
  const { context, batch, asha, as } = office;
  const mentor = await buildMentor(context, [batch.id], { name: 'Anjali Menon' });
  const client = await as(mentor);
  const placeWith = (examiner: { email: string }, starts_at = '2026-12-03T10:00') =>
    office.office.put(`${planPath}/students/${asha.email}`, {
      starts_at,
      room: 'Room 2',
      examiners: [examiner.email],
    });
  return { ...office, mentor, client, placeWith };
}

test('an examiner gets one notice when the times are told, and one when theirs change', async () => {
  const { office, mentor, client, placeWith, publish, ravi, administrator, remove } = await makePanels();
  await publish();
  expect(await textsOf(office)).toEqual([
    ['You examine 2 vivas, the first on Thu 3 Dec 2026, 10:00 am IST', '/staff/vivas'],
  ]);
  await placeWith(mentor);
  const { untold } = (await office.get(planPath)).body;
  expect(untold, 'no student has another time').toEqual({ first: 0, moved: 0, cancelled: 0, examiners: 2 });
  await publish();
  expect(await textsOf(client)).toEqual([
    ['You examine 1 viva, on Thu 3 Dec 2026, 10:00 am IST', '/staff/vivas'],
  ]);
  expect((await textsOf(office))[0]?.[0]).toBe(
    'The vivas that you examine have changed: 1 viva, on Thu 3 Dec 2026, 10:25 am IST',
  );
  await publish();
  expect(await textsOf(office), 'the same plan tells nobody twice').toHaveLength(2);
  await placeWith(administrator);
  await remove(ravi);
  await publish();
  expect((await textsOf(client))[0]?.[0]).toBe('You have no vivas to examine now');
});

test('an examiner’s calendar has the own vivas as told, without anybody’s name', async () => {
  const { client, mentor, placeWith, publish, nobody } = await makePanels();
  const { address } = (await client.put('/api/account/calendar')).body;
  const eventsNow = async () => {
    const { body } = await nobody.get(new URL(address).pathname);
    expect(String(body)).not.toMatch(/Asha|Ravi|@example\.test/);
    return new ICAL.Component(ICAL.parse(String(body)))
      .getAllSubcomponents('vevent')
      .map((component) => new ICAL.Event(component))
      .filter(({ uid }) => uid.startsWith('viva-of'));
  };
  await placeWith(mentor);
  expect(await eventsNow(), 'planned, not told').toEqual([]);
  await publish();
  const [event, ...others] = await eventsNow();
  expect(others).toEqual([]);
  expect([event?.summary, event?.location, event?.startDate.toJSDate().toISOString()]).toEqual([
    'Viva, OURS',
    'Room 2',
    '2026-12-03T04:30:00.000Z',
  ]);
});

test('to tell many takes as many statements as to tell some', async () => {
  const { context, office, publish, batch } = await makePanels();
  const plan = (await office.get(planPath)).body.plan;
  const days = ['2026-12-07', '2026-12-08', '2026-12-09'].map((day) => ({
    day,
    from: '08:00',
    to: '20:00',
    breaks: [],
  }));
  await office.put(planPath, { ...plan, days: [...plan.days, ...days] });
  const recorded = await recordQueries(context.database);
  const queriesOf = async (work: () => Promise<{ status: number }>) => {
    recorded.clear();
    expect((await work()).status).toBe(200);
    return recorded.queries().length;
  };
  const some = await queriesOf(publish);
  for (let n = 0; n < 40; n += 1) {
    const student = await buildStudent(context, { batch_id: batch.id });
    await buildSelection(context, { account_id: student.id });
  }
  await office.post(`${planPath}/vivas`, { order: 'name' });
  expect((await office.get(planPath)).body.untold).toMatchObject({ first: 40, examiners: 1 });
  expect(await queriesOf(publish)).toBeLessThanOrEqual(some + 1);
  await context.database.transaction((writer) =>
    writer.updateTable('viva_slots').set({ minutes: 15 }).execute(),
  );
  expect((await office.get(planPath)).body.untold).toMatchObject({ moved: 42, examiners: 1 });
  expect(await queriesOf(publish)).toBeLessThanOrEqual(some + 2);
  expect((await textsOf(office))[0]?.[0]).toMatch(/^The vivas that you examine have changed: 42 vivas, /);
});
