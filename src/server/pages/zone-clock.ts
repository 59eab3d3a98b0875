import type { ZoneClock } from '#contract/screens';
import { wallClock } from '../platform/zoned-time.ts';

const minute = 60_000;
const week = 7 * 24 * 60 * minute;
const year = 365 * 24 * 60 * minute;

/**
 * How a zone's clocks go for three years before and after an instant, so that a screen can tell times without a time zone
 * database: to open a browser's own takes a slow phone a tenth of a second.
 * @param now milliseconds since 1970 UTC
 */
export function makeZoneClock(zone: string, now: number): ZoneClock {
  const names = new Intl.DateTimeFormat('en-IN', { timeZone: zone, timeZoneName: 'short' });
  const offsetAt = (instant: number) => (wallClock(instant, zone) - instant) / minute;
  const nameAt = (instant: number) =>
    names.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? zone;
  const since = Math.floor((now - 3 * year) / minute) * minute;
  const until = since + 6 * year;
  const changes: ZoneClock['changes'] = [{ from: since, offset: offsetAt(since), name: nameAt(since) }];
  for (let after = since; after < until; after += week) {
    const offset = offsetAt(after + week);
    if (offset === offsetAt(after)) continue;
    // The first minute that is told by the other clock.
    let [before, from] = [after, after + week];
    while (from - before > minute) {
      const middle = before + Math.floor((from - before) / 2 / minute) * minute;
      if (offsetAt(middle) === offset) from = middle;
      else before = middle;
    }
    changes.push({ from, offset, name: nameAt(from) });
  }
  return { until, changes };
}
