import { rm } from 'node:fs/promises';
import path from 'node:path';
import { limits } from '#contract/limits';
import type { AppContext } from '../../platform/context.ts';
import { compiledQuery } from '../../platform/database/compiled-query.ts';
import type { Tables } from '../../platform/database/schema.ts';
import type { Settings } from '../../platform/settings.ts';

export type UploadRow = Tables['uploads'];

/** An upload that has not expired. */
export const uploadById = compiledQuery((db, p: { id: string; now: number }) =>
  db
    .selectFrom('uploads')
    .where('id', '=', p.id)
    .where('expires_at', '>', p.now)
    .select(['id', 'account_id', 'task', 'name', 'bytes', 'begun_at', 'expires_at']),
);

/** Where the bytes of unfinished uploads lie. */
export function uploadFolder({ dataDir }: Pick<Settings, 'dataDir'>): string {
  return path.join(dataDir, 'uploads');
}

export function uploadAddress(settings: Pick<Settings, 'dataDir'>, id: string): string {
  return path.join(uploadFolder(settings), id);
}

type Context = Pick<AppContext, 'settings' | 'database'>;

async function removeBytes({ settings }: Pick<Context, 'settings'>, rows: { id: string }[]): Promise<void> {
  for (const { id } of rows) await rm(uploadAddress(settings, id), { force: true });
}

/** Writes a new upload down; beyond the limit the student's oldest ones give way. */
export async function insertUpload(context: Context, row: UploadRow): Promise<void> {
  const removed = await context.database.transaction(async (writer) => {
    const older = await writer
      .selectFrom('uploads')
      .where('account_id', '=', row.account_id)
      .orderBy('begun_at', 'desc')
      .orderBy('id')
      .limit(1_000)
      .offset(limits.uploads - 1)
      .select('id')
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

/** Removes an upload, row and bytes; one that is not there any more is no error. */
export async function dropUpload(context: Context, id: string): Promise<void> {
  await context.database.nonDurableTransaction((writer) =>
    writer.deleteFrom('uploads').where('id', '=', id).execute(),
  );
  await removeBytes(context, [{ id }]);
}

/** Removes the uploads that expired, and tells how many. */
export async function dropExpired(context: Context, now: number): Promise<number> {
  const expired = await context.database.nonDurableTransaction((writer) =>
    writer.deleteFrom('uploads').where('expires_at', '<=', now).returning('id').execute(),
  );
  await removeBytes(context, expired);
  return expired.length;
}
