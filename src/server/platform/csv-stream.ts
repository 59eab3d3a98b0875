import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import { guardFormulas } from './sheets/formula-guard.ts';

export type CsvCell = string | number | null;

/** The columns of a file in their order: the header, and what a row has there. */
export type CsvColumns<Row> = [header: string, cell: (row: Row) => CsvCell][];

const cleaned = (cell: CsvCell): CsvCell => (typeof cell === 'string' ? guardFormulas(cell) : cell);

/** Rows as a CSV file that spreadsheets open as it is meant, read as it is written: memory stays flat. */
export function csvStream<Row>(columns: CsvColumns<Row>, rows: AsyncIterable<Row>): Readable {
  async function* lines() {
    for await (const row of rows) yield columns.map(([, cell]) => cleaned(cell(row)));
  }
  return Readable.from(lines()).compose(
    stringify({
      bom: true,
      header: true,
      columns: columns.map(([header]) => header),
      record_delimiter: '\r\n',
      // What separates cells elsewhere, too: some readers guess the separator.
      quoted_match: /[\r\n;\t|]/,
    }),
  ) as Readable;
}
