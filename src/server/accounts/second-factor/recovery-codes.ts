import type { AppContext } from '../../platform/context.ts';
import type { Writer } from '../../platform/database/database.ts';
import { randomInt } from 'node:crypto';
import { typedCharacters } from '../typed-characters.ts';

/** Without I, L, O and U, which are easily confused. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const groups = 3;
const groupLength = 4;
/** The label finds a code among the account's; the other 40 bits are its secret. */
export const labelLength = groupLength;

/** Three groups of four; the first is the label. */
export function makeRecoveryCode(): string {
  const group = () =>
    Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join('');
  return Array.from({ length: groups }, group).join('-');
}

export type TypedCode = { kind: 'app' | 'recovery'; code: string } | null;

/**
 * Reads digits of every script and full-width letters; ignores spaces, dashes, unseen characters and look-alike
 * letters. Recovery codes come without dashes.
 */
export function readTypedCode(typed: string): TypedCode {
  const code = typedCharacters(typed).replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  if (/^\d{6}$/.test(code)) return { kind: 'app', code };
  if (new RegExp(`^[${alphabet}]{${groups * groupLength}}$`).test(code)) return { kind: 'recovery', code };
  return null;
}

const count = 8;

/** `shown` once, `kept` hashed. */
export type RecoveryCodes = { shown: string[]; kept: { label: string; code_hash: string }[] };

/** Hashing is slow: call it before the transaction. */
export async function makeRecoveryCodes({
  passwords,
}: Pick<AppContext, 'passwords'>): Promise<RecoveryCodes> {
  const byLabel = new Map<string, string>();
  while (byLabel.size < count) {
    const code = makeRecoveryCode();
    byLabel.set(code.slice(0, labelLength), code);
  }
  const kept = await Promise.all(
    [...byLabel].map(async ([label, code]) => ({
      label,
      code_hash: await passwords.hash(code.replaceAll('-', '')),
    })),
  );
  return { shown: [...byLabel.values()], kept };
}

/** Replaces earlier codes. */
export async function storeRecoveryCodes(
  writer: Writer,
  accountId: number,
  { kept }: RecoveryCodes,
): Promise<void> {
  await writer.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute();
  const rows = kept.map((code) => ({ ...code, account_id: accountId, used_at: null }));
  await writer.insertInto('recovery_codes').values(rows).execute();
}
