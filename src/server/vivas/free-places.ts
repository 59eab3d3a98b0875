import { holds, type Span } from './spans.ts';
import type { Place } from './fill-plan.ts';

export type FreeRequest = {
  /** In which vivas are held, in order. */
  hours: readonly Span[];
  /** Steps. */
  length: number;
  buffer: number;
  rooms: readonly { id: number; busy: readonly Span[] }[];
  /** `hours` null: all of those above. */
  examiners: readonly { id: number; hours: readonly Span[] | null; busy: readonly Span[] }[];
  panelSize: number;
  /** The student's own times. */
  busy: readonly Span[];
  /** Comes first where it is free: the room and the panel that the student has. */
  usual: { roomId: number; panel: readonly number[] };
  /** Come last: who waited for a student whose viva is repeated. */
  avoid?: readonly number[];
};

const overlaps = (busy: readonly Span[], { from, to }: Span): boolean =>
  busy.some((span) => span.from < to && from < span.to);

/** Room and panel at a begin; null where one is missing. Hours of the plan are not compared here. */
export function placeAt(request: FreeRequest, from: number): Place | null {
  const { length, buffer, rooms, examiners, panelSize, busy, usual, avoid = [] } = request;
  const held = { from, to: from + length };
  const taken = { from, to: held.to + buffer };
  if (overlaps(busy, held)) return null;
  const room = rooms
    .toSorted((a, b) => Number(b.id === usual.roomId) - Number(a.id === usual.roomId))
    .find((one) => !overlaps(one.busy, taken));
  if (room === undefined) return null;
  const rank = (id: number): number => (avoid.includes(id) ? 1 : usual.panel.includes(id) ? -1 : 0);
  const free = examiners
    .filter(({ hours, busy: own }) => (hours === null || holds(hours, held)) && !overlaps(own, taken))
    .toSorted((a, b) => rank(a.id) - rank(b.id))
    .slice(0, panelSize);
  return free.length < panelSize ? null : { ...held, roomId: room.id, panel: free.map(({ id }) => id) };
}

/** In order of time, at most one for each begin. @param since the first begin */
export function* freePlaces(
  request: FreeRequest,
  since: number,
  isWanted: (held: Span) => boolean = () => true,
): Generator<Place> {
  for (const span of request.hours)
    for (let from = Math.max(span.from, since); from + request.length <= span.to; from += 1) {
      const place = isWanted({ from, to: from + request.length }) ? placeAt(request, from) : null;
      if (place !== null) yield place;
    }
}

/** The earliest, then the earliest on another day; on a single day another time that does not overlap. @param buffer steps */
export function twoPlaces(
  places: Iterable<Place>,
  { buffer, dayOf }: { buffer: number; dayOf: (step: number) => string },
): Place[] {
  let first: Place | undefined;
  let later: Place | undefined;
  for (const place of places) {
    if (first === undefined) first = place;
    else if (dayOf(place.from) !== dayOf(first.from)) return [first, place];
    else if (later === undefined && place.from >= first.to + buffer) later = place;
  }
  return [first, later].flatMap((place) => place ?? []);
}
