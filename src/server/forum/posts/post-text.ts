import type { PostFormat } from '#contract/forum/calls';
import type { AttachmentView } from '#contract/forum/attachment-view';
import { plainTextOf } from '#contract/plain-text';
import { htmlColumn, markdownHtml } from '../../platform/markdown/markdown-html.ts';

/** The text of a question or comment as its row has it: Markdown with its HTML, or plain as all that no format was named for. */
export type PostText = { text: string; format: 'markdown' | null; html: string | null };

/** What a call's `format` is in a row; none named is plain. */
export const formatColumn = (format: PostFormat | undefined): PostText['format'] =>
  format === 'markdown' ? format : null;

/** The columns of a text that somebody has written. */
export const textColumns = (text: string, format: PostText['format']): PostText => ({
  text,
  format,
  html: htmlColumn(text, format),
});

/**
 * A text's format on the wire, the HTML of a Markdown that does not show as it was typed, the names in it that mention somebody, and its
 * attachments.
 * @param attachments of the post; without them the labels of those that it names
 */
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

/** The words of a text without the signs of its format: for what finds it, and where its beginning is quoted. */
export function plainWords({ text, format, html }: PostText): string {
  return format === 'markdown' ? plainTextOf(text, markdownHtml(text, null, html)) : text;
}

/** So much of a text's HTML is read for its beginning, in characters. */
const htmlOfBeginning = 8_000;

/** The first words of a text, without the signs of its format: enough for any list that quotes it. */
export function firstWords({ text, format, html: kept }: PostText): string {
  const html = format === 'markdown' ? markdownHtml(text, null, kept) : null;
  if (html === null) return text;
  // Not cut within an element.
  return plainTextOf(text, html.slice(0, htmlOfBeginning).replace(/<[^>]*$/, ''));
}

/** What tells a post's request from another with the same key; plain texts are told apart as they were before there were formats. */
export const keyedContent = (of: string | number, text: string, format: PostFormat | undefined) =>
  formatColumn(format) === null ? [of, text] : [of, text, format];
