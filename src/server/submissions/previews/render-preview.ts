import type { AppContext } from '../../platform/context.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import type { ReadableFile } from '../policy.ts';
import { encodingOf } from '#contract/text-encoding';
import {
  notebookPage,
  pdfPage,
  picturePage,
  sheetPage,
  sizeInWords,
  textPage,
  videoPage,
  wordsPage,
  zipPage,
} from './preview-page.ts';
import { notebookBytes, previewOf, textBytes, wordsOf } from './describe-preview.ts';
import { isNotebookName, isSheetName, languageOf } from './file-kind.ts';
import type { PreviewNeeds } from './preview-headers.ts';
import type { PreviewThread } from './preview-thread.ts';
import { readRange } from './stored-file.ts';
import { listZip, openEntry, UnreadableZip } from './read-zip.ts';
import { serverMessages } from '../../platform/http/server-messages.ts';

export type Rendered = { html: string; needs?: PreviewNeeds };

type Tools = { context: Pick<AppContext, 'files'>; thread: PreviewThread; nonce: string };

/** Of a text that the thread has no time for. */
const tooSlow = 'This text takes too long to prepare, so it is not shown here. Download it to open it.';

function cutWords(shown: number, bytes: number): string | null {
  return bytes > shown ? `The first ${sizeInWords(shown)} of ${sizeInWords(bytes)} are shown.` : null;
}

const sentences = (...words: (string | null)[]): string | null =>
  words.filter((each) => each !== null).join(' ') || null;

/** The cells of a notebook as HTML; null for other files, which are shown as text. */
async function cellsOf(
  { files }: Tools['context'],
  thread: PreviewThread,
  file: ReadableFile,
): Promise<string | null> {
  if (!isNotebookName(file.name) || file.bytes > notebookBytes) return null;
  return thread.notebook(await readRange(files, file, 0, notebookBytes));
}

/** @throws FileDamaged, HttpError 503 */
export async function renderPreview(
  { context, thread, nonce }: Tools,
  file: ReadableFile,
): Promise<Rendered> {
  const { name, bytes } = file;
  const preview = await previewOf(context, thread, file);
  switch (preview.kind) {
    case 'none':
      return { html: wordsPage(nonce, preview.words) };
    case 'pdf':
      return { html: pdfPage(nonce, { name, bytes }), needs: { script: true } };
    case 'picture':
      return { html: picturePage(nonce, { name, ...preview }), needs: { picture: true } };
    case 'video':
      return { html: videoPage(nonce, name), needs: { video: true } };
    case 'text': {
      const notebook = await cellsOf(context, thread, file);
      if (notebook !== null) return { html: notebookPage(nonce, name, notebook), needs: { embedded: true } };
      const beginning = await readRange(context.files, file, 0, textBytes);
      const encoding = encodingOf(beginning) ?? preview.encoding;
      const sheet = isSheetName(name)
        ? await thread.sheet(beginning, encoding, beginning.length < bytes)
        : null;
      if (sheet !== null) {
        const { table, rows, isWhole } = sheet;
        const cut = isWhole ? null : `The first ${rows.toLocaleString('en')} rows are shown.`;
        return { html: sheetPage(nonce, { name, table, words: cut }) };
      }
      const html = await thread.html(beginning, encoding, languageOf(name));
      if (html === null) return { html: wordsPage(nonce, tooSlow) };
      const words = sentences(wordsOf(preview), cutWords(beginning.length, bytes));
      return { html: textPage(nonce, { name, html, words }) };
    }
    case 'zip':
      try {
        return { html: zipPage(nonce, name, await listZip(context.files, file)) };
      } catch (error) {
        if (!(error instanceof UnreadableZip)) throw error;
        return {
          html: wordsPage(nonce, `This ZIP cannot be shown. ${error.message} Download it to open it.`),
        };
      }
  }
}

/** @throws 404 for no such entry; as the store does */
export async function renderEntry(
  { context, thread, nonce }: Tools,
  file: ReadableFile,
  index: number,
): Promise<Rendered> {
  let opened;
  try {
    opened = await openEntry(context.files, file, index, textBytes);
  } catch (error) {
    if (!(error instanceof UnreadableZip)) throw error;
    return { html: wordsPage(nonce, `This entry cannot be shown. ${error.message}`, true) };
  }
  if (opened === null) throw httpErrors.notFound(serverMessages.notFound);
  const { entry, bytes } = opened;
  const encoding = encodingOf(bytes);
  if (encoding === null && bytes.length > 0)
    return { html: wordsPage(nonce, 'This entry is not a text, so it is not shown here.', true) };
  const html = await thread.html(bytes, encoding ?? 'utf-8', languageOf(entry.name));
  if (html === null) return { html: wordsPage(nonce, tooSlow, true) };
  const words = cutWords(bytes.length, Math.max(entry.bytes, bytes.length));
  return { html: textPage(nonce, { name: entry.name, html, words, isEntry: true }) };
}
