import { isDay } from '#contract/dates';
import {
  checkPlan,
  type Hours,
  type PlanDay,
  type PlanExaminer,
  type PlanRoom,
  type VivaPlan,
} from '#contract/vivas/plan';
import type { Fields, InvalidField } from '../../lib/forms/form-fields.ts';

/* A plan as people type it: days, rooms and examiners are a line each. */

const linesOf = (text: string | undefined): string[] =>
  (text ?? '')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

const clock = (text: string): string => text.replace(/^(\d):/, '0$1:');
const span = /(\d{1,2}:\d{2})\s*[-–]\s*(\d{1,2}:\d{2})/;

const writeHours = ({ from, to }: Hours): string => `${from}–${to}`;

function hoursIn(text: string): Hours[] {
  return [...text.matchAll(new RegExp(span, 'g'))].map(([, from = '', to = '']) => ({
    from: clock(from),
    to: clock(to),
  }));
}

/** `2026-12-03 09:00–18:00, break 13:00–14:00`. */
const writeDay = ({ day, breaks, ...hours }: PlanDay): string =>
  [`${day} ${writeHours(hours)}`, ...breaks.map((pause) => `break ${writeHours(pause)}`)].join(', ');

/** The first word, and what follows it. */
const headOf = (line: string) => /^([^\s,]*)[\s,]*(.*)$/.exec(line)?.slice(1) ?? [];

function dayIn(line: string): PlanDay {
  const [day = '', rest = ''] = headOf(line);
  const [hours = { from: '', to: '' }, ...breaks] = hoursIn(rest);
  return { day, ...hours, breaks };
}

/** What a line has beside what is read: the words between two commas or hours. */
function unreadIn(rest: string, read: RegExp): string {
  const left = rest.replaceAll(new RegExp(read, 'gi'), '\n').split(/[\n,;]+/);
  return left.map((words) => words.trim()).find((words) => words !== '') ?? '';
}

/** `Room 2`, or `Online https://…`. */
const writeRoom = ({ name, link }: PlanRoom): string => (link === null ? name : `${name} ${link}`);

function roomIn(line: string): PlanRoom {
  const link = /\s*(\S+:\/\/\S+)$/.exec(line);
  return link === null
    ? { name: line, link: null }
    : { name: line.slice(0, link.index).trim(), link: link[1] ?? '' };
}

/** `anjali@example.com`, or with hours by day: `anjali@example.com 2026-12-03 09:00–12:00`. */
const writeExaminer = ({ email, hours }: PlanExaminer): string =>
  [email, ...(hours ?? []).map(({ day, ...of }) => `${day} ${writeHours(of)}`)].join(' ');

const spanOrDay = new RegExp(`(\\d{4}-\\d{2}-\\d{2})|${span.source}`, 'g');

function examinerIn(line: string): PlanExaminer {
  const [email = '', rest = ''] = headOf(line);
  let day = '';
  const hours: NonNullable<PlanExaminer['hours']> = [];
  for (const word of rest.matchAll(spanOrDay)) {
    if (word[1] !== undefined) day = word[1];
    else hours.push({ day, from: clock(word[2] ?? ''), to: clock(word[3] ?? '') });
  }
  return { email, hours: rest === '' ? null : hours };
}

export const planFields = (plan: VivaPlan): Fields => ({
  length: String(plan.length),
  buffer: String(plan.buffer),
  panel: String(plan.panel),
  reserve: plan.reserve ? 'yes' : '',
  days: plan.days.map(writeDay).join('\n'),
  rooms: plan.rooms.map(writeRoom).join('\n'),
  examiners: plan.examiners.map(writeExaminer).join('\n'),
});

const numberIn = (text: string | undefined): number => (text?.trim() ? Number(text) : Number.NaN);

export const planIn = (fields: Fields): VivaPlan => ({
  length: numberIn(fields['length']),
  buffer: numberIn(fields['buffer']),
  panel: numberIn(fields['panel']),
  reserve: fields['reserve'] === 'yes',
  days: linesOf(fields['days']).map(dayIn),
  rooms: linesOf(fields['rooms']).map(roomIn),
  examiners: linesOf(fields['examiners']).map(examinerIn),
});

function dayProblem(line: string): string | null {
  const [day = '', rest = ''] = headOf(line);
  if (hoursIn(rest).length === 0) return `${line}: hours are missing, such as 09:00–18:00`;
  const words = unreadIn(rest, new RegExp(`(?:\\bbreaks?\\s*)?${span.source}`));
  // `checkPlan` names what is no day.
  return words === '' || !isDay(day)
    ? null
    : `${line}: "${words}" cannot be read. Write a break as: break 13:00–14:00`;
}

function examinerProblem(line: string): string | null {
  const [email = '', rest = ''] = headOf(line);
  if (rest === '') return null;
  if ((examinerIn(line).hours ?? []).length === 0)
    return `${line}: after the email comes a day with hours, such as 2026-12-03 09:00–12:00`;
  const words = unreadIn(rest, spanOrDay);
  if (words !== '') return `${line}: "${words}" cannot be read. Write days with hours after the email`;
  const read = [...rest.matchAll(spanOrDay)].map(([, day]) => day);
  const isLone = (_: unknown, index: number) =>
    read[index] !== undefined && (index + 1 === read.length || read[index + 1] !== undefined);
  const lone = read.find(isLone);
  return lone === undefined ? null : `${email}: ${lone} has no hours`;
}

function roomProblem(line: string): string | null {
  const { name } = roomIn(line);
  return name.includes('://') ? `${line}: a room has one link, at the end of its line` : null;
}

const problemsOf = (
  field: string,
  text: string | undefined,
  problemOf: (line: string) => string | null,
): InvalidField[] =>
  linesOf(text).flatMap((line) => {
    const message = problemOf(line);
    return message === null ? [] : [{ field, message }];
  });

/** What the server would refuse, and lines or words that cannot be read. */
export function planProblems(fields: Fields): InvalidField[] {
  return [
    ...problemsOf('days', fields['days'], dayProblem),
    ...problemsOf('rooms', fields['rooms'], roomProblem),
    ...problemsOf('examiners', fields['examiners'], examinerProblem),
    ...checkPlan(planIn(fields)).map(({ at, message }) => ({ field: at, message })),
  ];
}
