import { parentPort, workerData } from 'node:worker_threads';
import { readSheet, type SheetPiece, type SheetWork } from './read-sheet.ts';
import { shownText } from './sheet-cell.ts';
import { SheetNotChosen, SheetRefused, type SheetRow } from './sheet.ts';

/** So many arrive in milliseconds. */
const charactersAtOnce = 250_000;

async function* shortPieces({ file, wanted }: SheetWork): AsyncGenerator<SheetRow[]> {
  for await (const piece of readSheet(file, wanted)) {
    let rows: SheetRow[] = [];
    let characters = 0;
    for (const row of piece) {
      rows.push(row);
      for (const cell of row.cells) characters += shownText(cell).length;
      if (characters < charactersAtOnce) continue;
      yield rows;
      rows = [];
      characters = 0;
    }
    if (rows.length > 0) yield rows;
  }
}

const pieces = shortPieces(workerData as SheetWork);
parentPort?.on('message', () => {
  void (async (): Promise<SheetPiece> => {
    try {
      const { done, value } = await pieces.next();
      return done === true ? { end: true } : { rows: value };
    } catch (error) {
      if (error instanceof SheetNotChosen) return { sheets: error.sheets };
      if (error instanceof SheetRefused) return { refused: error.message };
      return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    }
  })().then((piece) => parentPort?.postMessage(piece));
});
