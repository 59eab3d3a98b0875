import { createContext, use } from 'react';

/** Random for each page; '' where no form is posted: public pages and component tests. */
export const FormKeyContext = createContext('');

/**
 * The Idempotency-Key of a posted form: deduplicates double submits and reloads. Must be the first field of a
 * form with a file.
 * @param of distinguishes the forms of a page
 */
export function FormKey({ of }: { of: string }) {
  const page = use(FormKeyContext);
  // Without `off`, a browser would restore a used key with the page.
  return page === '' ? null : (
    <input type="hidden" name="Idempotency-Key" value={`${page}-${of}`} autoComplete="off" />
  );
}
