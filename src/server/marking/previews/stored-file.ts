import { type FileStore, FileDamaged } from '../../platform/files/file-store.ts';
import type { AppContext } from '../../platform/context.ts';
import { HttpError } from '../../platform/http/http-errors.ts';
import type { ReadableFile } from '../../submissions/policy.ts';

export type StoredFile = { sha256: string; bytes: number };

/**
 * Bounded by the caller.
 * @param end exclusive, at most the file's
 * @throws FileDamaged, HttpError 503
 */
export async function readRange(
  files: Pick<FileStore, 'read'>,
  { sha256, bytes }: StoredFile,
  start: number,
  end: number,
): Promise<Buffer> {
  const last = Math.min(end, bytes) - 1;
  if (start < 0 || last < start) return Buffer.alloc(0);
  const parts: Buffer[] = [];
  for await (const part of await files.read(sha256, bytes, { start, end: last })) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** @throws 410 for lost bytes; what `read` throws */
export async function whileStored<T>(
  { log }: Pick<AppContext, 'log'>,
  { number }: Pick<ReadableFile, 'number'>,
  read: () => Promise<T>,
): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof FileDamaged)) throw error;
    log.error({ err: error, receipt: number }, 'the bytes of a submitted file are lost');
    const words = `The portal has lost this file. Please tell the academy, quoting ${number}.`;
    throw new HttpError(410, 'file_unavailable', words);
  }
}
