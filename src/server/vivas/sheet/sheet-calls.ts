import * as calls from '#contract/vivas/viva-sheet-calls';
import { act, read } from '../../accounts/sessions/act.ts';
import { lockBatchById } from '../../courses/batch-queries.ts';
import { wrongRows } from '../../people/sheets/read-pasted.ts';
import type { Writer } from '../../platform/database/database.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { officeBatch } from '../../results/result-rule.ts';
import { localMinute } from '../plan-hours.ts';
import { roomKey } from '../../progress/time/viva-delays.ts';
import { readPlan, roomIds, storePlan, writtenPlan, type StoredPlan } from '../plan-rows.ts';
import { insertSlots, removeSlots } from '../slot-rows.ts';
import { checkVivas, type CheckedVivaSheet } from './check-vivas.ts';
import type { Placed } from './judge-rows.ts';

/** Adds the rows' rooms and examiners to the plan. A plan without examiners takes the size of the rows' largest panel. */
async function addToPlan(
  writer: Writer,
  { batchId, plan, ...stamp }: { batchId: number; plan: StoredPlan; by: number; at: number },
  { judged, adds }: CheckedVivaSheet,
) {
  if (adds.rooms.length + adds.examiners.length === 0) return null;
  const before = writtenPlan(plan);
  const panels = judged.map(({ after }) => after?.panel.length ?? 1);
  const after = {
    ...before,
    panel: plan.examiners.length === 0 ? Math.max(...panels) : plan.panel,
    rooms: [...before.rooms, ...adds.rooms],
    examiners: [...before.examiners, ...adds.examiners.map(({ email }) => ({ email, hours: null }))],
  };
  await storePlan(writer, batchId, after, stamp);
  return { before, after };
}

const auditedPlace = ({ startsAt, room, panel }: Placed, zone: string) => ({
  starts_at: localMinute(startsAt, zone),
  room: room.name,
  examiners: panel.map(({ email }) => email),
});

export const sheetCalls = [
  read(calls.checkVivas, {
    who: officeBatch,
    async run({ context, resource: { batch }, body }) {
      const { reader } = context.database;
      const { checked } = await checkVivas(reader, body, {
        batchId: batch.id,
        plan: await readPlan(reader, batch.id),
        zone: context.settings.academyZone,
        now: context.clock.now(),
      });
      return checked;
    },
  }),

  // All rows are saved, or none.
  act(calls.importVivas, {
    who: officeBatch,
    audit: 'place-viva',
    async run(writer, { context, resource: { batch, viewer }, body, now }) {
      await lockBatchById(writer, batch.id);
      const zone = context.settings.academyZone;
      const plan = await readPlan(writer, batch.id);
      const found = await checkVivas(writer, body, { batchId: batch.id, plan, zone, now });
      const { checked, judged } = found;
      if (checked.counts.wrong > 0) throw wrongRows(checked);
      if (body.seen !== undefined && body.seen !== checked.seen)
        throw httpErrors.conflict(
          'Times changed since you checked the rows. Nothing was saved. Check the rows again.',
        );
      const placed = judged.flatMap(({ state, student, before, after }) =>
        (state === 'new' || state === 'changed') && student !== null && after !== null
          ? [{ student, before, after }]
          : [],
      );
      if (placed.length === 0) return null;
      const stamp = { by: viewer.accountId, at: now };
      const changed = await addToPlan(writer, { batchId: batch.id, plan, ...stamp }, found);
      const rooms = await roomIds(
        writer,
        placed.map(({ after }) => after.room),
      );
      // The former times are removed first: two students may exchange theirs.
      await removeSlots(
        writer,
        placed.flatMap(({ before }) => (before === null ? [] : [before.slotId])),
      );
      await insertSlots(
        writer,
        placed.map(({ student, after }) => ({
          batchId: batch.id,
          accountId: student.id,
          roomId: rooms.get(roomKey(after.room)) ?? 0,
          startsAt: after.startsAt,
          minutes: after.minutes,
          buffer: after.buffer,
          panel: after.panel.map(({ id }) => id),
        })),
        stamp,
      );
      return {
        id: placed.length,
        audit: [
          ...(changed === null ? [] : [{ act: 'set-viva-plan' as const, subject: batch.name, ...changed }]),
          ...placed.map(({ student, before, after }) => ({
            subject: student.email,
            aboutId: student.id,
            before: before && auditedPlace(before, zone),
            after: auditedPlace(after, zone),
          })),
        ],
      };
    },
    taken: () => 'Somebody else took one of these times at this moment. Check the rows again.',
    // A repetition answers what the first one saved.
    answer: async (_, __, saved) => ({ saved }),
  }),
];
