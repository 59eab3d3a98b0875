import { expect, it } from 'vitest';
import { newPlan } from './plan.ts';
import { shiftPlan } from './shift-plan.ts';

const hours = { from: '09:00', to: '12:00' };
const plan = {
  ...newPlan,
  length: 30,
  days: [
    { day: '2026-12-03', ...hours, breaks: [] },
    { day: '2026-12-04', ...hours, breaks: [] },
  ],
  examiners: [
    { email: 'a@example.test', hours: null },
    { email: 'b@example.test', hours: [{ day: '2026-12-04', ...hours }] },
  ],
};
const daysOf = (today: string) => shiftPlan(plan, today).days.map(({ day }) => day);

it.each([
  ['2026-11-30', ['2026-12-03', '2026-12-04']],
  ['2026-12-02', ['2026-12-03', '2026-12-04']],
  ['2026-12-03', ['2026-12-10', '2026-12-11']],
  ['2026-12-09', ['2026-12-10', '2026-12-11']],
  ['2026-12-10', ['2026-12-17', '2026-12-18']],
  ['2027-02-26', ['2027-03-04', '2027-03-05']],
])('copied on %s, the days are %j: the same weekdays', (today, days) => expect(daysOf(today)).toEqual(days));

it('an examiner’s own hours follow, all else stays, and a plan without days has none', () => {
  const { examiners, ...rest } = shiftPlan(plan, '2026-12-03');
  expect(examiners[1]?.hours).toEqual([{ day: '2026-12-11', ...hours }]);
  expect(examiners[0]).toEqual(plan.examiners[0]);
  expect(rest).toMatchObject({ length: 30, reserve: true });
  expect(shiftPlan({ ...plan, days: [] }, '2026-12-03').days).toEqual([]);
});
