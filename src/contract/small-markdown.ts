import type { MarkdownIt } from 'markdown-it';
import { attachmentMarkAt, placeOfAttachment } from './forum/attachment-marks.ts';
import { codeLanguageOf } from './code-languages.ts';
import { findLinks } from './links.ts';
import { plainTextOf } from './plain-text.ts';

/** Raise it with any change of the output, also of the library: stored HTML of other versions is rendered again. */
export const markdownVersion = 1;

type StateInline = Parameters<Parameters<MarkdownIt['inline']['ruler']['before']>[2]>[0];

/** The class of `markdown-it`, passed in so that it is loaded on demand. */
export type RendererClass = new (preset: 'zero', options: Partial<MarkdownIt['options']>) => MarkdownIt;

/** Paragraphs, emphasis, lists, links, code; all else stays text. */
const rules = {
  core: ['normalize', 'block', 'inline', 'text_join'],
  block: ['fence', 'list', 'paragraph'],
  inline: ['text', 'address', 'newline', 'escape', 'backticks', 'emphasis', 'attachment', 'link', 'autolink'],
  inline2: ['balance_pairs', 'emphasis', 'fragments_join'],
};

/** Deeper lists and emphasis stay text. */
const maxNesting = 12;

/** The same as in plain text. */
const mostAddresses = 50;

function isWebAddress(address: string): boolean {
  return /^https?:\/\//i.test(address) && URL.canParse(address);
}

/** Links plain addresses. The library's own finder takes quadratic time where an address follows a letter. */
export function linkAddresses(renderer: MarkdownIt, maxAddresses: number): void {
  // By the position of the colon, found once for each paragraph.
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
    // No title: users must not choose attributes.
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
  // The language comes from our list, never from the text.
  write['fence'] = (tokens, index) => {
    const { content = '', info = '' } = tokens[index] ?? {};
    const language = codeLanguageOf(/^\s*(\S*)/.exec(info)?.[1] ?? '');
    const attribute = language === null ? '' : ` data-language="${language}"`;
    return `<pre><code${attribute}>${renderer.utils.escapeHtml(content)}</code></pre>\n`;
  };
  return renderer;
}

/**
 * Renders Markdown of posts as safe HTML: source HTML is escaped, links lead to `http(s)` only, and there are no images.
 * Elements: `p`, `br`, `em`, `strong`, `ul`, `ol`, `li`, `code` (with `data-language`), `pre`, `a`, and places for
 * attachments, which `fillAttachments` fills or empties.
 * @returns a function whose result is '' for a text that looks the same as plain text
 */
export function makeMarkdown(Renderer: RendererClass): (text: string) => string {
  const renderer = configured(Renderer);
  return (text) => {
    const html = renderer.render(text);
    return plainTextOf(text, html) === text.replaceAll(/\r\n?/g, '\n').trim() ? '' : html;
  };
}
