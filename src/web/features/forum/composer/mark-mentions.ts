import { escapeHtml } from '#contract/escape-html';
import { splitMentions } from '../../../ui/mention-marks.ts';

/** Marks mentions in Markdown's HTML, except in code. */
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
