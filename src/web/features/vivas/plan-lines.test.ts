import { describe, expect, it } from 'vitest';
import { newPlan, type VivaPlan } from '#contract/vivas/plan';
import { planFields, planIn, planProblems } from './plan-lines.ts';

const plan: VivaPlan = {
  ...newPlan,
  days: [
    { day: '2026-12-03', from: '09:00', to: '18:00', breaks: [{ from: '13:00', to: '14:00' }] },
    { day: '2026-12-04', from: '09:00', to: '12:00', breaks: [] },
  ],
  rooms: [
    { name: 'Room 2', link: null },
    { name: 'Online', link: 'https://meet.example.test/a' },
  ],
  examiners: [
    { email: 'a@example.test', hours: null },
    {
      email: 'b@example.test',
      hours: [
        { day: '2026-12-03', from: '09:00', to: '12:00' },
        { day: '2026-12-03', from: '15:00', to: '16:00' },
        { day: '2026-12-04', from: '09:00', to: '10:00' },
      ],
    },
  ],
};

describe('a plan in lines', () => {
  it('is read as it was written', () => {
    expect(planIn(planFields(plan))).toEqual(plan);
    expect(planProblems(planFields(plan))).toEqual([]);
  });

  it.each([
    ['2026-12-03 9:00-18:00 13:00-14:00', plan.days[0]],
    ['2026-12-03, 09:00 – 18:00, break 13:00 – 14:00', plan.days[0]],
    ['  2026-12-04   9:00–12:00  ', plan.days[1]],
    ['2026-12-03 09:00-18:00; Break 13:00-14:00', plan.days[0]],
  ])('reads %s', (line, day) => {
    expect(planIn({ ...planFields(plan), days: line }).days).toEqual([day]);
    expect(planProblems({ ...planFields(plan), days: line })).toEqual([]);
  });

  it('reads hours after one day, and a room with spaces', () => {
    const read = planIn({
      ...planFields(plan),
      examiners: 'b@example.test 2026-12-03 9:00-12:00, 15:00-16:00 2026-12-04 9:00-10:00',
      rooms: 'Main hall, second floor\n\nOnline   https://meet.example.test/a',
    });
    expect(read.examiners).toEqual([plan.examiners[1]]);
    expect(read.rooms).toEqual([{ name: 'Main hall, second floor', link: null }, plan.rooms[1]]);
  });

  it.each([
    ['days', '2026-12-03', '2026-12-03: hours are missing, such as 09:00–18:00'],
    ['days', '3 Dec 9:00-12:00', '3 must be a day from 2000 to 2099, YYYY-MM-DD'],
    ['days', '2026-12-03 9:00-12:03', '2026-12-03: 12:03 is not a multiple of 5 minutes'],
    [
      'examiners',
      'b@example.test mornings',
      'b@example.test mornings: after the email comes a day with hours, such as 2026-12-03 09:00–12:00',
    ],
    [
      'days',
      '2026-12-03 09:00-18:00, lunch 13-14',
      '2026-12-03 09:00-18:00, lunch 13-14: "lunch 13-14" cannot be read. Write a break as: break 13:00–14:00',
    ],
    [
      'days',
      '2026-12-03 09:00-18:00 lunch 13:00-14:00',
      '2026-12-03 09:00-18:00 lunch 13:00-14:00: "lunch" cannot be read. Write a break as: break 13:00–14:00',
    ],
    [
      'days',
      '2026-12-03 109:00-18:00',
      '2026-12-03 109:00-18:00: "1" cannot be read. Write a break as: break 13:00–14:00',
    ],
    [
      'days',
      '2026-12-03 09:00-18:00, break 1-2 pm',
      '2026-12-03 09:00-18:00, break 1-2 pm: "break 1-2 pm" cannot be read. Write a break as: break 13:00–14:00',
    ],
    [
      'examiners',
      'b@example.test 2026-12-03 09:00-12:00 not after lunch',
      'b@example.test 2026-12-03 09:00-12:00 not after lunch: "not after lunch" cannot be read. Write days with hours after the email',
    ],
    [
      'examiners',
      'b@example.test 2026-12-03, 2026-12-04 09:00-12:00',
      'b@example.test: 2026-12-03 has no hours',
    ],
    [
      'examiners',
      'b@example.test 2026-12-03 09:00-12:00 2026-12-04',
      'b@example.test: 2026-12-04 has no hours',
    ],
    [
      'rooms',
      'Online https://meet.example.test/a (room b https://meet.example.test/b',
      'Online https://meet.example.test/a (room b https://meet.example.test/b: a room has one link, at the end of its line',
    ],
    [
      'rooms',
      'Online https://meet.example.test/a second floor',
      'Online https://meet.example.test/a second floor: a room has one link, at the end of its line',
    ],
    ['rooms', 'Online http://meet.example.test', 'The link of Online must begin with https://'],
    ['length', '', 'The length must be from 5 to 240 minutes'],
  ])('names what is wrong with %s: %s', (name, typed, message) => {
    expect(planProblems({ ...planFields(plan), [name]: typed })[0]).toEqual({ field: name, message });
  });
});
