import { refreshSession } from '../../lib/session/session.ts';

/**
 * Makes a change of the catalogue after which there may be other batches: the office's other screens offer those of the session,
 * which is asked for anew.
 * @returns what the change came to; @throws what it throws
 */
export async function changingBatches<T>(change: () => Promise<T>): Promise<T> {
  const result = await change();
  await refreshSession();
  return result;
}
