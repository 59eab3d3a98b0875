import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { codeOf } from '../error-code.ts';
import { readSheet } from './read-sheet.ts';
import { SheetRefused, type SheetRow } from './sheet.ts';
import type { SheetPiece } from './sheet-worker.ts';

/** To read so few bytes that are not packed takes less than to start the thread. */
const fewBytes = 32_768;
/** What a piece may take, in milliseconds, and the thread in memory. */
const longestMs = 30_000;
const mostMemoryMb = 384;

async function isSmall(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(fewBytes + 1), 0, fewBytes + 1, 0);
    return bytesRead <= fewBytes && buffer.toString('latin1', 0, 2) !== 'PK';
  } finally {
    await handle.close();
  }
}

/** @returns null where it takes too long or too much memory */
async function nextPiece(worker: Worker): Promise<SheetPiece | null> {
  const turn = new AbortController();
  const { signal } = turn;
  const answered = once(worker, 'message', { signal }) as Promise<[SheetPiece]>;
  const late = sleep(longestMs, null, { signal, ref: false });
  worker.postMessage('more');
  try {
    return await Promise.race([answered.then(([piece]) => piece), late]);
  } catch (error) {
    if (codeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY') return null;
    throw error;
  } finally {
    answered.catch(() => {});
    late.catch(() => {});
    turn.abort();
  }
}

/**
 * The rows of a spreadsheet in pieces, as `readSheet` has them, read in a thread of its own: what is packed in it, or malformed on
 * purpose, takes its time there.
 * @throws SheetRefused, also for one that takes too long or too much memory
 */
export async function* readSheetInThread(file: string): AsyncGenerator<SheetRow[]> {
  if (await isSmall(file)) return yield* readSheet(file);
  const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), {
    workerData: file,
    resourceLimits: { maxOldGenerationSizeMb: mostMemoryMb },
  });
  // Told where it is waited for.
  worker.on('error', () => {});
  try {
    for (;;) {
      const read = await nextPiece(worker);
      if (read === null)
        throw new SheetRefused('The spreadsheet takes too long to read. Please save the list alone as CSV.');
      if ('rows' in read) yield read.rows;
      else if ('end' in read) return;
      else if ('refused' in read) throw new SheetRefused(read.refused);
      else throw new Error(read.failed);
    }
  } finally {
    await worker.terminate();
  }
}
