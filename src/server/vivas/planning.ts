import type { Misfit, PlanOrder } from '#contract/vivas/plan';
import type { Reader, Writer } from '../platform/database/database.ts';
import { drawOrder, fillPlan, type Plan } from './fill-plan.ts';
import { examinerSpans, minutesOfSteps, planSpans, stepMs, stepOf, stepsOf } from './plan-hours.ts';
import { releaseLapsed } from './offer-rows.ts';
import { readPlan, studentsToPlan, type StoredPlan, type StudentToPlan } from './plan-rows.ts';
import { missedInBatch, needsTime, repeatedBy, type MissedViva } from './repeats.ts';
import { insertSlots, removeSlots, takenBetween } from './slot-rows.ts';

/** As they come. @param students by name */
function inOrder(students: readonly Waiting[], order: PlanOrder, seed: string): readonly Waiting[] {
  if (order === 'draw') return drawOrder(students, seed);
  if (order === 'name') return students;
  return students.toSorted((a, b) => (a.project < b.project ? -1 : a.project > b.project ? 1 : 0));
}

export type Waiting = StudentToPlan & { repeats: MissedViva | undefined };

/** Who needs a time, in the order of the students: nobody suspended. A viva that was missed with a reason is repeated. */
export function waitingAmong(
  students: readonly StudentToPlan[],
  missed: Awaited<ReturnType<typeof missedInBatch>>,
): Waiting[] {
  return students
    .filter(({ id, startsAt, suspendedAt }) => suspendedAt === null && needsTime(startsAt, missed.get(id)))
    .map((student) => ({ ...student, repeats: repeatedBy(missed.get(student.id) ?? [], null) }));
}

/** Where students would be, beside all that is taken now: later than now, and a repeat also than what was missed. */
export async function fillFree(
  reader: Reader | Writer,
  plan: StoredPlan,
  students: readonly Waiting[],
  { zone, now }: { zone: string; now: number },
): Promise<Plan> {
  const hours = planSpans(plan, zone);
  const [first, last] = [hours[0], hours.at(-1)];
  const taken =
    first === undefined || last === undefined
      ? []
      : await takenBetween(reader, { from: first.from, to: Math.max(...hours.map(({ to }) => to)) });
  const busy = Map.groupBy(taken, ({ kind, who }) => `${kind} ${who}`);
  const of = (kind: 'person' | 'room', id: number) => busy.get(`${kind} ${id}`) ?? [];
  return fillPlan({
    hours,
    since: stepOf(now) + 1,
    length: stepsOf(plan.length),
    buffer: stepsOf(plan.buffer),
    rooms: plan.rooms.map(({ id }) => ({ id, busy: of('room', id) })),
    examiners: plan.examiners.map(({ id, hours: own }) => ({
      id,
      hours: own === null ? null : examinerSpans(own, zone),
      busy: of('person', id),
    })),
    panelSize: plan.panel,
    keepsReserve: plan.reserve,
    students: students.map(({ id, extra, repeats }) => ({
      id,
      extra: stepsOf(extra ?? 0),
      busy: of('person', id),
      ...(repeats !== undefined && {
        since: stepOf(repeats.startsAt) + 1,
        avoid: repeats.panel.map((examiner) => examiner.id),
      }),
    })),
  });
}

/** Null: there is a place. */
export const reasonsOf = ({ unplaced }: Plan): Map<number, Misfit> =>
  new Map(unplaced.map(({ studentId, why }) => [studentId, why]));

/**
 * A time for each student who has none. The batch is locked.
 * @returns who was given one, and who does not fit
 */
export async function giveTimes(
  writer: Writer,
  batchId: number,
  { order, seed }: { order: PlanOrder; seed: string },
  { zone, by, at }: { zone: string; by: number; at: number },
): Promise<Plan> {
  await releaseLapsed(writer, at);
  const plan = await readPlan(writer, batchId);
  const students = await studentsToPlan(writer, { batchId });
  const waiting = waitingAmong(students, await missedInBatch(writer, batchId));
  const filled = await fillFree(writer, plan, inOrder(waiting, order, seed), { zone, now: at });
  const missed = new Map(waiting.map(({ id, slotId }) => [id, slotId]));
  await removeSlots(
    writer,
    filled.placed.flatMap(({ studentId }) => missed.get(studentId) ?? []),
  );
  await insertSlots(
    writer,
    filled.placed.map(({ studentId, roomId, from, to, panel }) => ({
      batchId,
      accountId: studentId,
      roomId,
      startsAt: from * stepMs,
      minutes: minutesOfSteps(to - from),
      buffer: plan.buffer,
      panel,
    })),
    { by, at },
  );
  return filled;
}
