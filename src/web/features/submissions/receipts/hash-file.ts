import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** Keeps a slow phone's main thread responsive. */
const chunkBytes = 1024 * 1024;

/**
 * SHA-256 in lower-case hex, in chunks on this device: the file is not sent. `crypto.subtle` wants a whole
 * file in memory, and does not exist on plain http.
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
