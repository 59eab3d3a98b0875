import { z } from 'zod';
import type { AppContext } from '../../platform/context.ts';
import type { AnonymisationRow } from './queries.ts';
import { createHash, randomBytes } from 'node:crypto';

/**
 * Kept outside the database, which a restore replaces: enough to find the person again, without saying who it
 * was.
 */
export const anonymisationRecord = z.object({
  account_id: z.number(),
  signed_up_at: z.number(),
  at: z.number(),
  salt: z.string(),
  /** A JSON list of hashes, as in the row. */
  addresses: z.string(),
});
export type AnonymisationRecord = z.infer<typeof anonymisationRecord>;

const nameOf = ({ account_id, signed_up_at }: AnonymisationRecord) => `${account_id}-${signed_up_at}`;

/** Idempotent. */
export async function storeRecord(
  { files }: Pick<AppContext, 'files'>,
  row: AnonymisationRow,
): Promise<void> {
  // The schema leaves the reason out.
  const kept = anonymisationRecord.parse(row);
  await files.records.add(nameOf(kept), JSON.stringify(kept));
}

/** Unreadable records are logged and skipped. */
export async function storedRecords({
  files,
  log,
}: Pick<AppContext, 'files' | 'log'>): Promise<AnonymisationRecord[]> {
  const records: AnonymisationRecord[] = [];
  for await (const { name, text } of files.records.list()) {
    try {
      records.push(anonymisationRecord.parse(JSON.parse(text)));
    } catch (error) {
      log.warn({ err: error, record: name }, 'a record of an anonymisation cannot be read');
    }
  }
  return records;
}

export function makeSalt(): string {
  return randomBytes(16).toString('base64url');
}

export function hashAddress(salt: string, address: string): string {
  return createHash('sha256').update(`${salt} ${address}`).digest('base64url');
}
