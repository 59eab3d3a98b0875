import type { AppContext } from '../../platform/context.ts';
import type { Writer } from '../../platform/database/database.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import type { PasswordTurn } from '../../platform/passwords/password-hasher.ts';
import { notifyHolder } from '../own-account/notify-holder.ts';
import { openAppSecret, periodOfCode } from './app-secret.ts';
import { countUse, factorsOf, recoveryCodesLeft } from './factor-queries.ts';
import { labelLength, readTypedCode } from './recovery-codes.ts';
import { words } from './words.ts';

/** `use` consumes the factor in the transaction that it allows; refused if another request did so first. */
export type Proof = { use(writer: Writer): Promise<void> };

type Context = Pick<AppContext, 'database' | 'clock' | 'passwords' | 'settings' | 'secrets' | 'log'>;

/** What cannot be a code is no guess and does not count. @throws 400 */
export function refuseUnreadableCode(typed: string): void {
  if (readTypedCode(typed) === null) throw httpErrors.badRequest(words.codeWrong);
}

/** @throws 400 for a wrong or used code */
export async function checkCode(
  context: Context,
  accountId: number,
  typed: string,
  turn?: PasswordTurn,
): Promise<Proof> {
  const read = readTypedCode(typed);
  if (read === null) throw httpErrors.badRequest(words.codeWrong);
  return read.kind === 'app'
    ? checkAppCode(context, accountId, read.code)
    : checkRecoveryCode(context, accountId, read.code, turn);
}

async function checkAppCode(context: Context, accountId: number, code: string): Promise<Proof> {
  const { database, clock } = context;
  const now = clock.now();
  let wasUsed = false;
  for (const { id, kind, secret: stored, counter } of await factorsOf(database.reader, accountId)) {
    if (kind !== 'app') continue;
    const secret = openAppSecret(context, { accountId, stored });
    const period = secret === null ? null : periodOfCode(secret, code, now);
    if (period === null) continue;
    if (period <= counter) wasUsed = true;
    else
      return {
        async use(writer) {
          if (!(await countUse(writer, { id, before: counter, counter: period, now })))
            throw httpErrors.badRequest(words.appCodeUsed);
        },
      };
  }
  throw httpErrors.badRequest(wasUsed ? words.appCodeUsed : words.codeWrong);
}

async function checkRecoveryCode(
  context: Context,
  accountId: number,
  code: string,
  turn: PasswordTurn | undefined,
): Promise<Proof> {
  const { database, clock, passwords } = context;
  const label = code.slice(0, labelLength);
  const row = await database.reader
    .selectFrom('recovery_codes')
    .where('account_id', '=', accountId)
    .where('label', '=', label)
    .select(['code_hash', 'used_at'])
    .executeTakeFirst();
  const fits = await passwords.verify(code, row?.code_hash ?? null, turn);
  if (row === undefined || !fits) throw httpErrors.badRequest(words.codeWrong);
  if (row.used_at !== null) throw httpErrors.badRequest(words.recoveryCodeUsed);
  return {
    async use(writer) {
      const now = clock.now();
      const used = await writer
        .updateTable('recovery_codes')
        .set({ used_at: now })
        .where('account_id', '=', accountId)
        .where('label', '=', label)
        .where('used_at', 'is', null)
        .returning('label')
        .executeTakeFirst();
      if (used === undefined) throw httpErrors.badRequest(words.recoveryCodeUsed);
      const left = await recoveryCodesLeft(writer, accountId);
      const lead = `A recovery code of your account has been used. ${left} ${left === 1 ? 'is' : 'are'} left. You can create new ones at any time.`;
      const subject = 'A recovery code of your account has been used';
      await notifyHolder(writer, context, accountId, { subject, lead, now });
    },
  };
}
