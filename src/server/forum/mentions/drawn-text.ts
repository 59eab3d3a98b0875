import { findLinks } from '#contract/links';
import { plainTextOf } from '#contract/plain-text';
import { markdownHtml } from '../../platform/markdown/markdown-html.ts';
import type { PostText } from '../posts/post-text.ts';

/** Addresses hold names of people elsewhere; so many are looked for. */
const maxLinks = 200;

/**
 * What of a post may mention somebody: the text that is drawn as such, without code and addresses. An element is a break, as where
 * mentions are marked.
 */
export function drawnText({ text, format }: Pick<PostText, 'text' | 'format'>): string {
  const html = format === 'markdown' ? markdownHtml(text) : null;
  const drawn =
    html === null ? text : plainTextOf(text, html.replaceAll(/<code[^>]*>[^<]*<\/code>|<[^>]*>/g, '\n'));
  let rest = '';
  let end = 0;
  for (const link of findLinks(drawn, maxLinks)) {
    rest += `${drawn.slice(end, link.start)}\n`;
    end = link.end;
  }
  return rest + drawn.slice(end);
}
