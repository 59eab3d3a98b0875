import type { AppContext } from '../../platform/context.ts';
import { FileDamaged } from '../../platform/files/file-store.ts';
import { HttpError } from '../../platform/http/http-errors.ts';
import type { ReadableFile } from '../../submissions/policy.ts';

/** @throws 410 when the store has lost the bytes; what `read` throws */
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
    const words = `The bytes of this file are missing on the portal. Please tell the academy, quoting ${number}.`;
    throw new HttpError(410, 'file_unavailable', words);
  }
}
