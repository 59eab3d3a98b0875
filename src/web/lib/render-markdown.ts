import MarkdownIt from 'markdown-it';
import { fillAttachments } from '#contract/forum/attachment-marks';
import { makeMarkdown, type RendererClass } from '#contract/small-markdown';

const render = makeMarkdown(MarkdownIt as unknown as RendererClass);

/** Renders as the server does; '' for plain text. Lazy-loaded. */
export const renderMarkdown = (text: string, known?: Parameters<typeof fillAttachments>[1]): string =>
  fillAttachments(render(text), known, '');
