import { z } from 'zod';
import type { AppContext } from '../../platform/context.ts';
import { createHash, randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { steps } from '../../platform/database/migrate.ts';
import { numberOf } from '../../platform/database/schema-step.ts';
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
  'program',
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
  row: Omit<AnonymisationRow, 'is_running' | 'files_gone_at' | 'program'>,
): Promise<void> {
  await writer
    .insertInto('anonymisations')
    .values({ ...row, is_running: 1, files_gone_at: null })
    .execute();
}

/** Erasing again is needed where an older program erased last: it left what later tables have. */
const thisProgram = Math.max(...Object.keys(steps).map(numberOf));

/** Reopens or ends it, within one transaction. */
export async function setRunning(writer: Writer, accountId: number, isRunning: boolean): Promise<void> {
  await writer
    .updateTable('anonymisations')
    .set(isRunning ? { is_running: 1 } : { is_running: 0, program: thisProgram })
    .where('account_id', '=', accountId)
    .execute();
}

/** Accounts that an older program erased last. */
export async function leftByOlderPrograms(database: Reader): Promise<number[]> {
  const rows = await database
    .selectFrom('anonymisations')
    .where(({ eb, or }) => or([eb('program', 'is', null), eb('program', '<', thisProgram)]))
    .orderBy('account_id')
    .select('account_id as accountId')
    .execute();
  return rows.map(({ accountId }) => accountId);
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
