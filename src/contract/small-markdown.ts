import type { MarkdownIt } from 'markdown-it';
import { attachmentMarkAt, placeOfAttachment } from './forum/attachment-marks.ts';
import { codeLanguageOf } from './code-languages.ts';
import { findLinks } from './links.ts';
import { plainTextOf } from './plain-text.ts';

/** Of what is written: another version's HTML is made anew. To be raised with whatever changes it, the library's own version too. */
export const markdownVersion = 1;

type StateInline = Parameters<Parameters<MarkdownIt['inline']['ruler']['before']>[2]>[0];

/** The class that `markdown-it` has; handed in, so that a program loads it when there is something to render. */
export type RendererClass = new (preset: 'zero', options: Partial<MarkdownIt['options']>) => MarkdownIt;

/** What somebody may write in a comment: paragraphs, emphasis, lists, links, code. All else stays the text that it is. */
const rules = {
  core: ['normalize', 'block', 'inline', 'text_join'],
  block: ['fence', 'list', 'paragraph'],
  inline: ['text', 'address', 'newline', 'escape', 'backticks', 'emphasis', 'attachment', 'link', 'autolink'],
  inline2: ['balance_pairs', 'emphasis', 'fragments_join'],
};

/** Deeper lists and emphasis stay text. */
const maxNesting = 12;

/** So many addresses that stand in a text become links, as in one that is plain. */
const mostAddresses = 50;

/** Whether a link may lead there: only to what is plainly another page. */
function isWebAddress(address: string): boolean {
  return /^https?:\/\//i.test(address) && URL.canParse(address);
}

/**
 * Makes links of the addresses that stand in a text. In place of the library's own finder, whose time grows with the square of the
 * length where an address stands behind a letter.
 */
export function linkAddresses(renderer: MarkdownIt, maxAddresses: number): void {
  // By the places of their colons, looked for once for each paragraph.
  const found = new WeakMap<StateInline, Map<number, string>>();
  renderer.inline.ruler.before('newline', 'address', (state, silent) => {
    if (state.linkLevel > 0 || !state.src.startsWith('://', state.pos)) return false;
    let links = found.get(state);
    if (links === undefined) {
      const env = state.env as { addressesLeft?: number };
      const left = env.addressesLeft ?? maxAddresses;
      links = new Map(findLinks(state.src, left).map(({ start, href }) => [start + href.indexOf(':'), href]));
      env.addressesLeft = left - links.size;
      found.set(state, links);
    }
    const address = links.get(state.pos);
    if (address === undefined) return false;
    const begun = address.indexOf(':');
    const href = renderer.normalizeLink(address);
    if (state.pending.length < begun || !renderer.validateLink(href)) return false;
    if (!silent) {
      state.pending = state.pending.slice(0, -begun);
      state.push('link_open', 'a', 1).attrs = [['href', href]];
      state.push('text', '', 0).content = renderer.normalizeLinkText(address);
      state.push('link_close', 'a', -1);
    }
    state.pos += address.length - begun;
    return true;
  });
}

function configured(Renderer: RendererClass): MarkdownIt {
  const renderer = new Renderer('zero', { html: false, breaks: true, maxNesting });
  linkAddresses(renderer, mostAddresses);
  renderer.inline.ruler.before('link', 'attachment', (state, silent) => {
    const found = attachmentMarkAt(state.src, state.pos);
    // A link cannot hold another.
    if (found === null || state.linkLevel > 0) return false;
    if (!silent) state.push('attachment', '', 0).meta = found;
    state.pos += found.length;
    return true;
  });
  renderer.core.ruler.enableOnly(rules.core);
  renderer.block.ruler.enableOnly(rules.block);
  renderer.inline.ruler.enableOnly(rules.inline);
  renderer.inline.ruler2.enableOnly(rules.inline2);
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
  write['attachment'] = (tokens, index) =>
    placeOfAttachment(tokens[index]?.meta as Parameters<typeof placeOfAttachment>[0]);
  // The language is one of our own list: none of it is what somebody else has written.
  write['fence'] = (tokens, index) => {
    const { content = '', info = '' } = tokens[index] ?? {};
    const language = codeLanguageOf(/^\s*(\S*)/.exec(info)?.[1] ?? '');
    const attribute = language === null ? '' : ` data-language="${language}"`;
    return `<pre><code${attribute}>${renderer.utils.escapeHtml(content)}</code></pre>\n`;
  };
  return renderer;
}

/**
 * Makes what writes the small Markdown of comments as HTML that is safe in any page: HTML in the source stands there as text, links
 * lead to `http(s)` addresses alone, and there are no pictures. It has the elements `p`, `br`, `em`, `strong`, `ul`, `ol`, `li`,
 * `code`, `pre` and `a`, and nothing in it is quoted from the source unescaped. A `code` may name in `data-language` the language
 * in which it is highlighted. Where an attachment of a post is named there is a place for it, which `fillAttachments` fills or empties.
 * @returns a function whose result is '' for a text that shows as it was typed
 */
export function makeMarkdown(Renderer: RendererClass): (text: string) => string {
  const renderer = configured(Renderer);
  return (text) => {
    const html = renderer.render(text);
    return plainTextOf(text, html) === text.replaceAll(/\r\n?/g, '\n').trim() ? '' : html;
  };
}
