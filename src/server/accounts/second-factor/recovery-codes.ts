import type { AppContext } from '../../platform/context.ts';
import type { Writer } from '../../platform/database/database.ts';
import { labelLength, makeRecoveryCode } from './typed-code.ts';

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
