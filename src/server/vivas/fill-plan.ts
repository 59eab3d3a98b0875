import { createHash } from 'node:crypto';
import type { Misfit } from '#contract/vivas/plan';
import { holds, type Span } from './spans.ts';

export type Place = Span & { roomId: number; panel: readonly number[] };

export type PlanRequest = {
  /** In which vivas are held, in order; what lies between two is a break or a night. */
  hours: readonly Span[];
  /** The first begin: what is earlier has passed. */
  since: number;
  length: number;
  /** After each viva; room and examiners are taken, and it may run into a break. */
  buffer: number;
  rooms: readonly { id: number; busy: readonly Span[] }[];
  /** `hours` null: all of those above. */
  examiners: readonly { id: number; hours: readonly Span[] | null; busy: readonly Span[] }[];
  panelSize: number;
  /** Leaves one slot in eight free. */
  keepsReserve: boolean;
  /** In the order in which they come. `since`: their own first begin; `avoid`: examiners only where there are no others. */
  students: readonly {
    id: number;
    extra: number;
    busy: readonly Span[];
    since?: number;
    avoid?: readonly number[];
  }[];
};

export type Plan = {
  placed: (Place & { studentId: number })[];
  reserve: Place[];
  unplaced: { studentId: number; why: Misfit }[];
};

const slotsOfReserve = 8;

/** Steps that are taken, of a person or a room. */
class Calendar {
  readonly #taken = new Set<number>();

  constructor(busy: readonly Span[]) {
    for (const span of busy) this.take(span);
  }

  take({ from, to }: Span): void {
    for (let step = from; step < to; step += 1) this.#taken.add(step);
  }

