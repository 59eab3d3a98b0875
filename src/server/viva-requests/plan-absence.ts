import { misfitWords, type Misfit } from '#contract/vivas/plan';
import type { Place } from '../vivas/fill-plan.ts';
import { freePlaces, type FreeRequest } from '../vivas/free-places.ts';
import { examinerSpans, stepOf, stepsOf } from '../vivas/plan-hours.ts';
import type { StoredPlan } from '../vivas/plan-rows.ts';
import { freeFor, type OwnSlot } from '../vivas/read-free.ts';
import { holds, type Span } from '../vivas/spans.ts';

type Taken = Span & { kind: 'person' | 'room'; who: number; slotId: number };

export type AffectedViva = OwnSlot & {
  accountId: number;
  startsAt: number;
  panel: readonly number[];
  /** Who waited for the viva that this one repeats. */
  avoid?: readonly number[] | undefined;
};

export type AbsenceMove = { viva: AffectedViva } & (
  | { way: 'examiner' | 'time'; place: Place }
  | { way: 'none'; why: string }
);

type Of = {
  plan: StoredPlan;
  taken: readonly Taken[];
  vivas: readonly AffectedViva[];
  away: number;
  zone: string;
};

const overlaps = (busy: readonly Span[], { from, to }: Span): boolean =>
  busy.some((span) => span.from < to && from < span.to);

const heldBy = ({ startsAt, minutes }: AffectedViva): Span => {
  const from = stepOf(startsAt);
  return { from, to: from + stepsOf(minutes) };
};

function whyNot({ hours, length, buffer, rooms }: FreeRequest, since: number): Misfit {
  const long = hours.filter(({ from, to }) => to - Math.max(from, since) >= length);
  if (long.length === 0) return 'too-long';
  const hasRoom = long.some(({ from, to }) => {
    for (let step = Math.max(from, since); step + length <= to; step += 1)
      if (rooms.some(({ busy }) => !overlaps(busy, { from: step, to: step + length + buffer }))) return true;
    return false;
  });
  return hasRoom ? 'examiners' : 'rooms';
}

/** The rest of the panel with the one who is free and has fewest; null where nobody is. */
function samePlace(
  viva: AffectedViva,
  {
    away,
    free,
    count,
  }: {
    away: number;
    free: FreeRequest;
    count: ReadonlyMap<number, number>;
  },
): Place | null {
  const held = heldBy(viva);
  const taken = { from: held.from, to: held.to + free.buffer };
  const [other] = free.examiners
    .filter(({ id }) => id !== away && !viva.panel.includes(id))
    .filter(({ hours, busy }) => (hours === null || holds(hours, held)) && !overlaps(busy, taken))
    .toSorted(
      (a, b) =>
        Number(viva.avoid?.includes(a.id) ?? false) - Number(viva.avoid?.includes(b.id) ?? false) ||
        (count.get(a.id) ?? 0) - (count.get(b.id) ?? 0),
    );
  if (other === undefined) return null;
  return { ...held, roomId: viva.roomId, panel: viva.panel.map((id) => (id === away ? other.id : id)) };
}

/**
 * For each viva of somebody who is away another examiner at the same time, else another time that is not earlier, else the
 * reason. The same request gives the same answer.
 */
export function planAbsence({ plan, taken: before, vivas, away, zone }: Of): AbsenceMove[] {
  const taken = [...before];
  const count = new Map<number, number>();
  const moves: AbsenceMove[] = [];
  for (const viva of vivas) {
    const { accountId, panel, avoid } = viva;
    const free = freeFor(plan, taken, { accountId, slot: viva, panel, avoid, zone });
    const same = samePlace(viva, { away, free, count });
    const others = { ...free, examiners: free.examiners.filter(({ id }) => id !== away) };
    const since = heldBy(viva).from;
    const place = same ?? freePlaces(others, since + 1).next().value ?? null;
    if (place === null) {
      moves.push({ viva, way: 'none', why: misfitWords[whyNot(others, since + 1)] });
      continue;
    }
    moves.push({ viva, way: same === null ? 'time' : 'examiner', place });
    for (let index = taken.length - 1; index >= 0; index -= 1)
      if (taken[index]?.slotId === viva.id) taken.splice(index, 1);
    const wide = { from: place.from, to: place.to + free.buffer };
    // As another slot: only the own one may be given up.
    const of = { slotId: -viva.id };
    taken.push({ ...of, kind: 'room', who: place.roomId, ...wide });
    taken.push({ ...of, kind: 'person', who: accountId, from: place.from, to: place.to });
    for (const id of place.panel) {
      taken.push({ ...of, kind: 'person', who: id, ...wide });
      if (!panel.includes(id)) count.set(id, (count.get(id) ?? 0) + 1);
    }
  }
  return moves;
}

/** Who could examine each of these vivas as they are planned. */
export function freeForAll({ plan, taken, vivas, away, zone }: Of): number[] {
  return plan.examiners
    .filter(({ id }) => id !== away)
    .filter(({ id, hours }) => {
      const busy = taken.filter(({ kind, who }) => kind === 'person' && who === id);
      const own = hours === null ? null : examinerSpans(hours, zone);
      return vivas.every((viva) => {
        const held = heldBy(viva);
        const wide = { from: held.from, to: held.to + stepsOf(viva.buffer) };
        return (own === null || holds(own, held)) && !overlaps(busy, wide);
      });
    })
    .map(({ id }) => id);
}
