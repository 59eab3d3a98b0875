import { accountsAs, studentsAs } from '../../accounts/queries.ts';
import { compiledQuery } from '../../platform/database/compiled-query.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { partsOf } from '../../platform/database/rows-at-once.ts';

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

/** Staff by email. */
export async function staffAmong(reader: Reader | Writer, emails: readonly string[]) {
  const found = [];
  for (const some of partsOf([...new Set(emails)]))
    found.push(
      ...(await reader
        .selectFrom(accountsAs('person'))
        .where('person.email', 'in', some)
        .where('person.role', '<>', 'student')
        .select(['person.id', 'person.email', 'person.name'])
        .execute()),
    );
  return found;
}

/** Also those without a project, of whom a list may have some. */
export const peopleOfBatch = compiledQuery((db, p: { batchId: number }) =>
  db
    .selectFrom(studentsAs('student'))
    .where('student.batch_id', '=', p.batchId)
    .orderBy('student.id')
    .select(['student.id', 'student.email', 'student.name', 'student.phone']),
);
