/** Of a cached answer. Device clock, ms since 1970 UTC. */
export const seenAtHeader = 'Seen-At';

/** Ms since 1970 UTC; null for a fresh answer. */
export function seenAtOf({ headers }: Response): number | null {
  const seenAt = Number(headers.get(seenAtHeader) ?? Number.NaN);
  return Number.isNaN(seenAt) ? null : seenAt;
}
