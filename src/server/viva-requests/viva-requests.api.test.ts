import { expect, test } from 'vitest';
import { dayMs, hourMs } from '#contract/durations';
import { readZip } from '#support/read-zip';
import { makeVivaRequests } from '#support/viva-requests';
import { buildBatch, buildMentor } from '#support/factories';
import { releaseOffersJob } from './release-offers.ts';

type Offer = { id: string; local: string; state: string; is_free?: boolean };
const times = (offers: readonly Offer[]) => offers.map(({ local, state }) => [local, state]);

test('another time is asked for, two are held for a day, one is picked, and the office gives it', async () => {
  const { first, second, ask, own, pick, timeOf, asked, answer, office, move, context } =
    await makeVivaRequests();
  expect((await timeOf(first)).change).toBe('may-ask');
  const request = await ask(first);
  expect(request).toMatchObject({ status: 201, body: { extension_request: { answer: null } } });
  const { offers } = await own(first);
  expect(times(offers)).toEqual([
    ['2026-12-03T10:50', 'held'],
    ['2026-12-04T10:00', 'held'],
  ]);
  expect((await timeOf(first)).change).toBe('choose');
  expect(await move(second, '2026-12-03T10:45'), 'held for another').toMatchObject({
    status: 409,
    body: { message: expect.stringContaining(' is taken from 10:50 am to 11:15 am.') },
  });

  expect((await pick(first, offers[1].id)).body.offers.map(({ state }: Offer) => state)).toEqual([
    'refused',
    'picked',
  ]);
  expect((await timeOf(first)).change).toBe('picked');
  expect(await pick(first, null), 'none, from a page before').toMatchObject({ status: 409 });
  expect((await timeOf(first)).change).toBe('picked');
  expect((await move(second, '2026-12-03T10:50')).status, 'what was not picked is free').toBe(200);

  const [row] = await asked();
  expect(row).toMatchObject({
    task: 'viva',
    reason: 'My train is late',
    viva: {
      local: '2026-12-03T10:00',
      room: 'Room 2',
      offers: [{}, { local: '2026-12-04T10:00', is_free: true }],
    },
  });
  const given = await answer(first, row.id, { answer: 'granted', until: '2026-12-04T10:00' });
  expect(given).toMatchObject({ status: 200, body: { answer: 'granted' } });
  expect(await asked()).toEqual([]);
  expect(await timeOf(first)).toMatchObject({ starts_at: '2026-12-04T04:30:00.000Z', change: 'may-ask' });
  const { notices } = (await first.client.get('/api/notices')).body;
  expect(notices[0].text).toBe('Your viva has another time or place: Fri 4 Dec 2026, 10:00 am IST, Room 2');
  const steps = await context.database.reader
    .selectFrom('viva_steps')
    .where('offer_id', 'is not', null)
    .select('step')
    .execute();
  expect(steps).toEqual([]);
  const lines = (await office.get('/api/staff/audit')).body;
  expect(JSON.stringify(lines)).toContain('give-viva-time');
});

test('a form from before a time was told, or cancelled, asks for nothing', async () => {
  const { first, second, ask, own, office, publish } = await makeVivaRequests();
  await office.delete(`/api/staff/batches/OURS/viva-plan/students/${first.email}`, {}, {});
  await publish();
  const refused = (words: string) => ({ status: 409, body: { message: expect.stringContaining(words) } });
  expect(await ask(first, { is_move: true })).toMatchObject(refused('was cancelled in the meantime'));
  expect(await ask(second, { is_move: false })).toMatchObject(refused('were told the time'));
  expect((await own(second)).request).toBeNull();
  expect((await ask(second, { is_move: true })).status).toBe(201);
});

test('after a day the offers are free for others, whether or not the job has run', async () => {
  const { first, second, ask, own, pick, timeOf, move, clock, context } = await makeVivaRequests();
  await ask(first);
  const { offers } = await own(first);
  clock.advance(dayMs);
  expect(times((await own(first)).offers)).toEqual([
    ['2026-12-03T10:50', 'lapsed'],
    ['2026-12-04T10:00', 'lapsed'],
  ]);
  expect((await timeOf(first)).change).toBe('asked');
  expect(await pick(first, offers[0].id)).toMatchObject({ status: 409 });
  expect((await move(second, '2026-12-04T10:00')).status).toBe(200);
  await ask(second);
  clock.advance(dayMs);
  await releaseOffersJob.run(context, null, new AbortController().signal);
  const left = await context.database.reader
    .selectFrom('viva_steps')
    .where('offer_id', 'is not', null)
    .select('step')
    .execute();
  expect(left).toEqual([]);
});

