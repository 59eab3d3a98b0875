import type { Writer } from '../database/database.ts';

/** A planned change with a label, such as `batch MERN-2026-11`, and an update's fields. */
export type Change = { kind: 'added' | 'changed'; what: string; fields?: readonly string[] };

/** A file's import plan: validated and compared with the database, not yet written. */
export type Plan = {
  /** Plural noun for the report, such as `batches`. */
  noun: string;
  changes: readonly Change[];
  unchanged: number;
  /** @param actorId the staff member's account, or null for the operator's command */
  write(writer: Writer, actorId: number | null): Promise<void>;
};

/** Fields in which two records differ. */
export function differingFields<T extends Record<string, unknown>>(
  before: T,
  after: T,
): (keyof T & string)[] {
  return Object.keys(after).filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
}

/** For the audit log. */
export function pick<T extends Record<string, unknown>>(
  record: T,
  fields: readonly string[],
): Record<string, unknown> {
  return Object.fromEntries(fields.map((field) => [field, record[field]]));
}
