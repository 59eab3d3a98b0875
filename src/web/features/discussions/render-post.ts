import MarkdownIt from 'markdown-it';
import { makeMarkdown, type RendererClass } from '#contract/small-markdown';

/** As the portal renders it, on the device; '' for a text that shows as it was typed. Loaded with the first preview. */
export const renderPost = makeMarkdown(MarkdownIt as unknown as RendererClass);