test('the guard time holds for asking, choosing, withdrawing and for asking again', async () => {
  const { first, second, ask, own, pick, withdraw, asked, answer, timeOf, clock } = await makeVivaRequests();
  // The viva is on 3 December at 04:30 UTC; students ask until 48 hours before it.
  clock.set('2026-12-01T04:30:00.000Z');
  expect((await ask(first, { until: '2026-12-01' })).status, 'at the last instant').toBe(201);
  const { offers, ask_until } = await own(first);
  expect(ask_until).toBe('2026-12-01T04:30:00.000Z');
  expect(times(offers), 'a picked time is never within the guard time').toEqual([
    ['2026-12-04T10:00', 'held'],
    ['2026-12-04T10:25', 'held'],
  ]);
  clock.advance(1);
  const late = {
    status: 409,
    body: {
      message:
        'The time of your viva could be changed until Tue 1 Dec 2026, 10:00 am IST. Please call the office.',
    },
  };
  expect(await pick(first, offers[0].id)).toMatchObject(late);
  expect(await withdraw(first)).toMatchObject(late);
  expect((await timeOf(second)).change, 'the next one starts later').toBe('may-ask');
  clock.advance(25 * 60_000);
  expect((await timeOf(second)).change).toBe(null);
  expect((await ask(second)).status).toBe(409);

  const [row] = await asked();
  expect((await answer(first, row.id, { answer: 'granted', until: '2026-12-04T10:00' })).status).toBe(200);
  expect((await ask(first)).status, 'asked again, before the new guard time').toBe(201);
  clock.set(Date.parse('2026-12-04T04:30:00.000Z') - 48 * hourMs + 1);
  expect((await withdraw(first)).status).toBe(409);
});

test('a request is withdrawn or declined with a reason, and nothing stays held', async () => {
  const { first, second, ask, own, withdraw, asked, answer, move, timeOf } = await makeVivaRequests();
  await ask(first);
  expect((await withdraw(first)).body).toMatchObject({ request: null, offers: [] });
  expect(await asked()).toEqual([]);
  expect((await move(second, '2026-12-03T10:50')).status).toBe(200);
  await ask(first, { reason: 'A wedding' });
  const [row] = await asked();
  expect(await answer(first, row.id, { answer: 'declined' })).toMatchObject({ status: 400 });
  expect(
    (await answer(first, row.id, { answer: 'declined', words: 'The examiner travels' })).body,
  ).toMatchObject({
    answer: 'declined',
    words: 'The examiner travels',
  });
  expect((await own(first)).request).toBe(null);
  expect(await timeOf(first)).toMatchObject({ starts_at: '2026-12-03T04:30:00.000Z' });
  expect((await move(second, '2026-12-04T10:00')).status).toBe(200);
});

test('what is held is free at once where a request ends in another way', async () => {
  const { first, ask, own, context, office } = await makeVivaRequests();
  const { reader } = context.database;
  const held = async () =>
    (await reader.selectFrom('viva_steps').where('offer_id', 'is not', null).select('step').execute()).length;
  const { project_id: p_id } = await reader
    .selectFrom('selections')
    .where('account_id', '=', first.id)
    .select('project_id')
    .executeTakeFirstOrThrow();
  const ways = {
    extensions: { task: 'viva', until: '2027-02-01', reason: 'By phone' },
    'undo-selection': { p_id, reason: 'Chosen by mistake' },
  };
  const seen = await office.get(`/api/staff/students/${first.email}/time`);
  expect(seen.body.viva_at, 'the form of the due date says so').toBe('2026-12-03T04:30:00.000Z');
  for (const [way, body] of Object.entries(ways)) {
    await ask(first);
    expect(await held(), way).toBeGreaterThan(0);
    expect((await office.post(`/api/staff/students/${first.email}/${way}`, body)).status, way).toBeLessThan(
      300,
    );
    expect(await own(first), way).toMatchObject({ request: null, offers: [] });
    expect(await held(), way).toBe(0);
  }
});

