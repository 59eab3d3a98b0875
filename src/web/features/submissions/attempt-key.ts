/** What one press of Submit hands in. */
export type HandInContent = { fields: Readonly<Record<string, string>>; file: File | null };

/** 128 random bits; unlike randomUUID also where the portal is reached without https. */
function freshKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

/**
 * Gives each content its Idempotency-Key: the same content goes out under the same key however often it is sent, so
 * that an answer lost on the way never makes a second version; `forget` after a receipt, because handing the same in
 * once more is then meant.
 */
export function makeAttemptKeys(): { keyOf: (content: HandInContent) => string; forget: () => void } {
  let last: { fields: string; file: File | null; key: string } | null = null;
  return {
    keyOf(content) {
      const fields = JSON.stringify(content.fields);
      if (last === null || last.fields !== fields || last.file !== content.file) {
        last = { fields, file: content.file, key: freshKey() };
      }
      return last.key;
    },
    forget() {
      last = null;
    },
  };
}
