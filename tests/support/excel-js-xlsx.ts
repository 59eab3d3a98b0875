import ExcelJS from 'exceljs';
import type { WrittenRow } from './libreoffice-xlsx.ts';

/** The same rows as ExcelJS writes them, behind a hidden sheet. */
export async function makeExcelJsXlsx(rows: readonly WrittenRow[]): Promise<Buffer> {
  const workbook = new ExcelJS.Workbook();
  workbook.addWorksheet('Old', { state: 'hidden' }).addRow(['nothing']);
  const sheet = workbook.addWorksheet('Intake');
  for (const [y, { cells, isHidden = false }] of rows.entries()) {
    const row = sheet.getRow(y + 1);
    row.hidden = isHidden;
    for (const [x, { value, format, formula, isError }] of cells.entries()) {
      const cell = row.getCell(x + 1);
      const result = isError === true ? ({ error: value } as ExcelJS.CellErrorValue) : (value ?? undefined);
      cell.value = formula === undefined ? (result ?? null) : { formula, result: result as string };
      if (format !== undefined) cell.numFmt = format;
    }
  }
  return Buffer.from(await workbook.xlsx.writeBuffer());
}
