import type { AppContext } from '../../platform/context.ts';
import { CannotOpen } from '../../platform/settings/sealing.ts';
import { Secret, TOTP } from 'otpauth';

/** Validity of a code, in milliseconds. */
export const periodMs = 30_000;

/** 160 bits in base32. */
export function makeAppSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** All authenticator apps support this: six digits, 30 seconds, SHA-1. */
const totpOf = (secret: string, { issuer, label }: { issuer?: string; label?: string } = {}) =>
  new TOTP({
    ...(issuer !== undefined && { issuer }),
    ...(label !== undefined && { label }),
    algorithm: 'SHA1',
    digits: 6,
    period: periodMs / 1_000,
    secret: Secret.fromBase32(secret),
  });

/** A colon parts issuer and label, also as %3A. */
const withoutColons = (name: string): string => name.replaceAll(/\s*:\s*/g, ' ').trim();

/** The `otpauth:` address for the QR code. */
export function appAddress(secret: string, { issuer, label }: { issuer: string; label: string }): string {
  return totpOf(secret, { issuer: withoutColons(issuer), label: withoutColons(label) }).toString();
}

/** The code's period since 1970, or null. One period before and after is accepted for clock differences. */
export function periodOfCode(secret: string, code: string, now: number): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: 1 });
  return delta === null ? null : Math.floor(now / periodMs) + delta;
}

export function codeAt(secret: string, now: number): string {
  return totpOf(secret).generate({ timestamp: now });
}

const purposeOf = (accountId: number): string => `app-secret:${accountId}`;
/** Base32 has no dot. */
const isSealed = (stored: string): boolean => stored.includes('.');

/** Sealed if SECRET_KEY is set. */
export function storedAppSecret(
  { secrets }: Pick<AppContext, 'secrets'>,
  { accountId, secret }: { accountId: number; secret: string },
): string {
  return secrets.keys === null ? secret : secrets.keys.seal(secret, purposeOf(accountId));
}

/** Seals plain secrets, and those under an old key, with the current key. Unreadable ones stay. */
export async function sealAppSecrets(
  context: Pick<AppContext, 'database' | 'secrets' | 'log'>,
): Promise<void> {
  const { keys } = context.secrets;
  if (keys === null) return;
  const rows = await context.database.reader
    .selectFrom('second_factors')
    .where('kind', '=', 'app')
    .select(['id', 'account_id as accountId', 'secret as stored'])
    .execute();
  for (const { id, accountId, stored } of rows) {
    if (keys.isCurrent(stored)) continue;
    const secret = openAppSecret(context, { accountId, stored });
    if (secret === null) continue;
    await context.database.transaction(async (writer) => {
      await writer
        .updateTable('second_factors')
        .set({ secret: storedAppSecret(context, { accountId, secret }) })
        .where('id', '=', id)
        .where('secret', '=', stored)
        .execute();
    });
  }
}

/** @returns null for a secret whose key is missing: no code matches, and the log says why */
export function openAppSecret(
  { secrets, log }: Pick<AppContext, 'secrets' | 'log'>,
  { accountId, stored }: { accountId: number; stored: string },
): string | null {
  if (!isSealed(stored)) return stored;
  try {
    if (secrets.keys === null) throw new CannotOpen('SECRET_KEY is not set');
    return secrets.keys.open(stored, purposeOf(accountId));
  } catch (error) {
    if (!(error instanceof CannotOpen)) throw error;
    log.warn(
      `Account ${accountId} cannot use its authenticator app: its secret is sealed with another SECRET_KEY (${error.message}). Add that key to SECRET_KEY, or reset two-step verification.`,
    );
    return null;
  }
}

/** Accounts whose app secret needs a key that is not set. */
export async function unreadableAppSecrets({
  database,
  secrets,
}: Pick<AppContext, 'database' | 'secrets'>): Promise<number[]> {
  const rows = await database.reader
    .selectFrom('second_factors')
    .where('kind', '=', 'app')
    .select(['account_id as accountId', 'secret as stored'])
    .execute();
  const log = { info() {}, warn() {}, error() {} };
  return rows
    .filter((row) => openAppSecret({ secrets, log }, row) === null)
    .map(({ accountId }) => accountId);
}
