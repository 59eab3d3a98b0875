import { expect, test } from 'vitest';
import { buildBatch, buildMentor } from '#support/factories';
import { makeTestApp } from '#support/test-app';
import { publishPlannedJob } from './planned-announcements.ts';

/** A request that comes again gets its first answer, also when the clock would refuse it now. */

// It is 14:30 on 21 November 2026 in the academy's zone.
const text = 'The viva is on Friday.';

async function makeClass() {
  const app = await makeTestApp();
  const { context } = app;
  const batch = await buildBatch(context, { name: 'OURS' });
  const mentor = await buildMentor(context, [batch.id], { name: 'Anjali Menon' });
  const asMentor = await app.as(mentor);
  const publish = (body: object) => asMentor.post('/api/staff/batches/OURS/announcements', body);
  return { app, context, asMentor, publish, renew: () => app.as(mentor) };
}

test.each([
  ['a plan', 'planned-announcements', { text, publish_at: '2026-11-22T09:00', until: '2026-11-22' }],
  ['an announcement', 'announcements', { text, until: '2026-11-22' }],
])('%s that is repeated after its last day gets its first answer', async (_, path, body) => {
  const { app, asMentor, renew, context } = await makeClass();
  const send = async (client: typeof asMentor) =>
    client.post(`/api/staff/batches/OURS/${path}`, body, { 'idempotency-key': 'k' });
  const first = await send(asMentor);
  expect(first.status).toBe(201);
  app.clock.set('2026-11-22T05:00:00.000Z');
  await publishPlannedJob.run(context, null, new AbortController().signal);
  app.clock.set('2026-11-25T09:00:00.000Z');
  const again = await send(await renew());
  expect([again.status, again.body]).toEqual([201, first.body]);
  expect(await send(await renew())).toMatchObject({ status: 201 });
  const published = await context.database.reader.selectFrom('announcements').select('id').execute();
  expect(published).toHaveLength(1);
  const late = await (await renew()).post(`/api/staff/batches/OURS/${path}`, body);
  expect(late.status, 'a new one is refused').toBe(400);
});

test('an edit that is repeated after its last day gets its first answer, of a plan as of an announcement', async () => {
  const { app, asMentor, publish, renew } = await makeClass();
  const { id } = (await publish({ text, until: '2026-11-30' })).body;
  const at = '/api/staff/batches/OURS';
  const plan = { text, publish_at: '2026-11-22T09:00', until: '2026-11-23' };
  const { id: planned } = (await asMentor.post(`${at}/planned-announcements`, plan)).body;
  const edit = async (client: typeof asMentor) => [
    await client.put(
      `${at}/announcements/${id}`,
      { text: 'Today.', until: '2026-11-21' },
      { 'idempotency-key': 'e' },
    ),
    await client.put(
      `${at}/planned-announcements/${planned}`,
      { text: 'Soon.', publish_at: '2026-11-21T20:00', until: '2026-11-21' },
      { 'idempotency-key': 'p' },
    ),
  ];
  const first = await edit(asMentor);
  app.clock.set('2026-11-25T09:00:00.000Z');
  const again = await edit(await renew());
  expect(first.map(({ status }) => status)).toEqual([200, 204]);
  expect(again.map(({ status }) => status)).toEqual([200, 204]);
});
