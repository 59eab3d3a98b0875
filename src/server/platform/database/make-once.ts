import { createHash } from 'node:crypto';
import { dayMs, hourMs } from '#contract/durations';
import { httpErrors } from '../http/http-errors.ts';
import type { AppContext } from '../context.ts';
import { periodicJob } from '../jobs/job.ts';
import { isLockTimeout } from './database-errors.ts';
import type { Reader, Writer } from './database.ts';
import type { Tables } from './schema.ts';
import { limits } from '#contract/limits';

/** Milliseconds: far longer than any client retries. */
const keptMs = 90 * dayMs;

export type KeyedRequest = {
  accountId: number;
  kind: Tables['idempotency_keys']['kind'];
  /** Null: never deduplicated. */
  key: string | null;
  /** Stored as a hash; must not hold passwords. */
  content: readonly unknown[];
  now: number;
};

/** No row has this id. */
const nothingMade = 0;

type KeyScope = Pick<KeyedRequest, 'accountId' | 'kind'> & { key: string };

const hashOf = (content: readonly unknown[]) =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex');

const primaryKey = ({ accountId, kind, key }: KeyScope) => ({
  account_id: accountId,
  kind,
  idempotency_key: key,
});

const stillUnderWay = () => httpErrors.conflict('This is still being saved. Wait a moment.', 3);

export const keyReused = (kind: KeyedRequest['kind']) =>
  httpErrors.conflict(
    kind === 'question' || kind === 'comment'
      ? 'This Idempotency-Key belongs to another text.'
      : 'This Idempotency-Key belongs to another request.',
  );

/** The earlier request with the key, if there was one. */
export async function keyedBefore(reader: Reader, scope: KeyScope) {
  const earlier = await reader
    .selectFrom('idempotency_keys')
    .where((where) => where.and(primaryKey(scope)))
    .select(['content_sha256', 'made_id'])
    .executeTakeFirst();
  if (earlier === undefined) return undefined;
  const { content_sha256: hash, made_id: madeId } = earlier;
  return { madeId: madeId as number, isOf: (content: readonly unknown[]) => hash === hashOf(content) };
}

/**
 * @returns the earlier request's row, or undefined
 * @throws 409 for other content under the key
 */
export async function madeBefore(
  reader: Reader,
  { content, ...scope }: KeyScope & Pick<KeyedRequest, 'content'>,
): Promise<number | undefined> {
  const earlier = await keyedBefore(reader, scope);
  if (earlier?.isOf(content) === false) throw keyReused(scope.kind);
  return earlier?.madeId;
}

/**
 * Makes or changes a row once per Idempotency-Key, stored in the same transaction.
 * @param make returns the row's id or nothing; null, for nothing to do, keeps the key as well: its repetition must not do
 * what somebody else has undone meanwhile
 * @returns what `make` returned, now or earlier; 0 for null
 * @throws 409 for other content under the key; 409 with Retry-After while the first transaction lasts
 */
export async function makeOnce<Id extends number | null | void>(
  writer: Writer,
  request: KeyedRequest,
  make: () => Promise<Id>,
): Promise<Id> {
  const { accountId, kind, key, content, now } = request;
  if (key === null) return make();
  const row = primaryKey({ accountId, kind, key });
  const inserted = await writer
    .insertInto('idempotency_keys')
    .values({ ...row, content_sha256: hashOf(content), made_id: null, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('created_at')
    .executeTakeFirst()
    .catch((error: unknown) => {
      throw isLockTimeout(error) ? stillUnderWay() : error;
    });
  if (inserted === undefined) {
    const made = await madeBefore(writer, { accountId, kind, key, content });
    // The key expired in between: a retry finds it new.
    if (made === undefined) throw stillUnderWay();
    return made as Id;
  }
  const made = await make();
  const madeId = made === null ? nothingMade : typeof made === 'number' ? made : accountId;
  await writer
    .updateTable('idempotency_keys')
    .set({ made_id: madeId })
    .where((where) => where.and(row))
    .execute();
  return made;
}

/** For a request that failed after its transaction: a repetition is carried out again. */
export async function freeKey(
  { database }: Pick<AppContext, 'database'>,
  { accountId, kind, key }: Omit<KeyedRequest, 'content' | 'now'>,
): Promise<void> {
  if (key === null) return;
  const row = primaryKey({ accountId, kind, key });
  await database.transaction((writer) =>
    writer
      .deleteFrom('idempotency_keys')
      .where((where) => where.and(row))
      .execute(),
  );
}

export const forgetOldKeysJob = periodicJob(
  'forget-old-idempotency-keys',
  hourMs,
  async ({ database, clock }) => {
    const before = clock.now() - keptMs;
    await database.nonDurableTransaction((writer) =>
      writer.deleteFrom('idempotency_keys').where('created_at', '<', before).execute(),
    );
  },
);

export const idempotencyKeyName = 'Idempotency-Key';

/** @throws 400 unless 1 to 200 characters or absent (null) */
export function checkIdempotencyKey(key: unknown): string | null {
  if (key === undefined) return null;
  const isKey = typeof key === 'string' && key.length >= 1 && key.length <= limits.idempotencyKey;
  if (isKey && !key.includes('\0')) return key;
  throw httpErrors.badRequest(`${idempotencyKeyName} must have 1 to ${limits.idempotencyKey} characters`);
}
