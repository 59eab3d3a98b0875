import { endOfDay } from '../../submissions/due-dates.ts';
import { releasedSince, type ReleasedSince } from '../mark-rules.ts';

/** `number_since`: the last change of the released number, which the student may question anew. */
export type ReviewableSince = ReleasedSince & { number_since: number | null };

/** The last millisecond in which a review can be requested; null for no limit. @param days of the batch @param zone IANA */
export function reviewUntil(mark: ReviewableSince, days: number | null, zone: string): number | null {
  if (days === null) return null;
  return endOfDay(Math.max(releasedSince(mark), mark.number_since ?? 0), zone, days);
}
