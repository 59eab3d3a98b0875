import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** Small enough that the screen answers between two pieces, also on a slow phone. */
const pieceBytes = 1024 * 1024;

/**
 * A file's SHA-256 in lower-case hex, made on this device: the file goes nowhere, and memory stays flat. The browser's
 * own (`crypto.subtle`) wants a whole file in memory, and is not there at all on a plain http address; an academy's own
 * network has those.
 * @param onProgress told how much is done, from 0 to 1
 * @throws the browser's error when the file can no longer be read
 */
export async function hashFile(
  file: Blob,
  onProgress: (share: number) => void = () => {},
  signal?: AbortSignal,
): Promise<string> {
  const hash = sha256.create();
  for (let at = 0; at < file.size; at += pieceBytes) {
    signal?.throwIfAborted();
    const piece = file.slice(at, at + pieceBytes);
    hash.update(new Uint8Array(await piece.arrayBuffer()));
    onProgress(Math.min(1, (at + pieceBytes) / file.size));
  }
  return bytesToHex(hash.digest());
}
