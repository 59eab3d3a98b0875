import { z } from 'zod';
import type { AppContext } from '../../platform/context.ts';
import { createHash, randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Reader, Writer } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/schema.ts';

const columns = [
  'account_id',
  'at',
  'actor_id',
  'reason',
  'signed_up_at',
  'salt',
  'addresses',
  'is_running',
  'files_gone_at',
] as const;

export type AnonymisationRow = Selectable<Tables['anonymisations']>;

export async function anonymisationOf(
  database: Reader,
  accountId: number,
): Promise<AnonymisationRow | undefined> {
  return database
    .selectFrom('anonymisations')
    .where('account_id', '=', accountId)
    .select(columns)
    .executeTakeFirst();
}

export async function allAnonymisations(database: Reader): Promise<AnonymisationRow[]> {
  return database.selectFrom('anonymisations').select(columns).execute();
}

/** From here on, the triggers let this person's words be erased. */
export async function beginAnonymisation(
  writer: Writer,
  row: Omit<AnonymisationRow, 'is_running' | 'files_gone_at'>,
): Promise<void> {
  await writer
    .insertInto('anonymisations')
    .values({ ...row, is_running: 1, files_gone_at: null })
    .execute();
}

/** Reopens or ends it, within one transaction. */
export async function setRunning(writer: Writer, accountId: number, isRunning: boolean): Promise<void> {
  await writer
    .updateTable('anonymisations')
    .set({ is_running: isRunning ? 1 : 0 })
    .where('account_id', '=', accountId)
    .execute();
}

export async function noteFilesGone(writer: Writer, accountId: number, now: number): Promise<void> {
  await writer
    .updateTable('anonymisations')
    .set({ files_gone_at: now })
    .where('account_id', '=', accountId)
    .execute();
}

/** The payload is `{ account }`. */
export const finishKind = { kind: 'finish-anonymisation' };

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
  await files.records.anonymised.add(nameOf(kept), JSON.stringify(kept));
}

/** Unreadable records are logged and skipped. */
export async function storedRecords({
  files,
  log,
}: Pick<AppContext, 'files' | 'log'>): Promise<AnonymisationRecord[]> {
  const records: AnonymisationRecord[] = [];
  for await (const { name, text } of files.records.anonymised.list()) {
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
