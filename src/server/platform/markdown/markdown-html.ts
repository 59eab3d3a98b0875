import { createRequire } from 'node:module';
import { crc32 } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { fillAttachments } from '#contract/forum/attachment-marks';
import type { AttachmentView } from '#contract/forum/attachment-view';
import { makeMarkdown, markdownVersion, type RendererClass } from '#contract/small-markdown';
import { makeBoundedThread, type BoundedThread } from '../bounded-thread.ts';
import { sql } from 'kysely';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '../database/database.ts';

const require = createRequire(import.meta.url);

let render: ((text: string) => string) | undefined;

/** '' for a text that shows as typed. */
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

/** Rendering is faster than starting a thread. */
const fewCharacters = 10_000;
const longestMs = 15_000;

let thread: BoundedThread<string[], string[]> | undefined;

/** In a thread; `markdownHtml` finds the result. */
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

/** HTML of this renderer begins so. */
export const markOfVersion = `${markdownVersion}:`;
/** HTML of another text or version is ignored. */
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

const idsAtOnce = 200;

type MarkdownTable = { table: string; key: string; text: string };

/** HTML is missing or of another renderer version. */
export async function renderRows(
  { reader, nonDurableTransaction }: Database,
  { table, key, text }: MarkdownTable,
  signal: AbortSignal,
): Promise<void> {
  const [from, id, words] = [sql.table(table), sql.ref(key), sql.ref(text)];
  const { rows: newest } = await sql<{ id: number | null }>`select max(${id}) as id from ${from}`.execute(
    reader,
  );
  const last = newest[0]?.id ?? 0;
  for (let after = 0; after < last && !signal.aborted; after += idsAtOnce) {
    const { rows } = await sql<{ id: number; text: string }>`
      select ${id} as id, ${words} as text from ${from}
      where ${id} > ${after} and ${id} <= ${after + idsAtOnce} and format = 'markdown'
        and (html is null or html not like ${`${markOfVersion}%`})`.execute(reader);
    for (const row of rows) {
      const html = htmlForRow(row.text);
      await nonDurableTransaction((writer) =>
        sql`update ${from} set html = ${html} where ${id} = ${row.id} and ${words} = ${row.text}`.execute(
          writer,
        ),
      );
      // Waiting requests go first.
      await nextTurn();
    }
  }
}
