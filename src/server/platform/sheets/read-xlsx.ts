import type { Readable } from 'node:stream';
import { columnName, makeSheetMeter, SheetRefused, type SheetMeter, type SheetRow } from './sheet.ts';
import { openXlsx, type XlsxArchive } from './xlsx-archive.ts';
import { readXml, type XmlListener } from './xml-events.ts';

/** The longest parts of a workbook, unpacked, in bytes. */
const mostBytes = { index: 1024 * 1024, strings: 64 * 1024 * 1024, sheet: 256 * 1024 * 1024 };

async function readAll(source: Readable, listener: XmlListener): Promise<void> {
  for await (const _ of readXml(source, listener));
}

/** The part that is the first sheet which is not hidden. */
async function firstSheet(archive: XlsxArchive): Promise<string> {
  const book = await archive.part('xl/workbook.xml', mostBytes.index);
  if (book === null) throw new SheetRefused('This is no XLSX workbook. Please save the list as XLSX or CSV.');
  let id: string | undefined;
  await readAll(book, {
    open(name, attributes) {
      const isHidden = attributes['state'] === 'hidden' || attributes['state'] === 'veryHidden';
      if (name === 'sheet' && !isHidden) id ??= attributes['r:id'] ?? attributes['id'];
    },
    text() {},
    close() {},
  });
  const relations = await archive.part('xl/_rels/workbook.xml.rels', mostBytes.index);
  let target: string | undefined;
  if (relations !== null)
    await readAll(relations, {
      open(name, attributes) {
        if (name === 'Relationship' && attributes['Id'] === id && attributes['TargetMode'] !== 'External')
          target = attributes['Target'];
      },
      text() {},
      close() {},
    });
  if (id === undefined || target === undefined) throw new SheetRefused('The workbook has no sheet to read.');
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
}

/** The texts that cells name by their number, as Excel writes them. */
async function readStrings(archive: XlsxArchive): Promise<string[]> {
  const part = await archive.part('xl/sharedStrings.xml', mostBytes.strings);
  const strings: string[] = [];
  if (part === null) return strings;
  let text = '';
  let [inText, isReading] = [false, false];
  await readAll(part, {
    open(name) {
      if (name === 'si') text = '';
      // How a word is read aloud stands beside it in East Asian sheets.
      if (name === 'rPh') isReading = true;
      inText = name === 't' && !isReading;
    },
    text(piece) {
      if (inText) text += piece;
    },
    close(name) {
      if (name === 't') inText = false;
      if (name === 'rPh') isReading = false;
      if (name === 'si') strings.push(text);
    },
  });
  return strings;
}

/** The place of a column from a cell's address, such as 27 for `AB12`; null without one. */
function columnOf(address: string | undefined): number | null {
  const letters = /^[A-Z]{1,3}/i.exec(address ?? '')?.[0].toUpperCase();
  if (letters === undefined) return null;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** A number as people see it: spreadsheets write 9876543210 as 9.87654321E9, and 0.1 + 0.2 in full. */
function numberText(raw: string): string {
  const value = Number(raw);
  return raw.trim() === '' || !Number.isFinite(value) ? raw : String(Number(value.toPrecision(15)));
}

function sheetListener(strings: readonly string[], meter: SheetMeter, found: SheetRow[]): XmlListener {
  let line = 0;
  let cells: string[] = [];
  let column = -1;
  let type = 'n';
  let text = '';
  let takesText = false;
  let isReading = false;
  const valueOf = (): string => {
    if (type === 's') return strings[Number(text)] ?? '';
    if (type === 'b') return text === '1' ? 'TRUE' : 'FALSE';
    return type === 'n' ? numberText(text) : text;
  };
  return {
    open(name, attributes) {
      if (name === 'row') {
        line = Number(attributes['r'] ?? line + 1);
        if (!Number.isSafeInteger(line) || line < 1)
          throw new SheetRefused('The sheet numbers its rows wrongly.');
        meter.countRow(line);
        cells = [];
        column = -1;
      } else if (name === 'c') {
        column = columnOf(attributes['r']) ?? column + 1;
        type = attributes['t'] ?? 'n';
        text = '';
      } else if (name === 'f') {
        throw new SheetRefused(
          `Cell ${columnName(Math.max(column, 0))}${line} holds a formula. Please copy the list and paste it as values only, or save it as CSV.`,
        );
      } else if (name === 'rPh') isReading = true;
      takesText = name === 'v' || (name === 't' && !isReading);
    },
    text(piece) {
      if (takesText && text.length <= 10_000) text += piece;
    },
    close(name) {
      if (name === 'v' || name === 't') takesText = false;
      else if (name === 'rPh') isReading = false;
      else if (name === 'c') {
        const value = valueOf().replaceAll('\0', '').toWellFormed().trim();
        // Kept sparse until the row ends: a cell may stand in the last of 16,384 columns.
        if (value !== '') cells[column] = value;
      } else if (name === 'row') {
        const row = meter.keep(line, cells);
        if (row !== null) found.push(row);
      }
    },
  };
}

/**
 * The rows of the first sheet of an XLSX workbook in pieces, while it unpacks: memory holds the workbook's table of texts and
 * some rows. Formulas are refused, being what others may have written to run.
 * @throws SheetRefused
 */
export async function* readXlsx(
  file: string,
  meter: SheetMeter = makeSheetMeter(),
): AsyncGenerator<SheetRow[]> {
  const archive = await openXlsx(file);
  try {
    const name = await firstSheet(archive);
    const strings = await readStrings(archive);
    const sheet = await archive.part(name, mostBytes.sheet);
    if (sheet === null) throw new SheetRefused('The workbook has no sheet to read.');
    const found: SheetRow[] = [];
    for await (const _ of readXml(sheet, sheetListener(strings, meter, found)))
      if (found.length > 0) yield found.splice(0);
    if (found.length > 0) yield found.splice(0);
  } finally {
    archive.close();
  }
}
