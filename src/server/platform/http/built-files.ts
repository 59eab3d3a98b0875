import { gunzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { dayMs } from '#contract/durations';
import { compiledQuery } from '../database/compiled-query.ts';
import type { Database } from '../database/database.ts';
import { chooseEncoding, type Compressed } from './compressed.ts';

/**
 * During an update machines and pages have different builds: each process stores its build's files in the
 * database and serves missing ones from there.
 */

/** Milliseconds after the last start. */
const keptMs = 30 * dayMs;

/** The hash makes its content immutable. */
const hashedName = /^\/assets\/[\w.-]{1,200}$/;

export type BuiltFile = { type: string; compressed: Compressed };

export const hashedCaching = 'public, max-age=31536000, immutable';

export const builtFileByPath = compiledQuery((db, p: { path: string }) =>
  db.selectFrom('built_files').where('path', '=', p.path).select(['content_type', 'encoding', 'body']),
);

/** Also removes builds long unused. */
export async function storeBuiltFiles(
  database: Database,
  files: ReadonlyMap<string, BuiltFile>,
  now: number,
): Promise<void> {
  const own = [...files.keys()].filter((path) => hashedName.test(path));
  const known = new Map(
    (await database.reader.selectFrom('built_files').select(['path', 'used_at']).execute()).map((row) => [
      row.path,
      Number(row.used_at),
    ]),
  );
  const rows = own
    .filter((path) => !known.has(path))
    .map((path) => {
      const { type, compressed } = files.get(path) as BuiltFile;
      const isCompressed = compressed.gzip !== compressed.identity;
      return {
        path,
        content_type: type,
        encoding: isCompressed ? ('gzip' as const) : ('identity' as const),
        body: Buffer.from(compressed.gzip.bytes, 'latin1'),
        used_at: now,
      };
    });
  const used = own.filter((path) => now - (known.get(path) ?? now) > dayMs);
  const isOld = [...known].some(([path, usedAt]) => !files.has(path) && now - usedAt > keptMs);
  if (rows.length === 0 && used.length === 0 && !isOld) return;
  await database.transaction(async (writer) => {
    // Another process may have stored it: same name, same bytes.
    for (const row of rows)
      await writer
        .insertInto('built_files')
        .values(row)
        .onConflict((conflict) => conflict.column('path').doNothing())
        .execute();
    if (used.length > 0)
      await writer.updateTable('built_files').set({ used_at: now }).where('path', 'in', used).execute();
    if (isOld)
      await writer
        .deleteFrom('built_files')
        .where('used_at', '<', now - keptMs)
        .execute();
  });
}

/** @returns null where no build has it */
export async function sendBuiltFile(
  database: Database,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | null> {
  const [path = ''] = request.url.split('?', 1);
  if (!hashedName.test(path)) return null;
  const [file] = await builtFileByPath(database.reader, { path });
  if (file === undefined) return null;
  reply.headers({ 'Cache-Control': hashedCaching, Vary: 'Accept-Encoding' }).type(file.content_type);
  if (file.encoding === 'identity') return reply.send(file.body);
  if (chooseEncoding(request.headers['accept-encoding']) === 'identity')
    return reply.send(gunzipSync(file.body));
  return reply.header('Content-Encoding', 'gzip').send(file.body);
}
