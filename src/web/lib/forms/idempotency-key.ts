import { createContext } from 'react';

/** 128 random bits; unlike `randomUUID` also without https. */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

/** Deduplicates double submits and reloads of a posted form. Random per page; '' where no form is posted: public pages and component tests. */
export const FormKeyContext = createContext('');
