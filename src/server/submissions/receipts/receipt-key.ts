import type { AppContext } from '../../platform/context.ts';
import type { Reader } from '../../platform/database/database.ts';
import { makeKeyPair, type KeyPair } from './receipt-signature.ts';

type Context = Pick<AppContext, 'database' | 'clock'>;

/** It never changes once it is there: reading it once for each database is enough. */
const known = new WeakMap<object, Promise<KeyPair>>();

async function findKey(database: Reader): Promise<KeyPair | undefined> {
  return database
    .selectFrom('receipt_key')
    .where('id', '=', 1)
    .select(['public_key as publicKey', 'private_key as privateKey'])
    .executeTakeFirst();
}

async function findOrMakeKey({ database, clock }: Context): Promise<KeyPair> {
  const found = await findKey(database.reader);
  if (found !== undefined) return found;
  const { publicKey, privateKey } = makeKeyPair();
  await database.transaction((writer) =>
    writer
      .insertInto('receipt_key')
      .values({ id: 1, public_key: publicKey, private_key: privateKey, made_at: clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
  // Of processes that start together the first one's stands.
  return (await findKey(database.reader)) as KeyPair;
}

/** The key pair that signs the academy's receipts, the same for every process; made when it is asked for first. */
export async function receiptKey(context: Context): Promise<KeyPair> {
  const { reader } = context.database;
  let key = known.get(reader);
  if (key === undefined) {
    key = findOrMakeKey(context);
    known.set(reader, key);
    key.catch(() => known.delete(reader));
  }
  return key;
}
