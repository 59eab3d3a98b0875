import type { FileStore } from '../../platform/files/file-store.ts';

/** A stored file as the store knows it. */
export type StoredFile = { sha256: string; bytes: number };

/**
 * Reads a part of a stored file into memory; the caller bounds it.
 * @param end exclusive; beyond the file's end it counts as that
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
