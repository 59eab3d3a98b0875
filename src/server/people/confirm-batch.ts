import { unconfirmedOfBatch } from '../accounts/queries.ts';
import { batchByName } from '../courses/batch-queries.ts';
import type { AppContext } from '../platform/context.ts';
import { HttpError } from '../platform/http/http-errors.ts';
import { confirmAccount } from './confirm-account.ts';

/**
 * Takes the operator's word for the addresses of all of a batch who have signed up: those who are in it, and those whom what was
 * imported about their address brings there. Each is a change of its own, so that one who cannot be placed holds up nobody.
 * @returns the batch's own name, who is confirmed now, and who is not and why
 * @throws 404 for an unknown batch
 */
export async function confirmBatch(
  context: Pick<AppContext, 'database' | 'clock' | 'settings'>,
  batchName: string,
): Promise<{ batch: string; confirmed: string[]; refused: { email: string; reason: string }[] }> {
  const { reader } = context.database;
  const batch = await batchByName(reader, batchName);
  const confirmed: string[] = [];
  const refused: { email: string; reason: string }[] = [];
  for (const email of await unconfirmedOfBatch(reader, batch.id)) {
    try {
      await confirmAccount(context, email);
      confirmed.push(email);
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      refused.push({ email, reason: error.message });
    }
  }
  return { batch: batch.name, confirmed, refused };
}
