import { dateFromSerial, format, getFormatFromId, getFormatInfo } from 'numfmt';
import type { SheetCell } from './sheet-cell.ts';

/** Such as `0.0%` or `yyyy-mm-dd`. */
export type NumberFormat = { pattern: string; kind: 'plain' | 'formatted' | 'date' | 'time' };

/** Excel's limit. */
const longestPattern = 255;
const plain: NumberFormat = { pattern: 'General', kind: 'plain' };

/** Scientific notation would hide a phone number's digits. */
export function numberFormat(pattern: string): NumberFormat {
  if (pattern.length > longestPattern) return plain;
  const { type, isDate } = getFormatInfo(pattern);
  if (isDate) return { pattern, kind: type === 'time' ? 'time' : 'date' };
  const isPlain = pattern === 'General' || type === 'scientific' || type === 'text' || type === 'error';
  return isPlain ? { pattern, kind: 'plain' } : { pattern, kind: 'formatted' };
}

export const builtInFormat = (id: number): NumberFormat => numberFormat(getFormatFromId(id));

/** Between Excel's two date systems. */
const daysTo1904 = 1_462;

/** Files hold 9.87654321E9, and 0.1 + 0.2 in full. */
const plainText = (value: number): string => String(Number(value.toPrecision(15)));

const two = (value: number) => String(value).padStart(2, '0');

/** ISO order; null outside the calendar. */
function momentText(serial: number): string | null {
  const moment = dateFromSerial(serial);
  if (moment === undefined || serial < 0) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = moment;
  const time = `${two(hour)}:${two(minute)}`;
  if (serial < 1) return time;
  const date = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
  return hour === 0 && minute === 0 ? date : `${date} ${time}`;
}

/** In a list of people it is a fault. */
export const momentCell = (shown: string, moment: string): SheetCell => ({
  shown,
  fault: `This is ${/^\d+:/.test(moment) ? 'a time' : 'a date'}: ${moment}. Format the cell as text, and type the value again.`,
});

/**
 * As shown in Excel.
 * @param raw as in the file
 * @param startsIn1904 the workbook's date system
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
  // Hours beyond a day need the cell's form.
  const moment = kind === 'time' ? shown : momentText(serial);
  return moment === null ? plainText(value) : momentCell(shown, moment);
}

export function formattedText(text: string, { pattern }: NumberFormat): string {
  return pattern === '@' || !pattern.includes('@')
    ? text
    : format(pattern, text, { throws: false, invalid: text, nbsp: false });
}
