import type { Readable } from 'node:stream';
import { csvStream, type CsvColumns } from '../../platform/csv-stream.ts';

/** A CSV export, streamed. */
export type CsvExport = {
  body: Readable;
  /** Lines written, without the header. */
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
