import { shownName } from '#contract/accounts/person-name';
import { isoInstant } from '#contract/dates';
import type { SignedReceipt } from '#contract/submissions/receipt-calls';
import { recordAuditEvent } from '../../audit/record-audit-event.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { makeKeyPair, type KeyPair } from '../../platform/signing/key-pair.ts';
import { CannotOpen } from '../../platform/settings/sealing.ts';
import { SettingsError } from '../../platform/settings/settings.ts';
import { signReceipt } from './receipt-signature.ts';
import { presentReceipt } from '../presenter.ts';
import type { OwnedReceiptRow } from '../queries.ts';

export async function presentSignedReceipt(
  context: Pick<AppContext, 'database' | 'clock' | 'settings' | 'secrets'>,
  row: Omit<OwnedReceiptRow, 'erasedAt'>,
): Promise<SignedReceipt> {
  const pair = await receiptKeys(context);
  const receipt = {
    ...presentReceipt(row),
    student: { s_id: row.email, s_name: shownName(row.name) },
    academy: context.settings.academyName,
    zone: context.settings.academyZone,
    key: pair.publicKey,
  };
  return { ...receipt, signature: signReceipt(receipt, pair) };
}

type Context = Pick<AppContext, 'database' | 'clock' | 'secrets'>;

/** The signing pair; public keys newest first. */
export type ReceiptKeys = KeyPair & { publicKeys: readonly string[] };

/** Milliseconds of signing with a replaced key; receipts stay genuine. */
const rereadMs = 5_000;
const known = new WeakMap<object, { keys: Promise<ReceiptKeys>; readAt: number }>();

type Row = { publicKey: string; privateKey: string | null; isSealed: number | null };

async function readRows(database: Reader): Promise<Row[]> {
  return database
    .selectFrom('receipt_keys')
    .leftJoin('receipt_private_keys as own', 'own.public_key', 'receipt_keys.public_key')
    .orderBy('receipt_keys.id', 'desc')
    .select([
      'receipt_keys.public_key as publicKey',
      'own.private_key as privateKey',
      'own.is_sealed as isSealed',
    ])
    .execute();
}

const purposeOf = (publicKey: string): string => `receipt-key:${publicKey}`;

function stored({ secrets }: Pick<Context, 'secrets'>, { publicKey, privateKey }: KeyPair) {
  if (secrets.keys === null) return { private_key: privateKey, is_sealed: 0 as const };
  return { private_key: secrets.keys.seal(privateKey, purposeOf(publicKey)), is_sealed: 1 as const };
}

/** @throws SettingsError for another SECRET_KEY */
function opened({ secrets }: Pick<Context, 'secrets'>, { publicKey, privateKey, isSealed }: Row): string {
  if (privateKey === null) throw new Error(`The private half of receipt key ${publicKey} is missing`);
  if (isSealed === 0) return privateKey;
  const wayOut = 'set the former one, or make a new receipt key with: npx capstone rotate-receipt-key';
  if (secrets.keys === null) {
    throw new SettingsError(
      `Setting SECRET_KEY is not set, but the receipt key is encrypted with one; ${wayOut}`,
    );
  }
  try {
    return secrets.keys.open(privateKey, purposeOf(publicKey));
  } catch (error) {
    if (!(error instanceof CannotOpen)) throw error;
    throw new SettingsError(`Setting SECRET_KEY is not the one that encrypts the receipt key; ${wayOut}`, {
      cause: error,
    });
  }
}

/** Clears the unsealed half in `receipt_key`. */
async function removeFirstPrivateKey(writer: Writer): Promise<void> {
  await writer.updateTable('receipt_key').set({ private_key: '' }).where('id', '=', 1).execute();
}

