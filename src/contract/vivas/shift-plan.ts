import { dayMs } from '../durations.ts';
import type { VivaPlan } from './plan.ts';

const weekDays = 7;
const instantOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/**
 * A plan for another batch: on the same weekdays, in the first weeks of which no day has passed. Coming days stay.
 * @param today YYYY-MM-DD
 */
export function shiftPlan(plan: VivaPlan, today: string): VivaPlan {
  const first = plan.days.map(({ day }) => day).toSorted()[0];
  if (first === undefined || first > today) return plan;
  const passed = (instantOf(today) - instantOf(first)) / dayMs;
  const shift = (Math.floor(passed / weekDays) + 1) * weekDays * dayMs;
  const moved = <Dated extends { day: string }>(one: Dated): Dated => ({
    ...one,
    day: new Date(instantOf(one.day) + shift).toISOString().slice(0, 'YYYY-MM-DD'.length),
  });
  return {
    ...plan,
    days: plan.days.map(moved),
    examiners: plan.examiners.map((one) => ({ ...one, hours: one.hours?.map(moved) ?? null })),
  };
}
