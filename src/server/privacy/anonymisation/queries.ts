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
