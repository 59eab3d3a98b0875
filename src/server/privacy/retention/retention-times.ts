import { vivaDeadline } from '#contract/dates';
import { dayMs, hourMs } from '#contract/durations';
import { retentionWaits } from '#contract/privacy/retention';

/** The same day and time so many years before, in UTC; of 29 February the 28th, so that nothing ends a day early. */
export function yearsBefore(now: number, years: number): number {
  const date = new Date(now);
  const day = date.getUTCDate();
  date.setUTCFullYear(date.getUTCFullYear() - years);
  if (date.getUTCDate() !== day) date.setUTCDate(0);
  return date.getTime();
}

export type BatchFacts = {
  startsAt: number;
  vivaDeadline: number | null;
  frozenAt: number | null;
  signedUpAt: number;
  startedAt: number | null;
  submittedAt: number | null;
  extendedTo: number | null;
};

/** The last of what belongs to the batch, also of this student's own: nobody loses data of a course that still runs. */
export function endOfBatch(of: BatchFacts): number {
  return Math.max(
    vivaDeadline(of.startsAt, of.vivaDeadline),
    of.frozenAt ?? 0,
    of.signedUpAt,
    of.startedAt === null ? 0 : vivaDeadline(of.startedAt, null),
    of.submittedAt ?? 0,
    of.extendedTo ?? 0,
  );
}

/** The job runs hourly: of a longer gap, an hour counts. */
export const lookMs = hourMs;
/** After a longer gap, a restored database or a wrong clock is more likely than a stop: every wait starts again. */
const longestGapMs = 3 * dayMs;
/** A jump of the clock brings one look forward, and gains less than this. */
const slackMs = lookMs;
/** Two days are left for the person, and a day for a machine that is off at night. */
const personAfterMs = 4 * dayMs;

/** @returns how much waiting to add; null where every wait starts again */
export function observedSince(lookedAt: number | null, now: number): number | null {
  if (lookedAt === null) return 0;
  const gap = now - lookedAt;
  return gap < 0 || gap > longestGapMs ? null : Math.min(gap, lookMs);
}

/** A notice's time by the clock, and by how long the portal has run. */
export type Noticed = { at: number; observedMs: number };
type Clock = { now: number; observedMs: number };

const hasWaited = (since: Noticed, { now, observedMs }: Clock, ms: number): boolean =>
  Math.min(now - since.at, observedMs - since.observedMs) >= ms;

export const isPersonNext = (office: Noticed, clock: Clock): boolean =>
  hasWaited(office, clock, personAfterMs);

export function isRemovalDue(office: Noticed, person: Noticed | null, clock: Clock): boolean {
  return (
    person !== null &&
    hasWaited(office, clock, retentionWaits.officeMs + slackMs) &&
    hasWaited(person, clock, retentionWaits.personMs + slackMs)
  );
}

/** Later where the portal does not run all the time. */
export const notBefore = (officeAt: number, personAt: number | null): number =>
  Math.max(
    officeAt + retentionWaits.officeMs,
    (personAt ?? officeAt + personAfterMs) + retentionWaits.personMs,
  ) + slackMs;
