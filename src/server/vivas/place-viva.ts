import { shownName } from '#contract/accounts/person-name';
import { nameKey } from '#contract/fold-text';
import { stepMinutes } from '#contract/vivas/plan';
import * as calls from '#contract/vivas/plan-calls';
import { administratorOfStudent } from '../accounts/policy.ts';
import type { StudentRow } from '../accounts/queries.ts';
import { act } from '../accounts/sessions/act.ts';
import type { Viewer, ViewerCheck, ViewerRule } from '../accounts/sessions/viewer.ts';
import { lockBatchById, type Batch } from '../courses/batch-queries.ts';
import type { Reader, Writer } from '../platform/database/database.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { localText, readLocal } from '../platform/zoned-time.ts';
import { officeBatch } from '../results/result-rule.ts';
import { localMinute, stepMs, stepOf, stepsOf } from './plan-hours.ts';
import { releaseLapsed } from './offer-rows.ts';
import { readPlan, staffByEmail, studentsToPlan, type StoredPlan } from './plan-rows.ts';
import { presentPlan } from './present-plan.ts';
import { insertSlots, panelsOf, removeSlot, slotOfStudent, takenBetween, type NewSlot } from './slot-rows.ts';

type OfStudent = { batch: Batch; viewer: Viewer; student: StudentRow };

const officeStudent: ViewerRule<OfStudent> = async (check: ViewerCheck) => {
  const { batch, viewer } = await officeBatch(check);
  const { student } = await administratorOfStudent(check);
  return { batch, viewer, student };
};

/** In the members of the body; nulls without a time. */
async function storedPlace(reader: Reader | Writer, accountId: number, zone: string) {
  const [slot] = await slotOfStudent(reader, { accountId });
  if (slot === undefined) return { slot: null, place: { starts_at: null, room: null, examiners: null } };
  const panel = (await panelsOf(reader, [slot.id])).get(slot.id) ?? [];
  const place = {
    starts_at: localMinute(slot.startsAt, zone),
    room: slot.room,
    examiners: panel.map(({ email }) => email),
  };
  return { slot, place };
}

function invalid(name: string, message: string): never {
  throw httpErrors.invalidFields(message, [{ name, message }]);
}

function readStart(text: string, zone: string): number {
  const at = readLocal(text, zone, 'start');
  if (at % stepMs !== 0) invalid('starts_at', `The time must be a multiple of ${stepMinutes} minutes`);
  return at;
}

/** Who or what is somewhere else at this time, in words; null for nobody. */
async function clashOf(
  writer: Writer,
  slot: NewSlot,
  names: ReadonlyMap<string, string>,
  zone: string,
): Promise<string | null> {
  const from = stepOf(slot.startsAt);
  const held = { from, to: from + stepsOf(slot.minutes) };
  const wide = { from, to: held.to + stepsOf(slot.buffer) };
  const taken = await takenBetween(writer, wide);
  const other = taken.find(({ kind, who, ...span }) => {
    if (!names.has(`${kind} ${who}`)) return false;
    const own = kind === 'person' && who === slot.accountId ? held : wide;
    return span.from < own.to && own.from < span.to;
  });
  if (other === undefined) return null;
  const clock = (step: number) => localText(step * stepMs, zone).slice(11, 16);
  return `${names.get(`${other.kind} ${other.who}`)} is taken from ${clock(other.from)} to ${clock(other.to)}`;
}

function roomOf(plan: StoredPlan, name: string, current: { room: string; roomId: number } | null): number {
  const key = nameKey(name);
  const known = plan.rooms.find((room) => nameKey(room.name) === key)?.id;
  if (known !== undefined) return known;
  if (current !== null && nameKey(current.room) === key) return current.roomId;
  return invalid('room', `The plan has no room ${name}. Add it to the rooms first.`);
}

type Request = { context: { settings: { academyZone: string } }; resource: OfStudent };

const viewOf = (reader: Reader | Writer, { context, resource: { batch } }: Request, day: string | null) =>
  presentPlan(reader, { batch, zone: context.settings.academyZone, day });

/** The day to which somebody else has moved the student. */
async function viewOfStored(writer: Writer, request: Request) {
  const { context, resource } = request;
  const { place } = await storedPlace(writer, resource.student.accountId, context.settings.academyZone);
  return viewOf(writer, request, place.starts_at?.slice(0, 'YYYY-MM-DD'.length) ?? null);
}

const changedMessage = 'The time was changed in the meantime. Your change is not saved yet.';

