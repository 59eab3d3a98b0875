import { randomInt } from 'node:crypto';

/** Digits and letters without those that are taken for one another: I, L, O and U. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const groups = 3;
const groupLength = 4;
/** By so many characters a recovery code is found among an account's; the others are its secret, of 40 bits. */
export const labelLength = groupLength;

/** A recovery code as it is shown: three groups of four, of which the first is its label. */
export function makeRecoveryCode(): string {
  const group = () =>
    Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join('');
  return Array.from({ length: groups }, group).join('-');
}

/** A code as somebody typed it: of an app, or a recovery code, or neither. */
export type TypedCode = { kind: 'app' | 'recovery'; code: string } | null;

/** What was typed, with spaces, dashes and letters that look alike set right; a recovery code comes without its dashes. */
export function readTypedCode(typed: string): TypedCode {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  if (/^\d{6}$/.test(code)) return { kind: 'app', code };
  if (new RegExp(`^[${alphabet}]{${groups * groupLength}}$`).test(code)) return { kind: 'recovery', code };
  return null;
}
