import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import type { Done, Job } from './preview-worker.ts';

/** A job that takes longer is given up and its thread ended, in milliseconds; that is also how long a thread may need to start. */
const longestMs = 4_000;
const mostWaiting = 50;
const idleMs = 10_000;

/** Reads what others have made, whose kinds of text and picture might never come to an end. */
export type PreviewThread = {
  /** @returns escaped HTML; null where it took too long, or too many wait */
  highlight(code: string, language: string): Promise<string | null>;
  /** @returns a picture's size in pixels by its first bytes; null where they do not tell */
  measure(bytes: Uint8Array): Promise<{ width: number; height: number } | null>;
  close(): Promise<void>;
};

/** One thread, started when it is needed and ended when it is idle. */
export function makePreviewThread({ timeoutMs = longestMs }: { timeoutMs?: number } = {}): PreviewThread {
  const pool = new Piscina<Job, Done>({
    filename: fileURLToPath(new URL('./preview-worker.ts', import.meta.url)),
    minThreads: 0,
    maxThreads: 1,
    maxQueue: mostWaiting,
    idleTimeout: idleMs,
    recordTiming: false,
  });
  // A thread that dies takes its job with it, which is told there.
  pool.on('error', () => {});
  const run = async (job: Job): Promise<Done | null> => {
    try {
      return await pool.run(job, { signal: AbortSignal.timeout(timeoutMs) });
    } catch {
      return null;
    }
  };
  return {
    highlight: (code, language) => run({ highlight: code, language }) as Promise<string | null>,
    measure: (bytes) => run({ measure: bytes }) as Promise<{ width: number; height: number } | null>,
    close: () => pool.destroy(),
  };
}
