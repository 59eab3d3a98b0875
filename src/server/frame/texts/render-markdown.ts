import type { MarkdownIt } from 'markdown-it';
import { linkAddresses } from '#contract/small-markdown';

/** To resolve links as browsers do. */
const base = 'https://portal.invalid/';
const schemes = new Set(['https:', 'http:', 'mailto:', 'tel:']);

function isSafeLink(address: string): boolean {
  return URL.canParse(address, base) && schemes.has(new URL(address, base).protocol);
}

function isElsewhere(address: string): boolean {
  return new URL(address, base).origin !== new URL(base).origin;
}

async function makeRenderer(): Promise<MarkdownIt> {
  // Imported on demand, to save memory.
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
  // The CSP allows no images from elsewhere.
  rules['image'] = (tokens, index, options, env, self) =>
    renderer.utils.escapeHtml(self.renderInlineAsText(tokens[index]?.children ?? [], options, env));
  return renderer;
}

let renderer: Promise<MarkdownIt> | undefined;

/**
 * Renders Markdown as safe HTML: HTML is escaped, links lead to `http(s)`, `mailto:`, `tel:` or the portal, and images
 * become their alternative text.
 * @param title the heading of a text without its own; there is one `h1`
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
