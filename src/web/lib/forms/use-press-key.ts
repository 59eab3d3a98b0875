import { useRef } from 'react';
import { newIdempotencyKey } from './idempotency-key.ts';

/**
 * The Idempotency-Key of a press: the same content pressed again, as after a lost answer, has the same one, and other content
 * a new one.
 */
export function usePressKey(): (content: string) => string {
  const last = useRef({ content: '', key: '' });
  return (content) => {
    if (content !== last.current.content) last.current = { content, key: newIdempotencyKey() };
    return last.current.key;
  };
}
