import { vivaSteps } from '#contract/vivas/viva-steps';

/** Of twenty minutes; a step's share of a viva of any length. */
const shares = [2, 4, 5, 3, 4, 2] as const;
const whole = shares.reduce((sum, share) => sum + share, 0);

/** Milliseconds of each step. @param minutes of the viva */
export const stepLengths = (minutes: number): number[] =>
  vivaSteps.map((_, index) => Math.round(((shares[index] ?? 0) * minutes * 60) / whole) * 1000);

/** `since`: when it was last started; null while it is paused. `before`: milliseconds of the step until then. */
export type Practice = { step: number; before: number; since: number | null };

export const atStart: Practice = { step: 0, before: 0, since: null };

export const spentOf = ({ before, since }: Practice, now: number): number =>
  before + (since === null ? 0 : Math.max(0, now - since));

export const paused = (run: Practice, now: number): Practice => ({
  ...run,
  before: spentOf(run, now),
  since: null,
});

export const started = (run: Practice, now: number): Practice => ({ ...run, since: now });

/** Running stays running. */
export const atStep = (run: Practice, step: number, now: number): Practice => ({
  step,
  before: 0,
  since: run.since === null ? null : now,
});

/** Such as `1:05`. */
export function clockText(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** What a screen reader is told, rarely: a step's last minute, its end, nothing in between. */
export function spokenOf(left: number, length: number): string {
  if (left <= 0) return 'The time for this step is over.';
  return left <= 60_000 && length > 60_000 ? 'Less than a minute left.' : '';
}
