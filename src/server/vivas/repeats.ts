import { expressionBuilder, sql, type Kysely } from 'kysely';
import { accountNames, accountsAs } from '../accounts/queries.ts';
import { compiledQuery } from '../platform/database/compiled-query.ts';
import type { Reader, Writer } from '../platform/database/database.ts';
import { partsOf } from '../platform/database/rows-at-once.ts';
import type { Tables } from '../platform/database/schema.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { studentOrderAs } from '../progress/progress-queries.ts';
import { chosenAtOf, selectionsAs } from '../selections/queries.ts';

const tables = expressionBuilder<Tables>();

/** Whether a viva is the repeat after an absence with a reason. @param slot alias of `viva_slots` */
export const isRepeat = (slot: string) =>
  sql<boolean>`exists ${tables
    .selectFrom('viva_attendance as missed')
    .innerJoin(selectionsAs('chosen'), 'chosen.account_id', 'missed.account_id')
    .where('missed.account_id', '=', sql.ref<number>(`${slot}.account_id`))
    .where('missed.starts_at', '<>', sql.ref<number>(`${slot}.starts_at`))
    .where('missed.state', '=', sql.lit('excused' as const))
    .where('missed.recorded_at', '>=', chosenAtOf('chosen'))
    .select('missed.account_id')}`;

/** Absences since the project was chosen, in order of time, with who waited. */
const absences = (db: Kysely<Tables>) =>
  db
    .selectFrom('viva_attendance as missed')
    .innerJoin(selectionsAs('chosen'), 'chosen.account_id', 'missed.account_id')
    .leftJoin('viva_missed_panels as waited', (on) =>
      on
        .onRef('waited.account_id', '=', 'missed.account_id')
        .onRef('waited.starts_at', '=', 'missed.starts_at'),
    )
    .leftJoin(accountsAs('examiner'), 'examiner.id', 'waited.examiner_id')
    .where('missed.state', 'in', ['absent', 'excused'])
    .where('missed.recorded_at', '>=', chosenAtOf('chosen'))
    .orderBy('missed.starts_at')
    .orderBy('examiner.id')
    .select(['missed.account_id as accountId', 'missed.starts_at as startsAt'])
    .select(['missed.state', 'missed.reason'])
    .select(['examiner.id as examinerId', 'examiner.email', 'examiner.name']);

export const absencesInBatch = compiledQuery((db, p: { batchId: number }) =>
  absences(db)
    .innerJoin(studentOrderAs('order'), 'order.account_id', 'missed.account_id')
    .where('order.batch_id', '=', p.batchId),
);
type AbsenceRow = Awaited<ReturnType<typeof absencesInBatch>>[number];

export type MissedViva = {
  startsAt: number;
  isExcused: boolean;
  reason: string;
  panel: { id: number; email: string; name: string }[];
};

function byStudent(rows: readonly AbsenceRow[]): Map<number, MissedViva[]> {
  const found = new Map<number, MissedViva[]>();
  for (const { accountId, startsAt, state, reason, examinerId, email, name } of rows) {
    const own = found.get(accountId) ?? [];
    found.set(accountId, own);
    let missed = own.find((one) => one.startsAt === startsAt);
    if (missed === undefined)
      own.push((missed = { startsAt, isExcused: state === 'excused', reason, panel: [] }));
    if (examinerId !== null && email !== null && name !== null)
      missed.panel.push({ id: examinerId, email, name });
  }
  return found;
}

/** By student of the batch; who missed none is not in it. */
export const missedInBatch = async (reader: Reader | Writer, batchId: number) =>
  byStudent(await absencesInBatch(reader, { batchId }));

export async function missedOf(reader: Reader | Writer, accountIds: readonly number[]) {
  const rows: AbsenceRow[] = [];
  for (const some of partsOf(accountIds))
    rows.push(...(await absences(reader).where('missed.account_id', 'in', some).execute()));
  return byStudent(rows);
}

/** Whose absence a viva at this time repeats; undefined for a first viva. @param startsAt null: of one without a time */
export const repeatedBy = (missed: readonly MissedViva[], startsAt: number | null): MissedViva | undefined =>
  missed.find((one) => one.isExcused && one.startsAt !== startsAt);

/** Why there is no other time; null where there may be one. */
function whyNoTime(missed: readonly MissedViva[], startsAt: number | null): string | null {
  const earlier = missed.filter((one) => one.startsAt !== startsAt);
  if (earlier.some(({ isExcused }) => !isExcused))
    return 'was absent without a reason, so there is no repeat. Record the reason on the viva day first.';
  return earlier.length > 1 ? 'has missed the repeat as well. A viva is repeated once.' : null;
}

/** Whether the plan has to find a time: there is none, or it was missed with a reason for the first time. */
export function needsTime(startsAt: number | null, missed: readonly MissedViva[] = []): boolean {
  if (startsAt !== null && !missed.some((one) => one.startsAt === startsAt)) return false;
  return whyNoTime(missed, null) === null;
}

/** @throws 409 naming a student whose viva was missed, and is not to be repeated */
export async function refuseRepeats(
  writer: Writer,
  slots: readonly { accountId: number; startsAt: number }[],
): Promise<void> {
  const missed = await missedOf(
    writer,
    slots.map(({ accountId }) => accountId),
  );
  if (missed.size === 0) return;
  for (const { accountId, startsAt } of slots) {
    const why = whyNoTime(missed.get(accountId) ?? [], startsAt);
    if (why === null) continue;
    const name = (await accountNames(writer, [accountId])).get(accountId) ?? '';
    throw httpErrors.conflict(`${name} ${why}`);
  }
}

/** In place of who was noted before. @param panel empty: nobody waited */
export async function storeMissedPanel(
  writer: Writer,
  { accountId, startsAt }: { accountId: number; startsAt: number },
  panel: readonly number[],
): Promise<void> {
  await writer
    .deleteFrom('viva_missed_panels')
    .where('account_id', '=', accountId)
    .where('starts_at', '=', startsAt)
    .execute();
  if (panel.length > 0)
    await writer
      .insertInto('viva_missed_panels')
      .values(panel.map((id) => ({ account_id: accountId, starts_at: startsAt, examiner_id: id })))
      .execute();
}
