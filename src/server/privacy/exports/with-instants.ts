import { isoInstant } from '#contract/dates';

/** Stored rows as people read them: milliseconds are instants in UTC. */
export function withInstants(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withInstants);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, held]) => [
      name,
      typeof held === 'number' && /(?:_at|At|^broken_from|^broken_to)$/.test(name)
        ? isoInstant(held)
        : withInstants(held),
    ]),
  );
}
