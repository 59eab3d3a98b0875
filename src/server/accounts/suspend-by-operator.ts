import { limits, normalizeEmail } from '#contract/limits';
import type { AppContext } from '../platform/context.ts';
import type { Writer } from '../platform/database/database.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { accountByEmail } from './queries.ts';
import { bringBackAccount, suspendAccount } from './suspend-account.ts';

type Context = Pick<AppContext, 'database' | 'clock' | 'settings'>;

async function accountOf(writer: Writer, address: string) {
  const email = normalizeEmail(address);
  const account = await accountByEmail(writer, email);
  if (account === undefined) throw httpErrors.notFound(`There is no account with the address ${email}.`);
  return account;
}

/**
 * Suspends an account by the operator's word.
 * @returns its address
 * @throws 400 without a reason, 404 without such an account, 409 as `suspendAccount`
 */
export async function suspendByOperator(context: Context, address: string, reason: string): Promise<string> {
  const { database, clock } = context;
  const why = reason.trim();
  if (why === '' || why.length > limits.reason)
    throw httpErrors.badRequest(`The reason must have 1 to ${limits.reason} characters.`);
  return database.transaction(async (writer) => {
    const account = await accountOf(writer, address);
    await suspendAccount(writer, context, { account, actorId: null, reason: why, now: clock.now() });
    return account.email;
  });
}

/** Brings a suspended account back by the operator's word. @returns its address @throws 404, 409 as `bringBackAccount` */
export async function bringBackByOperator(context: Context, address: string): Promise<string> {
  return context.database.transaction(async (writer) => {
    const account = await accountOf(writer, address);
    await bringBackAccount(writer, context, { account, actorId: null, now: context.clock.now() });
    return account.email;
  });
}
