import { expressionBuilder, sql } from 'kysely';
import { isoInstant, instantOrNull } from '#contract/dates';
import type { ConsentState, GuardianView } from '#contract/accounts/consent-calls';
import { consentSubjects, type ConsentSubject } from '#contract/accounts/consent';
import { compiledQuery } from '../../platform/database/compiled-query.ts';
import type { Reader } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/schema.ts';
import { currentVersion, pageOf } from './text-versions.ts';

/** Newest first. */
export const consentsOf = compiledQuery((db, p: { accountId: number }) =>
  db
    .selectFrom('consents')
    .innerJoin('text_versions as version', 'version.id', 'consents.version_id')
    .where('consents.account_id', '=', p.accountId)
    .orderBy('consents.id', 'desc')
    .select(['consents.id', 'consents.page', 'consents.form', 'consents.given_at as givenAt'])
    .select(['consents.withdrawn_at as withdrawnAt', 'version.id as versionId'])
    .select(['version.number', 'version.sha256']),
);

type ConsentRow = Awaited<ReturnType<typeof consentsOf>>[number];

const presentConsent = ({ number, sha256, form, givenAt, withdrawnAt }: ConsentRow) => ({
  version: number,
  sha256,
  form,
  given_at: isoInstant(givenAt),
  withdrawn_at: instantOrNull(withdrawnAt),
});

/** Newest asked for; null where the office has not asked. */
async function askedVersion(db: Reader, subject: ConsentSubject): Promise<number | null> {
  const row = await db
    .selectFrom('text_versions')
    .where('page', '=', pageOf(subject))
    .where('asked_at', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .select('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** What an account has agreed to, and must agree to. */
export async function consentStates(db: Reader, accountId: number): Promise<ConsentState[]> {
  const rows = await consentsOf(db, { accountId });
  const states: ConsentState[] = [];
  for (const subject of consentSubjects) {
    const current = await currentVersion(db, subject);
    if (current === undefined) continue;
    const own = rows.filter(({ page }) => page === pageOf(subject));
    const asked = await askedVersion(db, subject);
    const isAgreed = own.some(
      ({ versionId, withdrawnAt }) => withdrawnAt === null && versionId >= (asked ?? 0),
    );
    states.push({
      subject,
      current: {
        version: current.number,
        sha256: current.sha256,
        since: isoInstant(current.recordedAt),
        note: current.note,
      },
      asks: asked !== null && !isAgreed,
      given: own.map(presentConsent),
    });
  }
  return states;
}

/** For the session's query: 1 where words that the office asks about were not agreed to. */
export const asksConsent = sql<number>`case when exists (
  select 1 from text_versions asked where asked.asked_at > 0 and not exists (
    select 1 from consents given where given.account_id = accounts.id and given.page = asked.page
    and given.version_id >= asked.id and given.withdrawn_at is null)) then 1 else 0 end`;

/** For the session's query: null where nothing is missing. */
export const lacksGuardian = sql<'missing' | 'unconfirmed' | null>`(
  select case when guardian.name is null then 'missing' else 'unconfirmed' end
  from guardians guardian inner join guardian_rule on guardian_rule.id = 1
  where guardian.account_id = accounts.id and guardian.confirmed_at is null)`;

export async function guardianRule(db: Reader): Promise<boolean> {
  return (await db.selectFrom('guardian_rule').select('id').executeTakeFirst()) !== undefined;
}

/** Of students known to be under 18, for joins in other rooms. */
export const guardiansAs = <Alias extends string>(alias: Alias) =>
  expressionBuilder<Tables>().selectFrom('guardians').select('account_id').as(alias);

/** Null for who is not known to be under 18. */
export async function guardianOf(db: Reader, accountId: number): Promise<GuardianView | null> {
  const row = await db
    .selectFrom('guardians')
    .where('account_id', '=', accountId)
    .select(['name', 'contact', 'confirmed_at as confirmedAt'])
    .executeTakeFirst();
  if (row === undefined) return null;
  const { confirmedAt, ...rest } = row;
  return { ...rest, confirmed_at: instantOrNull(confirmedAt) };
}

export const guardianLacks = compiledQuery((db, p: { accountId: number }) =>
  db.selectFrom('accounts').where('accounts.id', '=', p.accountId).select(lacksGuardian.as('lacks')),
);

/** What of a guardian is missing before a project may be chosen; null for nothing. */
export async function missingGuardian(
  db: Reader,
  accountId: number,
): Promise<'missing' | 'unconfirmed' | null> {
  const [row] = await guardianLacks(db, { accountId });
  return row?.lacks ?? null;
}

/** For the holder's copies. */
export async function consentRecords(db: Reader, accountId: number) {
  const rows = await consentsOf(db, { accountId });
  return rows.map((row) => ({ page: row.page, ...presentConsent(row) }));
}

/** Of some accounts, those that must not choose a project yet. */
export async function accountsWithoutGuardian(db: Reader, ids: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('guardians')
    .innerJoin('guardian_rule', (join) => join.onTrue())
    .where('guardians.account_id', 'in', [...ids])
    .where('guardians.confirmed_at', 'is', null)
    .select('guardians.account_id as id')
    .execute();
  return new Set(rows.map(({ id }) => id));
}
