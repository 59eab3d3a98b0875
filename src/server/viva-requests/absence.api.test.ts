import { expect, test } from 'vitest';
import { makeVivaRequests } from '#support/viva-requests';

const path = '/api/staff/batches/OURS/viva-plan/absence';
type Move = { student: { s_id: string }; to: string; room: string; examiners: { email: string }[] };
const sent = (moves: Move[]) =>
  moves.map(({ student, to, room, examiners }) => ({
    s_id: student.s_id,
    to,
    room,
    examiners: examiners.map(({ email }) => email),
  }));

test('for each viva of an ill examiner another one, else another time; nothing is stored before the next press', async () => {
  const portal = await makeVivaRequests({
    students: 4,
    mentors: 2,
    plan: {
      rooms: [
        { name: 'Room 1', link: null },
        { name: 'Room 2', link: null },
      ],
    },
  });
  const { office, view, timeOf, first, publish } = portal;
  const before = await view();
  expect(before.vivas.map(({ local, examiners }) => [local.slice(11), examiners[0]?.name])).toEqual([
    ['10:00', 'Mentor 1'],
    ['10:00', 'Mentor 2'],
    ['10:25', 'Mentor 1'],
    ['10:25', 'Mentor 2'],
  ]);
  const of = { examiner: 'mentor1@example.test', day: '2026-12-03' };
  const shown = (await office.get(`${path}?examiner=${of.examiner}&day=${of.day}`)).body;
  expect(shown.moves).toMatchObject([
    { way: 'time', from: '2026-12-03T10:00', to: '2026-12-03T10:50', examiners: [{ name: 'Mentor 2' }] },
    { way: 'time', from: '2026-12-03T10:25', to: '2026-12-03T11:15', examiners: [{ name: 'Mentor 2' }] },
  ]);
  expect(shown.free).toEqual([]);
  expect((await view()).vivas, 'nothing is stored').toEqual(before.vivas);

  const stale = await office.post(path, { ...of, moves: sent(shown.moves).slice(1) });
  expect(stale).toMatchObject({ status: 409, body: { current: { moves: [{}, {}] } } });
  expect((await view()).vivas).toEqual(before.vivas);
  const stored = await office.post(path, { ...of, moves: sent(shown.moves) });
  expect(stored).toMatchObject({ status: 200, body: { moves: [] } });
  const after = await view();
  expect(after.vivas.map(({ local }) => local.slice(11))).toEqual(['10:00', '10:25', '10:50', '11:15']);
  expect(after.untold, 'told by the next publishing').toEqual({
    first: 0,
    moved: 2,
    cancelled: 0,
    examiners: 2,
  });
  expect(after.plan.examiners[0]?.hours).toEqual([{ day: '2026-12-04', from: '10:00', to: '12:00' }]);
  expect((await timeOf(first)).starts_at).toBe('2026-12-03T04:30:00.000Z');
  await publish();
  expect((await timeOf(first)).starts_at).toBe('2026-12-03T05:20:00.000Z');
});

test('whoever is free takes over at the same time, and students are told nothing', async () => {
  const portal = await makeVivaRequests({ students: 2, mentors: 2 });
  const { office, view } = portal;
  const shown = (await office.get(`${path}?examiner=mentor2@example.test&day=2026-12-03`)).body;
  expect(shown).toMatchObject({
    free: [{ name: 'Mentor 1' }],
    moves: [
      {
        way: 'examiner',
        from: '2026-12-03T10:25',
        to: '2026-12-03T10:25',
        examiners: [{ name: 'Mentor 1' }],
      },
    ],
  });
  const body = { examiner: 'mentor2@example.test', day: '2026-12-03', moves: sent(shown.moves) };
  expect((await office.post(path, body)).status).toBe(200);
  const { vivas, untold } = await view();
  expect(vivas.map(({ examiners }) => examiners[0]?.name)).toEqual(['Mentor 1', 'Mentor 1']);
  expect(untold).toEqual({ first: 0, moved: 0, cancelled: 0, examiners: 2 });
});

test('who finds no place is named with the reason, and stays as planned', async () => {
  const { office, view } = await makeVivaRequests({
    plan: { days: [{ day: '2026-12-03', from: '10:00', to: '11:00', breaks: [] }] },
  });
  const before = await view();
  const shown = (await office.get(`${path}?examiner=mentor1@example.test&day=2026-12-03`)).body;
  expect(shown.moves).toMatchObject([
    { way: 'none', why: 'Every room is full' },
    { way: 'none', why: 'Not enough examiners are free' },
  ]);
  const body = { examiner: 'mentor1@example.test', day: '2026-12-03', moves: sent(shown.moves) };
  expect((await office.post(path, body)).status).toBe(200);
  const { vivas } = await view();
  expect(vivas.map(({ local }) => local)).toEqual(before.vivas.map(({ local }) => local));
  expect(vivas[0]?.concerns).toContain('examiner-away');
});

test('only the office sees and stores it, and an unknown examiner is refused', async () => {
  const { office, as, examiners, first } = await makeVivaRequests();
  const mentor = await as(examiners[0] ?? first);
  expect((await mentor.get(path)).status).toBe(403);
  expect((await mentor.post(path, { examiner: 'x@example.test', day: '2026-12-03', moves: [] })).status).toBe(
    403,
  );
  expect((await first.client.get(path)).status).toBe(403);
  expect((await office.get(path)).body).toMatchObject({ examiner: null, moves: [], days: ['2026-12-03'] });
  const nobody = { examiner: 'nobody@example.test', day: '2026-12-03', moves: [] };
  expect((await office.post(path, nobody)).status).toBe(404);
});
