import type { FilePreview } from '#contract/marking/preview-calls';
import type { AppContext } from '../../platform/context.ts';
import type { ReadableFile } from '../../submissions/policy.ts';
import { decodeText } from '../../platform/text-encoding.ts';
import { headBytes, kindOf, markupWords, type FileKind } from './file-kind.ts';
import type { PreviewThread } from './preview-thread.ts';
import { readRange } from './read-range.ts';
import { sizeInWords } from './preview-page.ts';

/** So much of a text is shown, in bytes. */
export const textBytes = 200_000;
/** A PDF is loaded into the reader's memory. */
const mostPdfBytes = 209_715_200;
/** So much of a picture is looked at for its size. */
const pictureHeadBytes = 262_144;
const mostPixels = 64_000_000;
const mostSide = 16_384;

type TextKind = Extract<FileKind, { kind: 'text' }>;
export type Preview =
  | Exclude<FileKind, { kind: 'picture' | 'text' | 'none' }>
  | (TextKind & { rows: number | null })
  | { kind: 'picture'; type: string; width: number; height: number }
  | { kind: 'none'; words: string };

const refuse = (words: string): Preview => ({ kind: 'none', words: `${words} Download it to open it.` });

/** So many characters stand on a line of a preview, about. */
const rowLength = 80;

/** About how many lines a text takes. */
function rowsOf(text: string): number {
  const lines = text.replace(/\n$/, '').split('\n');
  return lines.reduce((rows, line) => rows + Math.max(1, Math.ceil(line.length / rowLength)), 0);
}

/**
 * How a file can be shown: by its first bytes, and within what a browser bears.
 * @throws FileDamaged, HttpError 503 as the store does
 */
export async function previewOf(
  { files }: Pick<AppContext, 'files'>,
  thread: PreviewThread,
  file: ReadableFile,
): Promise<Preview> {
  const head = await readRange(files, file, 0, headBytes);
  const kind = kindOf(file.name, head);
  if (kind.kind === 'text')
    return { ...kind, rows: file.bytes > headBytes ? null : rowsOf(decodeText(head, kind.encoding)) };
  if (kind.kind === 'pdf' && file.bytes > mostPdfBytes)
    return refuse(`PDF files above ${sizeInWords(mostPdfBytes)} are not shown here.`);
  if (kind.kind !== 'picture') return kind;
  const size = await thread.measure(await readRange(files, file, 0, pictureHeadBytes));
  if (size === null) return refuse('The size of this picture cannot be read.');
  const { width, height } = size;
  if (width * height > mostPixels || Math.max(width, height) > mostSide)
    return refuse(
      `This picture has ${width.toLocaleString('en')} × ${height.toLocaleString('en')} pixels; above ${mostPixels.toLocaleString('en')} in all, or ${mostSide.toLocaleString('en')} on a side, pictures are not shown here.`,
    );
  return { ...kind, width, height };
}

/** What is told beside a preview, or in its place; null for nothing. */
export function wordsOf(preview: Preview): string | null {
  if (preview.kind === 'none') return preview.words;
  return preview.kind === 'text' && preview.markup !== null ? markupWords(preview.markup) : null;
}

/** @param id the file's */
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
