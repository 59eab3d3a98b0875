import { z } from 'zod';
import type { AppContext } from '../../platform/context.ts';
import type { AnonymisationRow } from './queries.ts';
import { createHash, randomBytes } from 'node:crypto';

/**
 * What is kept of an anonymisation outside of the database, which a restored backup replaces: enough to find the person there
 * again, and nothing that says who it was.
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

/** Keeps what a row says outside of the database; again it changes nothing. */
export async function keepRecord({ files }: Pick<AppContext, 'files'>, row: AnonymisationRow): Promise<void> {
  // The schema takes what it knows, and no reason.
  const kept = anonymisationRecord.parse(row);
  await files.records.add(nameOf(kept), JSON.stringify(kept));
}

/** The records in the store. One that cannot be read is reported and left out. */
export async function keptRecords({
  files,
  log,
}: Pick<AppContext, 'files' | 'log'>): Promise<AnonymisationRecord[]> {
  const records: AnonymisationRecord[] = [];
  for await (const { name, text } of files.records.list()) {
    try {
      records.push(anonymisationRecord.parse(JSON.parse(text)));
    } catch (error) {
      log.warn({ err: error, record: name }, 'what is kept of an anonymisation cannot be read');
    }
  }
  return records;
}

/** What an address is hashed together with: another one for each person. */
export function makeSalt(): string {
  return randomBytes(16).toString('base64url');
}

/** The hash of an address, by which it is known again without being kept. */
export function hashAddress(salt: string, address: string): string {
  return createHash('sha256').update(`${salt} ${address}`).digest('base64url');
}