  isFree({ from, to }: Span): boolean {
    for (let step = from; step < to; step += 1) if (this.#taken.has(step)) return false;
    return true;
  }
}

type Examiner = { id: number; hours: readonly Span[] | null; calendar: Calendar; vivas: number };
type Room = { id: number; calendar: Calendar; cursor: number; sinceReserve: number };

/**
 * Fills rooms from their first hour on, each student as early as possible, with the examiners who have had fewest.
 * The same request gives the same plan.
 */
export function fillPlan(request: PlanRequest): Plan {
  const { hours, length, buffer, panelSize, keepsReserve } = request;
  const begins = hours.flatMap(({ from, to }) => {
    const first = Math.max(from, request.since);
    return Array.from({ length: Math.max(0, to - first) }, (_, index) => first + index);
  });
  const rooms: Room[] = request.rooms.map(({ id, busy }) => ({
    id,
    calendar: new Calendar(busy),
    cursor: 0,
    sinceReserve: 0,
  }));
  const examiners: Examiner[] = request.examiners.map(({ id, hours: own, busy }) => ({
    id,
    hours: own,
    calendar: new Calendar(busy),
    vivas: 0,
  }));

  const findPanel = (from: number, steps: number, without: readonly number[] = []): Examiner[] | null => {
    const held = { from, to: from + steps };
    const taken = { from, to: from + steps + buffer };
    const free = examiners
      .filter(({ id }) => !without.includes(id))
      .filter(({ hours: own, calendar }) => (own === null || holds(own, held)) && calendar.isFree(taken))
      .toSorted((a, b) => a.vivas - b.vivas);
    return free.length < panelSize ? null : free.slice(0, panelSize);
  };
  const fits = (room: Room, from: number, steps: number): boolean =>
    holds(hours, { from, to: from + steps }) && room.calendar.isFree({ from, to: from + steps + buffer });

  /** The room's earliest begin for a student without extra time. What is taken stays so: the cursor only rises. */
  const advance = (room: Room): void => {
    for (; room.cursor < begins.length; room.cursor += 1) {
      const from = begins[room.cursor] ?? 0;
      if (fits(room, from, length) && findPanel(from, length) !== null) return;
    }
  };
  const take = (room: Room, from: number, steps: number, panel: readonly Examiner[]): Place => {
    const taken = { from, to: from + steps + buffer };
    room.calendar.take(taken);
    for (const examiner of panel) {
      examiner.calendar.take(taken);
      examiner.vivas += 1;
    }
    return { roomId: room.id, from, to: from + steps, panel: panel.map(({ id }) => id) };
  };

  const plan: Plan = { placed: [], reserve: [], unplaced: [] };
  /** Before the eighth slot of a room, while it has one. */
  const keepReserve = (room: Room): void => {
    if (!keepsReserve || room.sinceReserve < slotsOfReserve - 1) return;
    advance(room);
    const from = begins[room.cursor];
    const panel = from === undefined ? null : findPanel(from, length);
    if (from === undefined || panel === null) return;
    plan.reserve.push(take(room, from, length, panel));
    for (const examiner of panel) examiner.vivas -= 1;
    room.sinceReserve = 0;
  };

  type Found = { room: Room; from: number; panel: Examiner[] };
  const earliest = (
    steps: number,
    own: Calendar,
    { since = 0, without = [] }: { since?: number | undefined; without?: readonly number[] },
  ): Found | null => {
    let best: Found | null = null;
    for (const room of rooms) {
      keepReserve(room);
      advance(room);
      for (let index = room.cursor; index < begins.length; index += 1) {
        const from = begins[index] ?? 0;
        if (best !== null && from >= best.from) break;
        if (from < since || !own.isFree({ from, to: from + steps }) || !fits(room, from, steps)) continue;
        const panel = findPanel(from, steps, without);
        if (panel === null) continue;
        best = { room, from, panel };
        break;
      }
    }
    return best;
  };

  /** Asked for each length once: only the student's own hours differ beyond it. */
  const known = new Map<number, Misfit>();
  const whyNot = (steps: number, since = 0): Misfit => {
    const found = known.get(steps);
    if (found !== undefined && since === 0) return found;
    const later = begins.filter((from) => from >= since);
    if (later.length === 0 && hours.length > 0) return 'over';
    const long = later.filter((from) => holds(hours, { from, to: from + steps }));
    const inRoom = rooms.flatMap((room) =>
      long.filter((from) => room.calendar.isFree({ from, to: from + steps + buffer })),
    );
    let why: Misfit = 'elsewhere';
    if (long.length === 0) why = 'too-long';
    else if (inRoom.length === 0) why = plan.reserve.length > 0 ? 'reserve' : 'rooms';
    else if (!inRoom.some((from) => findPanel(from, steps) !== null))
      why = plan.reserve.length > 0 ? 'reserve' : 'examiners';
    if (since === 0) known.set(steps, why);
    return why;
  };

  /** Nobody of `avoid`, else as few of them as there can be, one after the other. */
  const place = (steps: number, own: Calendar, avoid: readonly number[], since?: number): Found | null => {
    for (let some = avoid.length; some >= 0; some -= 1) {
      const found = earliest(steps, own, { since, without: avoid.slice(0, some) });
      if (found !== null) return found;
    }
    return null;
  };

  for (const { id, extra, busy, since, avoid = [] } of request.students) {
    const own = new Calendar(busy);
    const steps = length + extra;
    const found = place(steps, own, avoid, since);
    if (found === null) {
      plan.unplaced.push({ studentId: id, why: whyNot(steps, since) });
      continue;
    }
    plan.placed.push({ ...take(found.room, found.from, steps, found.panel), studentId: id });
    found.room.sinceReserve += 1;
    known.clear();
  }
  return plan;
}

/**
 * The order of a draw. Whoever has the seed can repeat it: by SHA-256 of the seed, a colon and the student's number.
 * @param students in any order
 */
export function drawOrder<T extends { id: number }>(students: readonly T[], seed: string): T[] {
  const lot = new Map(
    students.map(({ id }) => [id, createHash('sha256').update(`${seed}:${id}`).digest('hex')]),
  );
  return students.toSorted((a, b) => ((lot.get(a.id) ?? '') < (lot.get(b.id) ?? '') ? -1 : 1));
}
