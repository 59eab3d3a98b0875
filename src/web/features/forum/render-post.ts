import MarkdownIt from 'markdown-it';
import { fillAttachments } from '#contract/forum/attachment-marks';
import { makeMarkdown, type RendererClass } from '#contract/small-markdown';
import { uploaded } from './attachments/attachments.ts';

const render = makeMarkdown(MarkdownIt as unknown as RendererClass);

/**
 * Renders as the server does, with this page's known attachments; '' for plain text. Lazy-loaded with the
 * first preview.
 */
export const renderPost = (text: string): string => fillAttachments(render(text), uploaded, '');
