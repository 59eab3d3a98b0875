/** When projects may be chosen: milliseconds since 1970 UTC, inclusive; null leaves an end open. */
export type Choosing = { from: number | null; until: number | null };

export function choosingAt({ from, until }: Choosing, now: number): 'early' | 'open' | 'over' {
  if (from !== null && now < from) return 'early';
  return until !== null && now > until ? 'over' : 'open';
}

/** Why a project cannot be chosen. */
export const choiceReasons = [
  'early',
  'over',
  'guardian',
  'unknown',
  'no-batch',
  'other-course',
  'archived',
  'incomplete',
  'score',
  'unconfirmed',
  'full',
] as const;
export type ChoiceReason = (typeof choiceReasons)[number];
