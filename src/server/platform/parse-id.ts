/** Null if malformed. */
export function parseId(text: string): number | null {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}

/** Higher than every id. */
export const afterAllIds = 1e15;
