import { expect, test } from 'vitest';
import { buildMentor } from '#support/factories';
import { at, makeVivaDay, vivaDay } from '#support/viva-day';

test('an examiner sees and changes the vivas of their own panel alone', async () => {
  const day = await makeVivaDay();
  const { asha, binu, examiner, office, planPath, context, url, read, attend, clock } = day;
  clock.set(at('10:05'));
  const second = await buildMentor(context, [], { name: 'Latha', email: 'latha@example.test' });
  expect(
    (
      await office.put(`${planPath}/students/${binu.email}`, {
        starts_at: `${vivaDay}T11:30`,
        room: 'Room 2',
        examiners: [second.email],
      })
    ).status,
  ).toBe(200);
  const namesFor = async (client: typeof office) =>
    (await read(client)).vivas.map(({ student }) => student.s_name);
  expect(await namesFor(examiner.client)).toEqual(['Asha', 'Chitra']);
  expect(await namesFor(await day.as(second))).toEqual(['Binu']);
  expect(JSON.stringify((await examiner.client.get(url)).body)).not.toContain('Binu');
  expect((await attend(asha, { state: 'came' }, examiner.client)).status).toBe(200);
  expect((await attend(binu, { state: 'came' }, examiner.client)).status).toBe(403);
  expect((await day.undo(binu, {}, examiner.client)).status).toBe(403);
});

test('who mentors another batch and sits in no panel is refused, and so is who left the panel', async () => {
  const day = await makeVivaDay();
  const { asha, chitra, binu, context, url, room, office, planPath, examiner, clock } = day;
  clock.set(at('10:05'));
  const stranger = await day.as(await buildMentor(context, [], { email: 'far@example.test' }));
  const refused = async (client: typeof stranger) => {
    const answers = [
      await client.get(url),
      await client.put(`${url}/${vivaDay}/rooms/${room}/delay`, { minutes: 5 }),
      await client.put(`${url}/students/${asha.email}`, { state: 'came', starts_at: new Date(at('10:00')) }),
      await client.delete(`${url}/students/${asha.email}`, {}, {}),
    ];
    return answers.map(({ status }) => status);
  };
  expect(await refused(stranger)).toEqual([403, 403, 403, 403]);
  expect(await refused(asha.client)).toEqual([403, 403, 403, 403]);
  for (const student of [asha, binu, chitra])
    await office.delete(`${planPath}/students/${student.email}`, {}, {});
  expect(await refused(examiner.client), 'no viva is left').toEqual([403, 403, 403, 403]);
});

test('the screen opens today, else on the next day, else on the last', async () => {
  const day = await makeVivaDay();
  const { office, plan, planPath, asha, examiner, clock, read, url } = day;
  const days = [vivaDay, '2026-12-05'].map((of) => ({ day: of, from: '10:00', to: '12:00', breaks: [] }));
  await office.put(planPath, { ...plan, days });
  await office.put(`${planPath}/students/${asha.email}`, {
    starts_at: '2026-12-05T10:00',
    room: 'Room 2',
    examiners: [examiner.email],
  });
  for (const [now, shown] of [
    [at('08:00'), vivaDay],
    [at('23:59'), vivaDay],
    [at('23:59') + 60_000, '2026-12-05'],
    [at('10:00') + 3 * 86_400_000, '2026-12-05'],
  ] as const) {
    clock.set(now);
    expect((await read(await day.as(examiner))).day).toBe(shown);
  }
  const client = await day.as(examiner);
  const other = await client.get(`${url}?day=2026-12-04`);
  expect(other.body).toMatchObject({ day: '2026-12-04', vivas: [], days: [vivaDay, '2026-12-05'] });
  expect((await client.get(`${url}?day=tomorrow`)).status).toBe(400);
});
