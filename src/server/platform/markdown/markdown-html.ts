import { createRequire } from 'node:module';
import { LRUCache } from 'lru-cache';
import type { MarkdownIt } from 'markdown-it';
import { plainTextOf } from '#contract/plain-text';

const require = createRequire(import.meta.url);

/** What somebody may write in a comment: paragraphs, emphasis, lists, links, code. All else stays the text that it is. */
const rules = {
  core: ['normalize', 'block', 'inline', 'linkify', 'text_join'],
  block: ['fence', 'list', 'paragraph'],
  inline: ['text', 'linkify', 'newline', 'escape', 'backticks', 'emphasis', 'link', 'autolink'],
  inline2: ['balance_pairs', 'emphasis', 'fragments_join'],
};

/** Deeper lists and emphasis stay text. */
const maxNesting = 12;

/** Whether a link may lead there: only to what is plainly another page. */
function isWebAddress(address: string): boolean {
  return /^https?:\/\//i.test(address) && URL.canParse(address);
}

function makeRenderer(): MarkdownIt {
  const Renderer = require('markdown-it') as new (
    preset: 'zero',
    options: Partial<MarkdownIt['options']>,
  ) => MarkdownIt;
  const renderer = new Renderer('zero', { html: false, breaks: true, linkify: true, maxNesting });
  renderer.core.ruler.enableOnly(rules.core);
  renderer.block.ruler.enableOnly(rules.block);
  renderer.inline.ruler.enableOnly(rules.inline);
  renderer.inline.ruler2.enableOnly(rules.inline2);
  renderer.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
  renderer.validateLink = isWebAddress;
  const write = renderer.renderer.rules;
  write['link_open'] = (tokens, index, options, _, self) => {
    const link = tokens[index];
    // Without a title, which would be an attribute that somebody else chooses; an empty link leads nowhere.
    const href = String(link?.attrGet('href') ?? '');
    const attributes: [string, string][] = [
      ['href', href],
      ['target', '_blank'],
      ['rel', 'noopener noreferrer'],
    ];
    if (link !== undefined) link.attrs = isWebAddress(href) ? attributes : null;
    return self.renderToken(tokens, index, options);
  };
  // The language of a block of code is of no use here, and would be an attribute that somebody else chooses.
  write['fence'] = (tokens, index) =>
    `<pre><code>${renderer.utils.escapeHtml(tokens[index]?.content ?? '')}</code></pre>\n`;
  return renderer;
}

let renderer: MarkdownIt | undefined;

/** Rendered texts; the most recent ones, up to some megabytes. '' stands for a text that shows as it was typed. */
const rendered = new LRUCache<string, string>({
  maxSize: 4_000_000,
  sizeCalculation: (html, text) => 1 + html.length + text.length,
});

function render(text: string): string {
  renderer ??= makeRenderer();
  const html = renderer.render(text);
  return plainTextOf(text, html) === text.replaceAll(/\r\n?/g, '\n').trim() ? '' : html;
}

/**
 * Writes the small Markdown of comments as HTML that is safe in any page: HTML in the source stands there as text, links lead to
 * `http(s)` addresses alone, and there are no pictures. It has the elements `p`, `br`, `em`, `strong`, `ul`, `ol`, `li`, `code`,
 * `pre` and `a`, and nothing in it is quoted from the source unescaped.
 * @returns null where the text shows as it was typed, and so for most
 */
export function markdownHtml(text: string): string | null {
  let html = rendered.get(text);
  if (html === undefined) {
    html = render(text);
    rendered.set(text, html);
  }
  return html === '' ? null : html;
}