export const placeCalls = [
  act(calls.placeViva, {
    who: officeStudent,
    changes: {
      async stored(writer, { context, resource: { batch, student } }) {
        await lockBatchById(writer, batch.id);
        return (await storedPlace(writer, student.accountId, context.settings.academyZone)).place;
      },
      message: changedMessage,
      current: viewOfStored,
    },
    audit: 'place-viva',
    async run(writer, request) {
      const { context, resource, body, stored, now } = request;
      const { batch, viewer, student } = resource;
      const zone = context.settings.academyZone;
      // Members that were not changed are as stored: null once somebody has taken the time away.
      const members: unknown[] = [body.starts_at, body.room, body.examiners];
      if (members.includes(null))
        throw httpErrors.changedMeanwhile(changedMessage, await viewOfStored(writer, request));
      const { slot } = await storedPlace(writer, student.accountId, zone);
      const plan = await readPlan(writer, batch.id);
      const known = (await studentsToPlan(writer, { batchId: batch.id })).find(
        ({ id }) => id === student.accountId,
      );
      if (known === undefined)
        throw httpErrors.conflict(`${shownName(student.name)} is not in this batch with a project.`);
      if (slot !== null && slot.batchId !== batch.id)
        throw httpErrors.conflict(
          `${shownName(student.name)} has a time in another batch. Take it away first.`,
        );
      const panel = await staffByEmail(writer, [...new Set(body.examiners)]);
      const next: NewSlot = {
        batchId: batch.id,
        accountId: student.accountId,
        roomId: roomOf(plan, body.room, slot),
        startsAt: readStart(body.starts_at, zone),
        minutes: slot?.minutes ?? plan.length + (known.extra ?? 0),
        buffer: slot?.buffer ?? plan.buffer,
        panel: [...panel.values()],
      };
      await releaseLapsed(writer, now);
      // The own time is given up first, with what is offered in its place: a move may overlap both.
      if (slot !== null) await removeSlot(writer, slot.id);
      const names = new Map([
        [`room ${next.roomId}`, body.room],
        [`person ${student.accountId}`, shownName(student.name)],
        ...[...panel].map(([email, id]) => [`person ${id}`, email] as const),
      ]);
      const clash = await clashOf(writer, next, names, zone);
      if (clash !== null) throw httpErrors.conflict(`${clash}.`);
      await insertSlots(writer, [next], { by: viewer.accountId, at: now });
      const { starts_at, room, examiners } = body;
      return {
        id: student.accountId,
        audit: {
          subject: student.email,
          aboutId: student.accountId,
          before: slot === null ? null : stored,
          after: { starts_at, room, examiners },
        },
      };
    },
    taken: () => 'Somebody else took this time at this moment. Choose another one.',
    answer: (reader, request) => viewOf(reader, request, request.body.starts_at.slice(0, 10)),
  }),

  act(calls.unplaceViva, {
    who: officeStudent,
    changes: {
      seen: ['starts_at', 'room', 'examiners'],
      async stored(writer, { context, resource: { batch, student } }) {
        await lockBatchById(writer, batch.id);
        return (await storedPlace(writer, student.accountId, context.settings.academyZone)).place;
      },
      message: 'The time was changed in the meantime. It is not taken away.',
      current: viewOfStored,
    },
    audit: 'unplace-viva',
    async run(writer, { resource: { batch, student }, stored }) {
      const [slot] = await slotOfStudent(writer, { accountId: student.accountId });
      if (slot === undefined) return null;
      if (slot.batchId !== batch.id) throw httpErrors.notFound('This student has no time in this batch.');
      await removeSlot(writer, slot.id);
      return {
        id: student.accountId,
        audit: { subject: student.email, aboutId: student.accountId, before: stored, after: null },
      };
    },
  }),

  act(calls.setVivaExtra, {
    who: officeStudent,
    changes: {
      async stored(writer, { resource: { batch, student } }) {
        await lockBatchById(writer, batch.id);
        return { minutes: await extraOf(writer, student.accountId) };
      },
      message: 'The extra time was changed in the meantime. Your change is not saved yet.',
      current: (writer, request) => viewOf(writer, request, null),
    },
    audit: 'set-viva-extra',
    async run(writer, { resource: { viewer, student }, body: { minutes }, stored, now }) {
      if (minutes === stored.minutes) return { id: student.accountId };
      const row = { minutes, given_by: viewer.accountId, given_at: now };
      if (minutes === 0) {
        await writer.deleteFrom('viva_extra').where('account_id', '=', student.accountId).execute();
      } else {
        await writer
          .insertInto('viva_extra')
          .values({ account_id: student.accountId, ...row })
          .onConflict((on) => on.column('account_id').doUpdateSet(row))
          .execute();
      }
      return {
        id: student.accountId,
        audit: {
          subject: student.email,
          aboutId: student.accountId,
          before: stored,
          after: { minutes },
        },
      };
    },
    answer: (reader, request) => viewOf(reader, request, null),
  }),
];

async function extraOf(reader: Reader | Writer, accountId: number): Promise<number> {
  const row = await reader
    .selectFrom('viva_extra')
    .where('account_id', '=', accountId)
    .select('minutes')
    .executeTakeFirst();
  return row?.minutes ?? 0;
}
