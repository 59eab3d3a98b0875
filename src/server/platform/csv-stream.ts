import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';

export type CsvCell = string | number | null;

/** The columns of a file in their order: the header, and what a row has there. */
export type CsvColumns<Row> = [header: string, cell: (row: Row) => CsvCell][];

/** What begins a formula, and what spreadsheets skip, or split a cell at, in front of it; full-width signs count too. */
const formula = /^([\s",;|]*)([=+\-@＝＋－＠]|[\t\r])/u;

/**
 * Text that no spreadsheet takes for a formula (CSV injection): it begins with an apostrophe, and where something stands in
 * front of the sign, the sign has one, too.
 */
function harmless(cell: CsvCell): CsvCell {
  if (typeof cell !== 'string') return cell;
  return cell.replace(formula, (_, before: string, sign: string) =>
    before === '' ? `'${sign}` : `'${before}'${sign}`,
  );
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
      // What separates cells elsewhere, too: some readers guess the separator.
      quoted_match: /[\r\n;\t|]/,
    }),
  ) as Readable;
}
