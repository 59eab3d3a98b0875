import { sql, type SqlBool } from 'kysely';
import { isoInstant } from '#contract/dates';
import { guardiansAs } from '../accounts/consent/consent-queries.ts';
import { peopleAs } from '../accounts/people-queries.ts';
import { compiledQuery } from '../platform/database/compiled-query.ts';
import type { Reader } from '../platform/database/database.ts';
import { partsOf } from '../platform/database/rows-at-once.ts';

export const nameLineOf = compiledQuery((db, p: { accountId: number }) =>
  db
    .selectFrom('certificate_names')
    .where('account_id', '=', p.accountId)
    .orderBy('id', 'desc')
    .limit(1)
    .select(['line', 'confirmed_at as confirmedAt', 'confirmed_by as confirmedBy'])
    .select(['guardian', 'guardian_how as guardianHow', 'guardian_on as guardianOn']),
);
export type NameLineRow = Awaited<ReturnType<typeof nameLineOf>>[number];

/** Every line that was confirmed, oldest first, for the student's own record. */
export async function nameLinesOf(db: Reader, accountId: number) {
  const rows = await db
    .selectFrom('certificate_names')
    .where('account_id', '=', accountId)
    .orderBy('id')
    .select(['line', 'confirmed_at', 'guardian', 'guardian_how', 'guardian_on'])
    .execute();
  return rows.map(({ confirmed_at, ...row }) => ({ ...row, confirmed_at: isoInstant(confirmed_at) }));
}

const isUnconfirmed = sql<SqlBool>`not exists (
  select 1 from certificate_names line where line.account_id = student.id)`;

const activeStudentsOf = (db: Reader, batchId: number) =>
  db
    .selectFrom(peopleAs('student'))
    .where('student.batch_id', '=', batchId)
    .where('student.role', '=', 'student')
    .where('student.anonymised_at', 'is', null);

export async function countNames(
  db: Reader,
  batchId: number,
): Promise<{ students: number; unconfirmed: number }> {
  const row = await activeStudentsOf(db, batchId)
    .select(({ fn }) => fn.countAll<number>().as('students'))
    .select(sql<number | null>`sum(case when ${isUnconfirmed} then 1 else 0 end)`.as('unconfirmed'))
    .executeTakeFirstOrThrow();
  return { students: Number(row.students), unconfirmed: Number(row.unconfirmed ?? 0) };
}

/** In order of signup. */
export const studentsOfBatch = (db: Reader, batchId: number, limit: number) =>
  activeStudentsOf(db, batchId)
    .orderBy('student.id')
    .limit(limit)
    .select(['student.id', 'student.email', 'student.name'])
    .execute();

/** Those of the accounts that are still students, in order of signup. */
export async function studentsByIds(db: Reader, accountIds: readonly number[]) {
  const found = [];
  for (const ids of partsOf(accountIds))
    found.push(
      ...(await db
        .selectFrom(peopleAs('student'))
        .where('student.id', 'in', ids)
        .where('student.role', '=', 'student')
        .where('student.anonymised_at', 'is', null)
        .select(['student.id', 'student.email', 'student.name'])
        .execute()),
    );
  return found.toSorted((one, other) => one.id - other.id);
}

/** The newest line of each account, which is the one that counts. */
export async function newestLines(db: Reader, accountIds: readonly number[]): Promise<Map<number, string>> {
  const lines = new Map<number, string>();
  for (const ids of partsOf(accountIds)) {
    const rows = await db
      .selectFrom('certificate_names')
      .where('account_id', 'in', ids)
      .orderBy('id')
      .select(['account_id', 'line'])
      .execute();
    for (const { account_id: id, line } of rows) lines.set(id, line);
  }
  return lines;
}

/** Students without a confirmed line, in order of signup. */
export async function unconfirmedOf(db: Reader, batchId: number, limit: number) {
  const rows = await activeStudentsOf(db, batchId)
    .leftJoin(guardiansAs('guardian'), 'guardian.account_id', 'student.id')
    .where(isUnconfirmed)
    .orderBy('student.id')
    .limit(limit)
    .select(['student.id', 'student.email', 'student.name', 'guardian.account_id as minorId'])
    .execute();
  return rows.map(({ minorId, ...rest }) => ({ ...rest, isMinor: minorId !== null }));
}
