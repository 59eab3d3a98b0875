/** An id of a question or comment as it stands in an address; null for anything that can be no id. */
export function parseId(text: string): number | null {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}

/** Higher than every id. */
export const afterAllIds = 1e15;
