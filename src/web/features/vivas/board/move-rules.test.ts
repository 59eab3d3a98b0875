import { describe, expect, it } from 'vitest';
import { newPlan } from '#contract/vivas/plan';
import type { PlannedViva } from '#contract/vivas/plan-calls';
import { clashesAt, concernsAt, frameOf, placeAt, stepTo, type DayView } from './move-rules.ts';

const meera = { email: 'meera@x.test', name: 'Meera' };
const ravi = { email: 'ravi@x.test', name: 'Ravi' };
const viva = (name: string, at: string, room: string, examiners = [meera]): PlannedViva => ({
  student: { s_id: `${name}@x.test`, s_name: name },
  project: 'Boats',
  starts_at: '2026-12-03T04:30:00.000Z',
  local: `2026-12-03T${at}`,
  minutes: 20,
  buffer: 5,
  room,
  link: null,
  examiners,
  concerns: [],
});
const asha = viva('Asha', '10:00', 'Room 1');
const day: DayView = {
  day: '2026-12-03',
  plan: {
    ...newPlan,
    days: [{ day: '2026-12-03', from: '09:30', to: '17:00', breaks: [{ from: '13:00', to: '14:00' }] }],
    rooms: [
      { name: 'Room 1', link: null },
      { name: 'Room 2', link: null },
    ],
    examiners: [
      { email: meera.email, hours: null },
      { email: ravi.email, hours: [{ day: '2026-12-03', from: '09:30', to: '11:00' }] },
    ],
  },
  vivas: [asha, viva('Bina', '10:25', 'Room 1'), viva('Chitra', '11:00', 'Room 2', [ravi])],
  taken: [{ who: 'Meera', starts_at: '2026-12-03T09:30:00.000Z', local: '2026-12-03T15:00', minutes: 25 }],
};
const at = (clock: string, room = 'Room 1') => ({
  from: Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3)),
  room,
});

describe('who or what is taken', () => {
  it.each([
    ['10:00', 'Room 1', []],
    ['10:05', 'Room 2', ['Meera is taken from 10:25 am to 10:50 am (Bina)']],
    ['09:50', 'Room 1', []],
    [
      '10:10',
      'Room 1',
      ['Room 1 is taken from 10:25 am to 10:50 am (Bina)', 'Meera is taken from 10:25 am to 10:50 am (Bina)'],
    ],
    ['10:50', 'Room 1', []],
    ['11:20', 'Room 2', ['Room 2 is taken from 11:00 am to 11:25 am (Chitra)']],
    ['14:40', 'Room 1', ['Meera is taken from 3:00 pm to 3:25 pm (another batch)']],
  ])('at %s in %s', (clock, room, clashes) => expect(clashesAt(day, asha, at(clock, room))).toEqual(clashes));

  it('by the buffer alone', () =>
    expect(clashesAt(day, asha, at('10:05'))).toEqual([
      'Room 1 is taken from 10:25 am to 10:50 am (Bina)',
      'Meera is taken from 10:25 am to 10:50 am (Bina)',
    ]));
});

it.each([
  ['12:40', asha, []],
  ['12:45', asha, ['Outside of the hours, or in a break']],
  ['09:20', asha, ['Outside of the hours, or in a break']],
  ['16:45', asha, ['Outside of the hours, or in a break']],
  ['10:40', viva('Dev', '10:00', 'Room 1', [ravi]), []],
  ['10:45', viva('Dev', '10:00', 'Room 1', [ravi]), ['An examiner is not there at this time']],
])('what speaks against %s', (clock, of, words) => expect(concernsAt(day, of, at(clock))).toEqual(words));

describe('the board', () => {
  const frame = frameOf(day);
  it('has whole hours around the day’s, and its rooms', () => {
    expect(frame).toMatchObject({ from: 9 * 60, to: 17 * 60, rooms: ['Room 1', 'Room 2'] });
    const late = frameOf({ ...day, vivas: [viva('Eve', '18:10', 'Garden')] });
    expect(late).toMatchObject({ to: 19 * 60, rooms: ['Room 1', 'Room 2', 'Garden'] });
    expect(frameOf({ ...day, plan: newPlan, vivas: [], taken: [] })).toMatchObject({
      from: 540,
      to: 600,
      rooms: [],
    });
  });

  it.each([
    ['ArrowDown', at('10:05')],
    ['ArrowUp', at('09:55')],
    ['PageDown', at('11:00')],
    ['PageUp', at('09:00')],
    ['ArrowRight', at('10:00', 'Room 2')],
    ['ArrowLeft', at('10:00')],
    ['a', null],
  ])('goes by %s', (key, place) => expect(stepTo(at('10:00'), key, frame, 20)).toEqual(place));

  it('ends at its edges', () => {
    expect(stepTo(at('09:00'), 'ArrowUp', frame, 20)).toEqual(at('09:00'));
    expect(stepTo(at('16:40'), 'ArrowDown', frame, 20)).toEqual(at('16:40'));
    expect(stepTo(at('10:00', 'Room 2'), 'ArrowRight', frame, 20)).toEqual(at('10:00', 'Room 2'));
  });

  it.each([
    [{ x: 10, y: 0 }, at('09:00')],
    [{ x: 110, y: 99 }, at('10:00', 'Room 2')],
    [{ x: 110, y: 105 }, at('10:05', 'Room 2')],
    [{ x: -5, y: -20 }, at('09:00')],
    [{ x: 900, y: 9_000 }, at('16:40', 'Room 2')],
  ])('has at %j', (point, place) =>
    expect(placeAt(point, { width: 200, height: 800 }, frame, 20)).toEqual(place),
  );
});
