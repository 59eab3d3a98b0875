import { sql } from 'kysely';
import type { Role } from '#contract/accounts/calls';
import { batchesAs, placeableBatchesAs } from '../courses/batch-queries.ts';
import { announce } from '../platform/database/announce.ts';
import { compiledQuery } from '../platform/database/compiled-query.ts';
import type { Reader, Writer } from '../platform/database/database.ts';

/** What the office knows about a student; null is unknown. `batch` is a name. */
export type ImportedProfile = { batch: string | null; exit_score: number | null; grade: string | null };

/** Also of someone without an account; name and phone come from the office. */
export type WaitingProfile = ImportedProfile & { name: string | null; phone: string | null };

export type StoredProfile = { batch_id: number | null; exit_score: number | null; grade: string | null };

/** Unknown imported values keep the old ones. */
export function mergeImportedProfile<P extends ImportedProfile | StoredProfile | WaitingProfile>(
  before: P,
  imported: P,
): P {
  return Object.fromEntries(
    Object.entries(before).map(([field, value]) => [field, imported[field as keyof P] ?? value]),
  ) as P;
}

/** A profile now, and after applying what was imported for its address. */
export async function readImportedProfile(
  database: Reader,
  account: { id: number; email: string },
): Promise<{ before: StoredProfile; after: StoredProfile }> {
  const before = await database
    .selectFrom('accounts')
    .where('id', '=', account.id)
    .select(['batch_id', 'exit_score', 'grade'])
    .executeTakeFirstOrThrow();
  const imported = await database
    .selectFrom('imported_people')
    .leftJoin(placeableBatchesAs('batch'), 'batch.id', 'imported_people.batch_id')
    .where('email', '=', account.email)
    .select(['batch.id as batch_id', 'exit_score', 'grade'])
    .executeTakeFirst();
  return { before, after: imported === undefined ? before : mergeImportedProfile(before, imported) };
}

export const waitingScores = compiledQuery((db, p: { accountId: number }) =>
  db
    .selectFrom('accounts')
    .innerJoin('imported_people', 'imported_people.email', 'accounts.email')
    .where('accounts.id', '=', p.accountId)
    .where('accounts.confirmed_at', 'is', null)
    .where('imported_people.exit_score', 'is not', null)
    .select('accounts.id'),
);

/** Whether an imported exit score waits for the address's confirmation. */
export const hasWaitingScore = async (database: Reader, accountId: number): Promise<boolean> =>
  (await waitingScores(database, { accountId })).length > 0;

export async function writeProfile(
  writer: Writer,
  accountId: number,
  profile: Partial<StoredProfile>,
): Promise<void> {
  await writer.updateTable('accounts').set(profile).where('id', '=', accountId).execute();
  announce(writer, `account:${accountId}`);
}

/** Also where it waits for the address, or the next confirmation would bring it back. */
export async function forgetKnown(
  writer: Writer,
  { id, email }: { id: number; email: string },
  fields: { exit_score?: null; grade?: null },
): Promise<void> {
  await writer.updateTable('imported_people').set(fields).where('email', '=', email).execute();
  await writeProfile(writer, id, fields);
}

export async function insertImported(
  writer: Writer,
  people: readonly (Omit<WaitingProfile, 'batch'> & {
    email: string;
    batch_id: number;
    imported_at: number;
  })[],
): Promise<void> {
  await writer.insertInto('imported_people').values(people).execute();
}

/** @returns the row */
export async function deleteImported(writer: Writer, email: string) {
  return writer
    .deleteFrom('imported_people')
    .where('email', '=', email)
    .returning(['email', 'exit_score', 'grade'])
    .executeTakeFirst();
}

export async function hasImported(reader: Reader, email: string): Promise<boolean> {
  const row = await reader
    .selectFrom('imported_people')
    .where('email', '=', email)
    .where('is_correction', '=', 0)
    .select('email')
    .executeTakeFirst();
  return row !== undefined;
}

export async function markAsCorrection(writer: Writer, email: string): Promise<void> {
  await writer.updateTable('imported_people').set({ is_correction: 1 }).where('email', '=', email).execute();
}

/** The office has placed the student: the typed name is obsolete. */
export async function forgetTypedBatch(writer: Writer, accountId: number): Promise<void> {
  await writer.updateTable('accounts').set({ typed_batch: null }).where('id', '=', accountId).execute();
}

/** Otherwise students who typed a batch's former name would still wait for placement. */
export async function forgetTypedName(writer: Writer, batchId: number, key: string): Promise<void> {
  await writer
    .updateTable('accounts')
    .set({ typed_batch: null })
    .where('batch_id', '=', batchId)
    .where(sql<boolean>`lower(replace(typed_batch, ' ', '')) = ${key}`)
    .execute();
}

