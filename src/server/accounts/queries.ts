import { expressionBuilder, sql, type SqlBool } from 'kysely';
import type { Role } from '#contract/accounts/calls';
import { shownName } from '#contract/accounts/person-name';
import { batchesAs, mentorNamesOf } from '../courses/batch-queries.ts';
import { coursesAs } from '../courses/course-queries.ts';
import { compiledQuery } from '../platform/database/compiled-query.ts';
import type { Reader, Writer } from '../platform/database/database.ts';
import { lockedInOrder } from '../platform/database/locked-in-order.ts';
import { partsOf } from '../platform/database/rows-at-once.ts';
import type { Tables } from '../platform/database/schema.ts';
import type { Settings } from '../platform/settings/settings.ts';
import { normalizeEmail } from '#contract/limits';
import { httpErrors } from '../platform/http/http-errors.ts';

export type StudentRow = { accountId: number; email: string; name: string; batchId: number | null };

const tables = expressionBuilder<Tables>();

/** Columns of accounts for other rooms' joins. */
export const accountsAs = <Alias extends string>(alias: Alias) =>
  tables
    .selectFrom('accounts')
    .select(['id', 'email', 'name', 'role', 'batch_id', 'confirmed_at', 'must_confirm', 'exit_score'])
    .as(alias);

/** For staff's lists of students. */
export const studentsAs = <Alias extends string>(alias: Alias) =>
  tables
    .selectFrom('accounts')
    .select(['id', 'email', 'name', 'phone', 'batch_id', 'typed_batch', 'created_at', 'seen_at'])
    .select(['folded_name', 'folded_from', 'suspended_at'])
    .as(alias);

/** Without those whose data was removed. */
export const activeStudentsAs = <Alias extends string>(alias: Alias) =>
  tables
    .selectFrom('accounts')
    .where('role', '=', 'student')
    .where('anonymised_at', 'is', null)
    .select(['id', 'email', 'name', 'batch_id', 'suspended_at'])
    .as(alias);

/** With the same index on both engines: old batches have many anonymised accounts. */
export const keptStudentsAs = <Alias extends string>(alias: Alias) =>
  tables
    .selectFrom('accounts')
    .where('role', '=', 'student')
    .where('anonymised_at', 'is', null)
    .select(['id', 'email', 'name', 'batch_id', 'created_at', 'suspended_at'])
    .as(alias);

export const studentByEmail = compiledQuery((db, p: { email: string }) =>
  db
    .selectFrom('accounts')
    .where('email', '=', p.email)
    .where('role', '=', 'student')
    .select(['id as accountId', 'email', 'name', 'batch_id as batchId']),
);

/** By the current or a former address, which a page that is open for long still names. */
export async function studentNamed(database: Reader, email: string): Promise<StudentRow | undefined> {
  const [present] = await studentByEmail(database, { email });
  if (present !== undefined) return present;
  const accountId = await accountIdOf(database, email);
  if (accountId === null) return undefined;
  return database
    .selectFrom('accounts')
    .where('id', '=', accountId)
    .where('role', '=', 'student')
    .select(['id as accountId', 'email', 'name', 'batch_id as batchId'])
    .executeTakeFirst();
}

/** One query for the dashboard's first call. */
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
      'batch.choose_from as chooseFrom',
      'batch.choose_until as chooseUntil',
      'accounts.preferred_project as preferred',
      mentorNamesOf(on.ref('batch.id')).as('mentors'),
    ]),
);
export type StudentCourseRow = Awaited<ReturnType<typeof courseOfStudent>>[number];

const accounts = (database: Reader) =>
  database
    .selectFrom('accounts')
    .select(['id', 'email', 'name', 'role', 'phone', 'batch_id', 'exit_score', 'grade', 'preferred_project'])
    .select(['created_at', 'confirmed_at', 'suspended_at', 'suspension_reason', 'anonymised_at']);

/** With what a login needs. */
export async function accountByEmail(database: Reader, email: string) {
  return accounts(database)
    .where('email', '=', email)
    .select(['password_hash', 'has_second_factor'])
    .executeTakeFirst();
}

/**
 * @param address as typed
 * @throws 404 for an unknown account
 */
export async function requireAccount(database: Reader, address: string) {
  const email = normalizeEmail(address);
  const account = await accountByEmail(database, email);
  if (account === undefined) throw httpErrors.notFound(`There is no account with the email ${email}.`);
  return account;
}

export async function accountById(database: Reader, accountId: number) {
  return accounts(database).where('id', '=', accountId).executeTakeFirstOrThrow();
}

/** Locks an account and stores its verified password's new hash; undefined if the password has changed. */
export async function lockVerified(
  writer: Writer,
  account: { id: number; password_hash: string | null },
  renewed: string | null,
) {
  return writer
    .updateTable('accounts')
    .set({ password_hash: renewed ?? account.password_hash })
    .where('id', '=', account.id)
    .where('password_hash', '=', account.password_hash)
    .returning('has_second_factor')
    .executeTakeFirst();
}

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

/** Unconfirmed students of a batch, or with one imported, in order of signup. */
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

/** Opens everything to an unconfirmed account, as the office's placement does. */
export async function trustUnconfirmed(writer: Writer, accountId: number): Promise<void> {
  await writer.updateTable('accounts').set({ must_confirm: 0 }).where('id', '=', accountId).execute();
}

export async function accountName(database: Reader, accountId: number): Promise<string> {
  return shownName((await accountById(database, accountId)).name);
}

