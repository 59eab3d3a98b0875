import { escapeHtml } from '#contract/escape-html';
import { showHidden } from './decode-text.ts';
import { isTextName } from './languages.ts';
import { previewStyle } from './preview-style.ts';
import type { ZipEntry, ZipList } from './read-zip.ts';

/** In characters; a ZIP entry's name can have 65,535. */
const nameShown = 200;

const number = (value: number): string => value.toLocaleString('en');

/** Escaped, with invisible characters shown. */
export function safe(text: string): string {
  return escapeHtml(showHidden(text));
}

function shortened(name: string): string {
  return name.length > nameShown ? `${name.slice(0, nameShown)}…` : name;
}

/** In steps of 1,024. */
export function sizeInWords(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];
  const unit = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  const size = bytes / 1_024 ** unit;
  return `${number(unit > 0 && size < 10 ? Number(size.toFixed(1)) : Math.round(size))} ${units[unit]}`;
}

function page(nonce: string, title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${safe(title)}</title><style nonce="${nonce}">${previewStyle}</style></head><body><main>${body}</main></body></html>`;
}

const note = (words: string | null): string =>
  words === null ? '' : `<p class="note">${escapeHtml(words)}</p>`;

export function wordsPage(nonce: string, words: string, back = false): string {
  return page(nonce, 'No preview', `${back ? backToList : ''}<p>${escapeHtml(words)}</p>`);
}

const backToList = '<p><a href="../">Back to the list</a></p>';

/** @param html the text as escaped HTML */
export function textPage(
  nonce: string,
  {
    name,
    html,
    words,
    isEntry = false,
  }: { name: string; html: string; words: string | null; isEntry?: boolean },
): string {
  const head = isEntry ? `${backToList}<h1>${safe(shortened(name))}</h1>` : '';
  return page(
    nonce,
    name,
    `${head}${note(words)}<pre tabindex="0" role="region" aria-label="Text of the file"><code>${html}</code></pre>`,
  );
}

export function picturePage(
  nonce: string,
  { name, width, height }: { name: string; width: number; height: number },
): string {
  return page(
    nonce,
    name,
    `${note(`${number(width)} × ${number(height)} pixels`)}<img src="bytes" width="${width}" height="${height}" alt="The picture that was handed in: ${safe(name)}">`,
  );
}

/** @param bytes of the file, so that pdf.js requests only needed parts */
export function pdfPage(nonce: string, { name, bytes }: { name: string; bytes: number }): string {
  return page(
    nonce,
    name,
    `<p class="note" id="status" role="status">Loading the pages …</p><div id="pages" data-bytes="${bytes}"></div><script type="module" nonce="${nonce}" src="/previews/pdf-viewer.js"></script>`,
  );
}

function row({ index, name, bytes, isFolder, isEncrypted }: ZipEntry): string {
  const shown = safe(shortened(name)) || '(no name)';
  if (isFolder) return `<tr><td>${shown}</td><td></td></tr>`;
  const canOpen = !isEncrypted && isTextName(name);
  const cell = canOpen ? `<a href="entries/${index}">${shown}</a>` : shown;
  return `<tr><td>${cell}${isEncrypted ? ' (encrypted)' : ''}</td><td>${sizeInWords(bytes)}</td></tr>`;
}

export function zipPage(nonce: string, name: string, { entries, count }: ZipList): string {
  const total = `${number(count)} ${count === 1 ? 'entry' : 'entries'} in this ZIP`;
  const shown = entries.length < count ? `, of which the first ${number(entries.length)} are listed` : '';
  const table = `<table><thead><tr><th scope="col">Name</th><th scope="col">Size when opened</th></tr></thead><tbody>${entries.map(row).join('')}</tbody></table>`;
  return page(
    nonce,
    name,
    `<h1>${total}${shown}</h1>${note('Texts and code open here. Nothing else is unpacked.')}${entries.length > 0 ? table : ''}`,
  );
}
