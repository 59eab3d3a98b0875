import { expressionBuilder, sql, type Expression } from 'kysely';
import type { Reader, Writer } from '../platform/database/database.ts';
import type { Flag, Tables } from '../platform/database/schema.ts';
import { isUniqueViolation } from '../platform/database/database-errors.ts';
import type { EngineName } from '../platform/database/engine.ts';
import { httpErrors } from '../platform/http/http-errors.ts';

const tables = expressionBuilder<Tables>();

/** For joins by the office's lists, exports and imports. */
export const peopleAs = <Alias extends string>(alias: Alias) =>
  tables
    .selectFrom('accounts')
    .select(['id', 'email', 'name', 'role', 'phone', 'batch_id', 'typed_batch', 'exit_score', 'grade'])
    .select(['confirmed_at', 'suspended_at', 'suspension_reason', 'anonymised_at', 'created_at', 'seen_at'])
    .select(['former_emails', 'has_second_factor', 'preferred_project'])
    .select(sql<Flag>`case when password_hash is null then 0 else 1 end`.as('has_password'))
    .as(alias);

export const importedPeopleAs = <Alias extends string>(alias: Alias) =>
  tables
    .selectFrom('imported_people')
    .select(['email', 'batch_id', 'exit_score', 'grade', 'name', 'phone', 'is_correction'])
    .select(['imported_at', 'intake_id'])
    .as(alias);

export async function hasImportedPeople(database: Reader): Promise<boolean> {
  const row = await database
    .selectFrom('imported_people')
    .where('is_correction', '=', 0)
    .select('email')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export const deletionRequestsAs = <Alias extends string>(alias: Alias) =>
  tables.selectFrom('deletion_requests').select(['account_id', 'asked_at']).as(alias);

export async function accountsWithSessions(
  database: Reader,
  accountIds: readonly number[],
  now: number,
): Promise<Set<number>> {
  const rows = await database
    .selectFrom('sessions')
    .where('account_id', 'in', accountIds)
    .where('expires_at', '>', now)
    .select('account_id')
    .distinct()
    .execute();
  return new Set(rows.map(({ account_id }) => account_id));
}

export async function accountsWithCalendars(
  database: Reader,
  accountIds: readonly number[],
): Promise<Set<number>> {
  const rows = await database
    .selectFrom('calendars')
    .where('account_id', 'in', accountIds)
    .select('account_id')
    .execute();
  return new Set(rows.map(({ account_id }) => account_id));
}

export const formerEmailsAs = <Alias extends string>(alias: Alias) =>
  tables.selectFrom('former_emails').select('email').as(alias);

/** Of addresses, those that an account has left: no other account gets one. */
export async function formerAmong(database: Reader, emails: readonly string[]): Promise<string[]> {
  const rows = await database
    .selectFrom('former_emails')
    .where('email', 'in', emails)
    .select('email')
    .execute();
  return rows.map(({ email }) => email);
}

/** Students with an account, and imported people. */
export async function countPeople(database: Reader): Promise<number> {
  const { people } = await database
    .selectFrom((from) =>
      from
        .selectFrom('imported_people')
        .select('email')
        .union(from.selectFrom('accounts').where('role', '=', 'student').select('email'))
        .as('known'),
    )
    .select((of) => of.fn.countAll<number>().as('people'))
    .executeTakeFirstOrThrow();
  return Number(people);
}

/** Null is unknown and changes nothing. */
type StagedPerson = Pick<
  Tables['imported_people'],
  'email' | 'batch_id' | 'exit_score' | 'grade' | 'name' | 'phone'
>;

const metAnother = () =>
  httpErrors.conflict(
    'Someone else is importing some of these people right now. Check the preview and try again.',
  );

type Addresses = { known: number; fresh: number };

/**
 * Locks imported data and accounts of addresses until the transaction ends. SQLite has one writer anyway.
 * @param emails a query of the addresses
 */
export async function lockPeople(
  writer: Writer,
  engine: EngineName,
  emails: Expression<{ email: string }>,
): Promise<Addresses> {
  // In one order, so that two imports cannot deadlock.
  const lock = engine === 'postgres' ? sql`order by known.email for no key update` : sql``;
  const locked = (table: 'imported_people' | 'accounts') => sql`(
    select known.email from ${sql.table(table)} as known
    where known.email in (select staged.email from ${emails} as staged) ${lock}) as locked`;
  const { rows } = await sql<{ known: number; staged: number }>`
    select count(*) as known, (select count(*) from ${emails} as staged) as staged
    from ${locked('imported_people')}`.execute(writer);
  if (engine === 'postgres') await sql`select count(*) from ${locked('accounts')}`.execute(writer);
  const known = Number(rows[0]?.known);
  return { known, fresh: Number(rows[0]?.staged) - known };
}

/**
 * Applies staged people with three statements, however many they are: to the imported data, and to confirmed
 * accounts.
 * @param people a query of such rows, one per address
 * @param addresses from `lockPeople`
 * @param options.now in milliseconds since 1970 UTC
 * @param options.importId of the spreadsheet that brings who is new; null for by hand
 * @throws 409 for a concurrent import of the same addresses
 */
export async function applyPeople(
  writer: Writer,
  people: Expression<StagedPerson>,
  { known, fresh }: Addresses,
  { now, importId }: { now: number; importId: number | null },
): Promise<void> {
  const { numAffectedRows: updated } = await sql`
    update imported_people set
      batch_id = coalesce(staged.batch_id, imported_people.batch_id),
      exit_score = coalesce(staged.exit_score, imported_people.exit_score),
      grade = coalesce(staged.grade, imported_people.grade),
      name = coalesce(staged.name, imported_people.name),
      phone = coalesce(staged.phone, imported_people.phone),
      is_correction = 0,
      imported_at = cast(${now} as bigint)
    from ${people} as staged
    where imported_people.email = staged.email`.execute(writer);
  // A row added meanwhile would be overwritten unseen.
  if (Number(updated) !== known) throw metAnother();
  // "On conflict" takes PostgreSQL twice the time.
  const { numAffectedRows: inserted } = await sql`
    insert into imported_people (email, batch_id, exit_score, grade, name, phone, imported_at, intake_id)
    select email, batch_id, exit_score, grade, name, phone, cast(${now} as bigint), cast(${importId} as bigint)
    from ${people} as staged
    where not exists (select 1 from imported_people as known where known.email = staged.email)`
    .execute(writer)
    .catch((error: unknown) => {
      if (!isUniqueViolation(error)) throw error;
      throw metAnother();
    });
  if (Number(inserted) !== fresh) throw metAnother();
  // Only rows that change, since triggers run for each.
  await sql`
    update accounts set
      batch_id = coalesce(staged.batch_id, accounts.batch_id),
      typed_batch = case when staged.batch_id is null then accounts.typed_batch end,
      exit_score = coalesce(staged.exit_score, accounts.exit_score),
      grade = coalesce(staged.grade, accounts.grade)
    from ${people} as staged
    where accounts.email = staged.email and accounts.role = 'student' and accounts.confirmed_at is not null
      and ((staged.batch_id is not null and staged.batch_id is distinct from accounts.batch_id)
        or (staged.exit_score is not null and staged.exit_score is distinct from accounts.exit_score)
        or (staged.grade is not null and staged.grade is distinct from accounts.grade))`.execute(writer);
}
