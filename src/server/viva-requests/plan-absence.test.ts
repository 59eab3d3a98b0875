import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newPlan } from '#contract/vivas/plan';
import { stepMs, stepOf, stepsOf } from '../vivas/plan-hours.ts';
import type { StoredPlan } from '../vivas/plan-rows.ts';
import { twoPlaces } from '../vivas/free-places.ts';
import { planAbsence, type AffectedViva } from './plan-absence.ts';

const begin = stepOf(Date.parse('2026-12-03T04:00:00.000Z'));
const people = [1, 2, 3, 4];
const plan: StoredPlan = {
  ...newPlan,
  days: [{ day: '2026-12-03', from: '04:00', to: '08:00', breaks: [{ from: '05:00', to: '05:30' }] }],
  rooms: [
    { id: 1, name: 'Room 1', link: null },
    { id: 2, name: 'Room 2', link: null },
  ],
  examiners: people.map((id) => ({ id, email: `${id}@example.test`, name: String(id), hours: null })),
};

const vivas = fc
  .uniqueArray(
    fc.record({ at: fc.nat(11), room: fc.constantFrom(1, 2), examiner: fc.constantFrom(1, 2, 3, 4) }),
    {
      selector: ({ at, room }) => `${at} ${room}`,
      maxLength: 16,
    },
  )
  // Nobody is in both rooms at once, as the database has it.
  .map((all) =>
    all
      .filter(
        ({ at, examiner }, index) =>
          all.findIndex((one) => one.at === at && one.examiner === examiner) === index,
      )
      .toSorted((a, b) => a.at - b.at || a.room - b.room)
      .map(({ at, room, examiner }, index): AffectedViva => ({
        id: index + 1,
        accountId: 100 + index,
        roomId: room,
        startsAt: (begin + at * 4) * stepMs,
        minutes: 15,
        buffer: 5,
        panel: [examiner],
      })),
  );

const stepsTaken = ({ id, accountId, roomId, startsAt, minutes, buffer, panel }: AffectedViva) => {
  const from = stepOf(startsAt);
  const wide = { from, to: from + stepsOf(minutes + buffer), slotId: id };
  return [
    { kind: 'room' as const, who: roomId, ...wide },
    ...panel.map((who) => ({ kind: 'person' as const, who, ...wide })),
    { kind: 'person' as const, who: accountId, ...wide, to: from + stepsOf(minutes) },
  ];
};

test('nobody is in two places after an absence, the absent one nowhere, and nobody comes earlier', () => {
  fc.assert(
    fc.property(vivas, (all) => {
      const affected = all.filter(({ panel }) => panel.includes(1));
      const moves = planAbsence({
        plan,
        taken: all.flatMap(stepsTaken),
        vivas: affected,
        away: 1,
        zone: 'UTC',
      });
      expect(moves.map(({ viva }) => viva.id)).toEqual(affected.map(({ id }) => id));
      const moved = new Map(moves.map((move) => [move.viva.id, move]));
      const after = all.map((viva): AffectedViva => {
        const move = moved.get(viva.id);
        if (move === undefined || move.way === 'none') return viva;
        const { place } = move;
        expect(place.panel).not.toContain(1);
        expect(place.from * stepMs).toBeGreaterThanOrEqual(viva.startsAt);
        if (move.way === 'examiner') expect(place.from * stepMs).toBe(viva.startsAt);
        return { ...viva, startsAt: place.from * stepMs, roomId: place.roomId, panel: place.panel };
      });
      const held = after
        .flatMap(stepsTaken)
        .flatMap(({ kind, who, from, to }) =>
          Array.from({ length: to - from }, (_, index) => `${kind} ${who} ${from + index}`),
        );
      expect(new Set(held).size).toBe(held.length);
    }),
    { numRuns: 300 },
  );
});

test('two offers are on two days, or on one day without overlap', () => {
  const at = (from: number) => ({ from, to: from + 4, roomId: 1, panel: [1] });
  const on = { buffer: 1, dayOf: (step: number) => String(Math.floor(step / 100)) };
  const froms = (...of: number[]) => twoPlaces(of.map(at), on).map(({ from }) => from);
  expect(froms()).toEqual([]);
  expect(froms(10)).toEqual([10]);
  expect(froms(10, 11, 14), 'the buffer is of the first').toEqual([10]);
  expect(froms(10, 11, 15, 20)).toEqual([10, 15]);
  expect(froms(10, 15, 120)).toEqual([10, 120]);
});
