import { readDraft, writeDraft } from './drafts.ts';

/** 128 random bits; unlike `randomUUID` also available without https. */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

/** `about` marks it as metadata of the drafts. */
const keyOf = (draftKey: string) => `about ${draftKey} sent`;

/**
 * The Idempotency-Key of a draft that is sent: the same text keeps its key until it has arrived, also through a reload, so
 * that it never stands there twice.
 */
export function idempotencyKeyOf(draftKey: string, text: string): string {
  const stored = readDraft(keyOf(draftKey));
  const last = typeof stored === 'string' ? (JSON.parse(stored) as { text: string; key: string }) : null;
  if (last?.text === text) return last.key;
  const key = newIdempotencyKey();
  writeDraft(keyOf(draftKey), JSON.stringify({ text, key }));
  return key;
}

/** To be called once the draft has arrived: the same text is then meant as another. */
export function forgetIdempotencyKey(draftKey: string): void {
  writeDraft(keyOf(draftKey), null);
}
