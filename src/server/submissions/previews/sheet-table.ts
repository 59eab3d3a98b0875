import { CsvError, parse } from 'csv-parse/sync';
import { delimiterOf } from '../../platform/sheets/read-csv.ts';

const mostRows = 1_000;
/** Escaping so many takes less than 50 ms. */
const mostCells = 10_000;

/** Null shows it as text. @param isCut within a row */
export function sheetRows(text: string, isCut: boolean): { rows: string[][]; isWhole: boolean } | null {
  try {
    const all = parse(text.replace(/^\uFEFF/, ''), {
      delimiter: delimiterOf(text),
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      to: mostRows + 1,
    }) as string[][];
    const complete = isCut && all.length > 1 ? all.slice(0, -1) : all;
    const columns = Math.max(0, ...complete.map((row) => row.length));
    if (columns < 2) return null;
    const rows = complete.slice(0, Math.min(mostRows, Math.max(1, Math.floor(mostCells / columns))));
    return columns > mostCells ? null : { rows, isWhole: rows.length === all.length };
  } catch (error) {
    if (error instanceof CsvError) return null;
    throw error;
  }
}
