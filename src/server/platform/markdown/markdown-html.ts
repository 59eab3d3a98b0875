import { createRequire } from 'node:module';
import { crc32 } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { fillAttachments } from '#contract/forum/attachment-marks';
import type { AttachmentView } from '#contract/forum/attachment-view';
import { makeMarkdown, markdownVersion, type RendererClass } from '#contract/small-markdown';
import { makeBoundedThread, type BoundedThread } from '../bounded-thread.ts';

const require = createRequire(import.meta.url);

let render: ((text: string) => string) | undefined;

/** '' shows as typed. */
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

/** Faster than a thread starts. */
const fewCharacters = 10_000;
const longestMs = 15_000;

let thread: BoundedThread<string[], string[]> | undefined;

/** In a thread, for later `markdownHtml`. */
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

/** HTML's prefix. */
export const markOfVersion = `${markdownVersion}:`;
/** Other HTML is ignored. */
const markOf = (text: string): string => `${markOfVersion}${crc32(text).toString(36)}:`;

export const htmlForRow = (text: string): string => markOf(text) + renderText(text);
export const htmlColumn = (text: string, format: 'markdown' | null): string | null =>
  format === 'markdown' ? htmlForRow(text) : null;

/**
 * Safe; see `makeMarkdown`.
 * @param known the post's attachments; null replaces them by labels
 * @param kept from `htmlForRow`; else rendered now
 * @returns null where the text shows as typed
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
