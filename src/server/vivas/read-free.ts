import type { Reader, Writer } from '../platform/database/database.ts';
import type { FreeRequest } from './free-places.ts';
import { examinerSpans, planSpans, stepsOf } from './plan-hours.ts';
import type { StoredPlan } from './plan-rows.ts';
import { takenBetween, type TakenSpan } from './slot-rows.ts';

/** What is taken in the plan's hours. @param at further steps, which may be outside of them */
export async function readTaken(
  reader: Reader | Writer,
  plan: StoredPlan,
  zone: string,
  at: readonly number[] = [],
): Promise<TakenSpan[]> {
  const edges = [...planSpans(plan, zone).flatMap(({ from, to }) => [from, to]), ...at];
  return edges.length === 0
    ? []
    : takenBetween(reader, { from: Math.min(...edges), to: Math.max(...edges) + longestSteps });
}

/** A viva with its buffer. */
const longestSteps = 100;

export type OwnSlot = { id: number; roomId: number; minutes: number; buffer: number };

/** For a student who has a time: neither that nor what is offered in its place counts as taken. */
export function freeFor(
  plan: StoredPlan,
  taken: readonly Pick<TakenSpan, 'kind' | 'who' | 'slotId' | 'from' | 'to'>[],
  {
    accountId,
    slot,
    panel,
    avoid,
    zone,
  }: {
    accountId: number;
    slot: OwnSlot;
    panel: readonly number[];
    avoid?: readonly number[] | undefined;
    zone: string;
  },
): FreeRequest {
  const others = taken.filter(({ slotId }) => slotId !== slot.id);
  const busy = Map.groupBy(others, ({ kind, who }) => `${kind} ${who}`);
  const of = (kind: 'person' | 'room', id: number) => busy.get(`${kind} ${id}`) ?? [];
  const rooms = new Set([...plan.rooms.map(({ id }) => id), slot.roomId]);
  const known = new Set(plan.examiners.map(({ id }) => id));
  const examiners = [
    ...plan.examiners.map(({ id, hours }) => ({ id, hours: hours && examinerSpans(hours, zone) })),
    ...panel.filter((id) => !known.has(id)).map((id) => ({ id, hours: null })),
  ];
  return {
    hours: planSpans(plan, zone),
    length: stepsOf(slot.minutes),
    buffer: stepsOf(slot.buffer),
    rooms: [...rooms].map((id) => ({ id, busy: of('room', id) })),
    examiners: examiners.map((one) => ({ ...one, busy: of('person', one.id) })),
    panelSize: Math.max(1, panel.length),
    busy: of('person', accountId),
    usual: { roomId: slot.roomId, panel },
    ...(avoid !== undefined && { avoid }),
  };
}
