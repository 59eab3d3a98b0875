/** In steps of five minutes since 1970 UTC: from the first up to, and without, `to`. Lengths are steps, too. */
export type Span = { from: number; to: number };

export const holds = (hours: readonly Span[], { from, to }: Span): boolean =>
  hours.some((span) => span.from <= from && to <= span.to);
