import { readdir, rm, stat } from 'node:fs/promises';
import { hourMs } from '#contract/durations';
import type { AppContext } from '../../platform/context.ts';
import { watch } from '../../platform/events/watch.ts';
import { uploadAddress, uploadById, uploadFolder } from './upload-rows.ts';

type Context = Pick<AppContext, 'settings' | 'database' | 'clock'>;

/**
 * Removes bytes on this machine whose upload is gone: another machine may have removed the row. Bytes without a row stay
 * for an hour, since theirs may just be on its way.
 */
export async function sweepUploadFolder({ settings, database, clock }: Context): Promise<void> {
  const now = clock.now();
  const names = await readdir(uploadFolder(settings)).catch((): string[] => []);
  for (const id of names) {
    const file = uploadAddress(settings, id);
    const found = await stat(file).catch(() => null);
    if (found === null || Date.now() - found.mtimeMs < hourMs) continue;
    const [row] = await uploadById(database.reader, { id, now });
    if (row === undefined) await rm(file, { force: true });
  }
}

/** Sweeps this machine's folder now and then once an hour, until it is stopped. */
export function startSweeping(context: Context & Pick<AppContext, 'events' | 'log'>): {
  stop(): Promise<void>;
} {
  const sweeping = watch(context.events, {
    topics: [],
    everyMs: hourMs,
    look: () => sweepUploadFolder(context),
    onError: (error) =>
      context.log.warn({ err: error }, 'old uploads could not be removed; tried again in an hour'),
  });
  sweeping.lookNow();
  return sweeping;
}
