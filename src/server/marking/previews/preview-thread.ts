import { makeBoundedThread } from '../../platform/bounded-thread.ts';
import type { Done, Job } from './preview-worker.ts';

/** Untrusted files, off the main thread, with a time limit. */
export type PreviewThread = {
  /** @returns escaped HTML; null if slow or busy */
  highlight(code: string, language: string): Promise<string | null>;
  /** @returns pixels; null if unknown */
  measure(bytes: Uint8Array): Promise<{ width: number; height: number } | null>;
  /** @returns its cells as safe HTML; null if it is no notebook, took too long or the thread is busy */
  notebook(bytes: Uint8Array): Promise<string | null>;
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
    notebook: (bytes) => run({ notebook: bytes }) as Promise<string | null>,
    close,
  };
}
