import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeXlsx } from '#support/make-xlsx';
import { readSheet, readSheetInThread } from './read-sheet.ts';
import type { SheetRow } from './sheet.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'sheet-thread-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function all(pieces: AsyncIterable<SheetRow[]>): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  for await (const piece of pieces) rows.push(...piece);
  return rows;
}

test('a sheet read beside the serving thread has the same rows, and is refused in the same words', async () => {
  const file = path.join(folder, 'sheet');
  const rows = Array.from({ length: 600 }, (_, n) => [`Asha ${n}`, 'x'.repeat(1_900), `a${n}@x.test`]);
  for (const bytes of [makeXlsx(rows), Buffer.from(rows.map((row) => row.join(';')).join('\r\n'))]) {
    writeFileSync(file, bytes);
    const read = await all(readSheetInThread(file));
    expect(read).toEqual(await all(readSheet(file)));
    expect(read).toHaveLength(600);
  }
  writeFileSync(file, '%PDF-1.7');
  await expect(all(readSheetInThread(file))).rejects.toThrow('This is a PDF. Save');
  // Whoever stops reading ends the thread.
  writeFileSync(file, makeXlsx(rows));
  for await (const piece of readSheetInThread(file)) {
    expect(piece.length).toBeGreaterThan(0);
    break;
  }
});
