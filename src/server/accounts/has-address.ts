import { normalizeEmail } from '#contract/limits';
import type { Viewer } from './sessions/viewer.ts';

/** Whether an address is, or was, a viewer's own: what a device kept under an earlier one is still theirs. */
export function hasAddress(
  { email, formerEmails }: Pick<Viewer, 'email' | 'formerEmails'>,
  address: string,
): boolean {
  const named = normalizeEmail(address);
  return named === email || formerEmails.includes(named);
}
