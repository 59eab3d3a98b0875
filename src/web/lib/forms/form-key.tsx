import { createContext, use } from 'react';

/** Random for each page that a reader gets; '' where nobody's form is posted, as on public pages and in component tests. */
export const FormKeyContext = createContext('');

/**
 * The Idempotency-Key of a form that is posted to its page: pressed twice, or sent again by a reload, it does one thing. It
 * must be the first field of a form that brings a file.
 * @param of tells the forms of a page apart
 */
export function FormKey({ of }: { of: string }) {
  const page = use(FormKeyContext);
  // Without autocomplete, because a browser that restores a page's fields would restore a key that is used up.
  return page === '' ? null : (
    <input type="hidden" name="Idempotency-Key" value={`${page}-${of}`} autoComplete="off" />
  );
}
