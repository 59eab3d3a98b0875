import { escapeHtml } from '#contract/escape-html';
import type { Question } from '#contract/forum/calls';
import { splitMentions } from '../../../ui/linked-text.tsx';
import { Markdown } from '../../../ui/markdown.tsx';
import { TypedPost } from './preview.tsx';

/** In Markdown's HTML, except in code. */
export function markMentions(html: string, mentions: readonly string[]): string {
  if (mentions.length === 0) return html;
  const written = mentions.map(escapeHtml);
  let code = 0;
  return html
    .split(/(<[^>]*>)/)
    .map((piece, at) => {
      if (at % 2 === 1) {
        if (piece.startsWith('<code')) code += 1;
        if (piece === '</code>') code -= 1;
        return piece;
      }
      if (code > 0) return piece;
      return splitMentions(piece, written)
        .map((part, place) => (place % 2 === 1 ? `<strong data-mention>${part}</strong>` : part))
        .join('');
    })
    .join('');
}
/** The typed part of a name before the caret; `start` includes the sign. */
export type TypedMention = { start: number; typed: string };

/** Longer than most names. */
const maxWords = 4;

const typing = /(?<![\p{L}\p{M}\p{N}_@.])@([\p{L}\p{M}\p{N}][^@\n]{0,60})$/u;

export function mentionAt(text: string, caret: number): TypedMention | null {
  const match = typing.exec(text.slice(Math.max(0, caret - 80), caret));
  const typed = match?.[1];
  if (typed === undefined || typed.split(' ').length > maxWords) return null;
  return { start: caret - typed.length - 1, typed };
}

export function insertMention(
  text: string,
  { start, typed }: TypedMention,
  name: string,
): { text: string; caret: number } {
  const rest = text.slice(start + 1 + typed.length);
  const mention = `@${name}${rest.startsWith(' ') ? '' : ' '}`;
  const caret = start + name.length + 2;
  return { text: text.slice(0, start) + mention + rest, caret };
}

type Words = { text: string } & Pick<Question, 'format'> & Partial<Pick<Question, 'html' | 'mentions'>>;

/** Markdown that waits in the outbox has no HTML yet. */
export function PostWords({ text, html, mentions, format }: Words) {
  if (html === undefined && format === 'markdown') return <TypedPost text={text} format={format} />;
  const marked = html === undefined || mentions === undefined ? html : markMentions(html, mentions);
  return <Markdown text={text} html={marked} mentions={mentions} />;
}
