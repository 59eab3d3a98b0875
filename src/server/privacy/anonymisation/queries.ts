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

/** When and why an account was anonymised; undefined where it was not. */
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

/** All anonymisations, in no particular order: few, for a portal's whole life. */
export async function allAnonymisations(database: Reader): Promise<AnonymisationRow[]> {
  return database.selectFrom('anonymisations').select(columns).execute();
}

/** Begins an act within its transaction: from here on rows that never change let this person's words go. */
export async function beginAnonymisation(
  writer: Writer,
  row: Omit<AnonymisationRow, 'is_running' | 'files_gone_at'>,
): Promise<void> {
  await writer
    .insertInto('anonymisations')
    .values({ ...row, is_running: 1, files_gone_at: null })
    .execute();
}

/** Begins it anew, for words that came after it, or ends it; always within one transaction. */
export async function setRunning(writer: Writer, accountId: number, isRunning: boolean): Promise<void> {
  await writer
    .updateTable('anonymisations')
    .set({ is_running: isRunning ? 1 : 0 })
    .where('account_id', '=', accountId)
    .execute();
}

/** Notes that the store has none of the person's files any more. */
export async function noteFilesGone(writer: Writer, accountId: number, now: number): Promise<void> {
  await writer
    .updateTable('anonymisations')
    .set({ files_gone_at: now })
    .where('account_id', '=', accountId)
    .execute();
}

/** The job that follows an anonymisation; its payload is `{ account }`. */
export const finishKind = { kind: 'finish-anonymisation' };
