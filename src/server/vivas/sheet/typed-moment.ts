import { isDay } from '#contract/dates';
import { withAsciiDigits } from '#contract/digits';

/** What a cell of an office's list says of a time. `from`, `to`: minutes of the day. */
export type TypedMoment = { day: string | null; from: number | null; to: number | null };

const two = (number: number) => String(number).padStart(2, '0');
const monthNames = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** As `HH:MM`; a plan's times are local. */
export const writeClock = (minutes: number): string =>
  `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;

const clockSource = String.raw`(\d{1,2})(?:[:.](\d{2})(?::00)?)?\s*([ap])?\.?(?:m\.?)?`;
const clocks = new RegExp(
  String.raw`(?:^|[\s,;T])(?:at\s+)?${clockSource}(?:\s*(?:-|–|—|to|until|till)\s*${clockSource})?\s*(?:hrs|hours)?$`,
  'i',
);

/** Of a day; null but for a clock's time. */
function minutesOf(hour: string, minute: string | undefined, half: string | undefined): number | null {
  const hours = Number(hour);
  const minutes = Number(minute ?? 0);
  if (minutes > 59) return null;
  if (half === undefined) return minute !== undefined && hours < 24 ? hours * 60 + minutes : null;
  if (hours < 1 || hours > 12) return null;
  return ((hours % 12) + (half.toLowerCase() === 'p' ? 12 : 0)) * 60 + minutes;
}

/** A time or two at the end of a text; `10–10:30 am` has one half of the day for both. */
function readClocks(text: string): { before: string; from: number; to: number | null } | null {
  const match = clocks.exec(text);
  if (match === null) return null;
  const [, hour = '', minute, half, endHour, endMinute, endHalf] = match;
  const before = text.slice(0, match.index).trim();
  if (endHour === undefined) {
    const from = minutesOf(hour, minute, half);
    return from === null ? null : { before, from, to: null };
  }
  const to = minutesOf(endHour, endMinute, endHalf);
  if (to === null) return null;
  const sameHalf = minutesOf(hour, minute, half ?? endHalf);
  const otherHalf = minutesOf(hour, minute, half ?? (endHalf === undefined ? undefined : 'a'));
  const from = sameHalf !== null && sameHalf < to ? sameHalf : otherHalf;
  return from === null || from >= to ? null : { before, from, to };
}

/** `2026-12-03`, `3/12/2026`, `3 Dec`, `Thu, December 3rd 2026`. @param yearOf a month and day without a year */
function readDay(text: string, yearOf: (monthAndDay: string) => string): string | null {
  const words = text
    .toLowerCase()
    .replace(/^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?[\s,.]+/, '');
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(words);
  const numbers = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})$/.exec(words);
  const named =
    /^(\d{1,2})(?:st|nd|rd|th)?[\s-]*(?:of\s+)?([a-z]{3,9})\.?(?:[\s,-]+(\d{4}|\d{2}))?$/.exec(words) ??
    /^([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?(?:[\s,]+(\d{4}))?$/.exec(words);
  let year: string | undefined;
  let month: number;
  let day: string;
  if (iso !== null) {
    [, year, , day = ''] = iso;
    month = Number(iso[2]);
  } else if (numbers !== null) {
    [, day = '', , year] = numbers;
    month = Number(numbers[2]);
  } else if (named !== null) {
    const isNameFirst = /^[a-z]/.test(words);
    const [, first = '', second = ''] = named;
    const name = isNameFirst ? first : second;
    day = isNameFirst ? second : first;
    [, , , year] = named;
    month = monthNames.indexOf(name.slice(0, 3)) + 1;
  } else return null;
  const monthAndDay = `${two(month)}-${two(Number(day))}`;
  const full = year === undefined ? yearOf(monthAndDay) : year.length === 2 ? `20${year}` : year;
  const found = `${full}-${monthAndDay}`;
  return isDay(found) ? found : null;
}

/** Null where anything of it cannot be read; an empty text says nothing. */
export function readMoment(typed: string, yearOf: (monthAndDay: string) => string): TypedMoment | null {
  const text = withAsciiDigits(typed).replaceAll(/\s+/gu, ' ').trim();
  if (text === '') return { day: null, from: null, to: null };
  const alone = readDay(text, yearOf);
  if (alone !== null) return { day: alone, from: null, to: null };
  const found = readClocks(text);
  if (found === null) return null;
  const before = found.before.replace(/[\s,;T-]+$/, '');
  const day = before === '' ? null : readDay(before, yearOf);
  if (before !== '' && day === null) return null;
  return { day, from: found.from, to: found.to };
}
