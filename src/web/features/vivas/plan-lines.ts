import {
  checkPlan,
  newPlan,
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

function dayIn(line: string): PlanDay {
  const [day = '', ...rest] = line.split(/[\s,]+/);
  const [hours = { from: '', to: '' }, ...breaks] = hoursIn(rest.join(' '));
  return { day, ...hours, breaks };
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

function examinerIn(line: string): PlanExaminer {
  const [email = '', ...rest] = line.split(/[\s,]+/);
  let day = '';
  const hours: NonNullable<PlanExaminer['hours']> = [];
  for (const word of rest.join(' ').matchAll(new RegExp(`(\\d{4}-\\d{2}-\\d{2})|${span.source}`, 'g'))) {
    if (word[1] !== undefined) day = word[1];
    else hours.push({ day, from: clock(word[2] ?? ''), to: clock(word[3] ?? '') });
  }
  return { email, hours: rest.length === 0 ? null : hours };
}

export const planFields = (plan: VivaPlan): Fields => ({
  length: String(plan.length),
  buffer: String(plan.buffer),
  panel: String(plan.panel),
  reserve: plan.reserve ? 'yes' : '',
  guard: String(plan.guard ?? newPlan.guard),
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
  guard: numberIn(fields['guard']),
  days: linesOf(fields['days']).map(dayIn),
  rooms: linesOf(fields['rooms']).map(roomIn),
  examiners: linesOf(fields['examiners']).map(examinerIn),
});

const unread = /^\S+\s+\S/;

/** What the server would refuse, and lines that cannot be read. */
export function planProblems(fields: Fields): InvalidField[] {
  const badDay = linesOf(fields['days']).find((line) => hoursIn(line).length === 0);
  const badExaminer = linesOf(fields['examiners']).find(
    (line) => unread.test(line) && (examinerIn(line).hours ?? []).length === 0,
  );
  return [
    ...(badDay === undefined
      ? []
      : [{ field: 'days', message: `${badDay}: hours are missing, such as 09:00–18:00` }]),
    ...(badExaminer === undefined
      ? []
      : [
          {
            field: 'examiners',
            message: `${badExaminer}: after the email comes a day with hours, such as 2026-12-03 09:00–12:00`,
          },
        ]),
    ...checkPlan(planIn(fields)).map(({ at, message }) => ({ field: at, message })),
  ];
}
