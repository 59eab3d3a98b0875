import { gunzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { dayMs } from '#contract/durations';
import { compiledQuery } from '../database/compiled-query.ts';
import type { Database } from '../database/database.ts';
import { chooseEncoding, type Compressed } from './compressed.ts';

/**
 * While a newer version comes to one machine after the other, a page of one of them asks another for its parts; and a page
 * that was open before goes on to ask for parts of a version that has left. So each process writes the files of its build
 * into the database, and serves from there what its own build does not have.
 */

/** How long a build's files stay after the last start with them, in milliseconds. */
const keptMs = 30 * dayMs;

/** What a build calls its files: a hash is part of each name, so a name stands for its bytes for ever. */
const hashedName = /^\/assets\/[\w.-]{1,200}$/;

export type BuiltFile = { type: string; compressed: Compressed };

export const hashedCaching = 'public, max-age=31536000, immutable';

export const builtFileByPath = compiledQuery((db, p: { path: string }) =>
  db.selectFrom('built_files').where('path', '=', p.path).select(['content_type', 'encoding', 'body']),
);

/** Writes the files of this build that the database does not have, and removes those of builds that nobody has started for long. */
export async function keepBuiltFiles(
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
    // Another process may have written the same meanwhile: the same name, the same bytes.
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

/** Sends a file of another build. @returns null where no build has had it */
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
