import {
  minutesOf,
  openHours,
  stepMinutes,
  type Concern,
  type Hours,
  type VivaPlan,
} from '#contract/vivas/plan';
import { minuteMs } from '#contract/durations';
import { instantOfLocal, readLocal, writeLocal } from '../platform/zoned-time.ts';
import { holds, type Span } from './spans.ts';

export const stepMs = stepMinutes * minuteMs;
export const stepOf = (instant: number): number => Math.floor(instant / stepMs);
export const stepsOf = (minutes: number): number => minutes / stepMinutes;
export const minutesOfSteps = (steps: number): number => steps * stepMinutes;

/** @param minutes of the day, up to 24 hours */
function stepAt(day: string, minutes: number, zone: string): number {
  const [year = 0, month = 0, ofMonth = 0] = day.split('-').map(Number);
  return stepOf(instantOfLocal({ year, month, day: ofMonth, second: minutes * 60 }, zone));
}

/** Of a plan, in order, without breaks. */
export function planSpans({ days }: Pick<VivaPlan, 'days'>, zone: string): Span[] {
  return days
    .flatMap((day) =>
      openHours(day).map(({ from, to }) => ({
        from: stepAt(day.day, from, zone),
        to: stepAt(day.day, to, zone),
      })),
    )
    .toSorted((a, b) => a.from - b.from);
}

export const examinerSpans = (hours: readonly (Hours & { day: string })[], zone: string): Span[] =>
  hours.map(({ day, from, to }) => ({
    from: stepAt(day, minutesOf(from) ?? 0, zone),
    to: stepAt(day, minutesOf(to) ?? 0, zone),
  }));

type Known = {
  hours: readonly Span[];
  panel: number;
  examiners: ReadonlyMap<number, readonly Span[] | null>;
};

/** What the plan's settings say against a time. */
export function concernsOf(
  { hours, panel, examiners }: Known,
  held: Span,
  examinerIds: readonly number[],
): Concern[] {
  const isAway = (id: number): boolean => {
    const own = examiners.get(id);
    return own === undefined || (own !== null && !holds(own, held));
  };
  const found: [Concern, boolean][] = [
    // A plan that came from a spreadsheet may have none.
    ['beyond-hours', hours.length > 0 && !holds(hours, held)],
    ['examiner-away', examinerIds.some(isAway)],
    ['panel-size', examinerIds.length !== panel],
  ];
  return found.flatMap(([concern, isSo]) => (isSo ? [concern] : []));
}

/** `YYYY-MM-DDTHH:MM`. */
export const localMinute = (instant: number, zone: string): string =>
  writeLocal(instant, zone).slice(0, 'YYYY-MM-DDTHH:MM'.length);

/** `YYYY-MM-DD`. */
export const dayOf = (instant: number, zone: string): string => writeLocal(instant, zone).slice(0, 10);

/** From its first millisecond up to the next day's. */
export const dayBounds = (day: string, zone: string) => ({
  from: readLocal(day, zone, 'start'),
  to: readLocal(day, zone, 'end') + 1,
});
