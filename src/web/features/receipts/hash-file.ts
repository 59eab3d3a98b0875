import { makeSha256 } from '../../lib/sha256.ts';

/** Small enough to keep the main thread responsive on a slow phone. */
const chunkBytes = 1024 * 1024;

/**
 * A file's SHA-256 in lower-case hex, computed on this device in chunks: the file is not sent, and memory use is constant.
 * @param onProgress called with the fraction done, from 0 to 1
 * @throws the browser's error when the file can no longer be read
 */
export async function hashFile(
  file: Blob,
  onProgress: (fraction: number) => void = () => {},
  signal?: AbortSignal,
): Promise<string> {
  const hash = makeSha256();
  for (let at = 0; at < file.size; at += chunkBytes) {
    signal?.throwIfAborted();
    const chunk = file.slice(at, at + chunkBytes);
    hash.update(new Uint8Array(await chunk.arrayBuffer()));
    onProgress(Math.min(1, (at + chunkBytes) / file.size));
  }
  return hash.hex();
}
