import { useState } from 'react';
import { isRouteErrorResponse, useActionData } from 'react-router';
import type { RefusedForm } from './form-action.ts';
import type { Fields } from './form-fields.ts';
import { useDraft } from './use-draft.ts';

/** The form that was posted to this page and refused; undefined for any other page, and for one that shows an outcome. */
export function useRefusedForm(): RefusedForm | undefined {
  const data = useActionData<object>();
  return data !== undefined && 'failure' in data ? (data as RefusedForm) : undefined;
}

/**
 * The same where it is one form of its page; undefined for any other.
 * @param of the fields that name it
 */
export function usePostedForm(of: Fields): RefusedForm | undefined {
  const refused = useRefusedForm();
  return Object.entries(of).every(([name, value]) => refused?.values[name] === value) ? refused : undefined;
}

/** The refused form of an error: that of a page whose session has ended; null for any other error. */
export function refusedFormOf(error: unknown): RefusedForm | null {
  const data: unknown = isRouteErrorResponse(error) ? error.data : null;
  return typeof data === 'object' && data !== null && 'values' in data ? (data as RefusedForm) : null;
}

/**
 * A draft that begins with what a refused form has brought back, whatever is saved on this device: it was typed last. It is
 * a draft again once it is changed.
 */
export function useReturnedDraft(
  key: string,
  returned = '',
  initialText = '',
): [string, (text: string) => void] {
  const [draft, setDraft] = useDraft(key, initialText);
  const [kept, setKept] = useState(returned);
  const change = (next: string) => {
    setKept('');
    setDraft(next);
  };
  return [kept || draft, change];
}
