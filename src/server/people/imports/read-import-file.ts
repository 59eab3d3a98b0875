import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ColumnFields } from '#contract/people/import-fields';
import { batchIds } from '../../courses/batch-queries.ts';
import type { AppContext } from '../../platform/context.ts';
import { FileTooLarge, SourceFailed } from '../../platform/files/file-store.ts';
import { stageFile } from '../../platform/files/stage-file.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { readSheetInThread } from '../../platform/sheets/read-sheet.ts';
import { shownText } from '../../platform/sheets/sheet-cell.ts';
import {
  sheetLimits,
  SheetNotChosen,
  SheetRefused,
  type SheetRow,
  type WantedSheet,
} from '../../platform/sheets/sheet.ts';
import { findHeadings, guessColumns, headingsHash } from '../sheets/guess-columns.ts';
import { beginImport, rememberedColumns } from './queries.ts';

type Context = Pick<AppContext, 'database' | 'clock' | 'settings' | 'files'>;

/** Rows searched for headings and samples. */
const firstRows = 60;
/** Small, so that others wait milliseconds only. */
const rowsAtOnce = 250;

/** Remembered columns, else guessed ones. */
async function columnsFor(
  { database }: Context,
  headings: readonly string[],
  samples: readonly SheetRow[],
  filled: ReadonlySet<number>,
): Promise<{ columns: ColumnFields; isRemembered: boolean }> {
  const { reader } = database;
  const kept = headings.some(Boolean) ? await rememberedColumns(reader, headingsHash(headings)) : null;
  if (kept !== null) return { columns: JSON.parse(kept) as ColumnFields, isRemembered: true };
  const batches = new Set((await batchIds(reader)).keys());
  const cells = samples.map((row) => row.cells.map(shownText));
  return { columns: guessColumns(headings, cells, batches, filled), isRemembered: false };
}

/**
 * In several transactions; incomplete ones are never shown. @returns the import's id
 * @throws SheetRefused
 */
export async function stageSheet(
  context: Context,
  source: { pieces: AsyncIterable<SheetRow[]>; fileName: string; madeBy: number | null },
): Promise<number> {
  const { database, clock } = context;
  const { fileName, madeBy } = source;
  const id = await database.transaction((writer) =>
    beginImport(writer, { fileName, rows: 0, madeBy, now: clock.now() }),
  );
  let first: SheetRow[] = [];
  let head: { before: number; headings: string[] } | null = null;
  let count = 0;
  const filled = new Set<number>();
  const write = async (rows: readonly SheetRow[]): Promise<void> => {
    for (let from = 0; from < rows.length; from += rowsAtOnce) {
      const values = rows
        .slice(from, from + rowsAtOnce)
        .map(({ line, cells }) => ({ intake_id: id, line, cells: JSON.stringify(cells) }));
      await database.nonDurableTransaction((writer) =>
        writer.insertInto('intake_lines').values(values).execute(),
      );
      count += values.length;
      for (const { cells } of rows.slice(from, from + rowsAtOnce))
        for (const [index, cell] of cells.entries()) if (cell !== '') filled.add(index);
      // Lets waiting requests run.
      await nextTurn();
    }
  };
  const begin = async (): Promise<void> => {
    head = findHeadings(first);
    const below = first.slice(head.before);
    first = below;
    await write(below);
  };
  for await (const piece of source.pieces) {
    if (head !== null) await write(piece);
    else {
      first.push(...piece);
      if (first.length >= firstRows) await begin();
    }
  }
  if (head === null) await begin();
  const { headings } = head as unknown as { headings: string[] };
  if (count === 0) throw new SheetRefused('The spreadsheet has no rows below its headings.');
  const { columns, isRemembered } = await columnsFor(context, headings, first.slice(0, firstRows), filled);
  await database.transaction((writer) =>
    writer
      .updateTable('intakes')
      .set({
        headings: JSON.stringify(columns.map((_, index) => (headings[index] ?? '').slice(0, 200))),
        columns: JSON.stringify(columns),
        is_remembered: isRemembered ? 1 : 0,
        row_count: count,
        state: 'read',
      })
      .where('id', '=', id)
      .execute(),
  );
  return id;
}

/** @throws 400 for an unreadable file, 409 with `sheets` where one must be named, 413 */
export async function readImportFile(
  context: Context,
  upload: { bytes: Readable; fileName: string; sheet: WantedSheet; madeBy: number },
): Promise<number> {
  const { settings, files } = context;
  // This folder is swept, also after a crash.
  const folder = path.join(settings.dataDir, 'files', 'staging');
  const limits = { maxBytes: sheetLimits.bytes, sync: false, writes: files.writes };
  const staged = await stageFile(folder, upload.bytes, limits).catch((error: unknown) => {
    if (error instanceof FileTooLarge)
      throw httpErrors.tooLarge(`A spreadsheet can have at most ${sheetLimits.bytes / 1024 / 1024} MB.`);
    if (error instanceof SourceFailed)
      throw httpErrors.badRequest('Only a part of the file arrived. Please try again.');
    throw error;
  });
  try {
    if (staged.bytes === 0) throw new SheetRefused('The file is empty.');
    const { sheet, fileName, madeBy } = upload;
    return await stageSheet(context, { pieces: readSheetInThread(staged.path, sheet), fileName, madeBy });
  } catch (error) {
    if (error instanceof SheetNotChosen)
      throw httpErrors.changedMeanwhile(error.message, { sheets: [...error.sheets] });
    throw error instanceof SheetRefused ? httpErrors.badRequest(error.message) : error;
  } finally {
    await rm(staged.path, { force: true });
  }
}
