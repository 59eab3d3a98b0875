import {
  columnOf,
  makeSheetMeter,
  SheetNotChosen,
  SheetRefused,
  type SheetMeter,
  type SheetRow,
  type WantedSheet,
} from './sheet.ts';
import {
  builtInFormat,
  cellOf,
  numberFormat,
  unescaped,
  wrongRow,
  type CellContext,
  type NumberFormat,
  type RawCell,
  type SheetCell,
} from './sheet-cell.ts';
import {
  openXlsx,
  type XlsxArchive,
  readRelations,
  readAll,
  readXml,
  type XmlListener,
} from './xlsx-archive.ts';

/** Unpacked, in bytes. */
const mostBytes = {
  index: 1024 * 1024,
  styles: 16 * 1024 * 1024,
  strings: 64 * 1024 * 1024,
  sheet: 256 * 1024 * 1024,
};

const noSheet = 'The workbook has no sheet to read.';

/** Excel: `1`; LibreOffice: `true`. */
const isOn = (value: string | undefined) => value === '1' || value === 'true';

/** Sheets that a choice names; Excel's own limit of a name is 31 letters. */
const mostSheets = 50;
const mostLetters = 100;

/** Of the wanted visible sheet. */
type Workbook = {
  sheet: string;
  strings: string | undefined;
  styles: string | undefined;
  startsIn1904: boolean;
};

/** @throws SheetNotChosen where one must be named */
async function readWorkbook(archive: XlsxArchive, wanted: WantedSheet): Promise<Workbook> {
  const main = [...(await readRelations(archive, '')).values()].find(({ kind }) => kind === 'officeDocument');
  const book = main === undefined ? null : await archive.part(main.part, mostBytes.index);
  if (main === undefined || book === null)
    throw new SheetRefused('This is not an XLSX workbook. Save the list as XLSX or CSV.');
  const relations = await readRelations(archive, main.part);
  const kinds = [...relations.values()];
  const sheets: { name: string; part: string }[] = [];
  let startsIn1904 = false;
  await readAll(book, {
    open(name, attributes) {
      if (name === 'workbookPr') startsIn1904 = isOn(attributes['date1904']);
      if (name !== 'sheet' || attributes['state'] === 'hidden' || attributes['state'] === 'veryHidden')
        return;
      // Prefixes vary; `sheetId` differs.
      const id = Object.entries(attributes).find(([key]) => key === 'id' || key.endsWith(':id'))?.[1];
      const relation = relations.get(id ?? '');
      if (relation?.kind === 'worksheet' && sheets.length < mostSheets)
        sheets.push({ name: (attributes['name'] ?? '').slice(0, mostLetters), part: relation.part });
    },
    text() {},
    close() {},
  });
  if (wanted === '' && sheets.length > 1) throw new SheetNotChosen(sheets.map(({ name }) => name));
  const sheet = wanted ? sheets.find(({ name }) => name === wanted)?.part : sheets[0]?.part;
  if (sheet === undefined)
    throw new SheetRefused(wanted ? `The workbook has no sheet "${wanted}".` : noSheet);
  const partOf = (name: string) => kinds.find(({ kind }) => kind === name)?.part;
  return { sheet, strings: partOf('sharedStrings'), styles: partOf('styles'), startsIn1904 };
}

/** Shared strings by index. */
async function readStrings(archive: XlsxArchive, name: string | undefined): Promise<string[]> {
  const part = name === undefined ? null : await archive.part(name, mostBytes.strings);
  const strings: string[] = [];
  if (part === null) return strings;
  let text = '';
  let [inText, isReading] = [false, false];
  await readAll(part, {
    open(tag) {
      if (tag === 'si') text = '';
      // East Asian sheets add pronunciations.
      if (tag === 'rPh') isReading = true;
      inText = tag === 't' && !isReading;
    },
    text(piece) {
      if (inText) text += piece;
    },
    close(tag) {
      if (tag === 't') inText = false;
      if (tag === 'rPh') isReading = false;
      if (tag === 'si') strings.push(unescaped(text));
    },
  });
  return strings;
}

