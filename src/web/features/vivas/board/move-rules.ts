import { clockWords } from '#contract/vivas/minute-words';
import { clashesOf, holdKey, holdsOf, takenWords } from '#contract/vivas/clashes';
import { concernWords, minutesOf, openHours, stepMinutes, type Concern } from '#contract/vivas/plan';
import type { PlannedViva, PlanView } from '#contract/vivas/plan-calls';

/** Where a viva would be; `from` in minutes of the day that is shown. */
export type Place = { from: number; room: string };
export type DayView = Pick<PlanView, 'plan' | 'vivas' | 'taken' | 'day'>;

const two = (number: number) => String(number).padStart(2, '0');
/** As a field has it. */
const typedClock = (minutes: number): string => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
export const minuteOfLocal = (local: string): number => minutesOf(local.slice('YYYY-MM-DDT'.length)) ?? 0;
export const placeOf = ({ local, room }: PlannedViva): Place => ({ from: minuteOfLocal(local), room });
export const samePlace = (one: Place, other: Place): boolean =>
  one.from === other.from && one.room === other.room;
export const localOf = (day: string, { from }: Place): string => `${day}T${typedClock(from)}`;

type Span = { from: number; to: number };

const holdsAt = ({ minutes, buffer, student, examiners }: PlannedViva, { from, room }: Place) =>
  holdsOf({
    from,
    length: minutes,
    buffer,
    room,
    student: student.s_id,
    panel: examiners.map(({ email }) => email),
  });

/** Who or which room is somewhere else then: the database refuses it. */
export function clashesAt({ vivas, taken }: DayView, viva: PlannedViva, place: Place): string[] {
  const names = new Map([
    [holdKey('room', place.room), place.room],
    ...viva.examiners.map(({ email, name }) => [holdKey('person', email), name] as const),
  ]);
  const own = vivas
    .filter(({ student }) => student.s_id !== viva.student.s_id)
    .flatMap((other) =>
      holdsAt(other, placeOf(other)).map((hold) => ({ ...hold, whose: other.student.s_name })),
    );
  const elsewhere = taken.flatMap(({ who, local, minutes }) => {
    const from = minuteOfLocal(local);
    const keys = [...names].flatMap(([key, name]) => (name === who ? [key] : []));
    return keys.map((key) => ({ key, from, to: from + minutes, whose: 'another batch' }));
  });
  return clashesOf(holdsAt(viva, place), [...own, ...elsewhere]).map(
    ({ key, whose, from, to }) =>
      `${takenWords(names.get(key) ?? viva.student.s_name, clockWords(from), clockWords(to))} (${whose})`,
  );
}

/** What the plan's hours say against it; the office may decide otherwise. */
export function concernsAt(
  { plan, day }: DayView,
  { minutes, examiners }: PlannedViva,
  { from }: Place,
): string[] {
  const held = { from, to: from + minutes };
  const isIn = (spans: readonly Span[]) => spans.some((span) => span.from <= held.from && held.to <= span.to);
  const hours = plan.days.filter((one) => one.day === day).flatMap(openHours);
  const isAway = ({ email }: { email: string }): boolean => {
    const own = plan.examiners.find((one) => one.email === email);
    if (own === undefined || own.hours === null) return own === undefined;
    return !isIn(
      own.hours
        .filter((span) => span.day === day)
        .map((span) => ({ from: minutesOf(span.from) ?? 0, to: minutesOf(span.to) ?? 0 })),
    );
  };
  const found: [Concern, boolean][] = [
    ['beyond-hours', plan.days.length > 0 && !isIn(hours)],
    ['examiner-away', examiners.some(isAway)],
  ];
  return found.flatMap(([concern, isSo]) => (isSo ? [concernWords[concern]] : []));
}

const hour = 60;
const lastStart = 24 * hour;

/** Whole hours around all that the day has, and its rooms. */
export function frameOf({ plan, vivas, taken, day }: DayView): Span & { rooms: string[]; open: Span[] } {
  const open = plan.days.filter((one) => one.day === day).flatMap(openHours);
  const held = vivas.flatMap((viva) => holdsAt(viva, placeOf(viva)));
  const elsewhere = taken.map(({ local, minutes }) => {
    const from = minuteOfLocal(local);
    return { from, to: from + minutes };
  });
  const all = [...open, ...held, ...elsewhere];
  const from = Math.min(...all.map((span) => span.from), 9 * hour);
  const to = Math.max(...all.map((span) => span.to), from + hour);
  const rooms = new Set([...plan.rooms.map(({ name }) => name), ...vivas.map(({ room }) => room)]);
  return {
    from: Math.floor(from / hour) * hour,
    to: Math.min(Math.ceil(to / hour) * hour, lastStart),
    rooms: [...rooms],
    open,
  };
}

/** One step of a key: five minutes, or the next room. */
export function stepTo(
  place: Place,
  key: string,
  { from, to, rooms }: Span & { rooms: readonly string[] },
  minutes: number,
): Place | null {
  const room = rooms.indexOf(place.room);
  const at = (minute: number) => ({ ...place, from: Math.max(from, Math.min(minute, to - minutes)) });
  switch (key) {
    case 'ArrowUp':
      return at(place.from - stepMinutes);
    case 'ArrowDown':
      return at(place.from + stepMinutes);
    case 'PageUp':
      return at(place.from - hour);
    case 'PageDown':
      return at(place.from + hour);
    case 'ArrowLeft':
      return { ...place, room: rooms[Math.max(0, room - 1)] ?? place.room };
    case 'ArrowRight':
      return { ...place, room: rooms[Math.min(rooms.length - 1, room + 1)] ?? place.room };
    default:
      return null;
  }
}

/** Under a pointer. @param at in the board's own pixels, of the viva's upper edge @param size of the board */
export function placeAt(
  at: { x: number; y: number },
  size: { width: number; height: number },
  { from, to, rooms }: Span & { rooms: readonly string[] },
  minutes: number,
): Place {
  const column = Math.max(0, Math.min(Math.floor((at.x / size.width) * rooms.length), rooms.length - 1));
  const steps = Math.round(((at.y / size.height) * (to - from)) / stepMinutes);
  const minute = from + steps * stepMinutes;
  return { from: Math.max(from, Math.min(minute, to - minutes)), room: rooms[column] ?? '' };
}
