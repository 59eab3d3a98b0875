import { isDay } from '../dates.ts';
import { nameKey } from '../fold-text.ts';
import { parseUrl } from '../parse-url.ts';

/** Starts, lengths and buffers are whole steps: the database compares vivas step by step. */
export const stepMinutes = 5;

export const planLimits = {
  days: 60,
  breaks: 4,
  rooms: 50,
  examiners: 100,
  /** Of a room. */
  name: 80,
  link: 500,
  seed: 40,
  /** Minutes. */
  length: 240,
  buffer: 60,
  extra: 120,
  panel: 3,
  /** Hours. */
  guard: 336,
} as const;

/** `HH:MM`, in the academy's zone; `24:00` ends a day. */
export type Hours = { from: string; to: string };
export type PlanDay = Hours & { day: string; breaks: Hours[] };
export type PlanRoom = { name: string; link: string | null };
/** Hours by day; null: all of the plan's. */
export type PlanExaminer = { email: string; hours: (Hours & { day: string })[] | null };

export type VivaPlan = {
  length: number;
  buffer: number;
  panel: number;
  /** Leaves one slot in eight free, for those who come later. */
  reserve: boolean;
  /** Up to so many hours before the viva students ask for another time. */
  guard?: number | undefined;
  days: PlanDay[];
  rooms: PlanRoom[];
  examiners: PlanExaminer[];
};

/** Of a batch without a plan. */
export const newPlan: VivaPlan & { guard: number } = {
  length: 20,
  buffer: 5,
  panel: 1,
  reserve: true,
  guard: 48,
  days: [],
  rooms: [],
  examiners: [],
};

/** Students found by name. */
export const shownFound = 50;

/** In which students come. */
export const planOrders = ['name', 'project', 'draw'] as const;
export type PlanOrder = (typeof planOrders)[number];

/** Why a student has no place: the first of these that holds. */
export const misfits = ['over', 'too-long', 'rooms', 'reserve', 'examiners', 'elsewhere'] as const;
export type Misfit = (typeof misfits)[number];

export const misfitWords: Record<Misfit, string> = {
  over: 'No hours of the plan are left',
  'too-long': 'No hours are long enough',
  rooms: 'Every room is full',
  reserve: 'Only the reserve is left',
  examiners: 'Not enough examiners are free',
  elsewhere: 'Is elsewhere whenever there is a place',
};

/** What the hours of a plan say against a viva's time; the office may decide otherwise. */
export const concerns = [
  'beyond-hours',
  'examiner-away',
  'panel-size',
  'same-panel',
  'missed',
  'suspended',
  'not-here',
] as const;
export type Concern = (typeof concerns)[number];

export const concernWords: Record<Concern, string> = {
  'beyond-hours': 'Outside of the hours, or in a break',
  'examiner-away': 'An examiner is not there at this time',
  'panel-size': 'Another number of examiners than planned',
  'same-panel': 'An examiner of the first viva, which was missed',
  missed: 'The student was absent',
  suspended: 'The student is suspended',
  'not-here': 'Has left the batch, or has no project now',
};

/** Of the day; null but for `HH:MM` up to `24:00`. */
export function minutesOf(clock: string): number | null {
  if (!/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/.test(clock)) return null;
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
}

/** Without the breaks, in minutes of the day. The day and its breaks are as `checkPlan` allows. */
export function openHours({ from, to, breaks }: PlanDay): { from: number; to: number }[] {
  const spans: { from: number; to: number }[] = [];
  let begin = minutesOf(from) ?? 0;
  for (const pause of breaks.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    const until = minutesOf(pause.from) ?? 0;
    if (until > begin) spans.push({ from: begin, to: until });
    begin = minutesOf(pause.to) ?? 0;
  }
  const end = minutesOf(to) ?? 0;
  return end > begin ? [...spans, { from: begin, to: end }] : spans;
}

type Problem = { at: string; message: string };

const isStep = (minutes: number): boolean => minutes % stepMinutes === 0;

