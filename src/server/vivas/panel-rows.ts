import { sql, type Kysely } from 'kysely';
import { dayMs } from '#contract/durations';
import { activeStudentsAs } from '../accounts/queries.ts';
import { frozenAs } from '../accounts/frozen-students.ts';
import { examinersAs } from '../accounts/examiner-accounts.ts';
import { batchesAs } from '../courses/batch-queries.ts';
import { hasResultOf } from '../marking/recorded/queries.ts';
import { compiledQuery } from '../platform/database/compiled-query.ts';
import type { Reader, Writer } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/schema.ts';
import { studentOrderAs } from '../progress/progress-queries.ts';
import { projectsAs } from '../projects/queries.ts';

/** Of one panel member; `since`: their last viva in the batch began after it. */
type OfMember = { accountId: number; since: number };

/** Without a result: while the student is of the batch, and no result is released or frozen. */
const seats = (db: Kysely<Tables>, { accountId }: Pick<OfMember, 'accountId'>) =>
  db
    .selectFrom('viva_panels as seat')
    .innerJoin('viva_slots as slot', 'slot.id', 'seat.slot_id')
    .innerJoin(activeStudentsAs('student'), (on) =>
      on.onRef('student.id', '=', 'slot.account_id').onRef('student.batch_id', '=', 'slot.batch_id'),
    )
    .innerJoin('viva_rooms as room', 'room.id', 'slot.room_id')
    .innerJoin(batchesAs('batch'), 'batch.id', 'slot.batch_id')
    .leftJoin(studentOrderAs('order'), 'order.account_id', 'slot.account_id')
    .leftJoin(projectsAs('project'), 'project.id', 'order.project_id')
    .leftJoin(frozenAs('frozen'), 'frozen.account_id', 'slot.account_id')
    .where('seat.account_id', '=', accountId)
    .where('slot.purpose', '=', 'viva')
    .where('frozen.account_id', 'is', null)
    .where(({ not }) => not(hasResultOf('slot.account_id', 'viva')))
    .select(['slot.id', 'slot.account_id as studentId', 'slot.batch_id as batchId'])
    .select(['slot.starts_at as startsAt', 'slot.minutes', 'room.name as room', 'room.link'])
    .select(['student.email', 'student.name', 'batch.name as batch'])
    .select(['project.id as projectId', 'project.name as project']);

/** What somebody examines now. */
const openSeats = (db: Kysely<Tables>, of: Pick<OfMember, 'accountId'>) =>
  seats(db, of)
    .leftJoin(examinersAs('examiner'), 'examiner.account_id', 'seat.account_id')
    .where('examiner.removed_at', 'is', null);

/** Few: those in which the member had a viva lately, or has one. */
const recentVivas = (db: Kysely<Tables>, { accountId, since }: OfMember) =>
  db
    .selectFrom('viva_panels as later')
    .innerJoin('viva_slots as last', 'last.id', 'later.slot_id')
    .where('later.account_id', '=', accountId)
    .where('last.purpose', '=', 'viva')
    .where('last.starts_at', '>', since);

export const recentBatches = compiledQuery((db, p: OfMember) =>
  recentVivas(db, p).select('last.batch_id as batchId').distinct(),
);

type OfBatch = { accountId: number; batchId: number };

export const seatsOfBatch = compiledQuery((db, p: OfBatch) =>
  seats(db, p).where('slot.batch_id', '=', p.batchId),
);

export const openSeatsOfBatch = compiledQuery((db, p: OfBatch & { limit: number }) =>
  openSeats(db, p)
    .where('slot.batch_id', '=', p.batchId)
    .orderBy('slot.starts_at')
    .orderBy('slot.id')
    .limit(p.limit),
);

/** Each batch on its own: as one query, PostgreSQL reads all vivas of the academy. In order of time. */
async function ofRecentBatches<Seat extends { id: number; startsAt: number }>(
  reader: Reader | Writer,
  of: OfMember,
  seatsIn: (batchId: number) => Promise<Seat[]>,
): Promise<Seat[]> {
  const found: Seat[] = [];
  for (const { batchId } of await recentBatches(reader, of)) found.push(...(await seatsIn(batchId)));
  return found.toSorted((one, other) => one.startsAt - other.startsAt || one.id - other.id);
}

/** Of a removed examiner, too. */
export const seatsOf = (reader: Reader | Writer, of: OfMember) =>
  ofRecentBatches(reader, of, (batchId) => seatsOfBatch(reader, { accountId: of.accountId, batchId }));

/** After one's last viva of a batch. */
const accessDays = 30;

export const seatsSince = ({ context: { clock } }: { context: { clock: { now(): number } } }): number =>
  clock.now() - accessDays * dayMs;

/** The first by time. */
export async function openSeatsOf(reader: Reader | Writer, { limit, ...of }: OfMember & { limit: number }) {
  const { accountId } = of;
  const seatsIn = (batchId: number) => openSeatsOfBatch(reader, { accountId, batchId, limit });
  return (await ofRecentBatches(reader, of, seatsIn)).slice(0, limit);
}

export const openSeatFor = compiledQuery((db, p: OfMember & { studentId: number }) =>
  openSeats(db, p)
    .where('slot.account_id', '=', p.studentId)
    .where(({ exists }) =>
      exists(
        recentVivas(db, p).where('last.batch_id', '=', sql.ref<number>('slot.batch_id')).select('last.id'),
      ),
    ),
);
export type OpenSeat = Awaited<ReturnType<typeof openSeatFor>>[number];

/** From the plans; vivas that they have stay theirs until the office moves them. */
export async function takeOutOfPlans(writer: Writer, accountId: number): Promise<void> {
  await writer.deleteFrom('viva_examiners').where('account_id', '=', accountId).execute();
}