/** Of concurrent starts, also across versions, the first's counts. */
async function makeFirstKey(context: Context): Promise<void> {
  const pair = makeKeyPair();
  await context.database.transaction(async (writer) => {
    await writer
      .insertInto('receipt_key')
      .values({
        id: 1,
        public_key: pair.publicKey,
        private_key: pair.privateKey,
        made_at: context.clock.now(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const first = await writer
      .selectFrom('receipt_key')
      .where('id', '=', 1)
      .select(['public_key as publicKey', 'private_key as privateKey', 'made_at as madeAt'])
      .executeTakeFirstOrThrow();
    await writer
      .insertInto('receipt_keys')
      .values({ public_key: first.publicKey, made_at: first.madeAt })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await writer
      .insertInto('receipt_private_keys')
      .values({ public_key: first.publicKey, private_key: first.privateKey, is_sealed: 0 })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
}

/** A plain key, or one under a former SECRET_KEY. */
async function sealNow(context: Context, pair: KeyPair): Promise<void> {
  await context.database.transaction(async (writer) => {
    await writer
      .updateTable('receipt_private_keys')
      .set(stored(context, pair))
      .where('public_key', '=', pair.publicKey)
      .execute();
    await removeFirstPrivateKey(writer);
  });
}

async function readKeys(context: Context): Promise<ReceiptKeys> {
  const { reader } = context.database;
  let rows = await readRows(reader);
  if (rows.length === 0) {
    await makeFirstKey(context);
    rows = await readRows(reader);
  }
  const [newest] = rows as [Row];
  const pair = { publicKey: newest.publicKey, privateKey: opened(context, newest) };
  const sealing = context.secrets.keys;
  const isSealed = newest.isSealed === 1 && sealing?.isCurrent(newest.privateKey as string) === true;
  if (sealing !== null && !isSealed) await sealNow(context, pair);
  return { ...pair, publicKeys: rows.map(({ publicKey }) => publicKey) };
}

/** Shared; made on first use, sealed by SECRET_KEY. @throws SettingsError if SECRET_KEY does not fit */
export async function receiptKeys(context: Context): Promise<ReceiptKeys> {
  const now = context.clock.now();
  const read = known.get(context.database);
  if (read !== undefined && Math.abs(now - read.readAt) < rereadMs) return read.keys;
  const keys = readKeys(context);
  known.set(context.database, { keys, readAt: now });
  keys.catch(() => known.delete(context.database));
  return keys;
}

export async function hasReceiptKey({ database }: Pick<Context, 'database'>): Promise<boolean> {
  return (await readRows(database.reader)).length > 0;
}

/** Whether receipts were ever signed with it. */
export async function isReceiptKey(context: Context, publicKey: unknown): Promise<boolean> {
  if (typeof publicKey !== 'string') return false;
  if ((await receiptKeys(context)).publicKeys.includes(publicKey)) return true;
  // Another process may just have made it.
  const row = await context.database.reader
    .selectFrom('receipt_keys')
    .where('public_key', '=', publicKey)
    .select('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Those that were stolen, with since when their signatures count only with their row. */
export async function stolenKeys(database: Reader): Promise<{ key: string; since: string }[]> {
  const rows = await database
    .selectFrom('receipt_keys')
    .where('stolen_at', 'is not', null)
    .orderBy('id', 'desc')
    .select(['public_key as key', 'stolen_at as stolenAt'])
    .execute();
  return rows.map(({ key, stolenAt }) => ({ key, since: isoInstant(stolenAt as number) }));
}

/** Public keys stay, so old receipts stay genuine. @returns the public keys */
export async function rotateReceiptKey(
  context: Context,
  { isStolen = false } = {},
): Promise<{ before: string | null; after: string }> {
  const { database, clock } = context;
  const pair = makeKeyPair();
  const before = await database.transaction(async (writer) => {
    const [former] = await readRows(writer);
    const at = clock.now();
    if (isStolen && former !== undefined)
      await writer
        .updateTable('receipt_keys')
        .set({ stolen_at: at })
        .where('public_key', '=', former.publicKey)
        .execute();
    await writer.insertInto('receipt_keys').values({ public_key: pair.publicKey, made_at: at }).execute();
    await writer.deleteFrom('receipt_private_keys').execute();
    await writer
      .insertInto('receipt_private_keys')
      .values({ public_key: pair.publicKey, ...stored(context, pair) })
      .execute();
    await removeFirstPrivateKey(writer);
    const act = { at, actorId: null, act: 'rotate-receipt-key', subject: pair.publicKey } as const;
    await recordAuditEvent(writer, {
      ...act,
      before: { key: former?.publicKey ?? null, ...(isStolen && { stolen: true }) },
      after: { key: pair.publicKey },
    });
    return former?.publicKey ?? null;
  });
  known.delete(database);
  return { before, after: pair.publicKey };
}
