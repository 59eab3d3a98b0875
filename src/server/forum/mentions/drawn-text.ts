import { findLinks } from '#contract/links';
import { plainTextOf } from '#contract/plain-text';
import { markdownHtml } from '../../platform/markdown/markdown-html.ts';
import type { PostText } from '../posts/post-text.ts';

/** Addresses can contain names; only this many are removed. */
const maxLinks = 200;

/**
 * A post's text without code and addresses, where mentions count. Elements become line breaks, as where
 * mentions are highlighted.
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
