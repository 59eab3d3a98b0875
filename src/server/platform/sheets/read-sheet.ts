import { open } from 'node:fs/promises';
import { readCsv } from './read-csv.ts';
import { readXlsx } from './read-xlsx.ts';
import { SheetNotChosen, SheetRefused, type SheetRow, type WantedSheet } from './sheet.ts';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { codeOf } from '../error-code.ts';

const beginsWith = (bytes: Uint8Array, ...signature: number[]) =>
  signature.every((byte, index) => bytes[index] === byte);

/**
 * By content. @param file a path
 * @throws SheetRefused, SheetNotChosen
 */
export async function* readSheet(file: string, wanted: WantedSheet = null): AsyncGenerator<SheetRow[]> {
  const handle = await open(file, 'r');
  const start = Buffer.alloc(8);
  try {
    await handle.read(start, 0, 8, 0);
  } finally {
    await handle.close();
  }
  if (beginsWith(start, 0x50, 0x4b)) return yield* readXlsx(file, wanted);
  if (beginsWith(start, 0xd0, 0xcf, 0x11, 0xe0))
    throw new SheetRefused(
      'This is an old XLS file, or it has a password. Save it as XLSX without a password, or as CSV.',
    );
  if (beginsWith(start, 0x25, 0x50, 0x44, 0x46))
    throw new SheetRefused('This is a PDF. Save the list as XLSX or CSV.');
  yield* readCsv(file);
}

export type SheetPiece =
  | { rows: SheetRow[] }
  | { end: true }
  | { sheets: readonly string[] }
  | { refused: string }
  | { failed: string };
export type SheetWork = { file: string; wanted: WantedSheet };

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
 * Packed or malicious content takes its time in a thread. @throws SheetRefused, also beyond time or memory; SheetNotChosen
 */
export async function* readSheetInThread(
  file: string,
  wanted: WantedSheet = null,
): AsyncGenerator<SheetRow[]> {
  if (await isSmall(file)) return yield* readSheet(file, wanted);
  const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), {
    workerData: { file, wanted } satisfies SheetWork,
    resourceLimits: { maxOldGenerationSizeMb: mostMemoryMb },
  });
  // Reported where the next piece is awaited.
  worker.on('error', () => {});
  try {
    for (;;) {
      const read = await nextPiece(worker);
      if (read === null)
        throw new SheetRefused('The spreadsheet takes too long to read. Please save the list alone as CSV.');
      if ('rows' in read) yield read.rows;
      else if ('end' in read) return;
      else if ('sheets' in read) throw new SheetNotChosen(read.sheets);
      else if ('refused' in read) throw new SheetRefused(read.refused);
      else throw new Error(read.failed);
    }
  } finally {
    await worker.terminate();
  }
}
