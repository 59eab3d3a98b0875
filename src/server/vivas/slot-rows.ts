import { dayMs } from '#contract/durations';
import { activeStudentsAs, accountsAs } from '../accounts/queries.ts';
import { compiledQuery } from '../platform/database/compiled-query.ts';
import type { Reader, Writer } from '../platform/database/database.ts';
import { partsOf } from '../platform/database/rows-at-once.ts';
import { studentOrderAs } from '../progress/progress-queries.ts';
import { projectsAs } from '../projects/queries.ts';
import { heldBetween, releaseLapsed } from './offer-rows.ts';
import { stepMs, stepOf, stepsOf } from './plan-hours.ts';
import { isRepeat, refuseRepeats } from './repeats.ts';
import type { Span } from './spans.ts';

/** The steps that vivas of all batches take of persons and rooms, by slot. */
export const slotsBetween = compiledQuery((db, p: { from: number; to: number }) =>
  db
    .selectFrom('viva_steps as steps')
    .innerJoin('viva_slots as slot', 'slot.id', 'steps.slot_id')
    .where('slot.starts_at', '>=', p.from)
    .where('slot.starts_at', '<', p.to)
    .where('steps.offer_id', 'is', null)
    .groupBy(['steps.kind', 'steps.who', 'steps.slot_id', 'slot.batch_id'])
    .select(['steps.kind', 'steps.who', 'steps.slot_id as slotId', 'slot.batch_id as batchId'])
    .select(({ fn }) => [fn.min<number>('steps.step').as('from'), fn.max<number>('steps.step').as('last')]),
);

export type TakenSpan = Span & { kind: 'person' | 'room'; who: number; slotId: number; batchId: number };

/** When persons and rooms are taken, by vivas or offers. It reads from a day earlier: a viva may begin before `from`. */
export async function takenBetween(reader: Reader | Writer, { from, to }: Span): Promise<TakenSpan[]> {
  const stepsOfDay = dayMs / stepMs;
  const stretch = { from: (from - stepsOfDay) * stepMs, to: to * stepMs };
  const rows = [...(await slotsBetween(reader, stretch)), ...(await heldBetween(reader, stretch))];
  return rows.map(({ last, ...row }) => ({ ...row, to: last + 1 }));
}

export const slotTimes = compiledQuery((db, p: { batchId: number }) =>
  db
    .selectFrom('viva_slots')
    .where('batch_id', '=', p.batchId)
    .where('purpose', '=', 'viva')
    .orderBy('starts_at')
    .orderBy('id')
    .select(['starts_at as startsAt', 'account_id as accountId']),
);

/** What students are told: time, length, room and link. */
export const slotPlaces = compiledQuery((db, p: { batchId: number }) =>
  db
    .selectFrom('viva_slots as slot')
    .innerJoin('viva_rooms as room', 'room.id', 'slot.room_id')
    .where('slot.batch_id', '=', p.batchId)
    .where('slot.purpose', '=', 'viva')
    .orderBy('slot.account_id')
    .select(['slot.account_id as accountId', 'slot.starts_at as startsAt', 'slot.minutes'])
    .select(['room.name as room', 'room.link']),
);

export const slotsOfDay = compiledQuery((db, p: { batchId: number; from: number; to: number }) =>
  db
    .selectFrom('viva_slots as slot')
    .innerJoin(activeStudentsAs('student'), 'student.id', 'slot.account_id')
    .innerJoin('viva_rooms as room', 'room.id', 'slot.room_id')
    .leftJoin(studentOrderAs('order'), 'order.account_id', 'slot.account_id')
    .leftJoin(projectsAs('project'), 'project.id', 'order.project_id')
    .where('slot.batch_id', '=', p.batchId)
    .where('slot.purpose', '=', 'viva')
    .where('slot.starts_at', '>=', p.from)
    .where('slot.starts_at', '<', p.to)
    .orderBy('slot.starts_at')
    .orderBy('slot.id')
    .select([
      'slot.id',
      'slot.starts_at as startsAt',
      'slot.minutes',
      'slot.buffer',
      'slot.account_id as accountId',
    ])
    .select(['student.email', 'student.name', 'project.name as project', 'order.batch_id as batchId'])
    .select('student.suspended_at as suspendedAt')
    .select(['room.id as roomId', 'room.name as room', 'room.link'])
    .select(isRepeat('slot').as('isRepeat')),
);
export type SlotRow = Awaited<ReturnType<typeof slotsOfDay>>[number];

