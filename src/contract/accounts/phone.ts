import { withAsciiDigits } from '../digits.ts';
import { withoutUnseen } from '../unseen.ts';

/** Digits of every script become 0 to 9; spaces, hyphens and unseen characters go. */
export function normalizePhone(typed: string): string {
  return withAsciiDigits(withoutUnseen(typed)).replaceAll(/[\s\p{Pd}\u2212]/gu, '');
}
