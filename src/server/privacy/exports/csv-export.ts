import type { Readable } from 'node:stream';
import { csvStream, type CsvColumns } from '../../platform/csv-stream.ts';

/** A file for spreadsheets that is made while it is read. */
export type CsvExport = {
  body: Readable;
  /** How many lines were written, besides the header. */
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
