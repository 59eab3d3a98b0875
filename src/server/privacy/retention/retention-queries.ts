import { sql } from 'kysely';
import { accountsAs, keptStudentsAs } from '../../accounts/queries.ts';
import { batchesAs } from '../../courses/batch-queries.ts';
import { compiledQuery, compiledQueryByKind } from '../../platform/database/compiled-query.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { lockedInOrder } from '../../platform/database/locked-in-order.ts';
import { lastFreezeOf } from '../../results/freezes/freeze-queries.ts';
import { selectionsAs } from '../../selections/queries.ts';
import { lastExtensionOf, lastSubmittedOf } from '../../submissions/queries.ts';
import { dayMs } from '#contract/durations';

const columns = [
  'years',
  'observed_ms as observedMs',
  'looked_at as lookedAt',
  'planned_at as plannedAt',
] as const;

export async function readRule(reader: Reader) {
  const row = await reader.selectFrom('retention').select(columns).executeTakeFirst();
  return row ?? { years: null, observedMs: 0, lookedAt: null, plannedAt: null };
}

/** One lock for the setting, holds, and each removal: whichever comes first, the other one sees it. */
export async function lockRetention(writer: Writer) {
  await writer
    .insertInto('retention')
    .values({ id: 1, years: null, observed_ms: 0, looked_at: null, planned_at: null })
    .onConflict((on) => on.doNothing())
    .execute();
  const row = writer.selectFrom('retention').orderBy('id').select(columns);
  return lockedInOrder(writer, row).executeTakeFirstOrThrow();
}

/** Of one student, or of all after one. */
type Of = { accountId: number; cutoff: number; limit: number };
type Asked = { of: 'one' | 'unplanned'; suspended: boolean };

/** Students of batches that ended before the cutoff, without a hold; the rest of `endOfBatch` is checked by it. */
export const studentsBefore = compiledQueryByKind(({ of, suspended }: Asked, db, p: Of) =>
  db
    .selectFrom(batchesAs('batch'))
    .innerJoin(keptStudentsAs('student'), 'student.batch_id', 'batch.id')
    .leftJoin(selectionsAs('choice'), 'choice.account_id', 'student.id')
    .where(
      sql<boolean>`coalesce(batch.viva_deadline, batch.starts_at + ${sql.lit(35 * dayMs)}) <= ${p.cutoff}`,
    )
    .where('student.created_at', '<=', p.cutoff)
    .where('student.suspended_at', suspended ? 'is not' : 'is', null)
    .where('student.id', of === 'one' ? '=' : '>', p.accountId)
    .where(({ not, exists, selectFrom, or }) =>
      not(
        exists(
          selectFrom('retention_holds as hold')
            .where((on) =>
              or([
                on('hold.account_id', '=', on.ref('student.id')),
                on('hold.batch_id', '=', on.ref('batch.id')),
              ]),
            )
            .select('hold.id'),
        ),
      ),
    )
    .$if(of === 'unplanned', (query) =>
      query.where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('retention_plans as plan')
              .whereRef('plan.account_id', '=', 'student.id')
              .select('plan.account_id'),
          ),
        ),
      ),
    )
    .orderBy('student.id')
    .limit(p.limit)
    .select(['student.id as accountId', 'student.email', 'student.name', 'student.created_at as signedUpAt'])
    .select(['batch.id as batchId', 'batch.name as batch', 'batch.starts_at as startsAt'])
    .select(['batch.viva_deadline as vivaDeadline', 'choice.started_at as startedAt'])
    .select((on) => [
      lastFreezeOf(on.ref('batch.id')).as('frozenAt'),
      lastSubmittedOf(on.ref('student.id')).as('submittedAt'),
      lastExtensionOf(on.ref('student.id')).as('extendedTo'),
    ]),
);

export const plansAfter = compiledQuery((db, p: { accountId: number; limit: number }) =>
  db
    .selectFrom('retention_plans as plan')
    .innerJoin(accountsAs('student'), 'student.id', 'plan.account_id')
    .leftJoin(batchesAs('batch'), 'batch.id', 'plan.batch_id')
    .where('plan.account_id', '>', p.accountId)
    .orderBy('plan.account_id')
    .limit(p.limit)
    .select(['plan.account_id as accountId', 'plan.years', 'plan.batch_id as batchId'])
    .select(['plan.ended_at as endedAt', 'plan.office_at as officeAt', 'plan.person_at as personAt'])
    .select(['plan.office_observed_ms as officeObservedMs', 'plan.person_observed_ms as personObservedMs'])
    .select(['student.email', 'student.name', 'batch.name as batch']),
);
export type PlanRow = Awaited<ReturnType<typeof plansAfter>>[number];

export async function planOf(reader: Reader, accountId: number): Promise<PlanRow | undefined> {
  const [row] = await plansAfter(reader, { accountId: accountId - 1, limit: 1 });
  return row?.accountId === accountId ? row : undefined;
}

export async function countPlans(reader: Reader): Promise<number> {
  const { count } = await reader
    .selectFrom('retention_plans')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** For a restored database: what it has announced may be undone since. */
export async function restartWaits(writer: Writer): Promise<void> {
  await writer.deleteFrom('retention_plans').execute();
}
