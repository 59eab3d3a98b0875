import { expressionBuilder, sql, type Expression } from 'kysely';
import type { Reader, Writer } from '../platform/database/database.ts';
import { isUniqueViolation } from '../platform/database/database-errors.ts';
import type { EngineName } from '../platform/database/engine.ts';
import type { Tables } from '../platform/database/schema.ts';
import { httpErrors } from '../platform/http/http-errors.ts';

const tables = expressionBuilder<Tables>();

/** Accounts as far as an import compares with them, for joins. */
export const comparedAccountsAs = <Alias extends string>(alias: Alias) =>
  tables
    .selectFrom('accounts')
    .select(['id', 'email', 'role', 'batch_id', 'exit_score', 'grade', 'confirmed_at', 'suspended_at'])
    .as(alias);

/** Addresses that accounts had before, for joins: nobody else gets one of them. */
export const formerEmailsAs = <Alias extends string>(alias: Alias) =>
  tables.selectFrom('former_emails').select('email').as(alias);

/** How many people there are: students with an account, and those about whom something was imported. */
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

/** A row of people to put in force; null is not known, and changes nothing. */
type StagedPerson = {
  email: string;
  name: string | null;
  phone: string | null;
  batch_id: number | null;
  exit_score: number | null;
  grade: string | null;
};

const metAnother = () =>
  httpErrors.conflict(
    'Somebody else imports some of these people at the same time. Please try it again, and look at it once more.',
  );

/** Of how many addresses something waits beside them, and of how many nothing does. */
type Addresses = { known: number; fresh: number };

/**
 * Keeps what is known of addresses as it is until the transaction ends, beside them and in their accounts: whoever changes it just
 * now is waited for. The embedded engine has one change at a time anyway.
 * @param emails a query of the addresses
 */
export async function lockPeople(
  writer: Writer,
  engine: EngineName,
  emails: Expression<{ email: string }>,
): Promise<Addresses> {
  // In the order of the addresses, so that two which lock the same ones wait for each other, and do not block each other.
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
 * Puts staged people in force with three statements, however many they are: what is known waits beside the address, and reaches
 * the accounts whose address is confirmed. Each address is there once.
 * @param people a query of such rows
 * @param addresses what `lockPeople` has said of their addresses
 * @param now instant in milliseconds
 * @throws 409 where somebody else puts one of the addresses in force at the same time
 */
export async function putPeopleInForce(
  writer: Writer,
  people: Expression<StagedPerson>,
  { known, fresh }: Addresses,
  now: number,
): Promise<void> {
  const { numAffectedRows: updated } = await sql`
    update imported_people set
      batch_id = coalesce(staged.batch_id, imported_people.batch_id),
      exit_score = coalesce(staged.exit_score, imported_people.exit_score),
      grade = coalesce(staged.grade, imported_people.grade),
      name = coalesce(staged.name, imported_people.name),
      phone = coalesce(staged.phone, imported_people.phone),
      imported_at = cast(${now} as bigint)
    from ${people} as staged
    where imported_people.email = staged.email`.execute(writer);
  // One that has come since would lose what it says, which nobody has looked at.
  if (Number(updated) !== known) throw metAnother();
  // With "on conflict" PostgreSQL writes each row in two steps, which takes twice the time.
  const { numAffectedRows: inserted } = await sql`
    insert into imported_people (email, batch_id, exit_score, grade, name, phone, imported_at)
    select email, batch_id, exit_score, grade, name, phone, cast(${now} as bigint) from ${people} as staged
    where not exists (select 1 from imported_people as known where known.email = staged.email)`
    .execute(writer)
    .catch((error: unknown) => {
      if (!isUniqueViolation(error)) throw error;
      throw metAnother();
    });
  if (Number(inserted) !== fresh) throw metAnother();
  // Triggers run for each row that is written: only for those that change.
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
