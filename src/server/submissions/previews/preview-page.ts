import { escapeHtml } from '#contract/escape-html';
import { showHidden } from '#contract/show-hidden';
import { isTextName } from './file-kind.ts';
import type { ZipEntry, ZipList } from './read-zip.ts';

/** Inline: the document loads nothing. */
export const previewStyle = `
:root{color-scheme:light dark;--ground:#fffdf9;--sunken:#f1ece0;--line:#dfd8c8;--ink:#1c2421;--soft:#56605b;--accent:#0d5a50;--word:#8a2c0d;--text:#1d6234;--number:#6a3f9c}
@media(prefers-color-scheme:dark){:root{--ground:#1a201d;--sunken:#0e1210;--line:#313a35;--ink:#ebe7dd;--soft:#a8b0a9;--accent:#7fcbba;--word:#ffb59a;--text:#a5d6a7;--number:#cdb4f0}}
*{box-sizing:border-box;margin:0}
body{background:var(--ground);color:var(--ink);font:1rem/1.5 system-ui,sans-serif;padding:.75rem}
h1{font-size:1rem;overflow-wrap:anywhere}
p{max-width:68ch;margin-bottom:.75rem;overflow-wrap:anywhere}
.note,td{color:var(--soft);font-size:.875rem}
a{color:var(--accent)}
a:focus-visible,pre:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
pre{font:.8125rem/1.5 ui-monospace,Menlo,Consolas,monospace;white-space:pre-wrap;overflow-wrap:anywhere;tab-size:4}
table{width:100%;border-collapse:collapse;margin-top:.5rem}
th,td{padding:.25rem .5rem .25rem 0;text-align:start;vertical-align:top;border-bottom:1px solid var(--line)}
td:last-child,th:last-child{text-align:end;padding-inline-end:0;white-space:nowrap}
td:first-child{color:var(--ink);overflow-wrap:anywhere}
td a{display:inline-block;min-height:1.5rem}
.sheet{width:max-content;min-width:100%;margin:0;font-size:.8125rem}
.sheet :is(th,td){max-width:24rem;padding:.25rem .75rem .25rem 0;color:var(--ink);font-size:inherit;text-align:start;white-space:normal;overflow-wrap:anywhere}
.sheet th{position:sticky;top:0;background:var(--sunken)}
section{max-width:68rem;margin:0 0 1rem}
section>:is(p,pre){margin-bottom:.25rem}
.code{padding:.5rem .75rem;background:var(--sunken);border-radius:6px}
.output{max-height:24rem;overflow:auto;padding:.25rem .75rem;border-inline-start:3px solid var(--line)}
.text :is(h1,h2,h3,h4){margin:.5rem 0;font-size:1.125rem}
.text h1{font-size:1.375rem}
.text :is(ul,ol,blockquote){margin:0 0 .75rem;padding-inline-start:1.5rem}
.text table{width:auto}
.text td:last-child,.text th:last-child{text-align:start;padding-inline-end:.5rem}
img{display:block;max-width:100%;height:auto;margin:0 auto;background:repeating-conic-gradient(var(--sunken) 0 25%,var(--ground) 0 50%) 0 0/16px 16px}
video{display:block;width:100%;max-height:calc(100vh - 1.5rem)}
canvas{display:block;width:100%;height:auto;background:#fff}
body>canvas{display:none}
.page{position:relative;margin:0 auto .75rem;max-width:56rem;border:1px solid var(--line)}
.words{color-scheme:only light;position:absolute;inset:0;overflow:clip;line-height:1;text-size-adjust:none;forced-color-adjust:none;transform-origin:0 0;--min-font-size:1;--text-scale-factor:calc(var(--total-scale-factor)*var(--min-font-size));--min-font-size-inv:calc(1/var(--min-font-size))}
.words :is(span,br){color:transparent;position:absolute;white-space:pre;cursor:text;transform-origin:0 0}
.words>:not(.markedContent),.words .markedContent span:not(.markedContent){--font-height:0;font-size:calc(var(--text-scale-factor)*var(--font-height));--scale-x:1;--rotate:0deg;transform:rotate(var(--rotate)) scaleX(var(--scale-x)) scale(var(--min-font-size-inv))}
.words .markedContent{display:contents}
.words ::selection{background:rgb(0 80 200/30%)}
.hljs-comment,.hljs-quote,.hljs-meta{color:var(--soft);font-style:italic}
.hljs-keyword,.hljs-selector-tag,.hljs-name,.hljs-tag,.hljs-literal,.hljs-built_in,.hljs-type{color:var(--word)}
.hljs-string,.hljs-regexp,.hljs-attr,.hljs-attribute,.hljs-addition,.hljs-link{color:var(--text)}
.hljs-number,.hljs-title,.hljs-section,.hljs-symbol,.hljs-variable,.hljs-selector-class,.hljs-selector-id{color:var(--number)}
.hljs-emphasis{font-style:italic}
.hljs-strong,.hljs-section{font-weight:600}
`;

/** Characters; ZIP names have up to 65,535. */
const nameShown = 200;

const number = (value: number): string => value.toLocaleString('en');

export function safe(text: string): string {
  return escapeHtml(showHidden(text));
}

function shortened(name: string): string {
  return name.length > nameShown ? `${name.slice(0, nameShown)}…` : name;
}

/** In steps of 1,024. */
export function sizeInWords(bytes: number): string {
  if (bytes === 1) return '1 byte';
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

/** @param html escaped */
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
    `${note(`${number(width)} × ${number(height)} pixels`)}<img src="bytes" width="${width}" height="${height}" alt="The submitted picture: ${safe(name)}">`,
  );
}

export function videoPage(nonce: string, name: string): string {
  return page(nonce, name, '<video src="bytes" controls preload="metadata"></video>');
}

/** @param rows first the sticky head */
export function sheetTable(rows: readonly string[][]): string {
  const cells = (row: readonly string[], tag: string) =>
    row.map((cell) => `<${tag}>${safe(cell)}</${tag.split(' ')[0]}>`).join('');
  const [head = [], ...body] = rows;
  return `<table class="sheet"><thead><tr>${cells(head, 'th scope="col"')}</tr></thead><tbody>${body
    .map((row) => `<tr>${cells(row, 'td')}</tr>`)
    .join('')}</tbody></table>`;
}

/** @param table of `sheetTable` */
export function sheetPage(
  nonce: string,
  { name, table, words }: { name: string; table: string; words: string | null },
): string {
  return page(nonce, name, note(words) + table);
}

/** @param cells as safe HTML */
export function notebookPage(nonce: string, name: string, cells: string): string {
  return page(nonce, name, cells);
}

/** @param bytes lets pdf.js request parts */
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
    `<h1>${total}${shown}</h1>${note('You can open texts and code here. For other files, download the ZIP.')}${entries.length > 0 ? table : ''}`,
  );
}