async function readFormats(archive: XlsxArchive, name: string | undefined): Promise<NumberFormat[]> {
  const part = name === undefined ? null : await archive.part(name, mostBytes.styles);
  const formats: NumberFormat[] = [];
  if (part === null) return formats;
  const known = new Map<number, NumberFormat>();
  let section = '';
  await readAll(part, {
    open(tag, { numFmtId, formatCode = '' }) {
      if (tag === 'numFmts' || tag === 'cellXfs') section = tag;
      const id = Number(numFmtId);
      if (section === 'numFmts' && tag === 'numFmt') known.set(id, numberFormat(formatCode));
      if (section !== 'cellXfs' || tag !== 'xf') return;
      if (!known.has(id)) known.set(id, builtInFormat(id));
      formats.push(known.get(id) as NumberFormat);
    },
    text() {},
    close(tag) {
      if (tag === section) section = '';
    },
  });
  return formats;
}

const hiddenRow = 'This row is hidden. Show it in the spreadsheet, or delete it.';

function sheetListener(context: CellContext, meter: SheetMeter, found: SheetRow[]): XmlListener {
  let line = 0;
  let isHidden = false;
  let cells: SheetCell[] = [];
  let column = -1;
  let cell: RawCell = { type: 'n', style: 0, text: '', isFormula: false };
  let takesText = false;
  let isReading = false;
  return {
    open(name, attributes) {
      if (name === 'row') {
        line = Number(attributes['r'] ?? line + 1);
        if (!Number.isSafeInteger(line) || line < 1)
          throw new SheetRefused('The sheet has wrong row numbers. Save it again.');
        meter.countRow(line);
        isHidden = isOn(attributes['hidden']) || Number(attributes['ht'] ?? 1) === 0;
        cells = [];
        column = -1;
      } else if (name === 'c') {
        column = columnOf(attributes['r']) ?? column + 1;
        cell = {
          type: attributes['t'] ?? 'n',
          style: Number(attributes['s'] ?? 0),
          text: '',
          isFormula: false,
        };
      } else if (name === 'f') cell.isFormula = true;
      else if (name === 'rPh') isReading = true;
      takesText = name === 'v' || (name === 't' && !isReading);
    },
    text(piece) {
      if (takesText && cell.text.length <= 10_000) cell.text += piece;
    },
    close(name) {
      if (name === 'v' || name === 't') takesText = false;
      else if (name === 'rPh') isReading = false;
      else if (name === 'c') {
        const value = cellOf(cell, context);
        // Sparse: may be the last of 16,384.
        if (value !== '') cells[column] = value;
      } else if (name === 'row') {
        const row = meter.keep(line, cells);
        if (row !== null) found.push(isHidden ? wrongRow(row, hiddenRow) : row);
      }
    },
  };
}

/**
 * A sheet, while unpacking: memory holds the text table and some rows. Formulas' stored results.
 * @throws SheetRefused, SheetNotChosen
 */
export async function* readXlsx(file: string, wanted: WantedSheet = null): AsyncGenerator<SheetRow[]> {
  const meter = makeSheetMeter();
  const archive = await openXlsx(file);
  try {
    const { sheet: name, startsIn1904, ...parts } = await readWorkbook(archive, wanted);
    const strings = await readStrings(archive, parts.strings);
    const formats = await readFormats(archive, parts.styles);
    const sheet = await archive.part(name, mostBytes.sheet);
    if (sheet === null) throw new SheetRefused(noSheet);
    const found: SheetRow[] = [];
    for await (const _ of readXml(sheet, sheetListener({ strings, formats, startsIn1904 }, meter, found)))
      if (found.length > 0) yield found.splice(0);
    if (found.length > 0) yield found.splice(0);
  } finally {
    archive.close();
  }
}
