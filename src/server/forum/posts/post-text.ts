import type { PostFormat } from '#contract/forum/calls';
import type { AttachmentView } from '#contract/forum/attachment-view';
import { firstLine, plainTextOf } from '#contract/excerpt';
import { htmlColumn, markdownHtml, renderRows } from '../../platform/markdown/markdown-html.ts';
import { isSeen } from '#contract/unseen';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { hourMs } from '#contract/durations';
import type { Database } from '../../platform/database/database.ts';
import { periodicJob } from '../../platform/jobs/job.ts';

/** `html` of Markdown; format null: plain. */
export type PostText = { text: string; format: 'markdown' | null; html: string | null };

export const formatColumn = (format: PostFormat | undefined): PostText['format'] =>
  format === 'markdown' ? format : null;

export const textColumns = (text: string, format: PostText['format']): PostText => ({
  text,
  format,
  html: htmlColumn(text, format),
});

/** Such as `[](https://a.test)`, or an empty code block. A file is shown by its name. */
function drawsNothing({ text, html }: PostText): boolean {
  if (html === null || html.includes('<a data-')) return false;
  return !isSeen(plainTextOf(text, markdownHtml(text, null, html)));
}

/** @param name of what is written, for people @throws 400 for a text that shows nothing */
export function writtenColumns(name: string, text: string, format: PostText['format']): PostText {
  const written = textColumns(text, format);
  if (drawsNothing(written)) throw httpErrors.badRequest(`${name} is empty`);
  return written;
}

/** For the wire. @param attachments null renders labels only */
export function presentFormat(
  { text, format, html: kept, mentions = null }: PostText & { mentions?: string | null },
  attachments: ReadonlyMap<string, AttachmentView> | null = null,
): { format: PostFormat; html?: string; mentions?: string[]; attachments?: AttachmentView[] } {
  const html = format === 'markdown' ? markdownHtml(text, attachments, kept) : null;
  const has = attachments !== null && attachments.size > 0;
  return {
    format: format ?? 'plain',
    ...(html !== null && { html }),
    ...(mentions !== null && { mentions: JSON.parse(mentions) as string[] }),
    ...(has && { attachments: [...attachments.values()] }),
  };
}

/** Without markup, for search and quotes. */
export function plainWords({ text, format, html }: PostText): string {
  return format === 'markdown' ? plainTextOf(text, markdownHtml(text, null, html)) : text;
}

/** Characters of HTML. */
const htmlOfBeginning = 8_000;

/** Without markup, enough for any list. */
export function firstWords({ text, format, html: kept }: PostText): string {
  const html = format === 'markdown' ? markdownHtml(text, null, kept) : null;
  if (html === null) return text;
  // Not cut within an element.
  return plainTextOf(text, html.slice(0, htmlOfBeginning).replace(/<[^>]*$/, ''));
}

/** In notices and lists: the first line, at most 80 characters. */
export const quoteOf = (post: PostText): string => firstLine(firstWords(post), 80);

/** Plain texts keep the content from before formats. */
export const keyedContent = (of: string | number, text: string, format: PostFormat | undefined) =>
  formatColumn(format) === null ? [of, text] : [of, text, format];

export async function renderPosts(
  database: Database,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  for (const table of ['questions', 'comments', 'former_texts'] as const)
    await renderRows(database, { table, key: 'id', text: 'text' }, signal);
}

export const renderPostsJob = periodicJob('render-posts', hourMs, ({ database }, signal) =>
  renderPosts(database, signal),
);
