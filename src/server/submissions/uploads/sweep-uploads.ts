import { readdir, rm, stat } from 'node:fs/promises';
import type { AppContext } from '../../platform/context.ts';
import { dropExpired, uploadAddress, uploadById, uploadFolder } from './upload-rows.ts';

const everyMs = 60 * 60_000;

type Context = Pick<AppContext, 'settings' | 'database' | 'clock' | 'log'>;

/**
 * Removes uploads that were not submitted within a day, and bytes whose upload is gone: another machine may have removed
 * the row. Bytes without a row stay for an hour, since theirs may just be on its way.
 */
export async function sweepUploads(context: Pick<Context, 'settings' | 'database' | 'clock'>): Promise<void> {
  const { settings, database, clock } = context;
  const now = clock.now();
  await dropExpired(context, now);
  const names = await readdir(uploadFolder(settings)).catch((): string[] => []);
  for (const id of names) {
    const file = uploadAddress(settings, id);
    const found = await stat(file).catch(() => null);
    if (found === null || Date.now() - found.mtimeMs < everyMs) continue;
    const [row] = await uploadById(database.reader, { id, now });
    if (row === undefined) await rm(file, { force: true });
  }
}

/** Sweeps now and then once an hour, until it is stopped. */
export function startSweeping(context: Context): { stop(): void } {
  const sweep = (): void =>
    void sweepUploads(context).catch((error: unknown) =>
      context.log.warn({ err: error }, 'old uploads could not be removed; tried again in an hour'),
    );
  sweep();
  const timer = setInterval(sweep, everyMs).unref();
  return { stop: () => clearInterval(timer) };
}
