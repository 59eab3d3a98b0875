import { hasRepeatedMember } from '#contract/repeated-member';

/** Unchecked; `number` is what it claims. */
export type ReceiptFile = { number: string; [field: string]: unknown };

/** More than a receipt with the longest links and comments. */
const maxBytes = 256 * 1024;

/** The message says why the file is no receipt. */
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
  if (file.size > maxBytes) throw new InvalidReceiptError('This file is too large to be a receipt.');
  const text = await file.text();
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new InvalidReceiptError('This file is not a receipt. Please pick the .json file.');
  }
  if (hasRepeatedMember(text, value)) {
    throw new InvalidReceiptError('This file is not a receipt of this portal: it has the same field twice.');
  }
  if (typeof value === 'object' && value !== null && 'number' in value && typeof value.number === 'string') {
    return value as ReceiptFile;
  }
  throw new InvalidReceiptError('This file is not a receipt: it has no receipt number.');
}
