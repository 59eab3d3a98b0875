import { useRef } from 'react';

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
