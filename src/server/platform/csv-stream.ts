import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';

export type CsvCell = string | number | null;

/** The columns of a file in their order: the header, and what a row has there. */
export type CsvColumns<Row> = [header: string, cell: (row: Row) => CsvCell][];

/**
 * What begins a formula: also behind spaces, quotation marks and separators, which spreadsheets skip or split a cell at. The
 * full-width signs count for those of East Asia.
 */
const formula = /^[\s",;|]*(?:[=+\-@＝＋－＠]|[\t\r])/u;

/** Text that no spreadsheet takes for a formula (CSV injection): one begins with an apostrophe. */
function harmless(cell: CsvCell): CsvCell {
  return typeof cell === 'string' && formula.test(cell) ? `'${cell}` : cell;
}

/** Rows as a CSV file that spreadsheets open as it is meant, read as it is written: memory stays flat. */
export function csvStream<Row>(columns: CsvColumns<Row>, rows: AsyncIterable<Row>): Readable {
  async function* lines() {
    for await (const row of rows) yield columns.map(([, cell]) => harmless(cell(row)));
  }
  return Readable.from(lines()).compose(
    stringify({
      bom: true,
      header: true,
      columns: columns.map(([header]) => header),
      record_delimiter: '\r\n',
      // What separates cells in other countries' spreadsheets would begin a new one in the middle of a text.
      quoted_match: /[\r\n;\t|]/,
    }),
  ) as Readable;
}
