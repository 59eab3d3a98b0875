import { studentsAs } from '../../accounts/queries.ts';
import { compiledQuery } from '../../platform/database/compiled-query.ts';

/** Of a batch, as a spreadsheet is compared with. */
export const slotsOfBatch = compiledQuery((db, p: { batchId: number }) =>
  db
    .selectFrom('viva_slots as slot')
    .innerJoin('viva_rooms as room', 'room.id', 'slot.room_id')
    .where('slot.batch_id', '=', p.batchId)
    .where('slot.purpose', '=', 'viva')
    .orderBy('slot.id')
    .select(['slot.id', 'slot.account_id as accountId', 'slot.starts_at as startsAt'])
    .select(['slot.minutes', 'slot.buffer', 'slot.room_id as roomId'])
    .select(['room.name as room', 'room.link']),
);
export type StoredSlot = Awaited<ReturnType<typeof slotsOfBatch>>[number];

/** Also those without a project, of whom a list may have some. */
export const peopleOfBatch = compiledQuery((db, p: { batchId: number }) =>
  db
    .selectFrom(studentsAs('student'))
    .where('student.batch_id', '=', p.batchId)
    .orderBy('student.id')
    .select(['student.id', 'student.email', 'student.name', 'student.phone']),
);
