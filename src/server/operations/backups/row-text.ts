import { Buffer } from 'node:buffer';

export type Value = string | number | null | Buffer;
export type Row = Value[];

function writable(value: unknown): unknown {
  if (value === null || typeof value === 'string') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : { number: String(value) };
  if (value instanceof Uint8Array) return { base64: Buffer.from(value).toString('base64') };
  throw new TypeError(`A row has a value of the type ${typeof value}, which a backup cannot store`);
}

function readable(value: unknown): Value {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  const { base64, number } = value as { base64?: string; number?: string };
  return base64 === undefined ? Number(number) : Buffer.from(base64, 'base64');
}

/** Equal on both engines. JSON escapes lone surrogates, which UTF-8 cannot hold. */
export function rowText(columns: readonly string[], row: Record<string, unknown>): string {
  return JSON.stringify(columns.map((column) => writable(row[column])));
}

export function parseRow(line: string): Row {
  return (JSON.parse(line) as unknown[]).map(readable);
}
