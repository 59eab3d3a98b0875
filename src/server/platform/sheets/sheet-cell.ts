import { trimUnseen } from '#contract/unseen';
import { dateFromSerial, format, getFormatFromId, getFormatInfo } from 'numfmt';

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
const momentCell = (shown: string, moment: string): SheetCell => ({
  shown,
  fault: `This is ${/^\d+:/.test(moment) ? 'a time' : 'a date'}: ${moment}. Format the cell as text, and type the value again.`,
});

/**
 * As shown in Excel.
 * @param raw as in the file
 * @param startsIn1904 the workbook's date system
 */
function numberCell(raw: string, { pattern, kind }: NumberFormat, startsIn1904: boolean): SheetCell {
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

function formattedText(text: string, { pattern }: NumberFormat): string {
  return pattern === '@' || !pattern.includes('@')
    ? text
    : format(pattern, text, { throws: false, invalid: text, nbsp: false });
}

/** What precedes a formula, and its sign, also full-width; after a separator the sign begins a cell. */
const atStart = /^'*(?:[\t\r]|(?:[\s",;|]+'*)?[=+\-@＝＋－＠])/u;
const guardedAtStart = /^'(?='*(?:[\t\r]|(?:[\s",;|]+'*)?[=+\-@＝＋－＠]))/u;
/** At the start, or after a separator at which programs split: tried once a run of separators, so its time grows with the text. */
const inside = /(?<![\s",;|])(?:^|(?=[\s",]*[;|\t\r\n]))([\s",;|]+)('*[=+\-@＝＋－＠])/gu;

/** Where other programs may split a line. */
const eachInside = (text: string, change: (sign: string) => string): string =>
  text.replace(inside, (_, run: string, sign: string) => run + change(sign));

/** Against CSV injection, however programs split lines. */
export function guardFormulas(text: string): string {
  return (atStart.test(text) ? `'` : '') + eachInside(text, (sign) => `'${sign}`);
}

/** The inverse of `guardFormulas`. */
export function withoutGuards(text: string): string {
  return eachInside(text.replace(guardedAtStart, ''), (sign) => sign.replace(/^'/, ''));
}

/** What it shows, and an error for people. */
type WrongCell = { shown: string; fault: string };
/** '' if empty. */
export type SheetCell = string | WrongCell;

export const shownText = (cell: SheetCell | undefined): string =>
  typeof cell === 'object' ? cell.shown : (cell ?? '');

const errorPattern =
  /^(?:#(?:N\/A|REF!|DIV\/0!|VALUE!|NAME\?|NUM!|NULL!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|BUSY!|UNKNOWN!|GETTING_DATA)|Err:\d{3})$/i;

const cellFaults = {
  error: (text: string) => `This cell contains an error: ${text}. Correct the formula, or type the value.`,
  unreadable: 'Part of this text cannot be read. Type it again, or save the list as XLSX.',
};

/** Each program adds its own. */
const errorCell = (shown: string): WrongCell => ({ shown, fault: cellFaults.error(shown) });

export function textCell(raw: string): SheetCell {
  if (raw === '') return '';
  const text = trimUnseen(withoutGuards(raw.replaceAll('\0', '').toWellFormed()));
  if (errorPattern.test(text)) return errorCell(text);
  // Bytes that are invalid in its encoding.
  if (text.includes('\uFFFD')) return { shown: text, fault: cellFaults.unreadable };
  return text;
}

export const wrongRow = <Row extends { cells: readonly SheetCell[] }>(row: Row, fault: string): Row => ({
  ...row,
  cells: row.cells.map((cell): SheetCell => (cell === '' ? cell : { shown: shownText(cell), fault })),
});

/** `_x000D_`: invalid in XML; `_x005F_`: an underscore. */
export const unescaped = (text: string) =>
  text.replaceAll(/_x(00[01][0-9A-F]|005F)_/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );

const noResult =
  'This cell contains a formula without a result. Open the spreadsheet in Excel or LibreOffice, save it and choose it again.';

export type CellContext = {
  strings: readonly string[];
  formats: readonly NumberFormat[];
  startsIn1904: boolean;
};

export type RawCell = { type: string; style: number; text: string; isFormula: boolean };

export function cellOf(
  { type, style, text, isFormula }: RawCell,
  { strings, formats, startsIn1904 }: CellContext,
): SheetCell {
  const format = formats[style] ?? plain;
  if (isFormula && text === '' && type !== 'str') return { shown: '', fault: noResult };
  if (type === 'b') return text === '1' ? 'TRUE' : 'FALSE';
  if (type === 'e') return errorCell(text);
  if (type === 'n') return numberCell(text, format, startsIn1904);
  if (type === 'd')
    return momentCell(
      text,
      text
        .replace('T', ' ')
        .replace(/(?<=\d)(?: 00:00(?::00)?(?:\.0+)?)?(?:\.\d+)?Z?$/, '')
        .trim(),
    );
  return textCell(formattedText(type === 's' ? (strings[Number(text)] ?? '') : unescaped(text), format));
}
