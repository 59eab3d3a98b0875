import { dayMs } from '#contract/durations';
import { compiledQuery } from '../../platform/database/compiled-query.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { hashToken, makeToken } from '../random-token.ts';

/**
 * Devices that accounts have logged in from are exempt from limits that attackers use up. A device is a
 * random token in a cookie; it opens nothing.
 */
export const deviceLifetimeMs = 400 * dayMs;
const renewedAfterMs = 30 * dayMs;
const maxDevices = 20;

export const deviceOf = compiledQuery((db, p: { tokenHash: string; email: string; now: number }) =>
  db
    .selectFrom('known_devices')
    .innerJoin('accounts', 'accounts.id', 'known_devices.account_id')
    .where('known_devices.token_hash', '=', p.tokenHash)
    .where('accounts.email', '=', p.email)
    .where('known_devices.expires_at', '>', p.now)
    .select('known_devices.token_hash'),
);

/** The token's hash if an account of the address has logged in from the device; null otherwise. */
export async function findKnownDevice(
  reader: Reader,
  { token, email, now }: { token: string | null; email: string; now: number },
): Promise<string | null> {
  if (token === null) return null;
  const [row] = await deviceOf(reader, { tokenHash: hashToken(token), email, now });
  return row?.token_hash ?? null;
}

export const accountsOfDevice = compiledQuery((db, p: { tokenHash: string; now: number }) =>
  db
    .selectFrom('known_devices')
    .where('token_hash', '=', p.tokenHash)
    .where('expires_at', '>', p.now)
    .orderBy('account_id')
    .limit(1)
    .select('account_id as id'),
);

/** An account that was logged in to from a device; null for a device that nobody knows. */
export async function accountOfDevice(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  token: string,
): Promise<number | null> {
  const [account] = await accountsOfDevice(database.reader, {
    tokenHash: hashToken(token),
    now: clock.now(),
  });
  return account?.id ?? null;
}

/**
 * The old token is replaced, so that nobody can plant a known one; other accounts of a shared browser move
 * along.
 * @returns the new token for the cookie, or null to keep it
 */
export async function rememberDevice(
  writer: Writer,
  { accountId, formerToken, now }: { accountId: number; formerToken: string | null; now: number },
): Promise<string | null> {
  const formerHash = hashToken(formerToken ?? '');
  if (formerToken !== null && (await isYoung(writer, { accountId, formerHash, now }))) return null;
  const token = makeToken();
  const token_hash = hashToken(token);
  if (formerToken !== null) await replaceToken(writer, { accountId, formerHash, token_hash });
  await writer
    .insertInto('known_devices')
    .values({ token_hash, account_id: accountId, made_at: now, expires_at: now + deviceLifetimeMs })
    .execute();
  await forgetOldest(writer, accountId);
  return token;
}

async function isYoung(
  writer: Writer,
  { accountId, formerHash, now }: { accountId: number; formerHash: string; now: number },
): Promise<boolean> {
  const known = await writer
    .selectFrom('known_devices')
    .where('token_hash', '=', formerHash)
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .select('made_at')
    .executeTakeFirst();
  return known !== undefined && now - known.made_at < renewedAfterMs;
}

async function replaceToken(
  writer: Writer,
  { accountId, formerHash, token_hash }: { accountId: number; formerHash: string; token_hash: string },
): Promise<void> {
  await writer
    .deleteFrom('known_devices')
    .where('token_hash', '=', formerHash)
    .where('account_id', '=', accountId)
    .execute();
  await writer
    .updateTable('known_devices')
    .set({ token_hash })
    .where('token_hash', '=', formerHash)
    .execute();
}

async function forgetOldest(writer: Writer, accountId: number): Promise<void> {
  const old = await writer
    .selectFrom('known_devices')
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(100)
    .offset(maxDevices)
    .select('id')
    .execute();
  const ids = old.map(({ id }) => id);
  if (ids.length > 0) await writer.deleteFrom('known_devices').where('id', 'in', ids).execute();
}

export async function forgetDevices(writer: Writer, accountId: number): Promise<void> {
  await writer.deleteFrom('known_devices').where('account_id', '=', accountId).execute();
}
