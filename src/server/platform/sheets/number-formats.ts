import { dateFromSerial, format, getFormatFromId, getFormatInfo } from 'numfmt';
import type { SheetCell } from './sheet-cell.ts';

/** How a cell shows a number, in the language of spreadsheets, such as `0.0%` or `yyyy-mm-dd`. */
export type NumberFormat = { pattern: string; kind: 'plain' | 'formatted' | 'date' | 'time' };

/** Excel takes no longer pattern; what a hostile file has beyond it costs time. */
const longestPattern = 255;
const plain: NumberFormat = { pattern: 'General', kind: 'plain' };

/** A format from its pattern. Scientific notation is plain: it would leave out digits that people mean, as of a phone number. */
export function numberFormat(pattern: string): NumberFormat {
  if (pattern.length > longestPattern) return plain;
  const { type, isDate } = getFormatInfo(pattern);
  if (isDate) return { pattern, kind: type === 'time' ? 'time' : 'date' };
  const isPlain = pattern === 'General' || type === 'scientific' || type === 'text' || type === 'error';
  return isPlain ? { pattern, kind: 'plain' } : { pattern, kind: 'formatted' };
}

/** A format that every workbook knows by a number. */
export const builtInFormat = (id: number): NumberFormat => numberFormat(getFormatFromId(id));

/** Where a format is for dates, the number of the day on which its calendar begins is this much less than Excel's usual one. */
const daysTo1904 = 1_462;

/** A number in full: files write 9876543210 as 9.87654321E9, and 0.1 + 0.2 with all its digits. */
const plainText = (value: number): string => String(Number(value.toPrecision(15)));

const two = (value: number) => String(value).padStart(2, '0');

/** A day, a time or both in ISO's order; null outside of the calendar. */
function momentText(serial: number): string | null {
  const moment = dateFromSerial(serial);
  if (moment === undefined || serial < 0) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = moment;
  const time = `${two(hour)}:${two(minute)}`;
  if (serial < 1) return time;
  const date = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
  return hour === 0 && minute === 0 ? date : `${date} ${time}`;
}

/** A cell that holds a moment, which nothing in a list of people is. */
export const momentCell = (shown: string, moment: string): SheetCell => ({
  shown,
  fault: `This is ${/^\d+:/.test(moment) ? 'a time' : 'a date'}: ${moment}. Format the cell as text, and type the value again.`,
});

/**
 * A number as its cell shows it.
 * @param raw as the file writes it
 * @param startsIn1904 whether the workbook counts its days from 1904
 */
export function numberCell(raw: string, { pattern, kind }: NumberFormat, startsIn1904: boolean): SheetCell {
  const value = Number(raw);
  if (raw.trim() === '' || !Number.isFinite(value)) return raw;
  if (kind === 'plain') return plainText(value);
  const serial = kind === 'date' && startsIn1904 ? value + daysTo1904 : value;
  const shown = format(pattern, serial, {
    throws: false,
    invalid: plainText(value),
    nbsp: false,
    overflow: plainText(value),
  }).trim();
  if (kind === 'formatted') return shown;
  // Of hours beyond a day only the cell's own form is right.
  const moment = kind === 'time' ? shown : momentText(serial);
  return moment === null ? plainText(value) : momentCell(shown, moment);
}

/** A text as its cell shows it: most formats show it as it is. */
export function formattedText(text: string, { pattern }: NumberFormat): string {
  return pattern === '@' || !pattern.includes('@')
    ? text
    : format(pattern, text, { throws: false, invalid: text, nbsp: false });
}
