import { randomInt } from 'node:crypto';
import { typedCharacters } from '../../accounts/typed-characters.ts';
import type { AppContext } from '../../platform/context.ts';

/** Without I, L, O, 0 and 1, which are easily confused. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const length = 10;

/** `shown` once, as two groups of five. */
export type InvitationCode = { shown: string; hash: string };

const inGroups = (code: string): string => `${code.slice(0, length / 2)}-${code.slice(length / 2)}`;

/** More would fill the queue of logins. */
const hashedAtOnce = 4;

/** Hashing is slow: call it before the transaction. */
export async function makeInvitationCodes(
  { passwords }: Pick<AppContext, 'passwords'>,
  count: number,
): Promise<InvitationCode[]> {
  const made: InvitationCode[] = [];
  while (made.length < count) {
    const codes = Array.from({ length: Math.min(hashedAtOnce, count - made.length) }, () =>
      Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join(''),
    );
    const hashed = codes.map(async (code) => ({ shown: inGroups(code), hash: await passwords.hash(code) }));
    made.push(...(await Promise.all(hashed)));
  }
  return made;
}

/** In any case, with or without spaces and hyphens; null if it cannot be a code. */
export function readInvitationCode(typed: string): string | null {
  const code = typedCharacters(typed);
  return code.length === length && [...code].every((one) => alphabet.includes(one)) ? code : null;
}
