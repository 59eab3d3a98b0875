import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { AppContext } from '#server/platform/context';

/** Stores bytes as a submission's file. @returns its columns */
export async function storeFile(
  { files }: Pick<AppContext, 'files'>,
  bytes: string | Buffer | Readable,
  file_name: string,
) {
  const source = bytes instanceof Readable ? bytes : Readable.from([Buffer.from(bytes)]);
  const staged = await files.stage(source, Number.MAX_SAFE_INTEGER);
  await staged.keep();
  const { sha256: file_sha256, bytes: file_bytes } = staged;
  return { file_id: randomBytes(13).toString('hex').toUpperCase(), file_name, file_bytes, file_sha256 };
}
