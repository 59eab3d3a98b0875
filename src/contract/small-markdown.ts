import type { MarkdownIt } from 'markdown-it';
import { attachmentMarkAt, placeOfAttachment } from './forum/attachment-marks.ts';
import { codeLanguageOf } from './code-languages.ts';
import { findLinks } from './links.ts';
import { plainTextOf } from './excerpt.ts';
import { parseUrl } from './parse-url.ts';

/** Raise with any change of output, also the library's: older stored HTML is rendered again. */
export const markdownVersion = 1;

type StateInline = Parameters<Parameters<MarkdownIt['inline']['ruler']['before']>[2]>[0];

/** The class of `markdown-it`, which is loaded on demand. */
export type RendererClass = new (preset: 'zero', options: Partial<MarkdownIt['options']>) => MarkdownIt;

/** All else stays text. */
const rules = {
  core: ['normalize', 'block', 'inline', 'text_join'],
  block: ['fence', 'list', 'paragraph'],
  inline: ['text', 'address', 'newline', 'escape', 'backticks', 'emphasis', 'attachment', 'link', 'autolink'],
  inline2: ['balance_pairs', 'emphasis', 'fragments_join'],
};

/** Deeper ones stay text. */
const maxNesting = 12;

/** As in plain text. */
const mostAddresses = 50;

function isWebAddress(address: string): boolean {
  return /^https?:\/\//i.test(address) && parseUrl(address) !== null;
}

/** The library's finder takes quadratic time. */
export function linkAddresses(renderer: MarkdownIt, maxAddresses: number): void {
  // Found once per paragraph, by the colon's position.
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
    // Links do not nest.
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
    // Users must not choose attributes, such as titles.
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
  // From our list, never the text.
  write['fence'] = (tokens, index) => {
    const { content = '', info = '' } = tokens[index] ?? {};
    const language = codeLanguageOf(/^\s*(\S*)/.exec(info)?.[1] ?? '');
    const attribute = language === null ? '' : ` data-language="${language}"`;
    return `<pre><code${attribute}>${renderer.utils.escapeHtml(content)}</code></pre>\n`;
  };
  return renderer;
}

/**
 * Safe HTML: source is escaped, links are `http(s)`, no images. Elements: `p`, `br`, `em`, `strong`, `ul`,
 * `ol`, `li`, `code` (`data-language`), `pre`, `a`, and places for `fillAttachments`.
 * @returns '' if it looks like plain text
 */
export function makeMarkdown(Renderer: RendererClass): (text: string) => string {
  const renderer = configured(Renderer);
  return (text) => {
    const html = renderer.render(text);
    return plainTextOf(text, html) === text.replaceAll(/\r\n?/g, '\n').trim() ? '' : html;
  };
}
