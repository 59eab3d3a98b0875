import { createRequire } from 'node:module';
import { crc32 } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { fillAttachments } from '#contract/forum/attachment-marks';
import type { AttachmentView } from '#contract/forum/attachment-view';
import { makeMarkdown, markdownVersion, type RendererClass } from '#contract/small-markdown';
import { makeBoundedThread, type BoundedThread } from '../bounded-thread.ts';

const require = createRequire(import.meta.url);

let render: ((text: string) => string) | undefined;

/** Texts without HTML in their row; the most recent ones, up to some megabytes. '' stands for a text that shows as it was typed. */
const rendered = new LRUCache<string, string>({
  maxSize: 4_000_000,
  sizeCalculation: (html, text) => 1 + html.length + text.length,
});

function renderText(text: string): string {
  let html = rendered.get(text);
  if (html === undefined) {
    render ??= makeMarkdown(require('markdown-it') as RendererClass);
    html = render(text);
    rendered.set(text, html);
  }
  return html;
}

/** So many characters are rendered in less time than a thread takes to begin. */
const fewCharacters = 10_000;
const longestMs = 15_000;

let thread: BoundedThread<string[], string[]> | undefined;

/**
 * Renders texts without HTML in their row beside the serving thread, where they are long together: `markdownHtml` finds them rendered.
 * What the thread does not get to is rendered there.
 */
export async function renderAhead(texts: readonly string[]): Promise<void> {
  const missing = texts.filter((text) => !rendered.has(text));
  if (missing.reduce((length, text) => length + text.length, 0) <= fewCharacters) return;
  thread ??= makeBoundedThread(new URL('./markdown-worker.ts', import.meta.url), { timeoutMs: longestMs });
  const done = await thread.run(missing);
  for (const [index, html] of (done ?? []).entries()) {
    const text = missing[index] as string;
    rendered.set(text, html.slice(markOf(text).length));
  }
}

export async function closeRenderer(): Promise<void> {
  await thread?.close();
  thread = undefined;
}

/** What all HTML begins with in a row that this version of the renderer has made. */
export const markOfVersion = `${markdownVersion}:`;
/** … and that of one text: HTML of another text, or of another version, counts as none. */
const markOf = (text: string): string => `${markOfVersion}${crc32(text).toString(36)}:`;

/** A Markdown's HTML for the row that has the text: it is rendered once, however many read it. */
export const htmlForRow = (text: string): string => markOf(text) + renderText(text);
/** The same by a text's format; a plain one has none. */
export const htmlColumn = (text: string, format: 'markdown' | null): string | null =>
  format === 'markdown' ? htmlForRow(text) : null;

/**
 * Writes the small Markdown of comments as HTML that is safe in any page, as `makeMarkdown` says.
 * @param known the attachments of the post that it is; where there can be none, the labels of those that it names
 * @param kept what `htmlForRow` gave; without it, or with another text's, the text is rendered now
 * @returns null where the text shows as it was typed, and so for most
 */
export function markdownHtml(
  text: string,
  known?: ReadonlyMap<string, AttachmentView> | null,
  kept?: string | null,
): string | null {
  const mark = kept == null ? '' : markOf(text);
  const html = kept?.startsWith(mark) ? kept.slice(mark.length) : renderText(text);
  return html === '' ? null : fillAttachments(html, known);
}
