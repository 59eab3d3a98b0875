import { nameKey } from '#contract/fold-text';
import { planLimits, stepMinutes, type PlanRoom } from '#contract/vivas/plan';
import type { VivaColumns, VivaField } from '#contract/vivas/viva-sheet';
import { parseUrl } from '#contract/parse-url';
import { readEmail } from '../../people/sheets/row-fields.ts';
import { shownText } from '../../platform/sheets/sheet-cell.ts';
import type { SheetRow } from '../../platform/sheets/sheet.ts';
import { readMoment, writeClock } from './typed-moment.ts';

export type VivaTexts = Record<VivaField, string>;
export type VivaFaults = Partial<Record<VivaField, string>>;

/** Several columns of names or examiners are joined. */
export function textsOf({ cells }: SheetRow, columns: VivaColumns): VivaTexts {
  const texts = (field: VivaField) =>
    columns
      .flatMap((column, index) => (column === field ? [shownText(cells[index]).trim()] : []))
      .filter(Boolean);
  const text = (field: VivaField) => texts(field).join(' ');
  return {
    email: readEmail(text('email')),
    phone: text('phone'),
    name: text('name'),
    day: text('day'),
    time: text('time'),
    until: text('until'),
    room: text('room'),
    examiners: texts('examiners').join('; '),
  };
}

/** `Lunch`, `Tea break`: what a timetable has between students. */
const pause = /^(?:lunch|tea|coffee|break|recess|free|buffer|reserve[d]?|[-–—]+)\b|^[-–—]+$/i;

/** Free slots and breaks of a timetable. */
export const isNobody = ({ email, phone, name }: VivaTexts): boolean =>
  email === '' && phone === '' && (name === '' || pause.test(name));

export const isWithoutTime = ({ day, time }: VivaTexts): boolean => time === '' && day === '';

/** Typed without am or pm, the night is a mistake. */
const morning = 7 * 60;
const hasHalf = /\d\s*[ap]\.?m?\b/i;

export type When = { day: string; from: number; minutes: number | null };

/** @param days of the plan: a single one need not be written */
export function readWhen(
  { day, time, until }: VivaTexts,
  { days, today }: { days: readonly string[]; today: string },
): { when: When } | { faults: VivaFaults } {
  const yearOf = (monthAndDay: string): string => {
    const planned = days.find((one) => one.slice(5) === monthAndDay);
    const year = today.slice(0, 4);
    if (planned !== undefined) return planned.slice(0, 4);
    return `${year}-${monthAndDay}` < today ? String(Number(year) + 1) : year;
  };
  const [ofDay, ofTime, ofEnd] = [day, time, until].map((text) => readMoment(text, yearOf));
  const faults: VivaFaults = {};
  if (ofDay == null) faults.day = 'This is not a day, such as 3 Dec 2026';
  if (ofTime == null) faults.time = 'This is not a time, such as 10:20, 2:30 pm or 10:20–10:40';
  if (ofEnd == null || (ofEnd.from === null && until !== ''))
    faults.until = 'This is not a time, such as 10:40';
  if (ofDay == null || ofTime == null || ofEnd == null || faults.until !== undefined) return { faults };
  const found = ofDay.day ?? ofTime.day ?? (days.length === 1 ? (days[0] ?? null) : null);
  const [from, to] = [ofTime.from ?? ofDay.from, ofEnd.from ?? ofTime.to ?? ofDay.to];
  if (found === null) faults.day = 'The day is missing';
  if (from === null) faults.time = 'The time is missing';
  else if (from < morning && !hasHalf.test(`${time} ${day}`))
    faults.time = `${writeClock(from)} is at night. Write ${writeClock(from + 12 * 60)}, or add am or pm`;
  else if (from % stepMinutes !== 0) faults.time = `The time must be a multiple of ${stepMinutes} minutes`;
  if (from !== null && to !== null) {
    const minutes = to - from;
    if (minutes <= 0) faults.until = 'The end is before the start';
    else if (minutes % stepMinutes !== 0)
      faults.until = `The length must be a multiple of ${stepMinutes} minutes, not ${minutes}`;
    else if (minutes > planLimits.length)
      faults.until = `A viva can have at most ${planLimits.length} minutes`;
  }
  if (found === null || from === null || Object.keys(faults).length > 0) return { faults };
  return { when: { day: found, from, minutes: to === null ? null : to - from } };
}

/** `Room 2`, or `Online https://…`. @param known rooms of the plan; a single one need not be written */
export function readRoom(text: string, known: readonly PlanRoom[]): { room: PlanRoom } | { fault: string } {
  const [only] = known;
  if (text === '')
    return only !== undefined && known.length === 1 ? { room: only } : { fault: 'The room is missing' };
  const match = /\s*(\S+:\/\/\S+)$/.exec(text);
  const link = match?.[1] ?? null;
  const ofLink = known.find((room) => room.link === link);
  const written = match === null ? text : text.slice(0, match.index).replace(/[\s,;:–-]+$/, '');
  const name = written === '' ? (link !== null && ofLink?.name) || 'Online' : written;
  const planned = known.find((room) => nameKey(room.name) === nameKey(name));
  if (planned !== undefined)
    return link === null || planned.link === link
      ? { room: planned }
      : { fault: `${planned.name} has another link in the plan` };
  if (name.length > planLimits.name)
    return { fault: `The name of a room can have at most ${planLimits.name} characters` };
  if (link !== null && (link.length > planLimits.link || parseUrl(link)?.protocol !== 'https:'))
    return { fault: 'The link of a room must begin with https://' };
  return { room: { name, link } };
}

const title = /^(?:dr|prof|professor|mr|mrs|ms|shri|smt|sri|er)\.?\s+/;

/** Of a person as an office writes it: without titles. */
export function personKey(name: string): string {
  let key = nameKey(name.replaceAll(/\([^()]*\)/g, ' '));
  while (title.test(key)) key = key.replace(title, '');
  return key.replaceAll('.', ' ').replaceAll(/\s+/g, ' ').trim();
}

/** `Dr. A Rao & B Das`, `a@x.test; b@x.test`. */
export const namesIn = (text: string): string[] =>
  text
    .split(/\s*[,;/&+\n]\s*|\s+and\s+/i)
    .map((name) => name.trim())
    .filter(Boolean);