export async function panelsOf(reader: Reader | Writer, slotIds: readonly number[]) {
  const found = [];
  for (const some of partsOf(slotIds))
    found.push(
      ...(await reader
        .selectFrom('viva_panels as panel')
        .innerJoin(accountsAs('examiner'), 'examiner.id', 'panel.account_id')
        .where('panel.slot_id', 'in', some)
        .orderBy('examiner.name')
        .orderBy('examiner.id')
        .select(['panel.slot_id as slotId', 'examiner.id', 'examiner.email', 'examiner.name'])
        .execute()),
    );
  return Map.groupBy(found, ({ slotId }) => slotId);
}

/** When the student with this email has a viva of the batch, also if they have left the batch. */
export const timeOfEmail = compiledQuery((db, p: { batchId: number; email: string }) =>
  db
    .selectFrom('viva_slots as slot')
    .innerJoin(activeStudentsAs('student'), 'student.id', 'slot.account_id')
    .where('slot.batch_id', '=', p.batchId)
    .where('slot.purpose', '=', 'viva')
    .where('student.email', '=', p.email)
    .select(['slot.account_id as accountId', 'slot.starts_at as startsAt']),
);

export const slotOfStudent = compiledQuery((db, p: { accountId: number }) =>
  db
    .selectFrom('viva_slots as slot')
    .innerJoin('viva_rooms as room', 'room.id', 'slot.room_id')
    .where('slot.account_id', '=', p.accountId)
    .where('slot.purpose', '=', 'viva')
    .select([
      'slot.id',
      'slot.batch_id as batchId',
      'slot.starts_at as startsAt',
      'slot.minutes',
      'slot.buffer',
    ])
    .select(['room.id as roomId', 'room.name as room']),
);

export type NewSlot = {
  batchId: number;
  accountId: number;
  roomId: number;
  /** Milliseconds since 1970 UTC. */
  startsAt: number;
  minutes: number;
  buffer: number;
  panel: readonly number[];
};

/** Students are free again when their viva ends; the buffer is of room and examiners. */
function stepsTaken(slot: NewSlot, slotId: number) {
  const from = stepOf(slot.startsAt);
  const held = stepsOf(slot.minutes);
  const taken = held + stepsOf(slot.buffer);
  const row = (kind: 'person' | 'room', who: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({ kind, who, step: from + index, slot_id: slotId }));
  return [
    ...row('person', slot.accountId, held),
    ...row('room', slot.roomId, taken),
    ...slot.panel.flatMap((id) => row('person', id, taken)),
  ];
}

/** The database refuses what is taken, with a unique violation. @throws 409 for a viva that is not repeated */
export async function insertSlots(
  writer: Writer,
  slots: readonly NewSlot[],
  { by, at }: { by: number; at: number },
): Promise<void> {
  await refuseRepeats(writer, slots);
  await releaseLapsed(writer, at);
  for (const some of partsOf(slots)) {
    const inserted = await writer
      .insertInto('viva_slots')
      .values(
        some.map((slot) => ({
          purpose: 'viva' as const,
          batch_id: slot.batchId,
          account_id: slot.accountId,
          room_id: slot.roomId,
          starts_at: slot.startsAt,
          minutes: slot.minutes,
          buffer: slot.buffer,
          placed_by: by,
          placed_at: at,
        })),
      )
      .returning(['id', 'account_id as accountId'])
      .execute();
    const ids = new Map(inserted.map(({ id, accountId }) => [accountId, id]));
    const withId = some.map((slot) => ({ slot, id: ids.get(slot.accountId) ?? 0 }));
    const panels = withId.flatMap(({ slot, id }) =>
      slot.panel.map((account) => ({ slot_id: id, account_id: account })),
    );
    for (const part of partsOf(panels)) await writer.insertInto('viva_panels').values(part).execute();
    for (const part of partsOf(withId.flatMap(({ slot, id }) => stepsTaken(slot, id))))
      await writer.insertInto('viva_steps').values(part).execute();
  }
}

/** Panels and steps go with them. */
export async function removeSlots(writer: Writer, slotIds: readonly number[]): Promise<void> {
  for (const some of partsOf(slotIds))
    await writer.deleteFrom('viva_slots').where('id', 'in', some).execute();
}
