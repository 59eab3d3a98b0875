import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { textCell } from './sheet-cell.ts';
import { makeSheetMeter, SheetRefused, type SheetRow } from './sheet.ts';
import { encodingOfFile } from '../text-encoding.ts';

const delimiters = [',', ';', '\t', '|'] as const;
type Delimiter = (typeof delimiters)[number];

/** The one that most lines have equally often outside quotes; by default a comma. */
export function delimiterOf(start: string): Delimiter {
  const lines: Record<Delimiter, number>[] = [];
  const none = { ',': 0, ';': 0, '\t': 0, '|': 0 };
  let counts: Record<Delimiter, number> = { ...none };
  let quoted = false;
  let length = 0;
  for (const character of start) {
    if (character === '"') quoted = !quoted;
    if (!quoted && (character === '\n' || character === '\r')) {
      if (length > 0) lines.push(counts);
      counts = { ...none };
      length = 0;
      if (lines.length === 20) break;
      continue;
    }
    length += 1;
    if (!quoted && character in counts) counts[character as Delimiter] += 1;
  }
  if (length > 0 && lines.length < 20) lines.push(counts);
  const usual = (delimiter: Delimiter): number => {
    const often = new Map<number, number>();
    for (const line of lines)
      if (line[delimiter] > 0) often.set(line[delimiter], (often.get(line[delimiter]) ?? 0) + 1);
    return Math.max(0, ...often.values());
  };
  // Ties are decided by the header: "Score, in %;Name".
  const [heading] = lines;
  return delimiters.toSorted(
    (a, b) => usual(b) - usual(a) || (heading?.[b] ?? 0) - (heading?.[a] ?? 0),
  )[0] as Delimiter;
}

const startBytes = 65_536;
const rowsInPiece = 250;

async function* decoded(file: string, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>)
    yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

async function startOf(file: string, encoding: string): Promise<string> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(startBytes), 0, startBytes, 0);
    return new TextDecoder(encoding).decode(buffer.subarray(0, bytesRead));
  } finally {
    await handle.close();
  }
}

/** Any separator and encoding; flat memory. @throws SheetRefused */
export async function* readCsv(file: string): AsyncGenerator<SheetRow[]> {
  const meter = makeSheetMeter();
  const encoding = await encodingOfFile(file);
  const start = await startOf(file, encoding);
  if (start.includes('\0'))
    throw new SheetRefused('This is not a CSV file: it contains bytes that are not text.');
  const parser = parse({
    delimiter: delimiterOf(start),
    // For files typed by hand.
    relax_quotes: true,
    relax_column_count: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: 1_000_000,
  });
  const source = Readable.from(decoded(file, encoding));
  source.on('error', (error) => parser.destroy(error));
  let line = 0;
  let piece: SheetRow[] = [];
  try {
    for await (const cells of source.pipe(parser) as AsyncIterable<string[]>) {
      line += 1;
      meter.countRow(line);
      if (cells.some((cell) => cell.includes('\0')))
        throw new SheetRefused(`Row ${line} contains an invalid character.`);
      const row = meter.keep(line, cells.map(textCell));
      if (row !== null) piece.push(row);
      if (piece.length < rowsInPiece) continue;
      yield piece;
      piece = [];
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new SheetRefused(
      `The file cannot be read as CSV near row ${line + 1}. Check for a missing quotation mark.`,
      { cause: error },
    );
  } finally {
    source.destroy();
  }
  if (piece.length > 0) yield piece;
}
