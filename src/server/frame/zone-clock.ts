import { dayMs, minuteMs } from '#contract/durations';
import type { ZoneClock } from '#contract/page-rendering';
import { wallClock } from '../platform/zoned-time.ts';

const weekMs = 7 * dayMs;
const yearMs = 365 * dayMs;

/**
 * How a zone's clocks go for three years before and after an instant, so that a screen can tell times without a time zone
 * database: to open a browser's own takes a slow phone a tenth of a second.
 * @param now milliseconds since 1970 UTC
 */
export function makeZoneClock(zone: string, now: number): ZoneClock {
  const names = new Intl.DateTimeFormat('en-IN', { timeZone: zone, timeZoneName: 'short' });
  const offsetAt = (instant: number) => (wallClock(instant, zone) - instant) / minuteMs;
  const nameAt = (instant: number) =>
    names.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? zone;
  const since = Math.floor((now - 3 * yearMs) / minuteMs) * minuteMs;
  const until = since + 6 * yearMs;
  const changes: ZoneClock['changes'] = [{ from: since, offset: offsetAt(since), name: nameAt(since) }];
  for (let after = since; after < until; after += weekMs) {
    const offset = offsetAt(after + weekMs);
    if (offset === offsetAt(after)) continue;
    // The first minute that is told by the other clock.
    let [before, from] = [after, after + weekMs];
    while (from - before > minuteMs) {
      const middle = before + Math.floor((from - before) / 2 / minuteMs) * minuteMs;
      if (offsetAt(middle) === offset) from = middle;
      else before = middle;
    }
    changes.push({ from, offset, name: nameAt(from) });
  }
  return { until, changes };
}
