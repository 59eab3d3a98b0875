import type { Verdict } from '#contract/receipts';
import { call } from '../../lib/client.ts';
import { hashFile } from './hash-file.ts';
import { readReceiptFile, normalizeReceiptNumber, type ReceiptFile } from './read-receipt-file.ts';

type CheckInput = { receipt: File | null; number: string; file: File | null };

/** The verdicts; null for what was not given. */
export type CheckResult = {
  number: string;
  receipt: Verdict | null;
  file: Verdict | null;
  /** The content of the receipt file. */
  picked: ReceiptFile | null;
};

/** The field that is missing before a check is possible, with a message; null when there is enough. */
export function findMissingField({ receipt, number, file }: CheckInput): {
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
 * Checks a receipt, a file under a receipt's number, or both. Only the file's hash is sent.
 * @throws InvalidReceiptError, CallError, or the browser's error for a file that cannot be read
 */
export async function checkReceipt(
  { receipt, number, file }: CheckInput,
  onProgress: (fraction: number) => void,
  signal: AbortSignal,
): Promise<CheckResult> {
  const picked = receipt === null ? null : await readReceiptFile(receipt);
  const receiptNumber = picked?.number ?? normalizeReceiptNumber(number);
  const verify = async (body: ReceiptFile): Promise<Verdict> =>
    (await call('verifyReceipt', { body, signal })).verdict;
  const receiptVerdict = picked === null ? null : await verify(picked);
  const fileVerdict =
    file === null
      ? null
      : await verify({ number: receiptNumber, sha256: await hashFile(file, onProgress, signal) });
  return { number: receiptNumber, receipt: receiptVerdict, file: fileVerdict, picked };
}
