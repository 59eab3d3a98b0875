import MarkdownIt from 'markdown-it';
import { fillAttachments } from '#contract/forum/attachment-marks';
import { makeMarkdown, type RendererClass } from '#contract/small-markdown';
import { heardOf } from './attachments/attachments-heard-of.ts';

const render = makeMarkdown(MarkdownIt as unknown as RendererClass);

/**
 * As the portal renders it, on the device, with the attachments that this page has heard of; '' for a text that shows as it was typed.
 * Loaded with the first preview.
 */
export const renderPost = (text: string): string => fillAttachments(render(text), heardOf, '');
