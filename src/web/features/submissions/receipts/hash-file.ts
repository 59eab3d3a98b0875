import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** Small enough to keep the main thread responsive on a slow phone. */
const chunkBytes = 1024 * 1024;

/**
 * A file's SHA-256 in lower-case hex, computed on this device in chunks: the file is not sent, and memory use is constant.
 * The browser's own (`crypto.subtle`) wants a whole file in memory, and does not exist on plain http addresses, which an
 * academy's own network has.
 * @param onProgress called with the fraction done, from 0 to 1
 * @throws the browser's error when the file can no longer be read
 */
export async function hashFile(
  file: Blob,
  onProgress: (fraction: number) => void = () => {},
  signal?: AbortSignal,
): Promise<string> {
  const hash = sha256.create();
  for (let at = 0; at < file.size; at += chunkBytes) {
    signal?.throwIfAborted();
    const chunk = file.slice(at, at + chunkBytes);
    hash.update(new Uint8Array(await chunk.arrayBuffer()));
    onProgress(Math.min(1, (at + chunkBytes) / file.size));
  }
  return bytesToHex(hash.digest());
}