test('the office gives any hour: across the own time, outside of the hours, but none that is taken', async () => {
  const { first, ask, asked, answer, timeOf, view } = await makeVivaRequests();
  const give = async (until: string) => {
    await ask(first);
    const [row] = await asked();
    return answer(first, row.id, { answer: 'granted', until });
  };
  expect(await give('2026-12-03T10:25')).toMatchObject({
    status: 409,
    body: { message: 'Every room is taken at 10:25 am.' },
  });
  expect(await give('2026-12-03T10:02')).toMatchObject({
    status: 400,
    body: { fields: [{ name: 'until', message: 'The time must be a multiple of 5 minutes.' }] },
  });
  expect(await give('2026-11-24T10:00')).toMatchObject({ status: 400 });
  expect(await give('2026-12-04')).toMatchObject({ status: 400 });
  expect((await timeOf(first)).starts_at, 'nothing was moved').toBe('2026-12-03T04:30:00.000Z');
  expect((await give('2026-12-03T09:50')).status, 'overlaps the own time').toBe(200);
  expect((await give('2026-12-03T10:00')).status, 'and back').toBe(200);
  expect((await give('2027-01-20T19:00')).status, 'beyond the plan and the due date').toBe(200);
  expect((await view('?day=2027-01-20')).vivas).toMatchObject([{ concerns: ['beyond-hours'] }]);
  const timeline = (await first.client.get(`/api/students/timeline/${first.email}`)).body;
  const viva = timeline.tasks.find(({ task }: { task: string }) => task === 'viva');
  expect(viva.due_at, 'the due date follows').toBe('2027-01-20T18:29:59.999Z');
});

test('nobody asks, chooses or decides for another', async () => {
  const { first, second, ask, own, pick, asked, answer, context, as, examiners, path } =
    await makeVivaRequests();
  await ask(first);
  await ask(second);
  const [ofFirst] = (await own(first)).offers as Offer[];
  const url = (of: { email: string }) => `/api/students/viva-request/${of.email}`;
  expect((await second.client.get(url(first))).status).toBe(403);
  expect((await second.client.put(url(first), { offer: ofFirst?.id })).status).toBe(403);
  expect((await second.client.post(`${url(first)}/withdraw`)).status).toBe(403);
  expect((await pick(second, ofFirst?.id ?? '')).status, 'an offer of a classmate').toBe(404);

  const [row] = await asked();
  const grant = { answer: 'granted', until: '2026-12-04T11:00' };
  const mentor = await as(examiners[0] ?? first);
  expect((await mentor.get(url(first))).status).toBe(200);
  expect((await answer(first, row.id, grant, mentor)).status, 'the office decides').toBe(403);
  const other = await buildBatch(context, { name: 'THEIRS' });
  const foreign = await as(await buildMentor(context, [other.id], { email: 'foreign@example.test' }));
  expect((await foreign.get(url(first))).status).toBe(403);
  expect((await answer(first, row.id, grant, foreign)).status).toBe(403);
  expect((await answer(second, row.id, grant)).status, 'a request of another student').toBe(404);
  expect((await foreign.get(path)).status).toBe(403);
});

test('the record of a student has the told time and what was offered', async () => {
  const { first, ask, context, app, cookieOf } = await makeVivaRequests();
  await ask(first);
  const url = `/api/students/record/${first.email}`;
  const { rawPayload } = await app.inject({ url, headers: { cookie: await cookieOf(first) } });
  const about = JSON.parse(readZip(rawPayload).get('about-me.json')?.toString() ?? '{}');
  const at = new Date(context.clock.now()).toISOString();
  expect(about.viva_times).toEqual([
    { starts_at: '2026-12-03T04:30:00.000Z', minutes: 20, room: 'Room 2', cancelled_at: null, told_at: at },
  ]);
  expect(about.viva_offers).toHaveLength(2);
  expect(about.viva_offers[0]).toMatchObject({ minutes: 20, state: 'held', offered_at: at });
});

test('without a told time a request is for the due date, as before', async () => {
  const { first, office, path, ask, own, asked, answer, publish, timeOf } = await makeVivaRequests({
    now: '2026-11-30T06:00:00.000Z',
  });
  await office.delete(`${path}/students/${first.email}`, {});
  await publish();
  expect(await timeOf(first)).toBe(null);
  expect(await own(first)).toMatchObject({ starts_at: null, request: null, offers: [] });
  expect((await ask(first, { until: '2027-02-01' })).status).toBe(201);
  const [row] = await asked();
  expect(row).not.toHaveProperty('viva');
  expect((await answer(first, row.id, { answer: 'granted', until: '2027-02-01' })).status).toBe(200);
});

test('where nothing is free the request still reaches the office', async () => {
  const { first, ask, own, asked } = await makeVivaRequests({
    plan: { days: [{ day: '2026-12-03', from: '10:00', to: '10:45', breaks: [] }] },
  });
  expect((await ask(first)).status).toBe(201);
  expect(await own(first)).toMatchObject({ request: { answer: null }, offers: [] });
  expect(await asked()).toHaveLength(1);
});
