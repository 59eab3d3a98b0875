import { useRef } from 'react';
import { newIdempotencyKey } from './idempotency-key.ts';

/** An Idempotency-Key for content: the same content reuses it, as after a lost answer. */
export function usePressKey(): (content: string) => string {
  const last = useRef({ content: '', key: '' });
  return (content) => {
    if (content !== last.current.content) last.current = { content, key: newIdempotencyKey() };
    return last.current.key;
  };
}
