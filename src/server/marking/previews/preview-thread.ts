import { makeBoundedThread } from '../../platform/bounded-thread.ts';
import type { Done, Job } from './preview-worker.ts';

/** Reads what others have made, whose kinds of text and picture might never come to an end. */
export type PreviewThread = {
  /** @returns escaped HTML; null where it took too long, or too many wait */
  highlight(code: string, language: string): Promise<string | null>;
  /** @returns a picture's size in pixels by its first bytes; null where they do not tell */
  measure(bytes: Uint8Array): Promise<{ width: number; height: number } | null>;
  close(): Promise<void>;
};

export function makePreviewThread(options?: { timeoutMs?: number }): PreviewThread {
  const { run, close } = makeBoundedThread<Job, Done>(
    new URL('./preview-worker.ts', import.meta.url),
    options,
  );
  return {
    highlight: (code, language) => run({ highlight: code, language }) as Promise<string | null>,
    measure: (bytes) => run({ measure: bytes }) as Promise<{ width: number; height: number } | null>,
    close,
  };
}
