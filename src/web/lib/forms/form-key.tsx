import { createContext, use } from 'react';

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
