import { CsvError, parse } from 'csv-parse/sync';
import type { z } from 'zod';
import { shownText, textCell } from '../sheets/sheet-cell.ts';
import { issueMessage, type ImportError, type SourceLocation, type Located } from './source-location.ts';

type Row = { cells: string[]; locations: SourceLocation[] };

/**
 * RFC 4180 quotes, any line ends, optional byte order mark. Adds errors to `faults`; returns valid rows.
 * @param schema of one row of trimmed texts; messages follow the column's name
 * @param options.columnOf the column of a heading
 */
export function readCsvRecords<S extends z.ZodObject>(
  file: string,
  text: string,
  schema: S,
  faults: ImportError[],
  {
    delimiter = ',',
    columnOf = (heading) => heading.toLowerCase(),
  }: { delimiter?: string; columnOf?: (heading: string) => string } = {},
): Located<z.output<S>>[] {
  const columns = Object.keys(schema.shape);
  const rows = readCsvRows(file, text, delimiter, faults);
  if (rows === null) return [];
  const [header, ...body] = rows;
  if (header === undefined) {
    faults.push({ file, line: 1, column: 1, message: `must begin with a header: ${columns.join(',')}` });
    return [];
  }
  const names = header.cells.map((name) => columnOf(shownText(textCell(name))));
  const headerFaults = faultsOfHeader(header, names, schema);
  faults.push(...headerFaults);
  if (headerFaults.length > 0) return [];

  const records: Located<z.output<S>>[] = [];
  for (const { cells, locations } of body) {
    const start = locations[0] as SourceLocation;
    if (cells.length !== names.length) {
      const at = locations[names.length] ?? locations.at(-1) ?? start;
      faults.push({ ...at, message: `has ${cells.length} cells; the header has ${names.length}` });
      continue;
    }
    const at = (column?: PropertyKey) => locations[names.indexOf(String(column))] ?? start;
    const read = cells.map(textCell);
    const wrong = read.flatMap((cell, index) =>
      typeof cell === 'object' ? [{ ...at(names[index]), message: `"${names[index]}": ${cell.fault}` }] : [],
    );
    if (wrong.length > 0) {
      faults.push(...wrong);
      continue;
    }
    const parsed = schema.safeParse(
      Object.fromEntries(names.map((name, index) => [name, shownText(read[index])])),
    );
    if (parsed.success) records.push({ value: parsed.data, at });
    else
      for (const issue of parsed.error.issues)
        faults.push({ ...at(issue.path[0]), message: issueMessage(issue) });
  }
  return records;
}

function faultsOfHeader(header: Row, names: readonly string[], schema: z.ZodObject): ImportError[] {
  const columns = Object.keys(schema.shape);
  const allowed = columns.join(', ');
  const faults: ImportError[] = [];
  names.forEach((name, index) => {
    const at = header.locations[index] as SourceLocation;
    if (!columns.includes(name)) {
      faults.push({ ...at, message: `unknown column "${header.cells[index]}"; allowed: ${allowed}` });
    } else if (names.indexOf(name) < index) {
      faults.push({ ...at, message: `the column "${name}" appears twice` });
    }
  });
  if (faults.length > 0) return faults;
  return Object.entries(schema.shape)
    .filter(
      ([column, field]) => !names.includes(column) && !(field as z.ZodType).safeParse(undefined).success,
    )
    .map(([column]) => ({
      ...(header.locations[0] as SourceLocation),
      message: `the column "${column}" is missing; allowed: ${allowed}`,
    }));
}

/** Null for malformed text. */
export function readCsvRows(
  file: string,
  text: string,
  delimiter: string,
  faults: ImportError[],
): Row[] | null {
  try {
    // The types lack `info` and `raw`.
    const rows = parse(text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n'), {
      delimiter,
      info: true,
      raw: true,
      relax_column_count: true,
      skip_empty_lines: true,
    }) as unknown as { record: string[]; raw: string; info: { lines: number } }[];
    return rows
      .map(({ record, raw, info }) => ({
        cells: record,
        locations: cellLocations(file, raw, delimiter, info.lines),
      }))
      .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = 'lines' in error ? Number(error.lines) : 1;
    const message = error.message.replace(/^.*?: /, '').replace(/ at line \d+/, '');
    faults.push({ file, line, column: 1, message: `not valid CSV: ${message}` });
    return null;
  }
}

function cellLocations(file: string, raw: string, delimiter: string, lastLine: number): SourceLocation[] {
  const text = raw.replace(/^\n+|\n$/g, '');
  let line = lastLine - (text.match(/\n/g)?.length ?? 0);
  let column = 1;
  let quoted = false;
  const locations: SourceLocation[] = [{ file, line, column }];
  for (const character of text) {
    if (character === '\n') {
      line += 1;
      column = 1;
      continue;
    }
    column += 1;
    if (character === '"') quoted = !quoted;
    else if (character === delimiter && !quoted) locations.push({ file, line, column });
  }
  return locations;
}
