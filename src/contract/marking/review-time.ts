import { dayMs } from '../durations.ts';

/** After the release, to the end of the day. */
export const maxReviewDays = 90;

/** In ms since 1970 UTC. `until`: null for no limit. `waitedMs`: how long the device kept the request, as it says. */
type ReviewRequest = { until: number | null; now: number; waitedMs?: number | undefined };

/** A request made offline in time counts for one day after the end, whatever its device says. */
export function isReviewInTime({ until, now, waitedMs = 0 }: ReviewRequest): boolean {
  if (until === null || now <= until) return true;
  return now - waitedMs <= until && now <= until + dayMs;
}

export const reviewsEnded =
  'The last day to request a review of this mark has passed. If something is wrong, write to the office.';
