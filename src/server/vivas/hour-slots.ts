import { activeStudentsAs } from '../accounts/queries.ts';
import { compiledQuery } from '../platform/database/compiled-query.ts';
import { isRepeat } from './repeats.ts';

/** The time of a student's viva, with its place. */
export const hourSlotOf = compiledQuery((db, p: { accountId: number }) =>
  db
    .selectFrom('viva_slots as slot')
    .innerJoin('viva_rooms as room', 'room.id', 'slot.room_id')
    .where('slot.account_id', '=', p.accountId)
    .where('slot.purpose', '=', 'viva')
    .select(['slot.id', 'slot.batch_id as batchId', 'slot.starts_at as startsAt', 'slot.minutes'])
    .select(['room.name as room', 'room.link'])
    .select(isRepeat('slot').as('isRepeat')),
);
export type HourSlot = Awaited<ReturnType<typeof hourSlotOf>>[number];

/** Of a batch, by time. */
export const hourSlotsOfBatch = compiledQuery((db, p: { batchId: number }) =>
  db
    .selectFrom('viva_slots as slot')
    .innerJoin(activeStudentsAs('student'), 'student.id', 'slot.account_id')
    .where('slot.batch_id', '=', p.batchId)
    .where('slot.purpose', '=', 'viva')
    .orderBy('slot.starts_at')
    .orderBy('slot.id')
    .select(['slot.id', 'slot.account_id as accountId', 'slot.starts_at as startsAt'])
    .select(['student.email', 'student.name'])
    .select(isRepeat('slot').as('isRepeat')),
);

/** Of the rows of a viva's marks. @returns 1, and 2 for the repeat */
export const hourNumber = ({ isRepeat: repeats }: { isRepeat: unknown }): number => (repeats ? 2 : 1);
