import { expressionBuilder } from 'kysely';
import type { Role } from '#contract/accounts/calls';
import { shownName } from '#contract/accounts/person-name';
import { batchesAs, mentorNamesOf } from '../courses/batch-queries.ts';
import { coursesAs } from '../courses/course-queries.ts';
import { compiledQuery } from '../platform/database/compiled-query.ts';
import type { Reader, Writer } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/schema.ts';
import type { Settings } from '../platform/settings/settings.ts';

/** A student as other capabilities work with them. */
export type StudentRow = { accountId: number; email: string; name: string; batchId: number | null };

const tables = expressionBuilder<Tables>();

/** The columns of accounts that other capabilities may join, under an alias of their own. */
export const accountsAs = <Alias extends string>(alias: Alias) =>
  tables
    .selectFrom('accounts')
    .select(['id', 'email', 'name', 'role', 'batch_id', 'confirmed_at', 'must_confirm', 'exit_score'])
    .as(alias);

/** What staff see of a student's account beside that. */
export const studentsAs = <Alias extends string>(alias: Alias) =>
  tables
    .selectFrom('accounts')
    .select(['id', 'email', 'name', 'batch_id', 'typed_batch', 'created_at', 'seen_at'])
    .select(['folded_name', 'folded_from'])
    .as(alias);

/** What the office's lists have of a student's account. */
export const rosterAs = <Alias extends string>(alias: Alias) =>
  tables
    .selectFrom('accounts')
    .select(['id', 'email', 'name', 'phone', 'role', 'batch_id', 'typed_batch', 'exit_score', 'grade'])
    .select(['confirmed_at', 'created_at', 'seen_at'])
    .as(alias);

export const studentByEmail = compiledQuery((db, p: { email: string }) =>
  db
    .selectFrom('accounts')
    .where('email', '=', p.email)
    .where('role', '=', 'student')
    .select(['id as accountId', 'email', 'name', 'batch_id as batchId']),
);

/** A student with batch, course and mentors in one query: the dashboard's first call. */
export const courseOfStudent = compiledQuery((db, p: { accountId: number }) =>
  db
    .selectFrom('accounts')
    .leftJoin(batchesAs('batch'), 'batch.id', 'accounts.batch_id')
    .leftJoin(coursesAs('course'), 'course.id', 'batch.course_id')
    .where('accounts.id', '=', p.accountId)
    .select((on) => [
      'accounts.grade',
      'accounts.exit_score as exitScore',
      'accounts.typed_batch as typedBatch',
      'batch.name as batch',
      'course.name as course',
      'batch.starts_at as startsAt',
      mentorNamesOf(on.ref('batch.id')).as('mentors'),
    ]),
);
export type StudentCourseRow = Awaited<ReturnType<typeof courseOfStudent>>[number];

export async function accountByEmail(database: Reader, email: string) {
  return database
    .selectFrom('accounts')
    .where('email', '=', email)
    .select(['id', 'email', 'name', 'role', 'password_hash', 'batch_id', 'confirmed_at'])
    .select(['has_second_factor', 'suspended_at', 'anonymised_at'])
    .executeTakeFirst();
}

/** The same columns of an account that is there. */
export async function accountById(database: Reader, accountId: number) {
  return database
    .selectFrom('accounts')
    .where('id', '=', accountId)
    .select(['id', 'email', 'name', 'role', 'batch_id', 'confirmed_at', 'suspended_at', 'anonymised_at'])
    .executeTakeFirstOrThrow();
}

/** Keeps a hash in place of the one that a login has found outdated, unless the password was changed meanwhile. */
export async function renewPasswordHash(
  writer: Writer,
  account: { id: number; password_hash: string | null },
  renewed: string,
): Promise<void> {
  await writer
    .updateTable('accounts')
    .set({ password_hash: renewed })
    .where('id', '=', account.id)
    .where('password_hash', '=', account.password_hash)
    .execute();
}

/** The password hashes of accounts that are there, each once. */
export async function passwordHashesOf(database: Reader, emails: readonly string[]): Promise<Set<string>> {
  const rows = await database
    .selectFrom('accounts')
    .where('email', 'in', emails)
    .where('password_hash', 'is not', null)
    .select('password_hash')
    .distinct()
    .execute();
  return new Set(rows.flatMap((row) => row.password_hash ?? []));
}

/** An account that is there, as far as a confirmation of its address needs it. */
export async function accountToConfirm(database: Reader, accountId: number) {
  return database
    .selectFrom('accounts')
    .where('id', '=', accountId)
    .select(['id', 'email', 'role', 'confirmed_at'])
    .executeTakeFirstOrThrow();
}

/** The addresses of students that are not confirmed, in a batch or with one imported for them, in the order of their signup. */
export async function unconfirmedOfBatch(database: Reader, batchId: number): Promise<string[]> {
  const rows = await database
    .selectFrom('accounts')
    .leftJoin('imported_people', 'imported_people.email', 'accounts.email')
    .where('accounts.role', '=', 'student')
    .where('accounts.confirmed_at', 'is', null)
    .where((on) =>
      on.or([on('accounts.batch_id', '=', batchId), on('imported_people.batch_id', '=', batchId)]),
    )
    .orderBy('accounts.id')
    .select('accounts.email')
    .execute();
  return rows.map(({ email }) => email);
}

/** Lets an account whose address is not confirmed do everything, as the office's placement does. */
export async function trustUnconfirmed(writer: Writer, accountId: number): Promise<void> {
  await writer.updateTable('accounts').set({ must_confirm: 0 }).where('id', '=', accountId).execute();
}

