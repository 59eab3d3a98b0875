import { isRouteErrorResponse, useActionData } from 'react-router';
import type { RefusedForm } from './form-action.ts';
import type { Fields } from './form-fields.ts';

/** Undefined for other pages and outcomes. */
export function useRefusedForm(): RefusedForm | undefined {
  const data = useActionData<object>();
  return data !== undefined && 'failure' in data ? (data as RefusedForm) : undefined;
}

/** @param of the fields that identify the form */
export function usePostedForm(of: Fields): RefusedForm | undefined {
  const refused = useRefusedForm();
  return Object.entries(of).every(([name, value]) => refused?.values[name] === value) ? refused : undefined;
}

/** Of a session-ended error; null for other errors. */
export function refusedFormOf(error: unknown): RefusedForm | null {
  const data: unknown = isRouteErrorResponse(error) ? error.data : null;
  return typeof data === 'object' && data !== null && 'values' in data ? (data as RefusedForm) : null;
}
