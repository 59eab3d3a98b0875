import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { codeOf } from '../error-code.ts';
import { readSheet } from './read-sheet.ts';
import { SheetRefused, type SheetRow } from './sheet.ts';
import type { SheetPiece } from './sheet-worker.ts';

/** Faster than starting a thread, if unpacked. */
const fewBytes = 32_768;
/** Milliseconds per piece. */
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

/** @returns null beyond time or memory */
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
 * Packed or malicious content takes its time in a thread. @throws SheetRefused, also beyond time or memory
 */
export async function* readSheetInThread(file: string): AsyncGenerator<SheetRow[]> {
  if (await isSmall(file)) return yield* readSheet(file);
  const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), {
    workerData: file,
    resourceLimits: { maxOldGenerationSizeMb: mostMemoryMb },
  });
  // Reported where awaited.
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
