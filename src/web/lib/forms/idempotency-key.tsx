import { useRef, createContext, use } from 'react';

/** 128 random bits; unlike `randomUUID` also without https. */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

/** An Idempotency-Key for content: the same content reuses it, as after a lost answer. */
export function usePressKey(): (content: string) => string {
  const last = useRef({ content: '', key: '' });
  return (content) => {
    if (content !== last.current.content) last.current = { content, key: newIdempotencyKey() };
    return last.current.key;
  };
}

/** Random per page; '' where no form is posted: public pages and component tests. */
export const FormKeyContext = createContext('');

/**
 * Deduplicates double submits and reloads of a posted form. Must be the first field of a form with a file.
 * @param of distinguishes the forms of a page
 */
export function FormKey({ of }: { of: string }) {
  const page = use(FormKeyContext);
  // A browser would restore a used key with the page.
  return page === '' ? null : (
    <input type="hidden" name="Idempotency-Key" value={`${page}-${of}`} autoComplete="off" />
  );
}