/** The name of an account that is there, as it is shown. */
export async function accountName(database: Reader, accountId: number): Promise<string> {
  const query = database.selectFrom('accounts').where('id', '=', accountId).select('name');
  return shownName((await query.executeTakeFirstOrThrow()).name);
}

/** The names of accounts, as they are shown, by their ids. */
export async function accountNames(
  database: Reader,
  accountIds: readonly number[],
): Promise<Map<number, string>> {
  if (accountIds.length === 0) return new Map();
  const rows = await database
    .selectFrom('accounts')
    .where('id', 'in', [...new Set(accountIds)])
    .select(['id', 'name'])
    .execute();
  return new Map(rows.map(({ id, name }) => [id, shownName(name)]));
}

/** Addresses and names of accounts, as they are shown, by their ids. */
export async function peopleOf(
  database: Reader,
  accountIds: readonly number[],
): Promise<Map<number, { s_id: string; s_name: string }>> {
  if (accountIds.length === 0) return new Map();
  const rows = await database
    .selectFrom('accounts')
    .where('id', 'in', [...new Set(accountIds)])
    .select(['id', 'email', 'name'])
    .execute();
  return new Map(rows.map(({ id, email, name }) => [id, { s_id: email, s_name: shownName(name) }]));
}

/** The account that has an address, or had it before; null for none. */
export async function accountIdOf(database: Reader, email: string): Promise<number | null> {
  const present = await database
    .selectFrom('accounts')
    .where('email', '=', email)
    .select('id')
    .executeTakeFirst();
  if (present !== undefined) return present.id;
  const former = await database
    .selectFrom('former_emails')
    .where('email', '=', email)
    .select('account_id as id')
    .executeTakeFirst();
  return former?.id ?? null;
}

/** How many notices an account has not read. */
export async function unreadNoticesOf(database: Reader, accountId: number): Promise<number> {
  const query = database
    .selectFrom('accounts')
    .where('id', '=', accountId)
    .select('unread_notices as unread');
  return (await query.executeTakeFirstOrThrow()).unread;
}

/** Whom a mail goes to, as far as it goes to somebody: not to an address that may be somebody else's, nor to a suspended account. */
export type MailReader = { id: number; email: string; name: string; role: Role; confirmedAt: number };

/** The accounts of some ids to which mail may go, by their ids. */
export async function mailReaders(
  database: Reader | Writer,
  accountIds: readonly number[],
): Promise<Map<number, MailReader>> {
  if (accountIds.length === 0) return new Map();
  const rows = await database
    .selectFrom('accounts')
    .where('id', 'in', [...new Set(accountIds)])
    .where('confirmed_at', 'is not', null)
    .where('suspended_at', 'is', null)
    .select(['id', 'email', 'name', 'role', 'confirmed_at as confirmedAt'])
    .execute();
  return new Map(rows.map((row) => [row.id, row as MailReader]));
}

/** The students of a batch who may be told what goes on in it: where addresses have to be confirmed, those who have done so; nobody who is suspended. */
export async function studentsToTell(
  database: Reader | Writer,
  batchId: number,
  { requireConfirmedEmail }: Pick<Settings, 'requireConfirmedEmail'>,
): Promise<number[]> {
  const rows = await database
    .selectFrom('accounts')
    .where('batch_id', '=', batchId)
    .where('role', '=', 'student')
    .where('suspended_at', 'is', null)
    .where('anonymised_at', 'is', null)
    .$if(requireConfirmedEmail, (query) =>
      query.where((of) =>
        of.or([
          of('confirmed_at', 'is not', null),
          of('must_confirm', 'is', null),
          of('must_confirm', '=', 0),
        ]),
      ),
    )
    .orderBy('id')
    .select('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** The batch of a student; undefined for one without, and for staff. */
export async function batchOfStudent(
  database: Reader | Writer,
  accountId: number,
): Promise<{ id: number; name: string } | undefined> {
  return database
    .selectFrom('accounts')
    .innerJoin(batchesAs('batch'), 'batch.id', 'accounts.batch_id')
    .where('accounts.id', '=', accountId)
    .where('accounts.role', '=', 'student')
    .select(['batch.id', 'batch.name'])
    .executeTakeFirst();
}

/** Holds an account until the transaction's end, so that what is limited for each is counted by one at a time. */
export async function lockAccount(writer: Writer, id: number): Promise<void> {
  await writer
    .updateTable('accounts')
    .set((old) => ({ created_at: old.ref('created_at') }))
    .where('id', '=', id)
    .execute();
}

/** Whether there is any account. */
export async function hasAccounts(database: Reader): Promise<boolean> {
  return (await database.selectFrom('accounts').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** What an account's holder told at signup and what the academy knows, for the holder's own record. */
export async function personalData(database: Reader, accountId: number) {
  return database
    .selectFrom('accounts')
    .where('id', '=', accountId)
    .select(['phone', 'created_at as createdAt', 'grade', 'exit_score as exitScore'])
    .executeTakeFirstOrThrow();
}

/** Writes down that an address was shown to belong to the account's holder. */
export async function markConfirmed(writer: Writer, accountId: number, now: number): Promise<void> {
  await writer.updateTable('accounts').set({ confirmed_at: now }).where('id', '=', accountId).execute();
}

/** When the first account was made; null before that. */
export async function firstAccountAt(database: Reader): Promise<number | null> {
  const first = database.selectFrom('accounts').orderBy('id').limit(1).select('created_at');
  return (await first.executeTakeFirst())?.created_at ?? null;
}
