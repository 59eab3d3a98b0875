import type { Writer } from '../database/database.ts';

/** Labelled, such as `batch MERN-2026-11`. */
export type Change = { kind: 'added' | 'changed'; what: string; fields?: readonly string[] };

/** One validated file's difference from the database. */
export type Plan = {
  /** Plural, such as `batches`. */
  noun: string;
  changes: readonly Change[];
  unchanged: number;
  /** @param actorId null for the operator */
  write(writer: Writer, actorId: number | null): Promise<void>;
};

export function differingFields<T extends Record<string, unknown>>(
  before: T,
  after: T,
): (keyof T & string)[] {
  return Object.keys(after).filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
}

export function pick<T extends Record<string, unknown>>(
  record: T,
  fields: readonly string[],
): Record<string, unknown> {
  return Object.fromEntries(fields.map((field) => [field, record[field]]));
}

export function changeOf<T extends Record<string, unknown>>(
  what: string,
  before: T | null,
  after: T,
): Change {
  if (before === null) return { kind: 'added', what };
  return { kind: 'changed', what, fields: differingFields(before, after) };
}