export async function accountNames(
  database: Reader,
  accountIds: readonly number[],
): Promise<Map<number, string>> {
  const people = await peopleOf(database, accountIds);
  return new Map([...people].map(([id, person]) => [id, person.s_name]));
}

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

/** By a current or former address. */
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

export async function unreadNoticesOf(database: Reader, accountId: number): Promise<number> {
  const query = database
    .selectFrom('accounts')
    .where('id', '=', accountId)
    .select('unread_notices as unread');
  return (await query.executeTakeFirstOrThrow()).unread;
}

/** An account that may get mail: confirmed, so that the address is its holder's, and not suspended. */
export type MailRecipient = {
  id: number;
  email: string;
  name: string;
  role: Role;
  confirmedAt: number;
  batch: string | null;
};

export async function mailRecipients(
  database: Reader | Writer,
  accountIds: readonly number[],
): Promise<Map<number, MailRecipient>> {
  if (accountIds.length === 0) return new Map();
  const rows = await database
    .selectFrom('accounts')
    .leftJoin(batchesAs('batch'), 'batch.id', 'accounts.batch_id')
    .where('accounts.id', 'in', [...new Set(accountIds)])
    .where('confirmed_at', 'is not', null)
    .where('suspended_at', 'is', null)
    .select(['accounts.id', 'email', 'accounts.name', 'role', 'confirmed_at as confirmedAt'])
    .select('batch.name as batch')
    .execute();
  return new Map(rows.map((row) => [row.id, row as MailRecipient]));
}

/** With batch and course. @param accountId null for the newest */
export async function studentToShow(database: Reader, accountId: number | null) {
  return database
    .selectFrom('accounts')
    .leftJoin(batchesAs('batch'), 'batch.id', 'accounts.batch_id')
    .leftJoin(coursesAs('course'), 'course.id', 'batch.course_id')
    .where('role', '=', 'student')
    .where('anonymised_at', 'is', null)
    .$if(accountId !== null, (query) => query.where('accounts.id', '=', accountId as number))
    .orderBy('accounts.id', 'desc')
    .limit(1)
    .select(['accounts.id', 'email', 'accounts.name', 'role', 'confirmed_at as confirmedAt'])
    .select(['batch.name as batch', 'course.name as course'])
    .executeTakeFirst();
}

/** Of accounts, where the portal requires a confirmed email. */
export const mayEnter = sql<SqlBool>`(accounts.confirmed_at is not null
  or accounts.must_confirm is null or accounts.must_confirm = 0)`;

/** Students of a batch who may get notices: not suspended and, where the portal requires it, confirmed. */
export async function studentsToNotify(
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
    .$if(requireConfirmedEmail, (query) => query.where(mayEnter))
    .orderBy('id')
    .select('id')
    .execute();
  return rows.map(({ id }) => id);
}

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

/** Locks an account until the transaction ends, so that limits per account are counted one at a time. */
export async function lockAccount(writer: Writer, id: number): Promise<void> {
  await writer
    .updateTable('accounts')
    .set((old) => ({ created_at: old.ref('created_at') }))
    .where('id', '=', id)
    .execute();
}

/**
 * To be called before students' progress is changed in a transaction that also notifies them: submissions lock
 * in this order, and the other order ends in a deadlock.
 */
export async function lockAccounts(writer: Writer, ids: readonly number[]): Promise<void> {
  const unlike = [...new Set(ids)].toSorted((one, other) => one - other);
  for (const some of partsOf(unlike)) {
    const rows = writer.selectFrom('accounts').where('id', 'in', some).orderBy('id').select('id');
    await lockedInOrder(writer, rows).execute();
  }
}

export async function hasAccounts(database: Reader): Promise<boolean> {
  return (await database.selectFrom('accounts').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Null for none. */
export async function setPreferredProject(
  writer: Writer,
  accountId: number,
  projectId: string | null,
): Promise<void> {
  await writer
    .updateTable('accounts')
    .set({ preferred_project: projectId })
    .where('id', '=', accountId)
    .execute();
}

export async function markConfirmed(writer: Writer, accountId: number, now: number): Promise<void> {
  await writer.updateTable('accounts').set({ confirmed_at: now }).where('id', '=', accountId).execute();
}

export async function firstAccountAt(database: Reader): Promise<number | null> {
  const first = database.selectFrom('accounts').orderBy('id').limit(1).select('created_at');
  return (await first.executeTakeFirst())?.created_at ?? null;
}

/** Not suspended. @param of accounts, or all administrators */
export async function activeStaff(database: Reader, of: readonly number[] | 'office'): Promise<number[]> {
  if (of.length === 0) return [];
  const rows = await database
    .selectFrom('accounts')
    .where('suspended_at', 'is', null)
    .where('role', 'in', of === 'office' ? ['administrator'] : ['administrator', 'mentor'])
    .$if(of !== 'office', (query) => query.where('id', 'in', of as readonly number[]))
    .orderBy('id')
    .select('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Who acts on a request to a batch's mentors: the active ones of them, or else the office. */
export async function activeMentors(database: Reader, mentors: readonly number[]): Promise<number[]> {
  const active = await activeStaff(database, mentors);
  return active.length > 0 ? active : activeStaff(database, 'office');
}

export async function hasAdministrator(database: Reader): Promise<boolean> {
  const administrators = database.selectFrom('accounts').where('role', '=', 'administrator');
  return (await administrators.select('id').limit(1).executeTakeFirst()) !== undefined;
}
