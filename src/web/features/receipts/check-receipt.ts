import type { Verdict } from '#contract/receipts';
import { call } from '../../lib/client.ts';
import { hashFile } from './hash-file.ts';
import { readReceiptFile, tidyNumber, type PickedReceipt } from './read-receipt-file.ts';

export type ToCheck = { receipt: File | null; number: string; file: File | null };

/** What came out; null for what was not given. */
export type Checked = {
  number: string;
  receipt: Verdict | null;
  file: Verdict | null;
  /** The receipt as it was picked. */
  picked: PickedReceipt | null;
};

/** What is missing before anything can be checked, with the field to complete; null when there is enough. */
export function whatIsMissing({ receipt, number, file }: ToCheck): {
  field: 'receipt' | 'file';
  message: string;
} | null {
  if (receipt !== null) return null;
  if (number.trim() === '')
    return { field: 'receipt', message: 'Please pick a receipt, or enter its number and pick the file.' };
  if (file === null)
    return { field: 'file', message: 'Please pick the file, too: a number alone proves nothing.' };
  return null;
}

/**
 * Checks a receipt, a file under a receipt's number, or both. Of the file only its hash leaves the device.
 * @throws NoReceipt, CallError, or the browser's error for a file that cannot be read
 */
export async function checkReceipt(
  { receipt, number, file }: ToCheck,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<Checked> {
  const picked = receipt === null ? null : await readReceiptFile(receipt);
  const about = picked?.number ?? tidyNumber(number);
  const ask = async (body: PickedReceipt): Promise<Verdict> =>
    (await call('verifyReceipt', { body, signal })).verdict;
  const ofReceipt = picked === null ? null : await ask(picked);
  const ofFile =
    file === null ? null : await ask({ number: about, sha256: await hashFile(file, onProgress, signal) });
  return { number: about, receipt: ofReceipt, file: ofFile, picked };
}