function stepProblem(what: string, minutes: number, [least, most]: [number, number]): string | null {
  if (!Number.isInteger(minutes) || minutes < least || minutes > most)
    return `${what} must be from ${least} to ${most} minutes`;
  return isStep(minutes) ? null : `${what} must be a multiple of ${stepMinutes} minutes, not ${minutes}`;
}

function hoursProblem(what: string, { from, to }: Hours): string | null {
  for (const clock of [from, to]) {
    const minutes = minutesOf(clock);
    if (minutes === null) return `${what}: ${clock} is not a time such as 09:00`;
    if (!isStep(minutes)) return `${what}: ${clock} is not a multiple of ${stepMinutes} minutes`;
  }
  return (minutesOf(from) ?? 0) < (minutesOf(to) ?? 0) ? null : `${what}: ${to} is not after ${from}`;
}

function dayProblem({ day, from, to, breaks }: PlanDay): string | null {
  if (!isDay(day)) return `${day || 'A day'} must be a day from 2000 to 2099, YYYY-MM-DD`;
  const inOrder = breaks.toSorted((a, b) => (a.from < b.from ? -1 : 1));
  const first = [
    hoursProblem(day, { from, to }),
    ...inOrder.map((pause) => hoursProblem(`The break on ${day}`, pause)),
  ].find((problem) => problem !== null);
  if (first !== undefined) return first;
  for (const [index, pause] of inOrder.entries()) {
    if (pause.from < from || pause.to > to) return `The break on ${day} must be between ${from} and ${to}`;
    const next = inOrder[index + 1];
    if (next !== undefined && next.from < pause.to) return `Two breaks on ${day} overlap`;
  }
  return null;
}

function roomProblem({ name, link }: PlanRoom): string | null {
  if (nameKey(name) === '') return 'A room needs a name';
  if (link === null) return null;
  return parseUrl(link)?.protocol === 'https:' ? null : `The link of ${name} must begin with https://`;
}

function firstTwice(keys: readonly string[]): number {
  return keys.findIndex((key, index) => keys.indexOf(key) !== index);
}

/** What is wrong beyond the shape, by the field in which it is. */
export function checkPlan({ length, buffer, panel, guard, days, rooms, examiners }: VivaPlan): Problem[] {
  const found: [string, string | null | undefined][] = [
    ['length', stepProblem('The length', length, [stepMinutes, planLimits.length])],
    ['buffer', stepProblem('The time between two vivas', buffer, [0, planLimits.buffer])],
    [
      'panel',
      panel >= 1 && panel <= planLimits.panel && Number.isInteger(panel)
        ? null
        : `A panel has 1 to ${planLimits.panel} examiners`,
    ],
    [
      'guard',
      guard === undefined || (Number.isInteger(guard) && guard >= 0 && guard <= planLimits.guard)
        ? null
        : `The hours before a viva must be from 0 to ${planLimits.guard}`,
    ],
    ...days.map((day): [string, string | null] => ['days', dayProblem(day)]),
    ...rooms.map((room): [string, string | null] => ['rooms', roomProblem(room)]),
    ...examiners.flatMap(({ email, hours }) =>
      (hours ?? []).map((span): [string, string | null] => [
        'examiners',
        isDay(span.day) ? hoursProblem(email, span) : `${email}: ${span.day} is not a day, YYYY-MM-DD`,
      ]),
    ),
  ];
  const twice = days[firstTwice(days.map(({ day }) => day))];
  if (twice !== undefined) found.push(['days', `${twice.day} is there twice`]);
  const room = rooms[firstTwice(rooms.map(({ name }) => nameKey(name)))];
  if (room !== undefined) found.push(['rooms', `${room.name} is there twice`]);
  const examiner = examiners[firstTwice(examiners.map(({ email }) => email))];
  if (examiner !== undefined) found.push(['examiners', `${examiner.email} is there twice`]);
  return found.flatMap(([at, message]) => (message == null ? [] : [{ at, message }]));
}
