import { isDocumentLike, type DocumentVerdict } from '#contract/certificates/signed-file';
import { limits } from '#contract/limits';
import type { Verdict } from '#contract/submissions/receipt-calls';
import { hasRepeatedMember } from '#contract/repeated-member';
import { call, type Call } from '../../../lib/calls/client.ts';
import { loadPart } from '../../../lib/calls/load-part.ts';

/** Unchecked; `number` is what it claims. */
export type ReceiptFile = { number: string; [field: string]: unknown };

/** The message says why the file cannot be checked. */
export class InvalidReceiptError extends Error {}

/** Letters outside Crockford's base 32 become the digits they look like. */
export function normalizeReceiptNumber(typed: string): string {
  const plain = typed.trim().toUpperCase().replaceAll(/\s/g, '');
  const [prefix, ...groups] = plain.split('-');
  if (prefix !== 'CAP') return typed.trim();
  return ['CAP', ...groups.map((group) => group.replaceAll('O', '0').replaceAll(/[IL]/g, '1'))].join('-');
}

/** @throws InvalidReceiptError */
export async function readReceiptFile(file: Blob): Promise<ReceiptFile> {
  if (file.size > limits.jsonBytes)
    throw new InvalidReceiptError('This file is too large to be checked here. It can have at most 256 KB.');
  const text = await file.text();
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new InvalidReceiptError('This file cannot be checked. Please pick the .json file.');
  }
  if (hasRepeatedMember(text, value)) {
    throw new InvalidReceiptError('This file is not genuine: it has the same field twice.');
  }
  if (typeof value === 'object' && value !== null && 'number' in value && typeof value.number === 'string') {
    return value as ReceiptFile;
  }
  throw new InvalidReceiptError('This file cannot be checked: it has no number.');
}

type CheckInput = { receipt: File | null; number: string; file: File | null };

/** Null for what was not given. */
export type CheckResult = {
  number: string;
  receipt: Verdict | null;
  file: Verdict | null;
  /** Of a certificate, a statement or a sheet, which has no submitted file. */
  document?: { type: unknown; verdict: DocumentVerdict };
  picked: ReceiptFile | null;
};

/** Null when a check is possible. */
export function findMissingField({ receipt, number, file }: CheckInput): {
  field: 'receipt' | 'file';
  message: string;
} | null {
  if (receipt !== null) return null;
  if (number.trim() === '')
    return { field: 'receipt', message: 'Please pick a receipt, or enter its number and pick the file.' };
  if (file === null)
    return { field: 'file', message: 'Please also pick the file. We need both to check it.' };
  return null;
}

/** A number alone tells only that it is unknown; else `found` is null. */
export type LookedUp = { found: CheckResult | null };

/** The hash of no file: it tells only whether the number is known. */
const noHash = '0'.repeat(64);

/** Null for a known number, and for none. */
export async function findUnknown(call: Call, typed: string): Promise<CheckResult | null> {
  if (typed.trim() === '') return null;
  const number = normalizeReceiptNumber(typed);
  const { verdict } = await call('verifyReceipt', { body: { number, sha256: noHash } });
  return verdict === 'unknown' ? { number, receipt: verdict, file: null, picked: null } : null;
}

/**
 * Checks a receipt, a file under a receipt's number, or both; or another signed document. Of a submitted file only the
 * hash is sent.
 * @throws InvalidReceiptError, CallError, or the browser's error for a file that cannot be read
 */
export async function checkReceipt(
  { receipt, number, file }: CheckInput,
  onProgress: (fraction: number) => void,
  signal: AbortSignal,
): Promise<CheckResult> {
  const picked = receipt === null ? null : await readReceiptFile(receipt);
  if (picked !== null && isDocumentLike(picked)) {
    const { number, type } = picked;
    const { verdict } = await call('verifyDocument', { body: picked as never, signal });
    return { number, receipt: null, file: null, document: { type, verdict }, picked: null };
  }
  const receiptNumber = picked?.number ?? normalizeReceiptNumber(number);
  const verify = async (body: ReceiptFile): Promise<Verdict> =>
    (await call('verifyReceipt', { body, signal })).verdict;
  const receiptVerdict = picked === null ? null : await verify(picked);
  let fileVerdict: Verdict | null = null;
  if (file !== null) {
    // On demand: most visitors only look at the page.
    const { hashFile } = await loadPart(() => import('./hash-file.ts'));
    fileVerdict = await verify({ number: receiptNumber, sha256: await hashFile(file, onProgress, signal) });
  }
  return { number: receiptNumber, receipt: receiptVerdict, file: fileVerdict, picked };
}
