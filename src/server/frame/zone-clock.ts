import { dayMs, minuteMs } from '#contract/durations';
import type { ZoneClock } from '#contract/page-rendering';
import { wallClock } from '../platform/zoned-time.ts';

const weekMs = 7 * dayMs;
const yearMs = 365 * dayMs;

/**
 * A zone's offsets for three years before and after `now`, so that screens need no time zone database: opening the
 * browser's takes a slow phone 0.1 s.
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
    // Bisects to the first minute with the new offset.
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
