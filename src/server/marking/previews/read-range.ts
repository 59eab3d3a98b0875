import type { FileStore } from '../../platform/files/file-store.ts';

export type StoredFile = { sha256: string; bytes: number };

/**
 * Reads part of a file into memory; the caller bounds it.
 * @param end exclusive; capped at the file's end
 * @throws FileDamaged, HttpError 503 as the store does
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
