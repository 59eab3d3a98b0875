import { shownName } from '#contract/accounts/person-name';
import { holdKey } from '#contract/vivas/clashes';
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
import { readLocal } from '../platform/zoned-time.ts';
import { officeBatch } from '../results/result-rule.ts';
import { attendanceAt } from './day-rows.ts';
import { localMinute, stepMs } from './plan-hours.ts';
import { readPlan, staffByEmail, studentToPlan, type StoredPlan } from './plan-rows.ts';
import { presentPlan } from './present-plan.ts';
import { replaceSlot } from './replace-slot.ts';
import { panelsOf, removeSlots, slotOfStudent, type NewSlot } from './slot-rows.ts';

type OfStudent = { batch: Batch; viewer: Viewer; student: StudentRow };

export const officeStudent: ViewerRule<OfStudent> = async (check: ViewerCheck) => {
  const { batch, viewer } = await officeBatch(check);
  const { student } = await administratorOfStudent(check);
  return { batch, viewer, student };
};

/** In the members of the body, nulls without a time; the row beside them. */
async function storedPlace(reader: Reader | Writer, accountId: number, zone: string) {
  const [slot] = await slotOfStudent(reader, { accountId });
  if (slot === undefined) return { slot: null, starts_at: null, room: null, examiners: null };
  const panel = (await panelsOf(reader, [slot.id])).get(slot.id) ?? [];
  return {
    slot,
    starts_at: localMinute(slot.startsAt, zone),
    room: slot.room,
    examiners: panel.map(({ email }) => email),
  };
}
type StoredPlace = Awaited<ReturnType<typeof storedPlace>>;

const auditedPlace = ({ starts_at, room, examiners }: Omit<StoredPlace, 'slot'>) => ({
  starts_at,
  room,
  examiners,
});

function invalid(name: string, message: string): never {
  throw httpErrors.invalidFields(message, [{ name, message }]);
}

function readStart(text: string, zone: string): number {
  const at = readLocal(text, zone, 'start');
  if (at % stepMs !== 0) invalid('starts_at', `The time must be a multiple of ${stepMinutes} minutes`);
  return at;
}

function roomOf(plan: StoredPlan, name: string, current: { room: string; roomId: number } | null): number {
  const key = nameKey(name);
  const known = plan.rooms.find((room) => nameKey(room.name) === key)?.id;
  if (known !== undefined) return known;
  if (current !== null && nameKey(current.room) === key) return current.roomId;
  return invalid('room', `The plan has no room ${name}. Add it to the rooms first.`);
}

type Request = {
  context: { settings: { academyZone: string }; clock: { now(): number } };
  resource: OfStudent;
};

export const viewOf = (
  reader: Reader | Writer,
  { context, resource: { batch, student } }: Request,
  day: string | null,
) =>
  presentPlan(reader, {
    batch,
    zone: context.settings.academyZone,
    now: context.clock.now(),
    day,
    student: student.email,
  });

/** The day to which somebody else has moved the student. */
const viewOfStored = (writer: Writer, request: Request, { starts_at }: StoredPlace) =>
  viewOf(writer, request, starts_at?.slice(0, 'YYYY-MM-DD'.length) ?? null);

const lockedPlace = async (writer: Writer, { context, resource: { batch, student } }: Request) => {
  await lockBatchById(writer, batch.id);
  return storedPlace(writer, student.accountId, context.settings.academyZone);
};

const changedMessage = 'The time was changed in the meantime. Your change is not saved yet.';

export const placeCalls = [
  act(calls.placeViva, {
    who: officeStudent,
    changes: {
      stored: lockedPlace,
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
        throw httpErrors.changedMeanwhile(changedMessage, await viewOfStored(writer, request, stored));
      const { slot } = stored;
      const plan = await readPlan(writer, batch.id);
      const [known] = await studentToPlan(writer, { batchId: batch.id, accountId: student.accountId });
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
      const names = new Map([
        [holdKey('room', next.roomId), body.room],
        [holdKey('person', student.accountId), shownName(student.name)],
        ...[...panel].map(([email, id]) => [holdKey('person', id), email] as const),
      ]);
      await replaceSlot(writer, { slot, next, names }, { zone, by: viewer.accountId, at: now });
      return {
        id: student.accountId,
        audit: {
          subject: student.email,
          aboutId: student.accountId,
          before: slot === null ? null : auditedPlace(stored),
          after: auditedPlace(body),
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
      stored: lockedPlace,
      message: 'The time was changed in the meantime. It is not taken away.',
      current: viewOfStored,
    },
    audit: 'unplace-viva',
    async run(writer, { resource: { batch, student }, stored }) {
      const { slot } = stored;
      if (slot === null) return null;
      if (slot.batchId !== batch.id) throw httpErrors.notFound('This student has no time in this batch.');
      const [recorded] = await attendanceAt(writer, {
        accountId: student.accountId,
        startsAt: slot.startsAt,
      });
      if (recorded?.state === 'absent')
        throw httpErrors.conflict(
          'The student was absent without a reason. Undo that on the viva day first.',
        );
      await removeSlots(writer, [slot.id]);
      return {
        id: student.accountId,
        audit: {
          subject: student.email,
          aboutId: student.accountId,
          before: auditedPlace(stored),
          after: null,
        },
      };
    },
  }),
];
