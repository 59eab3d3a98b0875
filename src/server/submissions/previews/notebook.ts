import { imageSize } from 'image-size';
import MarkdownIt from 'markdown-it';
import { z } from 'zod';
import { highlightCode } from '#contract/code-highlighter';
import { codeLanguageOf } from '#contract/code-languages';
import { escapeHtml } from '#contract/escape-html';
import { isTooLarge } from './file-kind.ts';
import { showHidden } from '#contract/show-hidden';
import { safe } from './preview-page.ts';

const mostCells = 500;
/** Characters of a cell's source, and of one output. */
const mostCharacters = 20_000;

const text = z.union([z.string(), z.array(z.string()).transform((lines) => lines.join(''))]);
const output = z.object({
  text: text.optional(),
  data: z.record(z.string(), z.unknown()).optional(),
  traceback: z.array(z.string()).optional(),
});
const cell = z.object({
  cell_type: z.string(),
  source: text,
  execution_count: z.number().nullish(),
  outputs: z.array(output).optional(),
});
/** Of version 4, which Jupyter has written since 2014. */
const notebook = z.object({
  nbformat: z.literal(4),
  metadata: z.object({ language_info: z.object({ name: z.string() }).optional() }),
  cells: z.array(cell),
});
type Cell = z.infer<typeof cell>;
type Output = z.infer<typeof output>;

// A link would lead the frame away: links and pictures stay as typed.
const markdown = new MarkdownIt({ html: false }).disable(['image', 'link', 'autolink', 'reference']);

/** Colours and cursor moves of a terminal. */
// eslint-disable-next-line no-control-regex
const terminalCodes = /\u001b\[[\d;?]*[A-Za-z]/g;

const cut = (value: string): string =>
  value.length > mostCharacters ? `${value.slice(0, mostCharacters)}\n…` : value;
const note = (words: string): string => `<p class="note">${escapeHtml(words)}</p>`;
const result = (value: string): string =>
  `<pre class="output">${safe(cut(value.replaceAll(terminalCodes, '')).trimEnd())}</pre>`;

function measured(bytes: Buffer) {
  try {
    return imageSize(bytes);
  } catch {
    return null;
  }
}

function picture(encoded: string): string {
  const bytes = Buffer.from(encoded, 'base64');
  const size = measured(bytes);
  if (size?.type !== 'png' || isTooLarge(size)) return note('This picture is not shown.');
  const { width, height } = size;
  const address = `data:image/png;base64,${bytes.toString('base64')}`;
  return `<img src="${address}" width="${width}" height="${height}" alt="Picture that the code made">`;
}

/** The picture or else the plain text of an output: HTML, script and widgets are never shown. */
function outputHtml({ text: printed, data = {}, traceback }: Output): string {
  if (traceback !== undefined) return result(traceback.join('\n'));
  if (printed !== undefined) return result(printed);
  const png = text.safeParse(data['image/png']).data;
  if (png !== undefined) return picture(png);
  const plain = text.safeParse(data['text/plain']).data;
  return plain === undefined ? note('An output of this kind is not shown.') : result(plain);
}

function cellHtml(
  { cell_type, source, execution_count, outputs = [] }: Cell,
  language: string | null,
): string {
  const shown = showHidden(cut(source));
  if (cell_type === 'markdown') return `<div class="text">${markdown.render(shown)}</div>`;
  if (cell_type !== 'code') return `<pre>${escapeHtml(shown)}</pre>`;
  const code = language === null ? escapeHtml(shown) : highlightCode(shown, language);
  return `<p class="note">In [${execution_count ?? ' '}]</p><pre class="code"><code>${code}</code></pre>${outputs.map(outputHtml).join('')}`;
}

/**
 * The cells of a Jupyter notebook as safe HTML. Time is unbounded: run it in a thread that can be ended.
 * @throws Error for what is no notebook
 */
export function notebookHtml(bytes: Uint8Array): string {
  const { cells, metadata } = notebook.parse(JSON.parse(new TextDecoder().decode(bytes)));
  const language = codeLanguageOf(metadata.language_info?.name ?? 'python');
  const shown = cells.slice(0, mostCells).map((one) => cellHtml(one, language));
  const rest = cells.length > mostCells ? note(`The first ${mostCells} cells are shown.`) : '';
  return rest + shown.map((html) => `<section>${html}</section>`).join('');
}
