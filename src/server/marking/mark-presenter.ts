import { instantOrNull } from '#contract/dates';
import { markdownHtml } from '../platform/markdown/markdown-html.ts';
import { readSince } from './mark-rules.ts';

/** Only for Markdown that needs HTML. */
export function commentsHtml(
  format: 'markdown' | null | undefined,
  comments: string | null,
  kept: string | null | undefined,
): { comments_html?: string } {
  const html = format === 'markdown' && comments !== null ? markdownHtml(comments, null, kept) : null;
  return html === null ? {} : { comments_html: html };
}

/** Without reason, for the student. @param rubric the row's JSON */
export function presentGivenLines(rubric: string): { text: string; points: number }[] {
  return (JSON.parse(rubric) as { text: string; points: number }[]).map(({ text, points }) => ({
    text,
    points,
  }));
}

/** Null once the mark changed. */
export function presentReadAt(mark: Parameters<typeof readSince>[0]): string | null {
  const at = readSince(mark);
  return instantOrNull(at);
}
