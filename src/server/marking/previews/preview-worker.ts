import { imageSize } from 'image-size';
import { highlightCode } from '#contract/code-highlighter';
import { workOf } from '../../platform/bounded-thread.ts';

export type Job =
  | { highlight: string; language: string }
  | { measure: Uint8Array }
  | { notebook: Uint8Array };
export type Done = string | { width: number; height: number };

/** @throws Error for what is no picture or notebook */
export default workOf(async (job: Job): Promise<Done> => {
  if ('highlight' in job) return highlightCode(job.highlight, job.language);
  // Few mentors open a notebook: its parts are loaded for them only.
  if ('notebook' in job) return (await import('./notebook.ts')).notebookHtml(job.notebook);
  const { width, height } = imageSize(job.measure);
  return { width, height };
});
