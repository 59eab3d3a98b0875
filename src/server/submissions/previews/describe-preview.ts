import type { FilePreview } from '#contract/submissions/preview-calls';
import type { AppContext } from '../../platform/context.ts';
import type { ReadableFile } from '../policy.ts';
import { decodeText } from '#contract/text-encoding';
import {
  headBytes,
  isNotebookName,
  isSheetName,
  isTooLarge,
  kindOf,
  markupWords,
  mostPixels,
  mostSide,
  notShown,
  type FileKind,
} from './file-kind.ts';
import type { PreviewThread } from './preview-thread.ts';
import { readRange } from './stored-file.ts';
import { sizeInWords } from './preview-page.ts';

/** Bytes of a text that are shown. */
export const textBytes = 200_000;
/** Larger notebooks are shown as text. */
export const notebookBytes = 4_194_304;
/** The browser holds PDFs in memory. */
const mostPdfBytes = 209_715_200;
/** Read for a picture's size. */
const pictureHeadBytes = 262_144;

type TextKind = Extract<FileKind, { kind: 'text' }>;
export type Preview =
  | Exclude<FileKind, { kind: 'picture' | 'text' }>
  | (TextKind & { rows: number | null })
  | { kind: 'picture'; type: string; width: number; height: number };

/** Estimated characters per line. */
const rowLength = 80;
/** Height of a table's row, in lines of text. */
const sheetRowHeight = 1.4;

function rowsOf(text: string, isSheet: boolean): number {
  const lines = text.replace(/\n$/, '').split('\n');
  if (isSheet) return Math.ceil(lines.length * sheetRowHeight);
  return lines.reduce((rows, line) => rows + Math.max(1, Math.ceil(line.length / rowLength)), 0);
}

/** By first bytes and browsers' abilities. @throws FileDamaged, HttpError 503 */
export async function previewOf(
  { files }: Pick<AppContext, 'files'>,
  thread: PreviewThread,
  file: ReadableFile,
): Promise<Preview> {
  const head = await readRange(files, file, 0, headBytes);
  const kind = kindOf(file.name, head);
  if (kind.kind === 'text') {
    const isKnown = file.bytes <= headBytes && !isNotebookName(file.name);
    return {
      ...kind,
      rows: isKnown ? rowsOf(decodeText(head, kind.encoding), isSheetName(file.name)) : null,
    };
  }
  if (kind.kind === 'pdf' && file.bytes > mostPdfBytes)
    return notShown(`PDF files above ${sizeInWords(mostPdfBytes)} are not shown here.`);
  if (kind.kind !== 'picture') return kind;
  const size = await thread.measure(await readRange(files, file, 0, pictureHeadBytes));
  if (size === null) return notShown('The size of this picture cannot be read.');
  const { width, height } = size;
  if (isTooLarge(size))
    return notShown(
      `This picture has ${width.toLocaleString('en')} × ${height.toLocaleString('en')} pixels. Pictures above ${mostPixels.toLocaleString('en')} in total or ${mostSide.toLocaleString('en')} on a side are not shown here.`,
    );
  return { ...kind, width, height };
}

/** Beside or in place of a preview; null for none. */
export function wordsOf(preview: Preview): string | null {
  if (preview.kind === 'none') return preview.words;
  return preview.kind === 'text' && preview.markup !== null ? markupWords(preview.markup) : null;
}

/** @param id of the file */
export function presentPreview(id: string, preview: Preview): FilePreview {
  const { kind } = preview;
  const address = kind === 'none' ? null : `/previews/files/${encodeURIComponent(id)}`;
  return {
    kind,
    words: wordsOf(preview),
    address,
    ...(preview.kind === 'text' && preview.rows !== null && { rows: preview.rows }),
    ...(preview.kind === 'picture' && { width: preview.width, height: preview.height }),
  };
}
