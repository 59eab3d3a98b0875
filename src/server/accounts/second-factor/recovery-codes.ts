import type { AppContext } from '../../platform/context.ts';
import type { Writer } from '../../platform/database/database.ts';
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

const count = 8;

/** Recovery codes: as they are shown, this once, and as they are kept. */
export type RecoveryCodes = { shown: string[]; kept: { label: string; code_hash: string }[] };

/** Makes an account's recovery codes; their hashing takes a moment, so it comes before any transaction. */
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

/** Keeps them in the place of those of before. */
export async function keepRecoveryCodes(
  writer: Writer,
  accountId: number,
  { kept }: RecoveryCodes,
): Promise<void> {
  await writer.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute();
  const rows = kept.map((code) => ({ ...code, account_id: accountId, used_at: null }));
  await writer.insertInto('recovery_codes').values(rows).execute();
}
