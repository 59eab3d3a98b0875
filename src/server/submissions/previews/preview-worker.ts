import { imageSize } from 'image-size';
import { escapeHtml } from '#contract/escape-html';
import { highlightCode } from '#contract/code-highlighter';
import { decodeText, type TextEncoding } from '#contract/text-encoding';
import { workOf } from '../../platform/bounded-thread.ts';
import { showHidden } from '#contract/show-hidden';
import { sheetTable } from './preview-page.ts';

export type Job =
  | { text: Uint8Array; encoding: TextEncoding; as: 'plain' | 'html' }
  | { text: Uint8Array; encoding: TextEncoding; as: 'code'; language: string }
  | { sheet: Uint8Array; encoding: TextEncoding; isCut: boolean }
  | { measure: Uint8Array }
  | { notebook: Uint8Array };
/** Of a CSV file: its first rows as safe HTML. */
export type SheetHtml = { table: string; rows: number; isWhole: boolean };
export type Done = string | { width: number; height: number } | SheetHtml | null;

/** Longer code is not highlighted. */
const highlightedCharacters = 100_000;

function shownText(job: Extract<Job, { text: Uint8Array }>): string | null {
  const text = showHidden(decodeText(job.text, job.encoding));
  if (job.as !== 'code') return job.as === 'plain' ? text : escapeHtml(text);
  return text.length <= highlightedCharacters ? highlightCode(text, job.language) : null;
}

async function sheetHtml({
  sheet,
  encoding,
  isCut,
}: Extract<Job, { sheet: Uint8Array }>): Promise<SheetHtml | null> {
  const { sheetRows } = await import('./sheet-table.ts');
  const found = sheetRows(decodeText(sheet, encoding), isCut);
  return found && { table: sheetTable(found.rows), rows: found.rows.length, isWhole: found.isWhole };
}

/** @throws Error for what is no picture or notebook */
export default workOf(async (job: Job): Promise<Done> => {
  if ('text' in job) return shownText(job);
  if ('sheet' in job) return sheetHtml(job);
  // Few mentors open a notebook: its parts are loaded for them only.
  if ('notebook' in job) return (await import('./notebook.ts')).notebookHtml(job.notebook);
  const { width, height } = imageSize(job.measure);
  return { width, height };
});
