import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import { asAttachment } from './files/file-name.ts';
import { guardFormulas } from './sheets/sheet-cell.ts';

export type CsvExport = {
  body: Readable;
  /** Without the header. */
  written(): number;
};

export function csvExport<Row>(columns: CsvColumns<Row>, rows: AsyncIterable<Row>): CsvExport {
  let written = 0;
  async function* counted() {
    for await (const row of rows) {
      written += 1;
      yield row;
    }
  }
  return { body: csvStream(columns, counted()), written: () => written };
}

/** Written as `-`, which computes nothing and which gradebooks read; a text of somebody is guarded. */
export const noGrade = Symbol('no mark');

type CsvCell = string | number | typeof noGrade | null;

export type CsvColumns<Row> = [header: string, cell: (row: Row) => CsvCell][];

const cleaned = (cell: CsvCell): string | number | null => {
  if (cell === noGrade) return '-';
  return typeof cell === 'string' ? guardFormulas(cell) : (cell as number | null);
};

/** Escapes formulas. @param first a row below the headings that is of no `Row` */
export function csvStream<Row>(
  columns: CsvColumns<Row>,
  rows: AsyncIterable<Row> | Iterable<Row>,
  first?: CsvCell[],
): Readable {
  async function* lines() {
    if (first !== undefined) yield first.map(cleaned);
    for await (const row of rows) yield columns.map(([, cell]) => cleaned(cell(row)));
  }
  return Readable.from(lines()).compose(
    stringify({
      bom: true,
      header: true,
      columns: columns.map(([header]) => header),
      record_delimiter: '\r\n',
      // Some readers guess the separator.
      quoted_match: /[\r\n;\t|]/,
    }),
  ) as Readable;
}

/** Of an export to save. @param name without its ending */
export const csvHeaders = (name: string) => ({
  'Content-Type': 'text/csv; charset=utf-8',
  'Content-Disposition': asAttachment(`${name}.csv`),
  'Cache-Control': 'private, no-store',
});
