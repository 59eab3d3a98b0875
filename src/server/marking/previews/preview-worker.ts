import { imageSize } from 'image-size';
import { highlightCode } from '#contract/code-highlighter';
import { workOf } from '../../platform/bounded-thread.ts';

/** What a file's bytes or text make slow or endless is done in a thread that can be ended. */
export type Job = { highlight: string; language: string } | { measure: Uint8Array };
export type Done = string | { width: number; height: number };

/** Escaped HTML of a code, or a picture's size in pixels. @throws Error for what is no picture */
export default workOf((job: Job): Done => {
  if ('highlight' in job) return highlightCode(job.highlight, job.language);
  const { width, height } = imageSize(job.measure);
  return { width, height };
});
