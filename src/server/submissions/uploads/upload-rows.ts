import type { Insertable, Selectable } from 'kysely';
import { hourMs } from '#contract/durations';
import type { AppContext } from '../../platform/context.ts';
import { compiledQuery } from '../../platform/database/compiled-query.ts';
import type { Tables } from '../../platform/database/schema.ts';
import type { Progress, UnlocatedFile } from '../../platform/files/file-store.ts';
import { watch } from '../../platform/events/watch.ts';
import { periodicJob } from '../../platform/jobs/job.ts';
import { lockAccount } from '../../accounts/queries.ts';
import { enforceSubmissionQuota } from '../submission-quota.ts';
import { deleteExpiredLocks } from '../idempotency-lock.ts';

type Uploads = Selectable<Tables['uploads']>;

export const fileColumns = [
  'id',
  'bytes',
  'arrived_bytes',
  'hash_state',
  'sha256',
  'place',
  'fence',
] as const;
type FileRow = Pick<Uploads, (typeof fileColumns)[number]>;

export const uploadById = compiledQuery((db, p: { id: string; now: number }) =>
  db
    .selectFrom('uploads')
    .where('id', '=', p.id)
    .where('expires_at', '>', p.now)
    .select(['account_id', 'task', 'name', 'begun_at', 'expires_at'])
    .select(fileColumns),
);

export type UploadRow = Awaited<ReturnType<typeof uploadById>>[number];

export function fileOfRow(row: FileRow): UnlocatedFile {
  return {
    id: row.id,
    bytes: row.bytes,
    arrived: row.arrived_bytes,
    hashState: row.hash_state,
    sha256: row.sha256,
    place: row.place,
    fence: row.fence ?? 0,
  };
}

type Context = Pick<AppContext, 'files' | 'database'>;
type BytesOf = Pick<Uploads, 'id' | 'place'>;

async function removeBytes({ files }: Pick<Context, 'files'>, rows: readonly BytesOf[]): Promise<void> {
  for (const row of rows) await files.partial.remove(row);
}

/** Drops the student's oldest beyond the limit. @throws 429 quota */
export async function insertUpload(
  context: Context & Pick<AppContext, 'settings' | 'clock'>,
  row: Insertable<Tables['uploads']>,
): Promise<void> {
  const { account_id: accountId, bytes } = row;
  const removed = await context.database.transaction(async (writer) => {
    await lockAccount(writer, accountId);
    await enforceSubmissionQuota(context, { accountId, bytes, isUpload: true }, writer);
    const older = await writer
      .selectFrom('uploads')
      .where('account_id', '=', row.account_id)
      .orderBy('begun_at', 'desc')
      .orderBy('id')
      .limit(1_000)
      .offset(context.settings.unfinishedUploads - 1)
      .select(['id', 'place'])
      .execute();
    if (older.length > 0) {
      const ids = older.map(({ id }) => id);
      await writer.deleteFrom('uploads').where('id', 'in', ids).execute();
    }
    await writer.insertInto('uploads').values(row).execute();
    return older;
  });
  await removeBytes(context, removed);
}

/** Durable: the store deletes bytes that the row no longer names. @returns whether the lease was held */
export async function saveProgress(
  { database }: Pick<Context, 'database'>,
  { id, lease }: { id: string; lease: string },
  { arrived, hashState, sha256, place }: Progress,
): Promise<boolean> {
  const saved = await database.groupCommitTransaction((writer) =>
    writer
      .updateTable('uploads')
      .set({ arrived_bytes: arrived, hash_state: hashState, sha256, place })
      .where('id', '=', id)
      .where('lease', '=', lease)
      .returning('id')
      .executeTakeFirst(),
  );
  return saved !== undefined;
}

/** Row first; no effect if gone. */
export async function dropUpload(context: Context, id: string): Promise<void> {
  const removed = await context.database.groupCommitTransaction((writer) =>
    writer.deleteFrom('uploads').where('id', '=', id).returning(['id', 'place']).execute(),
  );
  await removeBytes(context, removed);
}

export async function dropExpired(context: Context, now: number): Promise<number> {
  const expired = await context.database.transaction((writer) =>
    writer.deleteFrom('uploads').where('expires_at', '<=', now).returning(['id', 'place']).execute(),
  );
  await removeBytes(context, expired);
  return expired.length;
}

type SweepContext = Pick<AppContext, 'files' | 'database' | 'clock'>;

/** After an hour: a row may still come. */
export async function sweepUploadBytes({ files, database, clock }: SweepContext): Promise<void> {
  const now = clock.now();
  await files.partial.sweep(async (id) => (await uploadById(database.reader, { id, now }))[0]);
}

export function startSweeping(context: SweepContext & Pick<AppContext, 'events' | 'log'>): {
  stop(): Promise<void>;
} {
  const sweeping = watch(context.events, {
    topics: [],
    everyMs: hourMs,
    look: () => sweepUploadBytes(context),
    onError: (error) =>
      context.log.warn({ err: error }, 'old uploads could not be removed; trying again in an hour'),
  });
  sweeping.lookNow();
  return sweeping;
}

/** A day old, and locks of dead processes. */
export const removeExpiredUploadsJob = periodicJob('remove-expired-uploads', hourMs, async (context) => {
  const now = context.clock.now();
  await dropExpired(context, now);
  await context.database.nonDurableTransaction((writer) => deleteExpiredLocks(writer, now));
});