export async function replaceImportedBatch(writer: Writer, email: string, batchId: number): Promise<void> {
  await writer
    .updateTable('imported_people')
    .set({ batch_id: batchId })
    .where('email', '=', email)
    .where('batch_id', 'is not', null)
    .execute();
}

/** `batch` is the name's key. */
export async function importedProfiles(
  database: Reader,
  emails: readonly string[],
): Promise<(WaitingProfile & { email: string })[]> {
  return database
    .selectFrom('imported_people')
    .leftJoin(batchesAs('batch'), 'batch.id', 'imported_people.batch_id')
    .where('imported_people.email', 'in', emails)
    .select(['imported_people.email', 'batch.name_key as batch', 'exit_score', 'grade'])
    .select(['imported_people.name', 'imported_people.phone'])
    .execute();
}

/** `batch` is the name's key. */
export async function accountProfiles(
  database: Reader,
  emails: readonly string[],
): Promise<(ImportedProfile & { id: number; email: string; role: Role; confirmed_at: number | null })[]> {
  return database
    .selectFrom('accounts')
    .leftJoin(batchesAs('batch'), 'batch.id', 'accounts.batch_id')
    .where('accounts.email', 'in', emails)
    .select(['accounts.id', 'accounts.email', 'accounts.role', 'accounts.confirmed_at'])
    .select(['batch.name_key as batch', 'accounts.exit_score', 'accounts.grade'])
    .execute();
}

export async function hasPeople(database: Reader, batchId: number): Promise<boolean> {
  for (const table of ['accounts', 'imported_people'] as const) {
    const row = await database
      .selectFrom(table)
      .where('batch_id', '=', batchId)
      .limit(1)
      .select('email')
      .executeTakeFirst();
    if (row !== undefined) return true;
  }
  return false;
}

export async function countPeopleOfBatch(
  database: Reader,
  batchId: number,
): Promise<{ students: number; imported: number }> {
  const count = async (table: 'accounts' | 'imported_people') => {
    const query = database.selectFrom(table).where('batch_id', '=', batchId);
    const { rows } = await query
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow();
    return rows;
  };
  return { students: await count('accounts'), imported: await count('imported_people') };
}

type ImportedField = 'name' | 'phone' | 'batch' | 'exit_score' | 'grade';

/** They are unknown again. */
export async function forgetImportedFields(
  writer: Writer,
  email: string,
  fields: readonly ImportedField[],
): Promise<void> {
  const columns = fields.map((field) => [field === 'batch' ? 'batch_id' : field, null]);
  await writer
    .updateTable('imported_people')
    .set(Object.fromEntries(columns) as { name?: null })
    .where('email', '=', email)
    .execute();
}

/** Imported people who have not signed up. */
const withoutAccount = (database: Reader) =>
  database
    .selectFrom('imported_people')
    .where('is_correction', '=', 0)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('accounts')
            .whereRef('accounts.email', '=', 'imported_people.email')
            .select('accounts.id'),
        ),
      ),
    );

/** Of them, whom a spreadsheet brought. */
const broughtBy = (database: Reader, importId: number) =>
  withoutAccount(database).where('intake_id', '=', importId);

export async function countBrought(
  database: Reader,
  importId: number,
): Promise<{ brought: number; waiting: number }> {
  const brought = await database
    .selectFrom('imported_people')
    .where('intake_id', '=', importId)
    .where('is_correction', '=', 0)
    .select((of) => of.fn.countAll<number>().as('people'))
    .executeTakeFirst();
  const waiting = await broughtBy(database, importId)
    .select((of) => of.fn.countAll<number>().as('people'))
    .executeTakeFirst();
  return { brought: Number(brought?.people), waiting: Number(waiting?.people) };
}

/** A query of them, for `recordAuditBacklog` and the rows that go with them. */
export const broughtPeople = (database: Reader, importId: number) =>
  broughtBy(database, importId).select(['email', 'exit_score', 'grade']);

export async function deleteBrought(writer: Writer, importId: number): Promise<void> {
  await writer
    .deleteFrom('imported_people')
    .where('email', 'in', broughtBy(writer, importId).select('email'))
    .execute();
}

/** Without an account now or before, by email. */
export async function importedAfter(reader: Reader, after: string, limit: number): Promise<string[]> {
  const rows = await withoutAccount(reader)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('former_emails')
            .whereRef('former_emails.email', '=', 'imported_people.email')
            .select('former_emails.email'),
        ),
      ),
    )
    .where('email', '>', after)
    .orderBy('email')
    .limit(limit)
    .select('email')
    .execute();
  return rows.map(({ email }) => email);
}

/** Changes nothing but what triggers keep. */
export async function touchImported(writer: Writer, emails: readonly string[]): Promise<void> {
  await writer
    .updateTable('imported_people')
    .set((row) => ({ batch_id: row.ref('batch_id') }))
    .where('email', 'in', emails)
    .execute();
}
