import { readFile } from 'node:fs/promises';
import { textCell } from './sheet-cell.ts';
import { makeSheetMeter, SheetRefused, type SheetRow } from './sheet.ts';
import { splitCsv } from './split-csv.ts';
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

/** Of a text's start, for its separator. */
export const startLength = 65_536;
const rowsInPiece = 250;

/** Any separator and encoding. @throws SheetRefused */
export async function* readCsv(file: string): AsyncGenerator<SheetRow[]> {
  const meter = makeSheetMeter();
  const text = new TextDecoder(await encodingOfFile(file)).decode(await readFile(file));
  const start = text.slice(0, startLength);
  if (start.includes('\0'))
    throw new SheetRefused('This is not a CSV file: it contains bytes that are not text.');
  let line = 0;
  let piece: SheetRow[] = [];
  for (const cells of splitCsv(text, delimiterOf(start))) {
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
  if (piece.length > 0) yield piece;
}
