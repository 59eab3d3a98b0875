import type { MarkdownIt } from 'markdown-it';
import { linkAddresses } from '#contract/small-markdown';

/** Any address of ours: what a link leads to is judged as browsers read it, wherever the portal is reached. */
const base = 'https://portal.invalid/';
const schemes = new Set(['https:', 'http:', 'mailto:', 'tel:']);

function isSafeLink(address: string): boolean {
  return URL.canParse(address, base) && schemes.has(new URL(address, base).protocol);
}

function isElsewhere(address: string): boolean {
  return new URL(address, base).origin !== new URL(base).origin;
}

async function makeRenderer(): Promise<MarkdownIt> {
  // Only where there is a text to write: at rest nobody needs it in memory.
  const { default: MarkdownIt } = await import('markdown-it');
  const renderer = new MarkdownIt({ html: false });
  linkAddresses(renderer, Infinity);
  renderer.validateLink = isSafeLink;
  const { rules } = renderer.renderer;
  rules['link_open'] = (tokens, index, options, _, self) => {
    const link = tokens[index];
    const address = String(link?.attrGet('href') ?? '');
    if (isElsewhere(address)) link?.attrSet('rel', 'noopener noreferrer');
    return self.renderToken(tokens, index, options);
  };
  // The CSP allows no images from elsewhere: the alternative text replaces them.
  rules['image'] = (tokens, index, options, env, self) =>
    renderer.utils.escapeHtml(self.renderInlineAsText(tokens[index]?.children ?? [], options, env));
  return renderer;
}

let renderer: Promise<MarkdownIt> | undefined;

/**
 * Writes Markdown as HTML that is safe in a page of ours: HTML in the source stands there as text, links lead to `http(s)`,
 * `mailto:` and `tel:` addresses or to the portal itself, pictures become their alternative text.
 * @param title the heading of a text that does not begin with one of its own; there is one heading of the first order
 */
export async function renderMarkdown(source: string, title: string): Promise<string> {
  renderer ??= makeRenderer();
  const markdown = await renderer;
  const env = {};
  const tokens = markdown.parse(source, env);
  const hasTitle = tokens[0]?.type === 'heading_open' && tokens[0].tag === 'h1';
  tokens.forEach((token, index) => {
    const isTitle = hasTitle && index <= 2;
    if (/^heading_(?:open|close)$/.test(token.type) && token.tag === 'h1' && !isTitle) token.tag = 'h2';
  });
  const html = markdown.renderer.render(tokens, markdown.options, env);
  return hasTitle ? html : `<h1>${markdown.utils.escapeHtml(title)}</h1>\n${html}`;
}
