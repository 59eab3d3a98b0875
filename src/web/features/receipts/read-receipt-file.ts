/** A receipt as it was picked, whatever it holds; `number` says which one it claims to be. */
export type PickedReceipt = { number: string; [field: string]: unknown };

/** Far more than a receipt with the longest links and comments has. */
const mostBytes = 256 * 1024;

/** Words for a file that is no receipt. */
export class NoReceipt extends Error {}

/** The number that was meant, however it was typed: letters that Crockford's base 32 does not have stand for digits. */
export function tidyNumber(typed: string): string {
  const plain = typed.trim().toUpperCase().replaceAll(/\s/g, '');
  const [prefix, ...groups] = plain.split('-');
  if (prefix !== 'CAP') return typed.trim();
  return ['CAP', ...groups.map((group) => group.replaceAll('O', '0').replaceAll(/[IL]/g, '1'))].join('-');
}

/** Reads a receipt's file. @throws NoReceipt */
export async function readReceiptFile(file: Blob): Promise<PickedReceipt> {
  if (file.size > mostBytes) throw new NoReceipt('This file is too large to be a receipt.');
  let value: unknown;
  try {
    value = JSON.parse(await file.text());
  } catch {
    throw new NoReceipt('This file is no receipt: it does not hold JSON. Please pick the .json file.');
  }
  if (typeof value === 'object' && value !== null && 'number' in value && typeof value.number === 'string') {
    return value as PickedReceipt;
  }
  throw new NoReceipt('This file is no receipt: it has no receipt number.');
}
