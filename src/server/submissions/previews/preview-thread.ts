import { makeBoundedThread } from '../../platform/bounded-thread.ts';
import { decodeText, type TextEncoding } from '#contract/text-encoding';
import { showHidden } from '#contract/show-hidden';
import { safe } from './preview-page.ts';
import type { Done, Job, SheetHtml } from './preview-worker.ts';

/** Read at once: a thread takes 150 ms to start. In bytes. */
const small = 32_768;

/** Untrusted files, off the main thread, with a time limit. */
export type PreviewThread = {
  /** @returns with hidden characters written out; null if slow or busy */
  plain(bytes: Uint8Array, encoding: TextEncoding): Promise<string | null>;
  /** @returns the same as safe HTML, highlighted in a language */
  html(bytes: Uint8Array, encoding: TextEncoding, language: string | null): Promise<string | null>;
  /** @param isCut within a row @returns null if it is no table, slow or busy */
  sheet(bytes: Uint8Array, encoding: TextEncoding, isCut: boolean): Promise<SheetHtml | null>;
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
    plain: async (text, encoding) =>
      text.length <= small
        ? showHidden(decodeText(text, encoding))
        : ((await run({ text, encoding, as: 'plain' })) as string | null),
    async html(text, encoding, language) {
      const coloured = language === null ? null : await run({ text, encoding, as: 'code', language });
      if (coloured !== null) return coloured as string;
      if (text.length <= small) return safe(decodeText(text, encoding));
      return (await run({ text, encoding, as: 'html' })) as string | null;
    },
    sheet: (sheet, encoding, isCut) => run({ sheet, encoding, isCut }) as Promise<SheetHtml | null>,
    measure: (bytes) => run({ measure: bytes }) as Promise<{ width: number; height: number } | null>,
    notebook: (bytes) => run({ notebook: bytes }) as Promise<string | null>,
    close,
  };
}
