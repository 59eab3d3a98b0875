import { isoInstant } from '#contract/dates';
import { isReviewInTime, reviewsEnded } from '#contract/marking/review-time';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { localMoment } from '../../platform/zoned-time.ts';
import { endOfDay } from '../../submissions/due-dates.ts';
import { releasedSince, type ReleasedSince } from '../mark-rules.ts';

/** `number_since`: the last change of the released number, which the student may question anew. */
type ReviewableSince = ReleasedSince & { number_since: number | null };

/** Of the batch, null for no limit; and of the academy, IANA. */
type Limit = { days: number | null; zone: string };

/** The last millisecond in which a review can be requested; null for no limit. */
export function reviewUntil(mark: ReviewableSince, { days, zone }: Limit): number | null {
  if (days === null) return null;
  return endOfDay(Math.max(releasedSince(mark), mark.number_since ?? 0), zone, days);
}

/** @throws 409 after the last day */
export function refuseLateReview(
  mark: ReviewableSince,
  { now, waitedMs, ...limit }: Limit & { now: number; waitedMs?: number | undefined },
): void {
  const until = reviewUntil(mark, limit);
  if (until === null || isReviewInTime({ until, now, waitedMs })) return;
  throw httpErrors.conflict(
    `A review of this mark could be requested until ${localMoment(until, limit.zone)}. If something is wrong, write to the office.`,
  );
}

/** For the timeline. @param isRequested then no reason is needed */
export function presentReviewUntil(
  mark: ReviewableSince,
  { now, isRequested, ...limit }: Limit & { now: number; isRequested: boolean },
): { review_until?: string; no_review?: string } {
  const until = reviewUntil(mark, limit);
  if (until === null) return {};
  const isOver = !isRequested && !isReviewInTime({ until, now });
  return { review_until: isoInstant(until), ...(isOver && { no_review: reviewsEnded }) };
}
