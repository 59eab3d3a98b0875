import { createRequire } from 'node:module';
import { LRUCache } from 'lru-cache';
import { fillAttachments } from '#contract/attachment-marks';
import type { AttachmentView } from '#contract/attachment-view';
import { makeMarkdown, type RendererClass } from '#contract/small-markdown';

const require = createRequire(import.meta.url);

let render: ((text: string) => string) | undefined;

/** Rendered texts; the most recent ones, up to some megabytes. '' stands for a text that shows as it was typed. */
const rendered = new LRUCache<string, string>({
  maxSize: 4_000_000,
  sizeCalculation: (html, text) => 1 + html.length + text.length,
});

/**
 * Writes the small Markdown of comments as HTML that is safe in any page, as `makeMarkdown` says.
 * @param known the attachments of the post that it is; where there can be none, the labels of those that it names
 * @returns null where the text shows as it was typed, and so for most
 */
export function markdownHtml(
  text: string,
  known?: ReadonlyMap<string, AttachmentView> | null,
): string | null {
  let html = rendered.get(text);
  if (html === undefined) {
    render ??= makeMarkdown(require('markdown-it') as RendererClass);
    html = render(text);
    rendered.set(text, html);
  }
  return html === '' ? null : fillAttachments(html, known);
}
