import { imageSize } from 'image-size';
import { highlightCode } from '#contract/code-highlighter';
import { workOf } from '../../platform/bounded-thread.ts';

export type Job = { highlight: string; language: string } | { measure: Uint8Array };
export type Done = string | { width: number; height: number };

/** @throws Error if no picture */
export default workOf((job: Job): Done => {
  if ('highlight' in job) return highlightCode(job.highlight, job.language);
  const { width, height } = imageSize(job.measure);
  return { width, height };
});
